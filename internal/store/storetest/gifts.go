package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// moderator is an account that signed in and may decide about uploads.
func (w *world) moderator(name string) *store.User {
	w.Helper()
	require.NoError(w, w.s.People.EnsureRole(w.ctx, "https://id.test", name, "moderator"))
	return w.person(name)
}

// gift is a transcript that a reader gave to the public episode "a", which has none.
type gift struct {
	*world
	ann, bob, mo *store.User
	hers, his    waiting // their jobs
	public       *store.Episode
	canary       mention.Mention
}

// waiting is a job of one item.
type waiting struct{ job, item int }

// asked lets two people ask for an episode whose source has no transcript.
func asked(t *testing.T, open Open) *gift {
	t.Helper()
	w := newWorld(t, open)
	g := &gift{
		world: w, ann: w.person("ann"), bob: w.person("bob"), mo: w.moderator("mo"),
		canary: said(mention.Company, "Canary Holdings", 0),
	}
	g.hers, g.his = w.asks(g.ann, "a"), w.asks(g.bob, "a")
	run := w.want(g.hers.job, g.hers.item).Run.RunID
	require.Equal(t, run, w.want(g.his.job, g.his.item).Run.RunID)
	about := mediaEpisode("a", "A public talk")
	about.Channel = show("one")
	require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, about))
	w.finish(run, work.RunNeedsTranscript)
	g.public = w.episode("a", store.Viewer{})
	return g
}

func (w *world) asks(by *store.User, id string) waiting {
	w.Helper()
	j, items := w.job(by, video(id))
	return waiting{j.ID, items[0].ID}
}

func (w *world) gives(by *store.User, to waiting, line string) (jobs.Provided, error) {
	return w.s.Jobs.ProvideTranscript(w.ctx, to.job, to.item, by.ID, text(line))
}

// reads takes the run that an item waits for to its end and returns its episode.
func (w *world) reads(of waiting, list []mention.Mention) *store.Episode {
	w.Helper()
	got := w.want(of.job, of.item)
	require.Equal(w, work.ItemRunning, got.State)
	begun, err := w.s.Jobs.RunWork(w.ctx, got.Run.RunID)
	require.NoError(w, err)
	require.NotNil(w, begun.Run.TranscriptID)
	w.publish(got.Run.RunID, *begun.Run.TranscriptID, list)
	w.finish(got.Run.RunID, work.RunDone)
	return w.episode(fmt.Sprint(begun.Episode.ID), store.Viewer{Moderator: true})
}

// given lets ann give a transcript and her job read it; the answer is her copy of the episode.
func (g *gift) given() *store.Episode {
	g.Helper()
	_, err := g.gives(g.ann, g.hers, g.canary.Quote)
	require.NoError(g, err)
	return g.reads(g.hers, mentions(g.canary))
}

// hidden fails when the viewer can learn a word of the gift.
func (g *gift) hidden(v store.Viewer, own *store.Episode, company int) {
	g.Helper()
	id := fmt.Sprint(own.ID)
	for _, err := range []error{
		second(g.s.Catalogue.Episode(g.ctx, id, v)), second(g.s.Catalogue.EpisodeEntities(g.ctx, id, v)),
		second(g.s.Catalogue.EpisodeText(g.ctx, own.VideoID, v)),
		second(g.s.Catalogue.Entity(g.ctx, company, v)), second(g.s.People.AddFavorite(g.ctx, v, people.FavoriteEpisode, own.ID)),
		second(g.s.People.AddFavorite(g.ctx, v, people.FavoriteEntity, company)),
	} {
		require.True(g, fault.Is(err, fault.NotFound), "%v", err)
	}
	public, err := g.s.Catalogue.EpisodeText(g.ctx, "a", v)
	require.NoError(g, err)
	require.Nil(g, public.Transcript)
	require.Nil(g, public.Episode.TranscriptID)
	require.False(g, public.Episode.IsProcessed)
	entries, err := g.s.Catalogue.EpisodeEntities(g.ctx, "a", v)
	require.NoError(g, err)
	require.Empty(g, entries)
	found, err := g.s.Catalogue.Search(g.ctx, "canary", 10, v)
	require.NoError(g, err)
	require.Empty(g, found.Entities)
	require.Empty(g, found.Passages)
	_, n, err := g.s.Catalogue.Episodes(g.ctx, catalogue.EpisodeFilter{Viewer: v, Unprocessed: true})
	require.NoError(g, err)
	require.Equal(g, 1, n.N, "the public one, waiting")
	stats, err := g.s.Catalogue.Channel(g.ctx, "UCone", v)
	require.NoError(g, err)
	require.Zero(g, stats.Channel.EntityCount+stats.Channel.MentionCount+stats.Channel.EpisodeCount)
	require.Empty(g, g.entities(catalogue.EntityFilter{}))
	known, _, err := g.s.Catalogue.KnownNames(g.ctx)
	require.NoError(g, err)
	require.Zero(g, known.Len())
	totals, err := g.s.Catalogue.Totals(g.ctx)
	require.NoError(g, err)
	require.Zero(g, totals.Episodes)
	g.checkCounters()
}

func giftSuite(t *testing.T, open Open) {
	t.Run("what a reader gives is theirs until a moderator publishes it", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		got, err := g.gives(g.ann, g.hers, g.canary.Quote)
		require.NoError(t, err)
		require.Nil(t, got.Live)
		require.Len(t, got.Jobs, 1, "nobody else's job goes on")
		require.Equal(t, g.hers.job, got.Jobs[0].JobID)
		waits, n, err := g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n, "what is not analyzed yet cannot be judged: %v", waits)

		run := g.want(g.hers.job, g.hers.item).Run
		require.NotEqual(t, g.public.ID, run.EpisodeID)
		require.Equal(t, work.StageExtract, run.From)
		require.Equal(t, "a private upload", run.Title)
		chunk := jobs.ChunkResult{Hash: "chunk", Candidates: []mention.Candidate{g.canary.Candidate}}
		require.NoError(t, g.s.Jobs.SaveCandidates(g.ctx, run.RunID, recipe, chunk, 1))
		own := g.reads(g.hers, mentions(g.canary))
		require.Equal(t, work.ItemDone, g.itemState(g.hers.job, 0))
		require.Equal(t, &own.ID, g.items(g.hers.job)[0].EpisodeID, "the giver's job leads to what was found")
		require.Equal(t, work.ItemNeedsTranscript, g.itemState(g.his.job, 0))
		require.Equal(t, "A public talk", own.Title)
		entries, err := g.s.Catalogue.EpisodeEntities(g.ctx, own.VideoID, store.Viewer{UserID: g.ann.ID})
		require.NoError(t, err)
		require.Len(t, entries, 1)
		company := entries[0].Entity.ID
		g.hidden(store.Viewer{}, own, company)
		g.hidden(store.Viewer{UserID: g.bob.ID}, own, company)
		g.hidden(store.Viewer{UserID: store.AnyReader}, own, company)

		waits, n, err = g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, own.ID, waits[0].Episode.ID)
		require.Equal(t, g.public.ID, waits[0].For.ID)
		require.Equal(t, g.ann.ID, waits[0].Episode.Edges.Owner.ID)
		require.Equal(t, 8, waits[0].Words)

		_, err = g.s.People.AddFavorite(g.ctx, store.Viewer{UserID: g.ann.ID}, people.FavoriteEpisode, own.ID)
		require.NoError(t, err)
		out, err := g.s.Publish.PublishEpisode(g.ctx, own.ID, store.Actor{PublicID: g.mo.PublicID})
		require.NoError(t, err)
		require.Equal(t, g.public.ID, out.EpisodeID)
		require.Len(t, out.Jobs, 2, "hers and everybody's who waited")
		_, err = g.s.Catalogue.Episode(g.ctx, fmt.Sprint(own.ID), store.Viewer{Moderator: true})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		cached, ok, err := g.s.Jobs.CachedCandidates(g.ctx, "chunk", recipe)
		require.NoError(t, err)
		require.True(t, ok, "reading it is not paid for again")
		require.Len(t, cached, 1)
		_, n, err = g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
		audited, _, err := g.s.AuditLog(g.ctx, fmt.Sprintf("episode/%d", g.public.ID), 0, 0)
		require.NoError(t, err)
		require.Len(t, audited, 1)
		require.Equal(t, g.mo.PublicID, audited[0].Actor)

		shared := g.want(g.hers.job, g.hers.item).Run
		require.Equal(t, g.public.ID, shared.EpisodeID)
		require.Equal(t, work.StageExtract, shared.From)
		require.Equal(t, shared.RunID, g.want(g.his.job, g.his.item).Run.RunID)
		public := g.reads(g.hers, mentions(g.canary))
		require.True(t, public.Given)
		require.Equal(t, []string{"company Canary Holdings 1/1"}, listing(g.entities(catalogue.EntityFilter{})))
		quotes, _, err := g.s.Catalogue.EntityMentions(g.ctx, company, catalogue.MentionFilter{})
		require.NoError(t, err)
		require.Len(t, quotes, 1, "it is the same entity")
		require.True(t, quotes[0].Edges.Episode.Given)
		require.Equal(t, work.ItemDone, g.itemState(g.his.job, 0))
		list, _, err := g.s.People.Favorites(g.ctx, g.ann.ID, store.Viewer{UserID: g.ann.ID}, 0, 0)
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, public.ID, list[0].Episode.ID)
		g.checkCounters()
		_, err = g.s.Publish.PublishEpisode(g.ctx, own.ID, store.Actor{PublicID: g.mo.PublicID})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("a gift takes its giver out of the run that others wait for", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		hers, his, alone := w.asks(ann, "a"), w.asks(bob, "a"), w.asks(ann, "b")
		shared := w.want(hers.job, hers.item).Run
		w.want(his.job, his.item)
		got, err := w.gives(ann, hers, "Given by hand.")
		require.NoError(t, err)
		require.Empty(t, got.Stopped)
		require.Nil(t, got.Live)
		require.Equal(t, work.ItemRunning, w.itemState(his.job, 0))
		begun, err := w.s.Jobs.RunWork(w.ctx, shared.RunID)
		require.NoError(t, err)
		require.Nil(t, begun.Run.TranscriptID, "his run still asks the source")
		require.NotEqual(t, shared.RunID, w.want(hers.job, hers.item).Run.RunID)

		run := w.want(alone.job, alone.item).Run.RunID
		got, err = w.gives(ann, alone, "Given by hand.")
		require.NoError(t, err)
		require.Len(t, got.Stopped, 1)
		require.Equal(t, run, got.Stopped[0].RunID)
		require.Equal(t, work.ItemPending, w.itemState(alone.job, 0))
		require.Equal(t, alone.job, got.Jobs[0].JobID)
	})
	t.Run("what a moderator gives is everybody's at once, and labeled", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		hers := g.asks(g.mo, "a")
		again := g.want(hers.job, hers.item).Run
		got, err := g.gives(g.mo, hers, g.canary.Quote)
		require.NoError(t, err)
		require.Equal(t, again.RunID, got.Live.RunID)
		public := g.reads(hers, mentions(g.canary))
		require.Equal(t, g.public.ID, public.ID)
		require.True(t, g.episode("a", store.Viewer{}).Given)
		_, n, err := g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
	})
	t.Run("giving twice is giving once, and another text takes its place", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		for range 2 {
			_, err := g.gives(g.ann, g.hers, g.canary.Quote)
			require.NoError(t, err)
		}
		first := g.want(g.hers.job, g.hers.item).Run
		later := g.asks(g.ann, "a")
		run := g.want(later.job, later.item).Run.RunID
		g.finish(run, work.RunNeedsTranscript)
		_, err := g.gives(g.ann, later, "Another text.")
		require.True(t, fault.Is(err, fault.Conflict), "the first is being read: %v", err)
		own := g.reads(g.hers, mentions(g.canary))
		require.NoError(t, g.s.Publish.RefuseEpisode(g.ctx, own.ID, store.Actor{}))
		_, err = g.gives(g.ann, later, "Another text.")
		require.NoError(t, err)
		other := g.reads(later, nil)
		require.Equal(t, first.EpisodeID, other.ID)
		read, err := g.s.Catalogue.EpisodeText(g.ctx, other.VideoID, store.Viewer{UserID: g.ann.ID})
		require.NoError(t, err)
		require.Equal(t, "Another text.", jobs.Cues(read.Transcript).Cues[0].Text)
		_, n, err := g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n, "another text is looked at anew")
		later2 := g.asks(g.ann, "a")
		g.finish(g.want(later2.job, later2.item).Run.RunID, work.RunNeedsTranscript)
		_, err = g.gives(g.ann, later2, "Another text.")
		require.NoError(t, err)
		require.Equal(t, work.ItemAlready, g.want(later2.job, later2.item).State)
	})
	t.Run("what a moderator refuses stays with its giver", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		own := g.given()
		for range 2 {
			require.NoError(t, g.s.Publish.RefuseEpisode(g.ctx, own.ID, store.Actor{PublicID: g.mo.PublicID}))
		}
		_, n, err := g.s.Publish.Unpublished(g.ctx, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
		entries, err := g.s.Catalogue.EpisodeEntities(g.ctx, own.VideoID, store.Viewer{UserID: g.ann.ID})
		require.NoError(t, err)
		require.Len(t, entries, 1)
		g.hidden(store.Viewer{}, own, entries[0].Entity.ID)
		audited, _, err := g.s.AuditLog(g.ctx, "", 0, 0)
		require.NoError(t, err)
		require.Len(t, audited, 1)
		_, err = g.s.Jobs.RetryJob(g.ctx, g.hers.job, g.hers.item, "")
		require.NoError(t, err)
		require.Equal(t, own.ID, g.want(g.hers.job, g.hers.item).Run.EpisodeID, "trying again stays private")
	})
	t.Run("a given transcript yields to a better one", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		_, err := g.s.Publish.PublishEpisode(g.ctx, g.given().ID, store.Actor{})
		require.NoError(t, err)
		require.True(t, g.reads(g.hers, mentions(g.canary)).Given)
		soon := g.asks(g.bob, "a")
		require.Equal(t, work.ItemAlready, g.want(soon.job, soon.item).State)
		g.clock.pass(25 * time.Hour)
		source := func(origin transcript.Origin, line string) *store.Episode {
			later := g.asks(g.bob, "a")
			got := g.want(later.job, later.item)
			require.Equal(t, work.ItemRunning, got.State, "its source is asked again after a day")
			require.Empty(t, got.Run.From)
			if line == "" {
				kept, err := g.s.Jobs.KeepGift(g.ctx, got.Run.RunID)
				require.NoError(t, err)
				require.True(t, kept)
			} else {
				better := text(line)
				better.Origin = origin
				_, err := g.s.Jobs.SaveTranscript(g.ctx, got.Run.RunID, better)
				require.NoError(t, err)
			}
			ep := g.reads(later, mentions(g.canary))
			g.clock.pass(25 * time.Hour)
			return ep
		}
		require.True(t, source("", "").Given, "without another one it stays")
		require.True(t, source(transcript.Automatic, "What a machine heard.").Given)
		better := source(transcript.Publisher, "What the publisher wrote.")
		require.False(t, better.Given)
		read, err := g.s.Catalogue.EpisodeText(g.ctx, "a", store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, "What the publisher wrote.", jobs.Cues(read.Transcript).Cues[0].Text)
		after := g.asks(g.bob, "a")
		require.Equal(t, work.ItemAlready, g.want(after.job, after.item).State)
	})
	t.Run("a gift to an episode that has a better transcript by now is not published", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		own := g.given()
		_, err := g.s.Jobs.RetryJob(g.ctx, g.his.job, g.his.item, work.StageEpisode)
		require.NoError(t, err)
		run := g.want(g.his.job, g.his.item).Run.RunID
		better := text("What the publisher wrote.")
		better.Origin = transcript.Publisher
		_, err = g.s.Jobs.SaveTranscript(g.ctx, run, better)
		require.NoError(t, err)
		_, err = g.s.Publish.PublishEpisode(g.ctx, own.ID, store.Actor{})
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, own.ID, g.episode(own.VideoID, store.Viewer{UserID: g.ann.ID}).ID, "nothing of it is lost")
		require.Equal(t, work.ItemDone, g.itemState(g.hers.job, 0))
	})
	t.Run("a published profile does not name what was found in private", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		own := g.given()
		me := store.Viewer{UserID: g.ann.ID}
		entries, err := g.s.Catalogue.EpisodeEntities(g.ctx, own.VideoID, me)
		require.NoError(t, err)
		_, err = g.s.People.AddFavorite(g.ctx, me, people.FavoriteEntity, entries[0].Entity.ID)
		require.NoError(t, err)
		_, err = g.s.People.SaveProfile(g.ctx, g.ann.ID, people.Profile{DisplayName: "Ann", Published: true})
		require.NoError(t, err)
		mine, _, err := g.s.People.Favorites(g.ctx, g.ann.ID, me, 0, 0)
		require.NoError(t, err)
		require.Len(t, mine, 1)
		shown, n, err := g.s.People.PublicFavorites(g.ctx, g.ann.PublicID, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
		require.Empty(t, shown)
	})
}
