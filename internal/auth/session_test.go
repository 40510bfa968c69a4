package auth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/auth"
	"mentionary/internal/auth/authtest"
)

const day = 24 * time.Hour

func TestSessionsEndWhenIdle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	w.clock.Advance(7*day - time.Second)
	require.NotEqual(t, "nobody", w.whoami(b), "a request starts the seven days again")
	w.clock.Advance(7*day - time.Second)
	require.NotEqual(t, "nobody", w.whoami(b))
	w.clock.Advance(7 * day)
	require.Equal(t, "nobody", w.whoami(b))
	require.Empty(t, w.sessions.Hashes(), "and the session is deleted")
}

func TestSessionsEndAfterThirtyDaysWhateverTheirUse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	for range 5 {
		w.clock.Advance(6*day - time.Second)
		require.NotEqual(t, "nobody", w.whoami(b))
	}
	w.clock.Advance(5 * time.Second)
	require.Equal(t, "nobody", w.whoami(b))
}

// forgetful is storage that does not look at the clock.
type forgetful struct{ *authtest.Sessions }

func (f forgetful) Session(ctx context.Context, tokenHash []byte, _ time.Time) (auth.Session, error) {
	return f.Sessions.Session(ctx, tokenHash, time.Time{})
}

func TestThirtyDaysHoldEvenIfTheStoreForgets(t *testing.T) {
	t.Parallel()
	w := newWorldOn(t, func(s *authtest.Sessions) auth.Sessions { return forgetful{s} })
	b := w.browser()
	w.signIn(b)
	for range 5 {
		w.clock.Advance(6*day - time.Second)
		require.NotEqual(t, "nobody", w.whoami(b))
	}
	w.clock.Advance(5 * time.Second)
	require.Equal(t, "nobody", w.whoami(b))
}

func TestSeenIsWrittenAtMostHourly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	for range 5 {
		w.clock.Advance(11 * time.Minute)
		w.whoami(b)
	}
	require.Zero(t, w.sessions.Touches())
	w.clock.Advance(5 * time.Minute)
	w.whoami(b)
	w.whoami(b)
	require.Equal(t, 1, w.sessions.Touches())
	s, ok, err := w.session(b)
	require.NoError(t, err)
	require.True(t, ok)
	require.True(t, s.Seen.Equal(w.clock.Now()))
	require.Equal(t, s.Created, s.SignedInAt)
}

func TestForeignCookiesAreNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.browser()
	w.signIn(b)
	token := w.cookie(b, "__Host-session")
	for name, c := range map[string]*http.Cookie{
		"unknown token":      {Name: "__Host-session", Value: strings.Repeat("A", 43)},
		"short token":        {Name: "__Host-session", Value: token[:42]},
		"no base64":          {Name: "__Host-session", Value: strings.Repeat("!", 43)},
		"stored hash":        {Name: "__Host-session", Value: w.sessions.Hashes()[0]},
		"plain-http name":    {Name: "mentionary_session", Value: token},
		"name without host":  {Name: "session", Value: token},
		"different spelling": {Name: "__host-session", Value: token},
	} {
		r := httptest.NewRequest(http.MethodGet, appURL+"/", nil)
		r.AddCookie(c)
		_, ok, err := w.auth.Authenticate(t.Context(), r)
		require.NoError(t, err, name)
		require.False(t, ok, name)
	}
}
