package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/people"
)

func peopleSuite(t *testing.T, open Open) {
	t.Run("signing in again is the same account, whatever else the provider says", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first := w.person("ann")
		require.NoError(t, w.s.People.EnsureRole(w.ctx, "https://id.test", "ann", "moderator"))
		again, err := w.s.People.SignIn(w.ctx, people.Identity{
			Issuer: "https://id.test", Subject: "ann", Name: "Somebody Else",
			Email: "new@id.test",
		},
			people.NewSession{TokenHash: hash("ann2"), Created: w.clock.now(), Expires: w.clock.now().Add(time.Hour)})
		require.NoError(t, err)
		require.Equal(t, first.ID, again.ID)
		require.Equal(t, "new@id.test", again.Email)
		require.Equal(t, "ann", again.DisplayName)
		require.EqualValues(t, "moderator", again.Role)
		require.Len(t, first.PublicID, 26)
		other, err := w.s.People.SignIn(w.ctx, people.Identity{Issuer: "https://other.test", Subject: "ann", Email: "new@id.test"},
			people.NewSession{TokenHash: hash("ann3"), Created: w.clock.now(), Expires: w.clock.now().Add(time.Hour)})
		require.NoError(t, err)
		require.NotEqual(t, first.ID, other.ID, "an e-mail address is never matched")
		require.Empty(t, other.DisplayName)
	})
	t.Run("sessions end in every way", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		now := w.clock.now()
		got, err := w.s.People.SessionByToken(w.ctx, hash("ann"), now)
		require.NoError(t, err)
		require.Equal(t, ann.ID, got.Edges.User.ID)
		require.NoError(t, w.s.People.TouchSession(w.ctx, hash("ann"), now.Add(time.Hour)))
		got, err = w.s.People.SessionByToken(w.ctx, hash("ann"), now)
		require.NoError(t, err)
		require.WithinDuration(t, now.Add(time.Hour), got.SeenAt, time.Millisecond)
		absent := func(name string, at time.Time) {
			t.Helper()
			_, err := w.s.People.SessionByToken(w.ctx, hash(name), at)
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		}
		absent("unknown", now)
		absent("ann", now.Add(31*24*time.Hour))
		require.NoError(t, w.s.People.EndSession(w.ctx, hash("ann")))
		require.NoError(t, w.s.People.EndSession(w.ctx, hash("ann")))
		absent("ann", now)
		bob := w.person("bob")
		require.NoError(t, w.s.People.EndSessions(w.ctx, bob.ID))
		absent("bob", now)
		w.person("cat")
		n, err := w.s.People.SweepSessions(w.ctx, now.Add(40*24*time.Hour), now)
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})
	t.Run("a configured role is there before the first sign-in", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for range 2 {
			require.NoError(t, w.s.People.EnsureRoleOnce(w.ctx, "https://id.test", "root", "admin"))
		}
		require.EqualValues(t, "admin", w.person("root").Role)
		require.NoError(t, w.s.People.EnsureRole(w.ctx, "https://id.test", "root", "user"))
		require.NoError(t, w.s.People.EnsureRoleOnce(w.ctx, "https://id.test", "root", "admin"))
		u := w.personAgain("root")
		require.EqualValues(t, "user", u.Role, "what was changed later stays")
		require.True(t, fault.Is(w.s.People.EnsureRole(w.ctx, "https://id.test", "root", "king"), fault.BadInput))
	})
	t.Run("favorites are kept once and embed what they stand for", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		me := store.Viewer{UserID: ann.ID}
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		ep, book := w.episode("a", me), w.entity(mention.Book, "Dune")
		first, err := w.s.People.AddFavorite(w.ctx, me, people.FavoriteEpisode, ep.ID)
		require.NoError(t, err)
		again, err := w.s.People.AddFavorite(w.ctx, me, people.FavoriteEpisode, ep.ID)
		require.NoError(t, err)
		require.Equal(t, first.Favorite.ID, again.Favorite.ID)
		_, err = w.s.People.AddFavorite(w.ctx, me, people.FavoriteEntity, book.ID)
		require.NoError(t, err)
		_, err = w.s.People.AddFavorite(w.ctx, me, "planet", 1)
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
		list, n, err := w.s.People.Favorites(w.ctx, ann.ID, me, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.Equal(t, "Dune", list[0].Entity.Name)
		require.Equal(t, "one", list[1].Episode.Edges.Channel.Name)
		yes, err := w.s.People.IsFavorite(w.ctx, ann.ID, people.FavoriteEntity, book.ID)
		require.NoError(t, err)
		require.True(t, yes)
		removed, err := w.s.People.RemoveFavorite(w.ctx, ann.ID, people.FavoriteEntity, book.ID)
		require.NoError(t, err)
		require.True(t, removed)
		removed, err = w.s.People.RemoveFavorite(w.ctx, ann.ID, people.FavoriteEntity, book.ID)
		require.NoError(t, err)
		require.False(t, removed)
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, ep.ID))
		_, n, err = w.s.People.Favorites(w.ctx, ann.ID, me, 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
	})
	t.Run("profiles are private until they are published", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		me := store.Viewer{UserID: ann.ID}
		w.analyze(episode{id: "up", by: ann, upload: true})
		w.analyze(episode{id: "pub"})
		list, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: me})
		require.NoError(t, err)
		for _, e := range list {
			_, err := w.s.People.AddFavorite(w.ctx, me, people.FavoriteEpisode, e.ID)
			require.NoError(t, err)
		}
		_, err = w.s.People.PublicProfile(w.ctx, ann.PublicID)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, _, err = w.s.People.PublicFavorites(w.ctx, ann.PublicID, 0, 0)
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, err = w.s.People.SaveProfile(w.ctx, ann.ID, people.Profile{DisplayName: " Ann of Ulm ", Published: true})
		require.NoError(t, err)
		got, err := w.s.People.PublicProfile(w.ctx, ann.PublicID)
		require.NoError(t, err)
		require.Equal(t, "Ann of Ulm", got.DisplayName)
		shown, n, err := w.s.People.PublicFavorites(w.ctx, ann.PublicID, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, "pub", shown[0].Episode.VideoID)
	})
}

// personAgain signs a person in once more.
func (w *world) personAgain(name string) *store.User {
	w.Helper()
	u, err := w.s.People.SignIn(w.ctx, people.Identity{Issuer: "https://id.test", Subject: name}, people.NewSession{
		TokenHash: hash(name + " again"), Created: w.clock.now(), Expires: w.clock.now().Add(time.Hour),
	})
	require.NoError(w, err)
	return u
}
