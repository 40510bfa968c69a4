package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const idp = "https://id.test"

func deletionSuite(t *testing.T, open Open) {
	t.Run("nothing of a deleted person is left in any table", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		l := w.life()
		planted := w.plant(l)
		words := make([]string, 0, len(planted)+1)
		for word := range planted {
			words = append(words, word)
		}
		found := Scan(t, w.s, words...)
		for word, place := range planted {
			require.NotEmpty(t, found[word], "the scan does not see what was planted in %s", place)
		}
		words = append(words, l.ann.PublicID)

		_, err := w.s.People.DeleteAccount(w.ctx, l.ann.ID)
		require.NoError(t, err)
		for word, places := range Scan(t, w.s, words...) {
			if word == l.ann.PublicID {
				require.Equal(t, []string{"audits.actor"}, places, "the random id is left in the log of changes only")
				continue
			}
			t.Errorf("%s was planted in %s and is left in %v", word, planted[word], places)
		}
		for _, question := range []string{
			"SELECT COUNT(*) FROM usages WHERE user_id IS NOT NULL", "SELECT COUNT(*) FROM transcripts WHERE provided_by IS NOT NULL",
			"SELECT COUNT(*) FROM runs WHERE payer_id = " + fmt.Sprint(l.ann.ID), "SELECT COUNT(*) FROM budgets WHERE scope LIKE 'user/%'",
			"SELECT COUNT(*) FROM jobs WHERE user_id IS NULL", "SELECT COUNT(*) FROM spent WHERE person <> 0",
		} {
			require.Equal(t, []string{"0"}, column(t, Raw(t, w.s), question), question)
		}
		w.checkCounters()
	})
	t.Run("work of others goes on and what is public stays", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		l := w.life()
		left, err := w.s.People.DeleteAccount(w.ctx, l.ann.ID)
		require.NoError(t, err)
		var open, runs []int
		for _, j := range left.Jobs {
			open = append(open, j.JobID)
			require.Equal(t, l.ann.PublicID, j.Submitter)
			require.Contains(t, j.WorkflowID(), j.Key)
		}
		for _, r := range left.Runs {
			runs = append(runs, r.RunID)
		}
		require.ElementsMatch(t, l.openJobs, open)
		require.ElementsMatch(t, []int{l.alone, l.private}, runs)
		shared, err := w.s.Jobs.RunWork(w.ctx, l.shared)
		require.NoError(t, err)
		require.Equal(t, &l.bob.ID, shared.Run.PayerID, "bob pays from now on")
		for _, id := range runs {
			_, err := w.s.Jobs.RunWork(w.ctx, id)
			require.Error(t, err)
		}
		for _, id := range open {
			_, err := w.s.Jobs.NextItems(w.ctx, id, 4)
			require.True(t, fault.Is(err, fault.NotFound), "a workflow that goes on finds nothing: %v", err)
		}
		require.Equal(t, "Episode pub", w.episode("pub", store.Viewer{}).Title)
		w.entity(mention.Book, "Dune")
		mo := store.Viewer{UserID: l.mo.ID, Moderator: true}
		_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: mo})
		require.NoError(t, err)
		require.Equal(t, 2, n.N, "the private one is gone for moderators too")
		list, _, err := w.s.People.Favorites(w.ctx, l.mo.ID, mo, 0, 0)
		require.NoError(t, err)
		require.Empty(t, list)
		given := w.episode("given", store.Viewer{})
		require.NotNil(t, given.TranscriptID, "a given transcript stays")
		w.checkCounters()
	})
	t.Run("whoever comes back is a new account without a role", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		require.NoError(t, w.s.People.EnsureRoleOnce(w.ctx, idp, "ada", "admin"))
		require.NoError(t, w.s.People.EnsureRole(w.ctx, idp, "grace", "admin"))
		ada := w.person("ada")
		_, err := w.s.People.DeleteAccount(w.ctx, ada.ID)
		require.NoError(t, err)
		_, err = w.s.People.DeleteAccount(w.ctx, ada.ID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.NoError(t, w.s.People.EnsureRoleOnce(w.ctx, idp, "ada", "admin"), "as at the next start")
		_, err = w.s.People.UserBySubject(w.ctx, idp, "ada")
		require.True(t, fault.Is(err, fault.NotFound), "a start makes no account of somebody who left: %v", err)
		again := w.personAgain("ada")
		require.NotEqual(t, ada.ID, again.ID)
		require.NotEqual(t, ada.PublicID, again.PublicID)
		require.EqualValues(t, "user", again.Role)
	})
	t.Run("who deletes their account while their work goes on leaves nothing behind", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		l := w.life()
		begun, errs := make(chan struct{}, 4), make(chan error, 4)
		for i := range cap(errs) {
			go func() { errs <- w.busy(l.ann, i, begun) }()
		}
		for range cap(begun) {
			<-begun
		}
		_, err := w.s.People.DeleteAccount(w.ctx, l.ann.ID)
		require.NoError(t, err)
		for range cap(errs) {
			err := <-errs
			require.True(t, fault.Is(err, fault.NotFound) || fault.Is(err, fault.Conflict), "%v", err)
		}
		conn := Raw(t, w.s)
		for _, question := range []string{
			"SELECT COUNT(*) FROM jobs WHERE user_id IS NULL OR user_id = " + fmt.Sprint(l.ann.ID), "SELECT COUNT(*) FROM uploads",
			"SELECT COUNT(*) FROM episodes WHERE visibility = 'private'",
			"SELECT COUNT(*) FROM runs WHERE state = 'live' AND id NOT IN (SELECT run_id FROM wants)",
			"SELECT COUNT(*) FROM runs WHERE payer_id = " + fmt.Sprint(l.ann.ID),
		} {
			require.Equal(t, []string{"0"}, column(t, conn, question), question)
		}
		w.checkCounters()
	})
	t.Run("the last active admin stays", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for _, name := range []string{"ada", "grace"} {
			require.NoError(t, w.s.People.EnsureRole(w.ctx, idp, name, "admin"))
		}
		require.NoError(t, w.s.People.EnsureRole(w.ctx, database.OperatorIssuer, "operator", "admin"))
		ada, grace := w.person("ada"), w.person("grace")
		// Of two who leave at the same moment one is the last.
		errs := make(chan error, 2)
		for _, id := range []int{ada.ID, grace.ID} {
			go func() { errs <- second(w.s.People.DeleteAccount(w.ctx, id)) }()
		}
		first, other := <-errs, <-errs
		require.NotEqual(t, first == nil, other == nil, "%v, %v", first, other)
		if first == nil {
			first = other
		}
		require.True(t, fault.Is(first, fault.Conflict), "%v", first)
	})
}

// busy submits and analyzes for a person until that is refused, and returns why it was.
func (w *world) busy(by *store.User, worker int, begun chan<- struct{}) error {
	for i := 0; ; i++ {
		up, err := w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
			UserID: by.ID, FileName: "x.vtt", Hash: fmt.Sprint(worker, i),
			Episode: media.Episode{
				Platform: media.Upload, ExternalID: fmt.Sprint("file ", worker, i), Title: "x",
			}, Transcript: text("Some words."),
		})
		if err != nil {
			return err
		}
		submitted := []jobs.NewJob{
			{UserID: &by.ID, Kind: media.KindUpload, Input: "x", UploadIDs: []string{up.Key}},
			{UserID: &by.ID, Kind: media.KindVideo, Input: "x", Ref: video("shared")},
		}
		for n, in := range submitted {
			j, _, err := w.s.Jobs.CreateJob(w.ctx, in)
			if err != nil {
				return err
			}
			if in.Kind == media.KindUpload {
				_, err = w.s.Jobs.AddUploads(w.ctx, j.ID)
			} else {
				_, err = w.s.Jobs.AddItems(w.ctx, j.ID, []jobs.NewItem{{Ref: in.Ref}}, "", "", true)
			}
			if err != nil {
				return err
			}
			items, _, err := w.s.Jobs.JobItems(w.ctx, j.ID, 0, 0)
			if err != nil || len(items) == 0 {
				return fault.New(fault.NotFound, "The job is gone.")
			}
			if _, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID, recipe); err != nil {
				return err
			}
			if i == 0 && n == 0 {
				begun <- struct{}{}
			}
		}
	}
}

// life is a person with something in every corner, among others.
type life struct {
	ann, bob, mo           *store.User
	openJobs               []int
	shared, alone, private int // live runs
	episode, transcript    int // private
	entity                 int // mentioned in private only
	channel                int
	pub                    int
	upload                 *store.Upload
}

func (w *world) life() *life {
	w.Helper()
	require.NoError(w, w.s.People.EnsureRoleOnce(w.ctx, idp, "ann", "user"))
	require.NoError(w, w.s.People.EnsureRole(w.ctx, idp, "mo", "moderator"))
	l := &life{ann: w.person("ann"), bob: w.person("bob"), mo: w.person("mo")}
	w.analyze(episode{id: "pub", channel: "one", by: l.ann, mentions: mentions(said(mention.Book, "Dune", 0))})
	l.pub = w.episode("pub", store.Viewer{}).ID

	// Work: a run that bob wants too, one that only ann wants, an episode that she gave the transcript of.
	mine, items := w.job(l.ann, video("shared"), video("alone"))
	l.shared, l.alone = w.want(mine.ID, items[0].ID).Run.RunID, w.want(mine.ID, items[1].ID).Run.RunID
	theirs, others := w.job(l.bob, video("shared"))
	require.Equal(w, l.shared, w.want(theirs.ID, others[0].ID).Run.RunID)
	gives, given := w.job(l.ann, video("given"))
	run := w.want(gives.ID, given[0].ID).Run.RunID
	w.finish(run, work.RunNeedsTranscript)
	_, err := w.s.Jobs.ProvideTranscript(w.ctx, gives.ID, given[0].ID, l.ann.ID, text("A given text."))
	require.NoError(w, err)
	hers := waiting{gives.ID, given[0].ID}
	_, err = w.s.Publish.PublishEpisode(w.ctx, w.reads(hers, nil).ID, store.Actor{PublicID: l.mo.PublicID})
	require.NoError(w, err)
	w.reads(hers, nil)

	w.privateLife(l)
	l.openJobs = append(l.openJobs, mine.ID)
	moderates := store.Viewer{UserID: l.mo.ID, Moderator: true}
	for v, thing := range map[store.Viewer][2]int{{UserID: l.ann.ID}: {l.pub, l.entity}, moderates: {l.episode, l.entity}} {
		_, err = w.s.People.AddFavorite(w.ctx, v, people.FavoriteEpisode, thing[0])
		require.NoError(w, err)
		_, err = w.s.People.AddFavorite(w.ctx, v, people.FavoriteEntity, thing[1])
		require.NoError(w, err)
	}
	w.token(l.ann, "annstoken", time.Hour)
	require.NoError(w, w.s.Jobs.SetBudget(w.ctx, jobs.BudgetOf(l.ann.ID), 1000))
	w.rows(l)
	return l
}

func text(line string) transcript.Transcript {
	return transcript.Transcript{Language: "en", Origin: transcript.Uploaded, Cues: []transcript.Cue{{StartMS: 0, EndMS: 5000, Text: line}}}
}

// privateLife is an upload that is analyzed, and being analyzed again.
func (w *world) privateLife(l *life) {
	w.Helper()
	about := media.Episode{
		Platform: media.Upload, ExternalID: "hash", Title: "A private talk",
		Channel: media.Channel{Platform: media.Upload, ExternalID: "user:" + l.ann.PublicID + ":my show", Name: "My show"},
	}
	said1, said2 := said(mention.Person, "Private Person", 0), said(mention.Book, "Dune", 200)
	var err error
	w.sound(l.ann, "voice.mp3", 2)
	l.upload, err = w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
		UserID: l.ann.ID, FileName: "talk.vtt", Hash: "hash", Size: 1, Episode: about, Transcript: text(strings.Repeat(said1.Quote+" ", 20)),
	})
	require.NoError(w, err)
	j, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{
		UserID: &l.ann.ID, Kind: media.KindUpload, Input: "talk.vtt", Title: "A private talk",
		UploadIDs: []string{l.upload.Key},
	})
	require.NoError(w, err)
	ref, err := w.s.Jobs.JobRef(w.ctx, j.ID)
	require.NoError(w, err)
	require.Equal(w, "upload", ref.Title, "histories of workflows hold no title of a private upload")
	_, err = w.s.Jobs.AddUploads(w.ctx, j.ID)
	require.NoError(w, err)
	got := w.want(j.ID, w.items(j.ID)[0].ID)
	require.Equal(w, "a private upload", got.Run.Title)
	begun, err := w.s.Jobs.RunWork(w.ctx, got.Run.RunID)
	require.NoError(w, err)
	l.episode, l.transcript, l.channel = begun.Episode.ID, *begun.Episode.TranscriptID, *begun.Episode.ChannelID
	chunk := jobs.ChunkResult{Hash: "chunk", Candidates: []mention.Candidate{said1.Candidate}}
	require.NoError(w, w.s.Jobs.SaveCandidates(w.ctx, got.Run.RunID, recipe, chunk, 1))
	w.publish(got.Run.RunID, l.transcript, mentions(said1, said2))
	w.finish(got.Run.RunID, work.RunDone)
	entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, fmt.Sprint(l.episode), store.Viewer{UserID: l.ann.ID})
	require.NoError(w, err)
	for _, e := range entries {
		if e.Entity.Name == "Private Person" {
			l.entity = e.Entity.ID
		}
	}
	require.NotZero(w, l.entity)
	items := w.items(j.ID)
	_, err = w.s.Jobs.RetryJob(w.ctx, j.ID, items[0].ID, work.StageExtract)
	require.NoError(w, err)
	l.private = w.want(j.ID, items[0].ID).Run.RunID
	l.openJobs = append(l.openJobs, j.ID)
}
