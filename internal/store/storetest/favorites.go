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
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/people"
)

// favoriteSuite compares random sequences of saving, forgetting, checking, listing and publishing with a model.
func favoriteSuite(t *testing.T, open Open) {
	w := newWorld(t, open)
	owners := []*store.User{w.person("ann"), w.person("bob")}
	w.analyze(episode{
		id: "one", channel: "show",
		mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Person, "Frank Herbert", 100)),
	})
	w.analyze(episode{id: "two", channel: "show"})
	w.analyze(episode{id: "mine", by: owners[0], upload: true})
	everything := store.Viewer{UserID: owners[0].ID, Moderator: true}
	var things []thing
	list, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: everything})
	require.NoError(t, err)
	require.Len(t, list, 3)
	for _, e := range list {
		owner := 0
		if e.OwnerID != nil {
			owner = *e.OwnerID
		}
		things = append(things, thing{people.FavoriteEpisode, e.ID, owner})
	}
	for _, e := range w.entities(catalogue.EntityFilter{}) {
		things = append(things, thing{people.FavoriteEntity, e.ID, 0})
	}
	require.Len(t, things, 5)
	things = append(things, thing{people.FavoriteEpisode, 1 << 30, -1}, thing{people.FavoriteEntity, 1 << 30, -1})
	rapid.Check(t, func(r *rapid.T) {
		m := &favoriteModel{w: w, things: things, people: owners, saved: map[int][]thing{}, public: map[int]bool{}}
		m.clear(r)
		for range rapid.IntRange(1, 25).Draw(r, "steps") {
			m.step(r)
		}
		m.check(r)
	})
}

// thing is what can be saved. The owner of a private one is a person's id; -1 means that there is no such thing.
type thing struct {
	kind  string
	id    int
	owner int
}

func (t thing) key() string { return fmt.Sprintf("%s %d", t.kind, t.id) }

// visible reports whether a person may know of it; 0 is a visitor.
func (t thing) visible(person int) bool { return t.owner == 0 || t.owner == person }

// favoriteModel is what favorites should be.
type favoriteModel struct {
	w      *world
	things []thing
	people []*store.User
	saved  map[int][]thing // by person, the first saved first
	public map[int]bool
}

// clear takes the database back to the model's beginning.
func (m *favoriteModel) clear(r *rapid.T) {
	for _, p := range m.people {
		for _, t := range m.things {
			_, err := m.w.s.People.RemoveFavorite(m.w.ctx, p.ID, t.kind, t.id)
			require.NoError(r, err)
		}
		_, err := m.w.s.People.SaveProfile(m.w.ctx, p.ID, people.Profile{DisplayName: "x"})
		require.NoError(r, err)
	}
}

func (m *favoriteModel) step(r *rapid.T) {
	w, t, p := m.w, rapid.SampledFrom(m.things).Draw(r, "thing"), rapid.SampledFrom(m.people).Draw(r, "person")
	has := slices.Contains(m.saved[p.ID], t)
	switch rapid.SampledFrom([]string{"add", "add", "add", "remove", "check", "list", "publish"}).Draw(r, "what") {
	case "add":
		_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: p.ID}, t.kind, t.id)
		if !t.visible(p.ID) {
			require.True(r, fault.Is(err, fault.NotFound), "%v", err)
			return
		}
		require.NoError(r, err)
		if !has {
			m.saved[p.ID] = append(m.saved[p.ID], t)
		}
	case "remove":
		removed, err := w.s.People.RemoveFavorite(w.ctx, p.ID, t.kind, t.id)
		require.NoError(r, err)
		require.Equal(r, has, removed)
		m.saved[p.ID] = slices.DeleteFunc(m.saved[p.ID], func(other thing) bool { return other == t })
	case "check":
		got, err := w.s.People.IsFavorite(w.ctx, p.ID, t.kind, t.id)
		require.NoError(r, err)
		require.Equal(r, has, got)
	case "list":
		m.check(r)
	case "publish":
		on := rapid.Bool().Draw(r, "on")
		_, err := w.s.People.SaveProfile(w.ctx, p.ID, people.Profile{DisplayName: "x", Published: on})
		require.NoError(r, err)
		m.public[p.ID] = on
	}
}

// check compares whole lists, page by page, as their owners and as strangers see them.
func (m *favoriteModel) check(r *rapid.T) {
	w := m.w
	size := rapid.IntRange(1, 4).Draw(r, "page")
	for _, p := range m.people {
		m.same(r, p.ID, size, m.saved[p.ID], func(limit, offset int) ([]people.FavoriteItem, int, error) {
			return w.s.People.Favorites(w.ctx, p.ID, store.Viewer{UserID: p.ID}, limit, offset)
		})
		strangers := func(limit, offset int) ([]people.FavoriteItem, int, error) {
			return w.s.People.PublicFavorites(w.ctx, p.PublicID, limit, offset)
		}
		if !m.public[p.ID] {
			_, _, err := strangers(0, 0)
			require.True(r, fault.Is(err, fault.NotFound), "%v", err)
			continue
		}
		m.same(r, 0, size, m.saved[p.ID], strangers)
	}
}

// same compares what a list shows a viewer with what was saved.
func (m *favoriteModel) same(r *rapid.T, viewer, size int, saved []thing,
	list func(limit, offset int) ([]people.FavoriteItem, int, error),
) {
	var want, got []string
	for _, t := range slices.Backward(saved) { // the newest first
		if t.visible(viewer) {
			want = append(want, t.key())
		}
	}
	for offset := 0; ; offset += size {
		page, total, err := list(size, offset)
		require.NoError(r, err)
		require.Equal(r, len(want), total)
		for _, f := range page {
			require.True(r, (f.Episode != nil) != (f.Entity != nil), "each stands for one thing")
			got = append(got, fmt.Sprintf("%s %d", f.Favorite.ItemType, f.Favorite.ItemID))
		}
		if len(page) < size {
			break
		}
	}
	require.Equal(r, want, got)
}
