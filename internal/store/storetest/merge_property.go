package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/people"
)

// mergePropertySuite merges and undoes at random and in the end undoes everything.
func mergePropertySuite(t *testing.T, open Open) {
	t.Run("undoing all merges in any legal order restores every row", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		before := w.mergeTables()
		rapid.Check(t, func(r *rapid.T) {
			m := &mergeModel{w: w, ids: ids, into: map[int]int{}}
			for range rapid.IntRange(1, 6).Draw(r, "steps") {
				m.step(r)
			}
			w.checkCounters()
			for len(m.merges) > 0 {
				m.undo(r, rapid.IntRange(0, len(m.merges)-1).Draw(r, "last undo"))
			}
			require.Equal(r, before, w.mergeTables())
		})
	})
}

// crowd fills a directory where six products clash in every way: the same places, addresses, favorites, facts.
func crowd(w *world) []int {
	w.Helper()
	names := []string{"Garden Shears", "Hedge Cutter", "Lawn Wizard", "Soil Tester", "Pruning Saw", "Leaf Blower"}
	for e := range 8 {
		var list []mention.Mention
		for i, name := range names {
			if (e+i)%3 == 0 {
				continue
			}
			m := product(name, 100*(i%3), "", fmt.Sprintf("https://tools.example/%d", i%2))
			if i%2 == e%2 {
				m.Claims.Company = fmt.Sprintf("Maker %d", i)
				m.Claims.Offer = fmt.Sprintf("%d percent off", e)
			}
			if (e+i)%4 == 0 {
				m.Context = mention.Ad
			}
			if (e+i)%2 == 0 {
				m.Stance, m.Speaker = mention.Recommended, fmt.Sprint("speaker ", e%3)
			}
			list = append(list, m, product(name, 1000+100*i, "", ""))
		}
		w.analyze(episode{id: fmt.Sprint("e", e), channel: fmt.Sprint("channel ", e%3), mentions: list})
	}
	fans := []*store.User{w.person("ann"), w.person("ben"), w.person("cem")}
	var ids []int
	for i, name := range names {
		e := w.entity(mention.Product, name)
		ids = append(ids, e.ID)
		for u, fan := range fans {
			if (u+i)%2 == 0 {
				_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: fan.ID}, people.FavoriteEntity, e.ID)
				require.NoError(w, err)
			}
		}
	}
	return ids
}

// mergeModel says which merges stand.
type mergeModel struct {
	w      *world
	ids    []int
	into   map[int]int // merged to survivor
	merges []standing
}

type standing struct {
	id, survivor int
	merged       []int
}

func (m *mergeModel) step(r *rapid.T) {
	if len(m.merges) > 0 && rapid.IntRange(0, 2).Draw(r, "undo") == 0 {
		m.undo(r, rapid.IntRange(0, len(m.merges)-1).Draw(r, "which"))
		return
	}
	a := rapid.SampledFrom(m.ids).Draw(r, "survivor")
	merged := someOf(r, m.ids, 1, 3)
	got, err := m.w.s.Curate.Merge(m.w.ctx, curate.NewMerge{SurvivorID: a, MergedIDs: merged, By: moderator})
	if err == nil {
		require.False(r, m.gone(a) || slices.ContainsFunc(merged, m.gone) || slices.Contains(merged, a))
		for _, b := range merged {
			m.into[b] = a
		}
		m.merges = append(m.merges, standing{got.Number, a, merged})
		return
	}
	require.True(r, slices.Contains(merged, a) && fault.Is(err, fault.BadInput) ||
		(m.gone(a) || slices.ContainsFunc(merged, m.gone)) && fault.Is(err, fault.Conflict), "%v", err)
}

// gone reports whether an entity is part of another one now.
func (m *mergeModel) gone(id int) bool {
	_, gone := m.into[id]
	return gone
}

// undo takes one merge back when its survivor still stands.
func (m *mergeModel) undo(r *rapid.T, i int) {
	x := m.merges[i]
	_, err := m.w.s.Curate.UndoMerge(m.w.ctx, x.id, moderator)
	if m.gone(x.survivor) {
		require.True(r, fault.Is(err, fault.Conflict), "%v", err)
		return
	}
	require.NoError(r, err)
	for _, merged := range x.merged {
		delete(m.into, merged)
	}
	m.merges = append(m.merges[:i:i], m.merges[i+1:]...)
}
