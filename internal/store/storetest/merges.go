package storetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/people"
	"mentionary/internal/work"
)

// moderator is somebody who merges.
var moderator = store.Actor{PublicID: "mo", SessionID: 7}

func (w *world) merge(survivor, merged int) curate.Merged {
	w.Helper()
	m, err := w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: survivor, MergedIDs: []int{merged}, By: moderator})
	require.NoError(w, err)
	return m
}

func (w *world) undo(id int) {
	w.Helper()
	m, err := w.s.Curate.UndoMerge(w.ctx, id, moderator)
	require.NoError(w, err)
	require.NotNil(w, m.Merge.UndoneAt)
	require.False(w, m.CanUndo)
}

// product is a mention of a product with what is said about it.
func product(name string, at int, company, url string) mention.Mention {
	m := said(mention.Product, name, at)
	m.Claims.Company, m.URL = company, url
	return m
}

const shop = "https://tools.example/shears"

// shears is a directory where one thing goes by two names, side by side in one episode, apart in others.
func shears(t *testing.T, open Open) (w *world, survivor, merged *store.Entity) {
	t.Helper()
	w = newWorld(t, open)
	w.analyze(episode{id: "a", channel: "one", mentions: mentions(product("Garden Shears", 0, "", shop),
		product("Garden Shears", 100, "", ""))})
	w.analyze(episode{id: "b", channel: "two", mentions: mentions(product("Hedge Cutter", 0, "Acme", shop))})
	w.analyze(episode{id: "c", channel: "one", mentions: mentions(
		product("Garden Shears", 0, "", ""), product("Hedge Cutter", 0, "", ""), product("Hedge Cutter", 300, "", ""))})
	return w, w.entity(mention.Product, "Garden Shears"), w.entity(mention.Product, "Hedge Cutter")
}

func mergeSuite(t *testing.T, open Open) {
	t.Run("a merge moves everything and fills what is empty", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		fan, both := w.person("fan"), w.person("both")
		for _, f := range []struct{ user, entity int }{{fan.ID, merged.ID}, {both.ID, merged.ID}, {both.ID, survivor.ID}} {
			_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: f.user}, people.FavoriteEntity, f.entity)
			require.NoError(t, err)
		}
		before, err := w.s.CatalogueVersion(w.ctx)
		require.NoError(t, err)
		preview, err := w.s.Curate.PreviewMerge(w.ctx, survivor.ID, []int{merged.ID})
		require.NoError(t, err)
		part := preview.Parts[0]
		require.Equal(t, []string{"Hedge Cutter"}, part.Aliases)
		require.Equal(t, []curate.FieldChange{{Field: "company", Merged: "Acme", Filled: true}}, part.Fields)
		require.Equal(t, [4]int{2, 2, 1, 1}, [4]int{preview.Mentions, preview.Episodes, preview.Links, preview.Favorites})
		require.Contains(t, part.Warnings, "Both are mentioned in 1 episode.")

		m := w.merge(survivor.ID, merged.ID)
		require.Equal(t, []any{"Garden Shears", "Hedge Cutter", true}, []any{m.SurvivorName, m.Parts[0].Name, m.CanUndo})
		require.Equal(t, []string{"product Garden Shears 5/3"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Equal(t, 1, w.episode("c", store.Viewer{}).EntityCount, "one thing is mentioned there now")
		e := w.entity(mention.Product, "Garden Shears")
		require.Equal(t, "Acme", e.Company)
		require.Contains(t, e.Sources["company"], "claimed:")
		for _, l := range e.Edges.Links {
			require.Equal(t, "agreed", l.Source, "two channels say so")
		}
		old, err := w.s.Catalogue.Entity(w.ctx, merged.ID, store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, survivor.ID, old.ID, "the old address leads on")
		_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{EntityID: merged.ID})
		require.NoError(t, err)
		require.Equal(t, 3, n.N, "lists follow the old id too")
		found, err := w.s.Catalogue.Search(w.ctx, "hedge cutter", 10, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, found.Entities, 1)
		require.Equal(t, survivor.ID, found.Entities[0].ID)
		for _, u := range []int{fan.ID, both.ID} {
			items, n, err := w.s.People.Favorites(w.ctx, u, store.Viewer{UserID: u}, 0, 0)
			require.NoError(t, err)
			require.Equal(t, 1, n)
			require.Equal(t, survivor.ID, items[0].Entity.ID)
		}
		text, err := w.s.Catalogue.EpisodeText(w.ctx, "c", store.Viewer{})
		require.NoError(t, err)
		places, err := w.s.Catalogue.TranscriptMentions(w.ctx, text.Episode.ID, text.Transcript.ID)
		require.NoError(t, err)
		require.Len(t, places, 2, "what clashes is shown once")
		after, err := w.s.CatalogueVersion(w.ctx)
		require.NoError(t, err)
		require.Greater(t, after, before)
		w.checkCounters()
	})
	t.Run("an undo restores every row", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		u := w.person("both")
		for _, id := range []int{survivor.ID, merged.ID} {
			_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: u.ID}, people.FavoriteEntity, id)
			require.NoError(t, err)
		}
		before := w.mergeTables()
		m := w.merge(survivor.ID, merged.ID)
		require.NotEqual(t, before, w.mergeTables())
		w.undo(m.Merge.ID)
		require.Equal(t, before, w.mergeTables())
		w.checkCounters()
		found, err := w.s.Catalogue.Search(w.ctx, "hedge cutter", 10, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, found.Entities, 1)
		require.Equal(t, merged.ID, found.Entities[0].ID, "the name is its own again")
		_, err = w.s.Curate.UndoMerge(w.ctx, m.Merge.ID, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		similar, err := w.s.Curate.SimilarEntities(w.ctx, survivor.ID, store.Viewer{})
		require.NoError(t, err)
		require.Empty(t, similar, "they are known not to be the same now")
		list, n, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{EntityID: merged.ID})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Empty(t, list[0].Merge.Inverse, "lists do not carry it")
	})
	t.Run("what is said after a merge stays with the survivor", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		m := w.merge(survivor.ID, merged.ID)
		w.analyze(episode{id: "d", channel: "three", mentions: mentions(product("Hedge Cutter", 0, "", ""), product("Hedge Cutter", 50, "", ""))})
		require.Equal(t, []string{"product Garden Shears 7/4"}, listing(w.entities(catalogue.EntityFilter{})))
		again := episode{id: "b", channel: "two"}
		run, text := w.again(again)
		w.publish(run, text, mentions(product("Hedge Cutter", 0, "Acme", shop), product("Hedge Cutter", 700, "", "")))
		w.finish(run, work.RunDone)
		w.undo(m.Merge.ID)
		require.Equal(t, []string{"product Garden Shears 6/4", "product Hedge Cutter 3/2"}, listing(w.entities(catalogue.EntityFilter{})),
			"the mention that an analysis found again is the old one")
		w.checkCounters()
		w.analyze(episode{id: "e", channel: "two", mentions: mentions(product("Hedge Cutter", 0, "", ""))})
		require.Equal(t, []string{"product Garden Shears 6/4", "product Hedge Cutter 4/3"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
	})
	t.Run("locked columns stay empty and hidden entries stay apart", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		past := Raw(w.T, w.s)
		_, err := past.ExecContext(w.ctx, fmt.Sprintf(`UPDATE entities SET locks = '["company"]' WHERE id = %d`, survivor.ID))
		require.NoError(t, err)
		preview, err := w.s.Curate.PreviewMerge(w.ctx, survivor.ID, []int{merged.ID})
		require.NoError(t, err)
		require.Equal(t, []curate.FieldChange{{Field: "company", Merged: "Acme"}}, preview.Parts[0].Fields)
		m := w.merge(survivor.ID, merged.ID)
		require.Empty(t, w.entity(mention.Product, "Garden Shears").Company)
		w.undo(m.Merge.ID)
		_, err = past.ExecContext(w.ctx, fmt.Sprintf(`UPDATE entities SET hidden = (1 = 1) WHERE id = %d`, merged.ID))
		require.NoError(t, err)
		_, err = w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: survivor.ID, MergedIDs: []int{merged.ID}, By: moderator})
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, "“Hedge Cutter” is hidden. Show it again before you merge it.", fault.Of(err).Sentence)
	})
	t.Run("an undo leaves what was changed since", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		m := w.merge(survivor.ID, merged.ID)
		w.analyze(episode{id: "d", channel: "three", mentions: mentions(product("Garden Shears", 0, "Acme", ""))})
		require.Equal(t, "agreed", w.entity(mention.Product, "Garden Shears").Sources["company"])
		w.undo(m.Merge.ID)
		require.Equal(t, "Acme", w.entity(mention.Product, "Garden Shears").Company, "another channel said so since")
	})
	t.Run("old addresses lead through chains, and chains are undone from their end", func(t *testing.T) {
		t.Parallel()
		w, a, b := shears(t, open)
		w.analyze(episode{id: "z", channel: "one", mentions: mentions(product("Lawn Wizard", 0, "", ""))})
		c := w.entity(mention.Product, "Lawn Wizard")
		before := w.mergeTables()
		first := w.merge(a.ID, b.ID)
		second := w.merge(c.ID, a.ID)
		for _, id := range []int{a.ID, b.ID} {
			e, err := w.s.Catalogue.Entity(w.ctx, id, store.Viewer{})
			require.NoError(t, err)
			require.Equal(t, c.ID, e.ID)
		}
		w.analyze(episode{id: "y", channel: "two", mentions: mentions(product("Hedge Cutter", 0, "", ""))})
		require.Equal(t, []string{"product Lawn Wizard 7/5"}, listing(w.entities(catalogue.EntityFilter{})))
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("y", store.Viewer{}).ID))
		_, err := w.s.Curate.UndoMerge(w.ctx, first.Merge.ID, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, "“Garden Shears” was itself merged into “Lawn Wizard” later. Undo that merge (number 2) first, then this one.",
			fault.Of(err).Sentence)
		w.undo(second.Merge.ID)
		w.undo(first.Merge.ID)
		require.Equal(t, before, w.mergeTables())
	})
	t.Run("refuses what cannot be merged, in sentences", func(t *testing.T) {
		t.Parallel()
		w, a, b := shears(t, open)
		w.analyze(episode{id: "z", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		book := w.entity(mention.Book, "Dune")
		refuse := func(survivor, merged int, kind fault.Kind, sentence string) {
			t.Helper()
			_, err := w.s.Curate.PreviewMerge(w.ctx, survivor, []int{merged})
			require.True(t, fault.Is(err, kind), "%v", err)
			_, err = w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: survivor, MergedIDs: []int{merged}, By: moderator})
			require.True(t, fault.Is(err, kind), "%v", err)
			require.Equal(t, sentence, fault.Of(err).Sentence)
		}
		refuse(a.ID, a.ID, fault.BadInput, "An entity cannot be merged with itself. Choose another one.")
		refuse(a.ID, 999, fault.NotFound, "There is no entity 999 in the directory.")
		refuse(a.ID, book.ID, fault.BadInput, "“Garden Shears” is a product and “Dune” is a book. "+
			"Only entities of the same type can be merged.")
		w.merge(a.ID, b.ID)
		refuse(a.ID, b.ID, fault.Conflict, "“Hedge Cutter” was merged earlier: it is part of entity 1. Choose that.")
		_, err := w.s.Curate.UndoMerge(w.ctx, 999, moderator)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("not the same is remembered until a person merges", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		a, b := w.entity(mention.Person, "Bryan Cantrill"), w.entity(mention.Person, "Brian Cantrell")
		for range 2 {
			require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, b.ID, a.ID, moderator))
		}
		similar, err := w.s.Curate.SimilarEntities(w.ctx, a.ID, store.Viewer{})
		require.NoError(t, err)
		require.Empty(t, similar)
		_, err = w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: a.ID, MergedIDs: []int{b.ID}, Reasons: []string{"alike"}})
		require.True(t, fault.Is(err, fault.Conflict), "a pass may not: %v", err)
		preview, err := w.s.Curate.PreviewMerge(w.ctx, a.ID, []int{b.ID})
		require.NoError(t, err)
		require.Contains(t, preview.Parts[0].Warnings, "Somebody marked these two as not the same. Merging removes that mark.")
		w.merge(a.ID, b.ID)
		require.Empty(t, w.dump("distinct_pairs"))
		require.Len(t, w.dump("audits"), 2, "one for the mark, one for the merge")
		require.True(t, fault.Is(w.s.Curate.MarkDistinct(w.ctx, a.ID, b.ID, moderator), fault.Conflict))
		require.True(t, fault.Is(w.s.Curate.MarkDistinct(w.ctx, a.ID, a.ID, moderator), fault.BadInput))
		require.True(t, fault.Is(w.s.Curate.MarkDistinct(w.ctx, a.ID, 999, moderator), fault.NotFound))
	})
}

func mentionFilterOfModerators() catalogue.MentionFilter {
	return catalogue.MentionFilter{Viewer: store.Viewer{Moderator: true}}
}
