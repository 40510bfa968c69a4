package activities_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// gives is a listener to whose server somebody uploads audio. It returns the run of the job, which is about to listen.
func gives(t *testing.T, open storetest.Open, talk speechtest.Talk, content []byte) (l *listener, run int) {
	t.Helper()
	l = listens(t, open, talk, http.NotFound, time.Minute)
	l.fetch.Sources[media.Upload] = &activities.Given{Store: l.s}
	ann, err := l.s.People.SignIn(t.Context(), people.Identity{Issuer: "https://id.test", Subject: "ann", Name: "Ann"},
		people.NewSession{TokenHash: make([]byte, 32), Created: l.now(), Expires: l.now().Add(time.Hour)})
	require.NoError(t, err)
	id, err := l.s.Jobs.BeginSound(t.Context(), jobs.NewSound{UserID: ann.ID, FileName: "my_talk.mp3", Format: "mp3"})
	require.NoError(t, err)
	for i, part := range slices.Collect(slices.Chunk(content, 100_000)) {
		require.NoError(t, l.s.Jobs.AddSoundPart(t.Context(), id, i, part, 1<<40))
	}
	u, err := l.s.Jobs.FinishSound(t.Context(), id, jobs.Sound{
		Hash: "5f", Size: len(content), Episode: media.Episode{Platform: media.Upload, ExternalID: "5f", Title: "My Talk"},
	})
	require.NoError(t, err)
	j, _, err := l.s.Jobs.CreateJob(t.Context(), jobs.NewJob{
		UserID: &ann.ID, Kind: media.KindUpload, Input: "my_talk.mp3", UploadIDs: []string{u.Key},
		Ref: media.Ref{Platform: media.Upload, Kind: media.KindUpload, ExternalID: u.Key},
	})
	require.NoError(t, err)
	listed, err := l.list.ListInput(t.Context(), activities.Listing{JobID: j.ID})
	require.NoError(t, err)
	require.True(t, listed.Listed)
	_, err = l.jobs.WantEpisode(t.Context(), activities.WantInput{JobID: j.ID, ItemID: l.item(j.ID).ID})
	require.NoError(t, err)
	return l, *l.item(j.ID).RunID
}

func TestAudioThatSomebodyGaveIsHeardByAnyWorker(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			talk := speechtest.NewTalk(3, 3*time.Minute)
			content := talk.WAV()
			require.Greater(t, len(content), 300_000, "several parts")
			l, run := gives(t, open, talk, content)
			got, err := l.fetch.FetchTranscript(t.Context(), stage(run, work.StageTranscript))
			require.NoError(t, err)
			require.True(t, got.Listen)
			n := l.prepares(run)
			require.Greater(t, n, 1)
			for i := range n {
				elsewhere := l.worker(http.DefaultClient) // the address is a server of this test, on loopback
				elsewhere.Server = l.listen.Server
				require.NoError(t, l.hearsPiece(t.Context(), elsewhere, run, i, n))
			}
			w, err := l.s.Jobs.RunWork(t.Context(), run)
			require.NoError(t, err)
			require.Equal(t, "My Talk", w.Episode.Title)
			require.NoError(t, l.listen.JoinSpeech(t.Context(), stage(run, work.StageTranscript)))
			require.Equal(t, bare(talk.Text()), l.spokenWords(run))
			require.Contains(t, l.step(run, work.StageTranscript).Text, "The file has no transcript: hearing-1 listened to 3 min in ")
			_, err = l.s.Jobs.SoundOf(t.Context(), media.Upload, w.Episode.ExternalID)
			require.True(t, fault.Is(err, fault.NotFound), "it is heard: %v", err)
		})
	}
}

func TestGivenAudioThatIsGoneOrTooLongSaysSo(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(2, 3*time.Minute)
	for name, c := range map[string]struct {
		change func(l *listener)
		want   string
	}{
		"gone": {func(l *listener) {
			require.NoError(l, l.s.Jobs.DropSound(l.Context(), 1))
		}, "Upload it again."},
		"too long": {func(l *listener) { l.listen.Longest = time.Minute }, "The audio is 3 min long, and at most 1 min are listened to."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, run := gives(t, storetest.SQLite, talk, talk.MP3())
			c.change(l)
			_, err := l.listen.PrepareAudio(t.Context(), stage(run, work.StageTranscript))
			require.True(t, fault.Is(err, fault.NoTranscript), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, "The file has no transcript, and its audio could not be heard. ")
			require.Contains(t, fault.Of(err).Sentence, c.want)
		})
	}
}
