package storetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

func (w *world) retype(id int, to mention.Type) curate.Changed {
	w.Helper()
	c, err := w.s.Curate.Retype(w.ctx, id, to, moderator)
	require.NoError(w, err)
	return c
}

func (w *world) undoChange(id int) {
	w.Helper()
	c, err := w.s.Curate.UndoChange(w.ctx, id, moderator)
	require.NoError(w, err)
	require.NotNil(w, c.Change.UndoneAt)
	require.False(w, c.CanUndo)
}

// audited are the operations in the audit log, the newest first.
func (w *world) audited() []string {
	w.Helper()
	rows, _, err := w.s.AuditLog(w.ctx, "", 100, 0)
	require.NoError(w, err)
	var out []string
	for _, r := range rows {
		out = append(out, r.Operation)
	}
	return out
}

func curationSuite(t *testing.T, open Open) {
	t.Run("a retyped entity is found under its new type, and later episodes obey", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Anthropic", 0),
			said(mention.Person, "Ada Lovelace", 90))})
		e := w.entity(mention.Person, "Anthropic")
		before := w.mergeTables()
		c := w.retype(e.ID, mention.Company)
		require.Equal(t, map[string]string{"type": "company"}, c.Change.After)
		require.Equal(t, []string{"company Anthropic 1/1"}, listing(w.entities(catalogue.EntityFilter{Type: "company"})))
		require.Equal(t, []string{"person Ada Lovelace 1/1"}, listing(w.entities(catalogue.EntityFilter{Type: "person"})))
		stats, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
		require.NoError(t, err)
		require.ElementsMatch(t, []catalogue.TypeCount{{Type: "company", Count: 1}, {Type: "person", Count: 1}}, stats[0].Types)
		w.checkCounters()

		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Anthropic", 0),
			said(mention.Company, "Anthropic", 200))})
		require.Equal(t, []string{"company Anthropic 3/2"}, listing(w.entities(catalogue.EntityFilter{Type: "company"})))
		require.Len(t, w.entities(catalogue.EntityFilter{Type: "person"}), 1, "the name of the former type leads to it")
		w.checkCounters()
		require.Equal(t, "entity.retype", w.audited()[0])

		w.undoChange(c.Change.ID)
		require.Equal(t, []string{"person Anthropic 3/2"}, listing(w.entities(catalogue.EntityFilter{Type: "person", Search: "Anthropic"})))
		w.checkCounters()
		_, err = w.s.Curate.UndoChange(w.ctx, c.Change.ID, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("b", store.Viewer{}).ID))
		require.Empty(t, difference(before, w.mergeTables()), "but for counters of what was published since")
	})
	t.Run("a retyped entity becomes part of the one that has its name, and comes out of it again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Anthropic", 0))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Company, "Anthropic", 0))})
		wrong, right := w.entity(mention.Person, "Anthropic"), w.entity(mention.Company, "Anthropic")
		before := w.mergeTables()
		c := w.retype(wrong.ID, mention.Company)
		require.Equal(t, right.ID, c.Change.OtherID)
		require.Equal(t, []string{"company Anthropic 2/2"}, listing(w.entities(catalogue.EntityFilter{})))
		old, err := w.s.Catalogue.Entity(w.ctx, wrong.ID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, right.ID, old.ID, "the old address leads there")
		w.checkCounters()
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(said(mention.Person, "Anthropic", 0))})
		require.Equal(t, []string{"company Anthropic 3/3"}, listing(w.entities(catalogue.EntityFilter{})))
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("c", store.Viewer{}).ID))

		w.undo(c.Change.MergeID)
		require.Empty(t, difference(before, w.mergeTables()), "undoing the merge undoes the change that it is part of")
	})
	t.Run("a hidden entity is nowhere public and comes back as it was", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		fan := w.person("fan")
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 90))})
		e := w.entity(mention.Book, "Dune")
		_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: fan.ID}, "entity", e.ID)
		require.NoError(t, err)
		before := w.mergeTables()
		c, err := w.s.Curate.Hide(w.ctx, e.ID, moderator)
		require.NoError(t, err)
		require.Equal(t, []string{"book Emma 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		_, err = w.s.Catalogue.Entity(w.ctx, e.ID, store.Viewer{})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		seen, err := w.s.Catalogue.Search(w.ctx, "Dune", 10, store.Viewer{UserID: fan.ID})
		require.NoError(t, err)
		require.Empty(t, seen.Entities)
		ep := w.episode("a", store.Viewer{})
		require.Equal(t, [2]int{1, 1}, [2]int{ep.EntityCount, ep.MentionCount})
		require.Equal(t, map[string]int{"book": 1}, ep.TypeCounts)
		stats, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
		require.NoError(t, err)
		require.Equal(t, [2]int{1, 1}, [2]int{stats[0].Channel.EntityCount, stats[0].Channel.MentionCount})
		favorites, _, err := w.s.People.Favorites(w.ctx, fan.ID, store.Viewer{UserID: fan.ID}, 10, 0)
		require.NoError(t, err)
		require.Empty(t, favorites)
		w.checkCounters()

		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		require.Zero(t, w.episode("b", store.Viewer{}).EntityCount, "later episodes do not show it either")
		w.checkCounters()
		_, err = w.s.Curate.Edit(w.ctx, curate.Edit{ID: e.ID, Name: "Dune Messiah", By: moderator})
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("b", store.Viewer{}).ID))

		shown, err := w.s.Curate.Show(w.ctx, e.ID, moderator)
		require.NoError(t, err)
		require.Equal(t, c.Change.ID, shown.Change.ID)
		require.Empty(t, difference(before, w.mergeTables()))
		_, err = w.s.Curate.Show(w.ctx, e.ID, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})
	t.Run("what is locked, no episode fills; what a moderator wrote, no episode changes", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(product("Garden Shears", 0, "Acme", ""))})
		e := w.entity(mention.Product, "Garden Shears")
		locks := []string{"company", "links"}
		c, err := w.s.Curate.Edit(w.ctx, curate.Edit{
			ID: e.ID, Name: "Shears of the Garden", Facts: map[string]string{"company": "", "category": "Tools"}, Locks: &locks, By: moderator,
		})
		require.NoError(t, err)
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(product("Garden Shears", 0, "Acme", shop))})
		now, err := w.s.Catalogue.Entity(w.ctx, e.ID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, [4]string{"Shears of the Garden", "", "Tools", "admin"},
			[4]string{now.Name, now.Company, now.Category, now.Sources["category"]})
		require.Equal(t, 2, now.MentionCount, "the former name still finds it")
		require.Empty(t, now.Edges.Links)
		_, err = w.s.Curate.Edit(w.ctx, curate.Edit{ID: e.ID, Facts: map[string]string{"category": "Tools"}, By: moderator})
		require.True(t, fault.Is(err, fault.BadInput), "nothing is different: %v", err)

		w.undoChange(c.Change.ID)
		now, err = w.s.Catalogue.Entity(w.ctx, e.ID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, [3]string{"Garden Shears", "Acme", ""}, [3]string{now.Name, now.Company, now.Category})
		require.Empty(t, now.Locks)
	})
	t.Run("a removed link stays away, an ignored one is left alone by passes, a fixed one is an admin's", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(product("Garden Shears", 0, "", shop))})
		e := w.entity(mention.Product, "Garden Shears")
		w.catalogued("https://gone.example/", e)
		decide := func(in curate.DecideLink) curate.Changed {
			in.EntityID, in.By = e.ID, moderator
			c, err := w.s.Curate.DecideLink(w.ctx, in)
			require.NoError(t, err)
			return c
		}
		removed := decide(curate.DecideLink{URL: shop, Decision: curate.LinkRemove})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(product("Garden Shears", 0, "", shop))})
		require.Equal(t, []string{"https://gone.example/"}, w.linksOf(e.ID))
		decide(curate.DecideLink{URL: "https://gone.example/", Decision: curate.LinkIgnore})
		p := w.startPass(work.PassLinks, mention.Product, 50)
		now := w.clock.now()
		urls, err := w.s.Curate.LinksOfEntities(w.ctx, w.waiting(p.PassID), catalogue.LinksDue{Judged: now, Unjudged: now}, 10)
		require.NoError(t, err)
		require.Empty(t, urls, "a pass asks for neither")
		fixed := decide(curate.DecideLink{URL: "https://gone.example/", Decision: curate.LinkFix, NewURL: "https://here.example/?utm_source=x"})
		require.Equal(t, []string{"https://here.example/"}, w.linksOf(e.ID))
		found, err := w.s.Curate.Curated(w.ctx, e.ID)
		require.NoError(t, err)
		byURL := map[string]string{}
		for _, l := range found.Links {
			byURL[l.URL] = l.Decision + " " + l.Source
		}
		require.Equal(t, "none "+link.Admin.String(), byURL["https://here.example/"])
		_, err = w.s.Curate.UndoChange(w.ctx, removed.Change.ID, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "the later one goes first: %v", err)
		w.undoChange(fixed.Change.ID)
		require.Equal(t, []string{"https://gone.example/"}, w.linksOf(e.ID))
	})
	t.Run("a split gives names and what was said under them to another entity", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.merge(a.ID, b.ID)
		before := w.mergeTables()
		names, err := w.s.Curate.Names(w.ctx, a.ID)
		require.NoError(t, err)
		require.Equal(t, []curate.NameUse{
			{Name: "Bryan Cantrill", Own: true, Mentions: 2}, {Name: "Brian Cantrell", Source: fmt.Sprintf("merged %d", b.ID), Mentions: 1},
		}, names)
		c, err := w.s.Curate.Split(w.ctx, curate.Split{ID: a.ID, Names: []string{"Brian Cantrell"}, NewName: "Brian C. Cantrell", By: moderator})
		require.NoError(t, err)
		require.Equal(t, []string{"person Bryan Cantrill 2/1", "person Brian C. Cantrell 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		require.Equal(t, []string{"person Brian C. Cantrell 2/2", "person Bryan Cantrill 2/1"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Equal(t, curate.PassCounts{}, w.wholePass(mention.Person), "the two are remembered as not the same")

		w.undoChange(c.Change.ID)
		require.Equal(t, []string{"person Bryan Cantrill 4/3"}, listing(w.entities(catalogue.EntityFilter{})), "what it got since came along")
		w.checkCounters()
		merges, _, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{Limit: 1})
		require.NoError(t, err)
		require.Equal(t, c.Change.OtherID, merges[0].Merge.MergedID, "by a merge")
		require.NotEmpty(t, before)
	})
	t.Run("pairs for a person leave the list when they are told apart and come back when that is undone", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.wholePass(mention.Person)
		pairs, total, err := w.s.Curate.Duplicates(w.ctx, mention.Person, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, [2]int{a.ID, b.ID}, [2]int{pairs[0].First.ID, pairs[0].Second.ID}, "the more mentioned one first")
		require.Positive(t, pairs[0].Score)
		c, err := w.s.Curate.Compare(w.ctx, b.ID, a.ID)
		require.NoError(t, err)
		require.Equal(t, b.ID, c.First.Entity.ID)
		require.Len(t, c.Second.Quotes, 1, "one an episode")
		require.Equal(t, []string{"one"}, c.Second.Channels)
		require.False(t, c.Distinct)
		require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, a.ID, b.ID, moderator))
		_, total, err = w.s.Curate.Duplicates(w.ctx, mention.Person, 10, 0)
		require.NoError(t, err)
		require.Zero(t, total)
		require.NoError(t, w.s.Curate.UnmarkDistinct(w.ctx, b.ID, a.ID, moderator))
		require.NoError(t, w.s.Curate.UnmarkDistinct(w.ctx, b.ID, a.ID, moderator))
		_, total, err = w.s.Curate.Duplicates(w.ctx, mention.Person, 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, []string{"entity.distinct.undo", "entity.distinct"}, w.audited()[:2])
	})
	t.Run("a pass tells what it found so far, and can be cancelled", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.catalogued(article, a)
		w.catalogued("https://gone.example/", a)
		w.catalogued("https://unseen.example/", b)
		p := w.startPass(work.PassLinks, mention.Person, 50)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{
			{URL: article, State: "valid", Reason: "answers", CheckedAt: w.clock.now()},
			{URL: "https://gone.example/", State: "broken", Reason: "gone", CheckedAt: w.clock.now()},
		}))
		state, err := w.s.Curate.PassWithCounts(w.ctx, p.PassID)
		require.NoError(t, err)
		require.Equal(t, [4]int{0, 0, 0, 2}, [4]int{state.Valid, state.Invalid, state.Unknown, state.Total}, "nothing is done yet")
		require.NoError(t, w.s.Curate.PassChecked(w.ctx, p.PassID, []int{a.ID, b.ID}))
		list, total, err := w.s.Curate.Passes(w.ctx, curate.PassFilter{Kind: work.PassLinks, Type: "person"})
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, [4]int{1, 1, 1, 2}, [4]int{list[0].Valid, list[0].Invalid, list[0].Unknown, list[0].Done})
		for want, ids := range map[string][]int{"": {a.ID, b.ID}, "invalid": {a.ID}, "unknown": {b.ID}, "valid": {a.ID}} {
			rows, total, err := w.s.Curate.PassResults(w.ctx, curate.PassResultFilter{PassID: p.PassID, State: want})
			require.NoError(t, err)
			require.Equal(t, len(ids), total, want)
			for i, id := range ids {
				require.Equal(t, id, rows[i].Entity.ID, want)
			}
		}
		touched, err := w.s.Jobs.TouchedWork(w.ctx, w.clock.now().Add(-1e9))
		require.NoError(t, err)
		require.Contains(t, touched, work.Key{Kind: work.KindPass, ID: state.ID})
		for range 2 {
			ended, err := w.s.Curate.CancelPass(w.ctx, p.PassID, moderator)
			require.NoError(t, err)
			require.Equal(t, work.PassCancelled, ended.State)
		}
		require.True(t, fault.Is(w.s.Curate.PassChecked(w.ctx, p.PassID, []int{b.ID}), fault.Stale))
		require.Equal(t, []string{"pass.cancel", "pass.start"}, w.audited()[:2], "once each")
	})
	t.Run("moderators list everything by what is wrong with it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 90),
			said(mention.Book, "Emma", 190))})
		dune, emma := w.entity(mention.Book, "Dune"), w.entity(mention.Book, "Emma")
		w.catalogued("https://gone.example/", dune)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{
			{URL: "https://gone.example/", State: "broken", Reason: "gone", CheckedAt: w.clock.now()},
		}))
		_, err := w.s.Curate.Hide(w.ctx, emma.ID, moderator)
		require.NoError(t, err)
		names := func(f catalogue.CuratedFilter) (out []string) {
			rows, total, err := w.s.Catalogue.CuratedEntities(w.ctx, f)
			require.NoError(t, err)
			require.Len(t, rows, total)
			for _, r := range rows {
				out = append(out, fmt.Sprint(r.Entity.Name, " ", r.LinkCount, "/", r.BrokenCount))
			}
			return out
		}
		require.Equal(t, []string{"Dune 0/1"}, names(catalogue.CuratedFilter{Type: "book"}))
		require.Equal(t, []string{"Emma 0/0"}, names(catalogue.CuratedFilter{Show: "hidden"}))
		require.Equal(t, []string{"Emma 0/0", "Dune 0/1"}, names(catalogue.CuratedFilter{Show: "all"}))
		require.Equal(t, []string{"Dune 0/1", "Emma 0/0"}, names(catalogue.CuratedFilter{Show: "all", Sort: "fewest"}))
		require.Equal(t, []string{"Dune 0/1"}, names(catalogue.CuratedFilter{Show: "all", Having: "broken_links"}))
		require.Equal(t, []string{"Emma 0/0"}, names(catalogue.CuratedFilter{Show: "all", Search: "emm"}))
		require.Empty(t, names(catalogue.CuratedFilter{Show: "unpublished"}))
	})
}

// linksOf are the addresses of an entity that everybody sees.
func (w *world) linksOf(id int) []string {
	w.Helper()
	e, err := w.s.Catalogue.Entity(w.ctx, id, store.Viewer{})
	require.NoError(w, err)
	var out []string
	for _, l := range e.Edges.Links {
		out = append(out, l.URL)
	}
	return out
}
