package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/people"
)

func accountSuite(t *testing.T, open Open) {
	t.Run("sessions are listed and ended by their owner only", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		w.personAgain("ann")
		rows, err := w.s.People.Sessions(w.ctx, ann.ID, time.Time{})
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.True(t, rows[0].SeenAt.After(rows[1].SeenAt))
		theirs, err := w.s.People.Sessions(w.ctx, bob.ID, time.Time{})
		require.NoError(t, err)
		for range 2 {
			require.True(t, fault.Is(w.s.People.EndOwnSession(w.ctx, ann.ID, theirs[0].ID), fault.NotFound))
		}
		require.NoError(t, w.s.People.EndOwnSession(w.ctx, ann.ID, rows[0].ID))
		require.True(t, fault.Is(w.s.People.EndOwnSession(w.ctx, ann.ID, rows[0].ID), fault.NotFound))
		idle, err := w.s.People.Sessions(w.ctx, ann.ID, w.clock.now())
		require.NoError(t, err)
		require.Empty(t, idle, "what was not used for long is no place any more")
		n, err := w.s.People.SignOutEverywhere(w.ctx, ann.ID, time.Time{})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		n, err = w.s.People.SignOutEverywhere(w.ctx, ann.ID, time.Time{})
		require.NoError(t, err)
		require.Zero(t, n)
		_, err = w.s.People.SessionByToken(w.ctx, hash("bob"), w.clock.now())
		require.NoError(t, err, "others stay signed in")
	})
	t.Run("tokens hold until they are revoked, expire or their person is deactivated", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		made := w.token(ann, "script", 24*time.Hour)
		use := func(name string) error { return second(w.s.People.UseToken(w.ctx, hash(name))) }
		got, err := w.s.People.UseToken(w.ctx, hash("script"))
		require.NoError(t, err)
		require.Equal(t, ann.ID, got.Edges.User.ID)
		require.Equal(t, []string{"read", "write"}, got.Scopes)
		require.True(t, fault.Is(use("unknown"), fault.NotFound))

		require.True(t, fault.Is(w.s.People.RevokeToken(w.ctx, bob.ID, made.ID), fault.NotFound), "not bob's")
		require.NoError(t, use("script"))
		require.NoError(t, w.s.People.RevokeToken(w.ctx, ann.ID, made.ID))
		require.True(t, fault.Is(use("script"), fault.NotFound))
		require.True(t, fault.Is(w.s.People.RevokeToken(w.ctx, ann.ID, made.ID), fault.NotFound))
		list, err := w.s.People.Tokens(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Empty(t, list)

		w.token(ann, "short", time.Hour)
		w.clock.pass(2 * time.Hour)
		require.True(t, fault.Is(use("short"), fault.NotFound))
		list, err = w.s.People.Tokens(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Len(t, list, 1, "an expired one is still listed")

		w.token(ann, "last", time.Hour)
		_, err = Raw(t, w.s).Exec(fmt.Sprintf("UPDATE users SET is_active = false WHERE id = %d", ann.ID))
		require.NoError(t, err)
		require.True(t, fault.Is(use("last"), fault.NotFound))
	})
	t.Run("the use of a token is written at most hourly", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.token(ann, "script", 24*time.Hour)
		used := func() *time.Time {
			_, err := w.s.People.UseToken(w.ctx, hash("script"))
			require.NoError(t, err)
			list, err := w.s.People.Tokens(w.ctx, ann.ID)
			require.NoError(t, err)
			return list[0].UsedAt
		}
		first := used()
		require.NotNil(t, first)
		w.clock.pass(50 * time.Minute)
		require.Equal(t, first.UTC(), used().UTC())
		w.clock.pass(11 * time.Minute)
		require.True(t, used().After(first.Add(time.Hour)))
	})
	t.Run("a person has at most fifty live tokens, however many ask at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		for i := range people.MaxTokens - 2 {
			w.token(ann, fmt.Sprint("t", i), time.Hour)
		}
		var wg sync.WaitGroup
		refused := make(chan error, 6)
		for i := range cap(refused) {
			wg.Go(func() {
				_, err := w.s.People.CreateToken(w.ctx, ann.ID, people.NewToken{
					Hash: hash(fmt.Sprint("more", i)), Name: "x", Scopes: []string{"read"}, Expires: w.clock.now().Add(time.Hour),
				})
				refused <- err
			})
		}
		wg.Wait()
		close(refused)
		n := 0
		for err := range refused {
			if err != nil {
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
				n++
			}
		}
		require.Equal(t, 4, n)
		list, err := w.s.People.Tokens(w.ctx, ann.ID)
		require.NoError(t, err)
		require.NoError(t, w.s.People.RevokeToken(w.ctx, ann.ID, list[0].ID))
		w.token(ann, "again", time.Hour)
		w.clock.pass(40 * 24 * time.Hour)
		w.token(ann, "fresh", time.Hour)
		list, err = w.s.People.Tokens(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Len(t, list, 1, "long expired ones are forgotten")
	})
}

// token makes a token whose secret's hash is that of its name.
func (w *world) token(by *store.User, name string, life time.Duration) *people.Token {
	w.Helper()
	made, err := w.s.People.CreateToken(w.ctx, by.ID, people.NewToken{
		Hash: hash(name), Name: name, Scopes: []string{"read", "write"}, Expires: w.clock.now().Add(life),
	})
	require.NoError(w, err)
	return made
}
