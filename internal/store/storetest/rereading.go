package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
)

// readAgain publishes an episode again with what it said, and drops what it left.
func (w *world) readAgain(runID, transcriptID int, list []mention.Mention) publish.Again {
	w.Helper()
	out, err := w.s.Publish.PublishAgain(w.ctx, publish.PublishInput{RunID: runID, TranscriptID: transcriptID, Mentions: list})
	require.NoError(w, err)
	require.NoError(w, w.s.Rereading.DropLeft(w.ctx, out.Left))
	return out
}

// toReadAgain are the episodes that a pass is still to read.
func (w *world) toReadAgain(id int) []int {
	w.Helper()
	ids, err := w.s.Rereading.Waiting(w.ctx, id, 100)
	require.NoError(w, err)
	return ids
}

// takeNews takes all news and begins the round that reads what it touches.
func (w *world) takeNews(id int) bool {
	w.Helper()
	for {
		some, err := w.s.Rereading.TakeNews(w.ctx, id)
		require.NoError(w, err)
		if !some {
			more, err := w.s.Rereading.NextRound(w.ctx, id)
			require.NoError(w, err)
			return more
		}
	}
}

func rereadingSuite(t *testing.T, open Open) {
	half := mentions(said(mention.Person, "Hallenberg", 0), said(mention.Company, "Acme", 100), said(mention.Company, "Globex", 200))
	whole := mentions(said(mention.Person, "Thomas Hallenberg", 0), said(mention.Company, "Acme", 100), said(mention.Company, "Globex", 200))
	t.Run("half a name that came first means whom its channel speaks of later", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first, text := w.run(episode{id: "a", channel: "one"})
		w.publish(first, text, half)
		w.analyze(episode{id: "b", channel: "one", mentions: whole})
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "person Hallenberg 1/1")
		w.finish(first, work.RunDone)

		require.True(t, w.readAgain(first, text, half).Changed, "also when its run has ended")
		got := listing(w.entities(catalogue.EntityFilter{}))
		require.Contains(t, got, "person Thomas Hallenberg 2/2")
		require.NotContains(t, got, "person Hallenberg 1/1")
		left, err := w.s.Jobs.RO.Entity.Query().Where(dbentity.Name("Hallenberg")).Exist(w.ctx)
		require.NoError(t, err)
		require.False(t, left, "what nothing holds is gone")
		require.False(t, w.readAgain(first, text, half).Changed)
		w.checkCounters()
	})
	t.Run("a whole name is never attached to half of one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: half})
		w.analyze(episode{id: "b", channel: "one", mentions: whole})
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "person Thomas Hallenberg 1/1")
	})
	t.Run("names that stand apart are joined, and those that a person told apart are not", func(t *testing.T) {
		t.Parallel()
		for _, toldApart := range []bool{false, true} {
			w := newWorld(t, open)
			full, initial := said(mention.Person, "Bryan Cantrill", 0), said(mention.Person, "B. Cantrill", 0)
			a, text := w.run(episode{id: "a", channel: "one"})
			w.publish(a, text, mentions(full))
			w.finish(a, work.RunDone)
			w.analyze(episode{id: "b", channel: "two", mentions: mentions(initial)})
			w.analyze(episode{id: "c", channel: "one", mentions: mentions(initial)})
			apart := []string{"person B. Cantrill 2/2", "person Bryan Cantrill 1/1"}
			require.ElementsMatch(t, apart, listing(w.entities(catalogue.EntityFilter{})))
			if toldApart {
				one, other := w.entity(mention.Person, "Bryan Cantrill").ID, w.entity(mention.Person, "B. Cantrill").ID
				require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, one, other, moderator))
			}
			require.Equal(t, !toldApart, w.readAgain(a, text, mentions(full)).Changed)
			if toldApart {
				require.ElementsMatch(t, apart, listing(w.entities(catalogue.EntityFilter{})))
			} else {
				require.Equal(t, []string{"person Bryan Cantrill 3/3"}, listing(w.entities(catalogue.EntityFilter{})), "called as the first says")
			}
			w.checkCounters()
		}
	})
	t.Run("half a name that a person told apart from somebody, or merged, stays so", func(t *testing.T) {
		t.Parallel()
		for _, merged := range []bool{false, true} {
			w := newWorld(t, open)
			first, text := w.run(episode{id: "a", channel: "one"})
			w.publish(first, text, half)
			w.finish(first, work.RunDone)
			w.analyze(episode{id: "b", channel: "one", mentions: whole})
			w.analyze(episode{id: "c", channel: "two", mentions: mentions(said(mention.Person, "Ida Moravec", 0))})
			own := w.entity(mention.Person, "Hallenberg").ID
			if merged {
				w.merge(w.entity(mention.Person, "Ida Moravec").ID, own)
			} else {
				require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, own, w.entity(mention.Person, "Thomas Hallenberg").ID, moderator))
			}
			before := listing(w.entities(catalogue.EntityFilter{}))
			require.False(t, w.readAgain(first, text, half).Changed)
			require.Equal(t, before, listing(w.entities(catalogue.EntityFilter{})))
		}
	})
	t.Run("what an episode alone mentions, and no person said anything about, is no support of it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a", channel: "one"})
		unsure := said(mention.Company, "Umbrella", 400)
		unsure.Confidence = 0.3
		w.publish(run, text, mentions(said(mention.Company, "Acme", 0), said(mention.Company, "Globex", 100),
			said(mention.Company, "Initech", 200), said(mention.Company, "Hooli", 300), said(mention.Company, "Umbrella", 400)))
		w.finish(run, work.RunDone)
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Company, "Globex", 0), unsure)})
		_, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: w.entity(mention.Company, "Initech").ID, Name: "Initrode", By: moderator})
		require.NoError(t, err)
		own := w.s.Jobs.RO.Episode.Query().Where(dbepisode.ExternalID("a")).OnlyIDX(w.ctx)
		only, err := w.s.Publish.OnlyIn(w.ctx, own)
		require.NoError(t, err)
		require.Equal(t, map[int]bool{
			w.entity(mention.Company, "Acme").ID: true, w.entity(mention.Company, "Hooli").ID: true, w.entity(mention.Company, "Umbrella").ID: true,
		}, only, "others mention Globex, a person changed Initech, and of Umbrella elsewhere nothing is published")
		none, err := w.s.Publish.OnlyIn(w.ctx, own+1000)
		require.NoError(t, err)
		require.Empty(t, none)
	})
	t.Run("a pass lists what news touches, once, and comes to an end", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		none, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.Zero(t, none, "there is no news")
		settled := func() bool {
			settled, err := w.s.Rereading.Settled(w.ctx)
			require.NoError(t, err)
			return settled
		}
		require.True(t, settled())
		w.analyze(episode{id: "a", channel: "one", mentions: whole})
		require.False(t, settled(), "there is news")
		id, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		joined, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.Equal(t, id, joined, "one at a time")
		require.Empty(t, w.toReadAgain(id))
		w.takeNews(id)
		for _, ep := range w.toReadAgain(id) {
			for range 2 {
				require.NoError(t, w.s.Rereading.Settle(w.ctx, id, ep, true))
			}
		}
		require.False(t, w.takeNews(id), "what was told is no news")
		require.False(t, settled(), "a pass runs")
		r, err := w.s.Rereading.ByID(w.ctx, id)
		require.NoError(t, err)
		require.Equal(t, 3, r.LookedAt)
		require.Equal(t, r.Read, r.Changed, "each is counted once")
		for range 2 {
			state, err := w.s.Rereading.Finish(w.ctx, id, work.PassDone, "")
			require.NoError(t, err)
			require.Equal(t, work.PassDone, state)
		}
		require.True(t, settled())
		_, err = w.s.Rereading.TakeNews(w.ctx, id)
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
		again, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.Zero(t, again)
		rows, total, err := w.s.Rereading.List(w.ctx, 10, 0)
		require.NoError(t, err)
		require.Len(t, rows, 1)
		require.Equal(t, 1, total)
	})
	t.Run("a name that is known no more is news, also when nothing else is left of it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first, text := w.run(episode{id: "a", channel: "one", text: []string{"They met Hallenberg at the harbor."}})
		w.publish(first, text, half)
		w.finish(first, work.RunDone)
		w.analyze(episode{id: "b", channel: "two", text: []string{"somebody said hallenberg and nothing else"}})
		id, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.True(t, w.takeNews(id))
		_, err = w.s.Rereading.Finish(w.ctx, id, work.PassDone, "")
		require.NoError(t, err)

		w.analyze(episode{id: "c", channel: "one", mentions: whole})
		require.True(t, w.readAgain(first, text, half).Changed)
		id, err = w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.True(t, w.takeNews(id))
		others, err := w.s.Jobs.RO.Episode.Query().Where(dbepisode.IDIn(w.toReadAgain(id)...)).Select(dbepisode.FieldTitle).Strings(w.ctx)
		require.NoError(t, err)
		require.Contains(t, others, "Episode b", "which was told that somebody is called Hallenberg")
		left, err := w.s.Jobs.RO.Entity.Query().Where(dbentity.Name("Hallenberg")).Exist(w.ctx)
		require.NoError(t, err)
		require.False(t, left)
		require.False(t, w.takeNews(id))
	})
	t.Run("what was merged into another one is told as gone and keeps what refers to it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Persuasion", 200))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Book, "Emma", 0))})
		told := func() {
			id, err := w.s.Rereading.Begin(w.ctx)
			require.NoError(t, err)
			require.NotZero(t, id, "there is news")
			w.takeNews(id)
			_, err = w.s.Rereading.Finish(w.ctx, id, work.PassDone, "")
			require.NoError(t, err)
		}
		told()
		merged, other := w.entity(mention.Book, "Emma").ID, w.entity(mention.Book, "Persuasion").ID
		_, err := Raw(t, w.s).ExecContext(w.ctx, fmt.Sprintf("UPDATE entities SET may_be = %d WHERE id = %d", merged, other))
		require.NoError(t, err)
		m := w.merge(w.entity(mention.Book, "Dune").ID, merged)
		told()
		doubt, err := w.s.Jobs.RO.Entity.Get(w.ctx, other)
		require.NoError(t, err)
		require.NotNil(t, doubt.MayBe, "an undone merge brings back what it may be")
		w.undo(m.Merge.ID)
		require.Equal(t, merged, w.entity(mention.Book, "Emma").ID)
	})
	t.Run("a pass that somebody cancels stays so, and nothing begins by itself for a day", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: whole})
		id, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		for _, first := range []bool{true, false} {
			ended, err := w.s.Rereading.Cancel(w.ctx, id, moderator)
			require.NoError(t, err)
			require.Equal(t, first, ended)
		}
		state, err := w.s.Rereading.Finish(w.ctx, id, work.PassDone, "")
		require.NoError(t, err)
		require.Equal(t, work.PassCancelled, state)
		_, told, err := w.s.AuditLog(w.ctx, "pass/readings", 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, told)
		none, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.Zero(t, none)
		w.clock.pass(25 * time.Hour)
		next, err := w.s.Rereading.Begin(w.ctx)
		require.NoError(t, err)
		require.Greater(t, next, id, "what it left is news still")
	})
	t.Run("an episode that was published from another transcript is not read again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first, text := w.run(episode{id: "a", channel: "one"})
		w.publish(first, text, whole)
		_, err := w.s.Publish.PublishAgain(w.ctx, publish.PublishInput{RunID: first, TranscriptID: text + 1, Mentions: whole})
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
	})
}
