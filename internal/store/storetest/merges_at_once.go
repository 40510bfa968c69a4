package storetest

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
)

// mergesAtOnceSuite merges more than two entities as one merge.
func mergesAtOnceSuite(t *testing.T, open Open) {
	t.Run("a preview of many says for each what the merge then moves", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		preview, err := w.s.Curate.PreviewMerge(w.ctx, ids[0], ids[1:5])
		require.NoError(t, err)
		require.Len(t, preview.Parts, 4)
		had := map[string]int{}
		for _, table := range []string{"mentions", "links"} {
			had[table] = w.owned(table, ids[0])
		}
		companies := 0
		for _, part := range preview.Parts {
			for _, f := range part.Fields {
				if f.Field == "company" && f.Filled {
					companies++
				}
			}
			require.Contains(t, part.Aliases, part.Merged.Name)
		}
		require.LessOrEqual(t, companies, 1, "one of them fills a field, the others find it filled")
		mentions := 0
		for _, part := range preview.Parts {
			mentions += part.Mentions
		}
		require.Equal(t, preview.Mentions, mentions)

		w.mergeMany(ids[0], ids[1:5]...)
		require.Equal(t, had["mentions"]+preview.Mentions, w.owned("mentions", ids[0]))
		require.Equal(t, had["links"]+preview.Links, w.owned("links", ids[0]))
		w.checkCounters()
	})
	t.Run("many become one in one merge, and one undo restores every row", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		before := w.mergeTables()
		m := w.mergeMany(ids[2], ids[0], ids[4], ids[1])
		require.Equal(t, []curate.MergedPart{
			{ID: ids[0], Name: "Garden Shears"}, {ID: ids[4], Name: "Pruning Saw"}, {ID: ids[1], Name: "Hedge Cutter"},
		}, m.Parts)
		require.Equal(t, []any{"Lawn Wizard", true}, []any{m.SurvivorName, m.CanUndo})
		for _, id := range []int{ids[0], ids[1], ids[4]} {
			e, err := w.s.Catalogue.Entity(w.ctx, id, store.Viewer{})
			require.NoError(t, err)
			require.Equal(t, ids[2], e.ID)
			list, n, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{EntityID: id})
			require.NoError(t, err)
			require.Equal(t, 1, n, "found by each of them, and stands there once")
			require.Equal(t, m.Parts, list[0].Parts)
		}
		require.Len(t, w.dump("audits"), 1)
		alone := w.merge(ids[2], ids[3])
		list, n, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{})
		require.NoError(t, err)
		require.Equal(t, []any{2, alone.Number, m.Number}, []any{n, list[0].Number, list[1].Number})
		w.undo(m.Number) // what was merged alone stays
		require.Equal(t, 2, strings.Count(strings.Join(w.dump("audits"), "\n"), "Garden Shears, Pruning Saw, Hedge Cutter"),
			"merging and undoing name them")
		require.Len(t, listing(w.entities(catalogue.EntityFilter{})), 5)
		w.checkCounters()
		w.undo(alone.Number)
		require.Equal(t, before, w.mergeTables())
		_, err = w.s.Curate.UndoMerge(w.ctx, m.Number, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	})
	t.Run("what stands in the way of one of them stands in the way of all", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		before := w.mergeTables()
		m := w.mergeMany(ids[0], ids[1], ids[2])
		later := w.merge(ids[3], ids[0])
		_, err := w.s.Curate.UndoMerge(w.ctx, m.Number, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		w.undo(later.Number)
		c, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: ids[0], Name: "Shears of the Garden", By: moderator})
		require.NoError(t, err)
		list, _, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{EntityID: ids[2]})
		require.NoError(t, err)
		require.False(t, list[0].CanUndo)
		_, err = w.s.Curate.UndoMerge(w.ctx, m.Number, moderator)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, err = w.s.Curate.UndoChange(w.ctx, c.Change.ID, moderator)
		require.NoError(t, err)
		w.undo(m.Number)
		require.Equal(t, before, w.mergeTables())
		edit, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: ids[1], Name: "Cutter of Hedges", By: moderator})
		require.NoError(t, err)
		again := w.mergeMany(ids[0], ids[2], ids[1])
		_, err = w.s.Curate.UndoChange(w.ctx, edit.Change.ID, moderator)
		require.Contains(t, fault.Of(err).Sentence, "(merge number "+strconv.Itoa(again.Number)+")", "the number that undoes all of them")
	})
	t.Run("what an account took with it does not hide the rest", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		m := w.mergeMany(ids[0], ids[1], ids[2], ids[3])
		_, err := Raw(w.T, w.s).ExecContext(w.ctx, "DELETE FROM merges WHERE merged_id = "+strconv.Itoa(ids[1]))
		require.NoError(t, err)
		list, n, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{})
		require.NoError(t, err)
		require.Equal(t, []any{1, m.Number, m.Parts[1:]}, []any{n, list[0].Number, list[0].Parts})
		w.undo(m.Number)
		w.checkCounters()
	})
	t.Run("nothing is merged when one of them cannot be", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		w.analyze(episode{id: "z", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		before := w.mergeTables()
		refuse := func(kind fault.Kind, sentence string, merged ...int) {
			t.Helper()
			_, err := w.s.Curate.PreviewMerge(w.ctx, ids[0], merged)
			require.True(t, fault.Is(err, kind), "%v", err)
			_, err = w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: ids[0], MergedIDs: merged, By: moderator})
			require.True(t, fault.Is(err, kind), "%v", err)
			require.Equal(t, sentence, fault.Of(err).Sentence)
			require.Equal(t, before, w.mergeTables())
		}
		refuse(fault.BadInput, "Name an entity that becomes part of this one (mergedId).")
		refuse(fault.BadInput, "An entity cannot be merged with itself. Choose another one.", ids[1], ids[0])
		refuse(fault.NotFound, "There is no entity 999 in the directory.", ids[1], 999)
		refuse(fault.BadInput, "“Garden Shears” is a product and “Dune” is a book. Only entities of the same type can be merged.",
			ids[1], w.entity(mention.Book, "Dune").ID)
		many := make([]int, curate.MaxMerged+1)
		for i := range many {
			many[i] = 1000 + i
		}
		refuse(fault.BadInput, "At most 20 entities can become part of another one at once. Choose fewer of them.", many...)
		require.Empty(t, w.dump("merges", "audits"))
	})
	t.Run("those told apart among themselves are pointed out", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, ids[1], ids[2], moderator))
		preview, err := w.s.Curate.PreviewMerge(w.ctx, ids[0], ids[1:4])
		require.NoError(t, err)
		const told = "Somebody marked it as not the same as another one that you merge."
		require.Contains(t, preview.Parts[0].Warnings, told)
		require.Contains(t, preview.Parts[1].Warnings, told)
		require.NotContains(t, preview.Parts[2].Warnings, told)
	})
}

func (w *world) mergeMany(survivor int, merged ...int) curate.Merged {
	w.Helper()
	m, err := w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: survivor, MergedIDs: merged, By: moderator})
	require.NoError(w, err)
	return m
}

// owned counts the rows of a table that belong to an entity.
func (w *world) owned(table string, entityID int) int {
	w.Helper()
	conn := Raw(w.T, w.s)
	defer func() { _ = conn.Close() }()
	var n int
	require.NoError(w, conn.QueryRowContext(w.ctx, "SELECT COUNT(*) FROM "+table+" WHERE entity_id = "+strconv.Itoa(entityID)).Scan(&n))
	return n
}
