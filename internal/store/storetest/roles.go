package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/fault"
	"mentionary/internal/store"
)

// as gives a person a role and returns them as somebody who changes things.
func (w *world) as(name, role string) (*store.User, store.Actor) {
	w.Helper()
	require.NoError(w, w.s.People.EnsureRole(w.ctx, "https://id.test", name, role))
	u := w.person(name)
	return u, store.Actor{PublicID: u.PublicID, SessionID: 7}
}

func roleSuite(t *testing.T, open Open) {
	t.Run("a role and a status change with their audit, and end the sessions", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		una := w.person("una")
		got, err := w.s.People.SetRole(w.ctx, ada, una.PublicID, "moderator")
		require.NoError(t, err)
		require.EqualValues(t, "moderator", got.Role)
		_, err = w.s.People.SessionByToken(w.ctx, hash("una"), w.clock.now())
		require.True(t, fault.Is(err, fault.NotFound), "a new role is a new session: %v", err)
		w.personAgain("una")
		got, err = w.s.People.SetActive(w.ctx, ada, una.PublicID, false)
		require.NoError(t, err)
		require.False(t, got.IsActive)
		_, err = w.s.People.SessionByToken(w.ctx, hash("una again"), w.clock.now())
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, err = w.s.People.SetActive(w.ctx, ada, una.PublicID, true)
		require.NoError(t, err)

		log, n, err := w.s.AuditLog(w.ctx, "", 2, 0)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Len(t, log, 2)
		require.Equal(t, "user.status", log[1].Operation)
		require.Equal(t, "user/"+una.PublicID, log[1].Object)
		require.Equal(t, map[string]any{"isActive": true}, log[1].Before)
		require.Equal(t, map[string]any{"isActive": false}, log[1].After)
		require.Equal(t, [3]any{ada.PublicID, 7, "ada"}, [3]any{log[1].Actor, log[1].SessionID, log[1].ActorName})
		log, n, err = w.s.AuditLog(w.ctx, "user/"+una.PublicID, 0, 2)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, map[string]any{"role": "moderator"}, log[0].After, "the oldest one")
		_, n, err = w.s.AuditLog(w.ctx, "user/nobody", 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
	})
	t.Run("what changes nothing is no change", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		una := w.person("una")
		_, err := w.s.People.SetRole(w.ctx, ada, una.PublicID, "user")
		require.NoError(t, err)
		_, err = w.s.People.SetActive(w.ctx, ada, una.PublicID, true)
		require.NoError(t, err)
		_, n, err := w.s.AuditLog(w.ctx, "", 0, 0)
		require.NoError(t, err)
		require.Zero(t, n)
		_, err = w.s.People.SessionByToken(w.ctx, hash("una"), w.clock.now())
		require.NoError(t, err, "nobody is signed out for nothing")
	})
	t.Run("nobody changes themselves, and only admins change others", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, ada := w.as("ada", "admin")
		w.as("bea", "admin")
		m, mo := w.as("mo", "moderator")
		for _, err := range []error{
			errOf(w.s.People.SetRole(w.ctx, ada, a.PublicID, "user")), errOf(w.s.People.SetActive(w.ctx, ada, a.PublicID, false)),
			errOf(w.s.People.SetRole(w.ctx, ada, a.PublicID, "admin")), errOf(w.s.People.SetRole(w.ctx, mo, m.PublicID, "admin")),
			errOf(w.s.People.SetRole(w.ctx, mo, a.PublicID, "user")), errOf(w.s.People.SetRole(w.ctx, store.Actor{}, m.PublicID, "admin")),
		} {
			require.True(t, fault.Is(err, fault.Denied), "%v", err)
		}
		require.True(t, fault.Is(errOf(w.s.People.SetRole(w.ctx, ada, "nobody", "user")), fault.NotFound))
		require.True(t, fault.Is(errOf(w.s.People.SetRole(w.ctx, ada, m.PublicID, "king")), fault.BadInput))
	})
	t.Run("the last active admin stays, and the operator is none", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		op, err := w.s.People.EnsureOperator(w.ctx)
		require.NoError(t, err)
		again, err := w.s.People.EnsureOperator(w.ctx)
		require.NoError(t, err)
		require.Equal(t, [3]any{op.ID, "Operator", "admin"}, [3]any{again.ID, again.DisplayName, string(again.Role)})
		operator := store.Actor{PublicID: op.PublicID}
		a, ada := w.as("ada", "admin")
		require.True(t, fault.Is(errOf(w.s.People.SetRole(w.ctx, operator, a.PublicID, "user")), fault.Conflict))
		require.True(t, fault.Is(errOf(w.s.People.SetActive(w.ctx, operator, a.PublicID, false)), fault.Conflict))
		require.True(t, fault.Is(errOf(w.s.People.SetActive(w.ctx, ada, op.PublicID, false)), fault.NotFound),
			"the operator is nobody's to change")
		b, _ := w.as("bea", "admin")
		_, err = w.s.People.SetActive(w.ctx, ada, b.PublicID, false)
		require.NoError(t, err)
		require.True(t, fault.Is(errOf(w.s.People.SetRole(w.ctx, operator, a.PublicID, "user")), fault.Conflict),
			"a deactivated admin does not count")
		_, err = w.s.People.SetRole(w.ctx, operator, b.PublicID, "user")
		require.NoError(t, err, "and may be demoted")
	})
	t.Run("two admins who demote each other at once leave one", func(t *testing.T) {
		t.Parallel()
		for round := range 8 {
			w := newWorld(t, open)
			a, ada := w.as("ada", "admin")
			b, bea := w.as("bea", "admin")
			var wg sync.WaitGroup
			var first, second error
			wg.Go(func() { first = errOf(w.s.People.SetRole(w.ctx, ada, b.PublicID, "user")) })
			wg.Go(func() {
				if round%2 == 0 {
					second = errOf(w.s.People.SetActive(w.ctx, bea, a.PublicID, false))
				} else {
					second = errOf(w.s.People.SetRole(w.ctx, bea, a.PublicID, "moderator"))
				}
			})
			wg.Wait()
			require.NotEqual(t, first == nil, second == nil, "%v, %v", first, second)
			require.Equal(t, 1, w.activeAdmins())
			_, n, err := w.s.AuditLog(w.ctx, "", 0, 0)
			require.NoError(t, err)
			require.Equal(t, 1, n)
		}
	})
	t.Run("whatever people try, there is an admin and nobody changed themselves", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		round := 0
		rapid.Check(t, func(r *rapid.T) {
			round++
			m := newRoleModel(w, round)
			for range rapid.IntRange(2, 12).Draw(r, "steps") {
				m.step(r)
			}
			m.check(r)
		})
	})
}

func errOf(_ *store.User, err error) error { return err }

func (w *world) activeAdmins() int {
	w.Helper()
	rows, _, err := w.s.People.Users(w.ctx, "", 0, 0)
	require.NoError(w, err)
	n := 0
	for _, u := range rows {
		if u.Role == "admin" && u.IsActive {
			n++
		}
	}
	return n
}

// roleModel says what must be true of a few people.
type roleModel struct {
	w        *world
	people   []string // public ids
	role     map[string]string
	active   map[string]bool
	accepted []string // changes as the audit writes them
	before   int      // rows of the audit of former rounds
}

func newRoleModel(w *world, round int) *roleModel {
	m := &roleModel{w: w, role: map[string]string{}, active: map[string]bool{}}
	// The admins of former rounds go: only this round's people may keep the last one in office.
	rows, _, err := w.s.People.Users(w.ctx, "", 0, 0)
	require.NoError(w, err)
	for i, role := range []string{"admin", "admin", "moderator", "user"} {
		u, _ := w.as(fmt.Sprintf("p%d-%d", round, i), role)
		m.people = append(m.people, u.PublicID)
		m.role[u.PublicID], m.active[u.PublicID] = role, true
	}
	for _, u := range rows {
		if u.Role != "user" {
			require.NoError(w, w.s.People.EnsureRole(w.ctx, u.Issuer, u.Subject, "user"))
		}
	}
	_, m.before, err = w.s.AuditLog(w.ctx, "", 1, 0)
	require.NoError(w, err)
	return m
}

func (m *roleModel) admins() int {
	n := 0
	for _, p := range m.people {
		if m.role[p] == "admin" && m.active[p] {
			n++
		}
	}
	return n
}

func (m *roleModel) step(r *rapid.T) {
	by, p := rapid.SampledFrom(m.people).Draw(r, "by"), rapid.SampledFrom(m.people).Draw(r, "whom")
	role, active := m.role[p], m.active[p]
	var err error
	var line string
	if rapid.Bool().Draw(r, "role") {
		role = rapid.SampledFrom([]string{"user", "moderator", "admin"}).Draw(r, "to")
		_, err = m.w.s.People.SetRole(m.w.ctx, store.Actor{PublicID: by}, p, role)
		line = fmt.Sprintf("user.role %s %s %s>%s", by, p, m.role[p], role)
	} else {
		active = rapid.Bool().Draw(r, "active")
		_, err = m.w.s.People.SetActive(m.w.ctx, store.Actor{PublicID: by}, p, active)
		line = fmt.Sprintf("user.status %s %s %t>%t", by, p, m.active[p], active)
	}
	wasAdmin := m.role[p] == "admin" && m.active[p]
	switch {
	case m.role[by] != "admin" || !m.active[by] || by == p:
		require.True(r, fault.Is(err, fault.Denied), "%v", err)
	case wasAdmin && (role != "admin" || !active) && m.admins() == 1:
		require.True(r, fault.Is(err, fault.Conflict), "%v", err)
	default:
		require.NoError(r, err)
		if role != m.role[p] || active != m.active[p] {
			m.accepted = append(m.accepted, line)
		}
		m.role[p], m.active[p] = role, active
	}
}

func (m *roleModel) check(r *rapid.T) {
	require.Positive(r, m.admins())
	rows, _, err := m.w.s.People.Users(m.w.ctx, "", 0, 0)
	require.NoError(r, err)
	for _, u := range rows {
		if slices.Contains(m.people, u.PublicID) {
			require.Equal(r, [2]any{m.role[u.PublicID], m.active[u.PublicID]}, [2]any{string(u.Role), u.IsActive})
		}
	}
	log, n, err := m.w.s.AuditLog(m.w.ctx, "", max(len(m.accepted), 1), 0)
	require.NoError(r, err)
	require.Equal(r, m.before+len(m.accepted), n, "one row a change")
	for i, want := range m.accepted {
		e := log[len(m.accepted)-1-i]
		field := map[string]string{"user.role": "role", "user.status": "isActive"}[e.Operation]
		require.Equal(r, want, fmt.Sprintf("%s %s %s %v>%v", e.Operation, e.Actor, e.Object[len("user/"):], e.Before[field], e.After[field]))
		require.NotEqual(r, "user/"+e.Actor, e.Object)
	}
}
