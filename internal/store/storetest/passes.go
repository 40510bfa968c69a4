package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
)

func (w *world) startPass(kind work.PassKind, typ mention.Type, limit int) curate.PassRef {
	w.Helper()
	p, err := w.s.Curate.StartPass(w.ctx, curate.NewPass{Kind: kind, Type: string(typ), Limit: limit, Actor: "mo"})
	require.NoError(w, err)
	return p
}

func (w *world) waiting(passID int) []int {
	w.Helper()
	ids, more, err := w.s.Curate.PassPage(w.ctx, passID, 0, 1000)
	require.NoError(w, err)
	require.False(w, more)
	return ids
}

// duplicates lets a pass deal with so many entities and tells whether more must be left.
func (w *world) duplicates(p curate.PassRef, limit int, left bool) {
	w.Helper()
	more, err := w.s.Curate.PassDuplicates(w.ctx, p.PassID, limit)
	require.NoError(w, err)
	require.Equal(w, left, more)
}

// wholePass runs a pass for duplicates to its end.
func (w *world) wholePass(typ mention.Type) curate.PassCounts {
	w.Helper()
	p := w.startPass(work.PassDuplicates, typ, 1000)
	w.duplicates(p, 1000, false)
	state, err := w.s.Curate.FinishPass(w.ctx, p.PassID, work.PassDone, "")
	require.NoError(w, err)
	require.Equal(w, work.PassDone, state)
	out, err := w.s.Curate.PassOutcome(w.ctx, p.PassID)
	require.NoError(w, err)
	return out
}

// catalogued gives entities an address that proves who they are.
func (w *world) catalogued(url string, entities ...*store.Entity) {
	w.Helper()
	for _, e := range entities {
		require.NoError(w, w.s.Catalogue.AddLinks(w.ctx, e.ID, []catalogue.NewLink{{URL: url, Trust: link.Catalogue}}))
	}
}

// cantrills are two entities of alike names that matching left for review.
func (w *world) cantrills() (a, b *store.Entity) {
	w.Helper()
	w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0),
		said(mention.Person, "Bryan Cantrill", 90))})
	w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
	return w.entity(mention.Person, "Bryan Cantrill"), w.entity(mention.Person, "Brian Cantrell")
}

const article = "https://en.wikipedia.org/wiki/Bryan_Cantrill"

func passSuite(t *testing.T, open Open) {
	t.Run("a pass has a fixed list, is joined while it runs, and is followed by the next", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		first := w.startPass(work.PassLinks, mention.Person, 50)
		require.Equal(t, "pass/links/person", first.WorkflowID())
		require.Equal(t, "mo", first.Submitter)
		require.Equal(t, []int{a.ID, b.ID}, w.waiting(first.PassID), "the most mentioned first")
		require.Equal(t, first, w.startPass(work.PassLinks, mention.Person, 1), "it is joined")
		require.NotEqual(t, first.PassID, w.startPass(work.PassDuplicates, mention.Person, 1).PassID)
		require.NotEqual(t, first.PassID, w.startPass(work.PassLinks, mention.Book, 1).PassID)
		require.NoError(t, w.s.Curate.PassChecked(w.ctx, first.PassID, []int{a.ID}))
		require.Equal(t, []int{b.ID}, w.waiting(first.PassID))
		p, err := w.s.Curate.PassByID(w.ctx, first.PassID)
		require.NoError(t, err)
		require.Equal(t, [2]int{1, 2}, [2]int{p.Done, p.Total})

		open, err := w.s.Curate.OpenPasses(w.ctx, w.clock.now().Add(time.Minute))
		require.NoError(t, err)
		require.Len(t, open, 3)
		open, err = w.s.Curate.OpenPasses(w.ctx, w.clock.now().Add(-time.Minute))
		require.NoError(t, err)
		require.Empty(t, open, "they were touched just now")

		for _, state := range []work.PassState{work.PassCancelled, work.PassDone} {
			got, err := w.s.Curate.FinishPass(w.ctx, first.PassID, state, "")
			require.NoError(t, err)
			require.Equal(t, work.PassCancelled, got, "what has ended stays as it is")
		}
		require.True(t, fault.Is(w.s.Curate.PassChecked(w.ctx, first.PassID, []int{b.ID}), fault.Stale))
		_, _, err = w.s.Curate.PassPage(w.ctx, first.PassID, 0, 10)
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
		failing := w.startPass(work.PassLookups, mention.Person, 50)
		_, err = w.s.Curate.FinishPass(w.ctx, failing.PassID, work.PassFailed, "No public catalog is switched on.")
		require.NoError(t, err)
		p, err = w.s.Curate.PassByID(w.ctx, failing.PassID)
		require.NoError(t, err)
		require.Equal(t, "No public catalog is switched on.", p.Reason)
		for range 12 {
			p := w.startPass(work.PassLinks, mention.Person, 50)
			_, err := w.s.Curate.FinishPass(w.ctx, p.PassID, work.PassDone, "")
			require.NoError(t, err)
		}
		_, err = w.s.Curate.PassByID(w.ctx, first.PassID)
		require.True(t, fault.Is(err, fault.NotFound), "old passes are forgotten")
	})
	t.Run("only a pass for duplicates goes over a whole type, and it keeps no list", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		_, err := w.s.Curate.StartPass(w.ctx, curate.NewPass{Kind: work.PassLinks, Type: "person", All: true})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
		p, err := w.s.Curate.StartPass(w.ctx, curate.NewPass{Kind: work.PassDuplicates, Type: "person", All: true})
		require.NoError(t, err)
		require.Empty(t, w.dump("pass_results"))
		w.duplicates(p, 1, true)
		w.catalogued(article, a, b)
		w.duplicates(p, 1000, false)
		out, err := w.s.Curate.PassOutcome(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Equal(t, curate.PassCounts{Merged: 1}, out)
		_, err = w.s.Curate.FinishPass(w.ctx, p.PassID, work.PassDone, "")
		require.NoError(t, err)
		row, err := w.s.Curate.PassByID(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Equal(t, [2]int{2, 2}, [2]int{row.Done, row.Total})
	})
	t.Run("a pass answers what is known about links", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, _ := w.cantrills()
		w.catalogued(article, a)
		w.catalogued("https://cantrill.example/", a)
		w.catalogued("https://gone.example/", a)
		p := w.startPass(work.PassLinks, mention.Person, 50)
		now := w.clock.now()
		due := func(at time.Time) []string {
			urls, err := w.s.Curate.LinksOfEntities(w.ctx, w.waiting(p.PassID),
				catalogue.LinksDue{Judged: at.Add(-24 * time.Hour), Unjudged: at.Add(-time.Hour)}, 10)
			require.NoError(t, err)
			return urls
		}
		require.Len(t, due(now), 3)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{
			{URL: article, State: "valid", Reason: "answers", CheckedAt: now},
			{URL: "https://gone.example/", State: "broken", Reason: "gone", CheckedAt: now},
		}))
		require.Equal(t, []string{"https://cantrill.example/"}, due(now))
		rows, err := w.s.Curate.CheckedEntities(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Len(t, rows, 2)
		states := map[string]string{}
		for _, l := range rows[0].Links {
			states[l.URL] = l.State + " " + l.Reason
		}
		require.Equal(t, map[string]string{
			article: "valid answers", "https://cantrill.example/": "unchecked ",
			"https://gone.example/": "broken gone",
		}, states)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{
			{URL: "https://cantrill.example/", State: "unknown", Reason: "turned away", CheckedAt: now},
		}))
		require.Empty(t, due(now.Add(time.Minute)), "it was just asked")
		require.Equal(t, []string{"https://cantrill.example/"}, due(now.Add(2*time.Hour)), "nothing is known of it yet")
		require.Len(t, due(now.Add(48*time.Hour)), 3)
	})
	t.Run("a pass merges what a trusted address proves, once, and never what a person told apart", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		require.Equal(t, curate.PassCounts{Skipped: 1}, w.wholePass(mention.Person), "names alone are for a person")
		w.catalogued(article, a, b)
		p := w.startPass(work.PassDuplicates, mention.Person, 1000)
		w.duplicates(p, 1, true)
		once := w.dump("pass_results", "passes", "merges", "entities")
		require.Len(t, w.dump("merges"), 1)
		for range 2 {
			w.duplicates(p, 1, false)
			require.Equal(t, once, w.dump("pass_results", "passes", "merges", "entities"), "the other one was dealt with too")
		}
		out, err := w.s.Curate.PassOutcome(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Equal(t, curate.PassCounts{Merged: 1}, out)
		row, err := w.s.Curate.PassByID(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Equal(t, [2]int{2, 2}, [2]int{row.Done, row.Total})
		_, err = w.s.Curate.FinishPass(w.ctx, p.PassID, work.PassDone, "")
		require.NoError(t, err)
		list, _, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{})
		require.NoError(t, err)
		require.Equal(t, [2]int{a.ID, b.ID}, [2]int{list[0].Merge.SurvivorID, list[0].Merge.MergedID}, "the more mentioned one stays")
		require.Empty(t, list[0].Merge.Actor)
		require.NotEmpty(t, list[0].Merge.Reasons)
		w.checkCounters()
		w.undo(list[0].Merge.ID)
		require.Equal(t, curate.PassCounts{}, w.wholePass(mention.Person), "the undo is remembered")
	})
	t.Run("an address that only one channel claims proves nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		for i, e := range []*store.Entity{a, b} {
			run, _ := w.run(episode{id: fmt.Sprint("claim", i), channel: fmt.Sprint("hostile ", i)})
			require.NoError(t, w.s.Publish.ClaimLinks(w.ctx, run, []publish.LinkClaim{{EntityID: e.ID, URL: article}}))
		}
		require.Equal(t, curate.PassCounts{Skipped: 1}, w.wholePass(mention.Person))
	})
	t.Run("what has different ids or was told apart before is not merged", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.catalogued(article, a)
		w.catalogued("https://en.wikipedia.org/wiki/Brian_Cantrell", b)
		require.Equal(t, curate.PassCounts{}, w.wholePass(mention.Person), "two articles are two people")
		for i, author := range []string{"Robert Cialdini", "Gloria Swanson"} {
			m := said(mention.Book, "Influence", 0)
			m.Claims.Author = author
			w.analyze(episode{id: fmt.Sprint("book", i), channel: fmt.Sprint("books ", i), mentions: mentions(m)})
		}
		books := w.entities(catalogue.EntityFilter{Type: "book"})
		require.Len(t, books, 2)
		w.catalogued("https://en.wikipedia.org/wiki/Influence", books...)
		require.Equal(t, curate.PassCounts{Skipped: 1}, w.wholePass(mention.Book), "their disambiguators differ")
	})
	t.Run("a pass makes fifty merges and leaves the rest for review", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		var list []mention.Mention
		const pairs = 52
		for i := range pairs {
			list = append(list, said(mention.Person, "Bryan "+surname(i), 400*i), said(mention.Person, "Brian "+surname(i)+"son", 400*i+200))
		}
		w.analyze(episode{id: "many", channel: "one", mentions: list})
		for _, e := range w.entities(catalogue.EntityFilter{}) {
			for i := range pairs {
				if e.Name == "Bryan "+surname(i) || e.Name == "Brian "+surname(i)+"son" {
					w.catalogued(fmt.Sprintf("https://en.wikipedia.org/wiki/Person_%d", i), e)
				}
			}
		}
		require.Len(t, w.entities(catalogue.EntityFilter{}), 2*pairs)
		require.Equal(t, curate.PassCounts{Merged: 50, Skipped: 2}, w.wholePass(mention.Person))
		require.Equal(t, curate.PassCounts{Merged: 2}, w.wholePass(mention.Person))
		w.checkCounters()
	})
}

// surname is a made-up name that is unlike those of other numbers.
func surname(i int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	name := ""
	for k := range 4 {
		name += string(consonants[(i*(2*k+3)+5*k)%len(consonants)]) + string(vowels[(i+k*i)%len(vowels)])
	}
	return string(name[0]-'a'+'A') + name[1:]
}
