package apiserver_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/people"
)

// elsewhere signs a person in at another place, so long ago.
func (w *world) elsewhere(p *person, label string, ago time.Duration) *person {
	w.Helper()
	sum := sha256.Sum256([]byte(label + p.Subject))
	token := base64.RawURLEncoding.EncodeToString(sum[:])
	hash := sha256.Sum256([]byte(token))
	u, err := w.store.People.SignIn(w.Context(), people.Identity{Issuer: issuer, Subject: p.Subject, Email: p.Email},
		people.NewSession{TokenHash: hash[:], AgentLabel: label, Created: time.Now().Add(-ago), Expires: time.Now().Add(time.Hour)})
	require.NoError(w, err)
	return &person{User: u, token: token}
}

// signedIn reports whether a person's session holds.
func (w *world) signedIn(p *person) bool {
	w.Helper()
	return w.call(p, "GET", "/api/auth/user", nil).body != "null"
}

// clearsCookie reports whether an answer makes the browser forget its session.
func clearsCookie(a answer) bool {
	for _, c := range a.header.Values("Set-Cookie") {
		if strings.HasPrefix(c, "mentionary_session=;") && strings.Contains(c, "Max-Age=0") {
			return a.header.Get("Clear-Site-Data") != ""
		}
	}
	return false
}

func TestSessionsAreTheirOwnersBusiness(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	phone := w.elsewhere(una, "Firefox on Android", time.Hour)
	idle := w.elsewhere(una, "curl", 8*24*time.Hour)
	list := w.list(w.call(una, "GET", "/api/user/sessions", nil))
	require.Len(t, list, 2, "a place that was idle for a week is none")
	require.False(t, w.signedIn(idle))
	require.Equal(t, true, list[0]["current"])
	require.Equal(t, "Firefox on Android", list[1]["agent"])
	require.Equal(t, false, list[1]["current"])
	for _, field := range []string{"signedInAt", "seenAt", "expiresAt"} {
		require.NotEmpty(t, list[1][field])
	}
	require.Contains(t, w.connect(phone, "AccountService/ListSessions", "{}").body, `"current":true`)

	theirs := w.list(w.call(otto, "GET", "/api/user/sessions", nil))[0]["id"].(float64)
	for _, id := range []float64{theirs, 4711} {
		w.refused(w.call(una, "DELETE", fmt.Sprintf("/api/user/sessions/%.0f", id), nil), http.StatusNotFound, "not_found")
	}
	require.True(t, w.signedIn(otto))
	ended := w.call(una, "DELETE", fmt.Sprintf("/api/user/sessions/%.0f", list[1]["id"]), nil)
	require.Equal(t, http.StatusOK, ended.status, ended.body)
	require.False(t, clearsCookie(ended))
	require.False(t, w.signedIn(phone))
	require.True(t, w.signedIn(una))
	here := w.connect(una, "AccountService/EndSession", fmt.Sprintf(`{"id":%.0f}`, list[0]["id"]))
	require.Equal(t, http.StatusOK, here.status, here.body)
	require.True(t, clearsCookie(here))
	require.False(t, w.signedIn(una))

	tablet, laptop := w.elsewhere(una, "tablet", 0), w.elsewhere(una, "laptop", 0)
	live := w.watch(laptop, &v1.WatchRequest{Jobs: true})
	live.next()
	all := w.call(tablet, "DELETE", "/api/user/sessions", nil)
	require.Equal(t, map[string]any{"ended": 2.0}, w.object(all, http.StatusOK))
	require.True(t, clearsCookie(all))
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(live.end()), "live streams end")
	require.False(t, w.signedIn(tablet))
	require.False(t, w.signedIn(laptop))
	require.True(t, w.signedIn(otto))
}

func TestDeletingAnAccount(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	words := map[string]any{"confirm": "delete my account"}
	for _, wrong := range []any{map[string]any{}, map[string]any{"confirm": "yes"}, map[string]any{"confirm": "Delete my account!"}} {
		require.Contains(t, w.refused(w.call(una, "DELETE", "/api/user", wrong), http.StatusBadRequest, "invalid_argument"), "delete my account")
	}
	old := w.elsewhere(una, "yesterday", 13*time.Hour)
	w.refused(w.call(old, "DELETE", "/api/user", words), http.StatusForbidden, "sign_in_again")
	require.Contains(t, w.connect(old, "AccountService/DeleteAccount", `{"confirm":"delete my account"}`).body, `"reason":"sign_in_again"`)
	require.True(t, w.signedIn(una), "nothing happened so far")

	job := w.process(una, "https://youtu.be/abcdefghijk")
	theirs := w.process(otto, "https://youtu.be/bbbbbbbbbbb")
	w.want(job, w.items(job, video("abcdefghijk"))[0].ID)
	w.engine.taken()
	live := w.watch(una, &v1.WatchRequest{Jobs: true})
	live.next()
	gone := w.call(una, "DELETE", "/api/user", words)
	require.Equal(t, http.StatusOK, gone.status, gone.body)
	require.True(t, clearsCookie(gone))
	require.ElementsMatch(t, []string{"cancel run", "cancel job"}, w.engine.taken(), "their workflows are cancelled")
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(live.end()))
	require.False(t, w.signedIn(una))
	require.False(t, w.signedIn(old))
	require.Equal(t, http.StatusOK, w.call(otto, "GET", fmt.Sprintf("/api/jobs/%d", theirs), nil).status)
	require.Equal(t, http.StatusNotFound, w.call(otto, "GET", "/api/users/"+una.PublicID, nil).status)

	again := w.elsewhere(una, "back", 0)
	require.NotEqual(t, una.PublicID, again.PublicID)
	require.Empty(t, w.list(w.call(again, "GET", "/api/jobs", nil)))
}

func TestAnAccountIsDeletedAlthoughTheEngineIsDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	w.process(una, "https://youtu.be/abcdefghijk")
	w.engine.failWith(errDown)
	require.Equal(t, http.StatusOK, w.connect(una, "AccountService/DeleteAccount", `{"confirm":"delete my account"}`).status)
	require.False(t, w.signedIn(una))
}

func TestTheLastAdminCannotLeave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	sentence := w.refused(w.call(ada, "DELETE", "/api/user", map[string]any{"confirm": "delete my account"}), http.StatusConflict, "aborted")
	require.Contains(t, sentence, "last administrator")
	w.signIn("grace", "admin")
	require.Equal(t, http.StatusOK, w.call(ada, "DELETE", "/api/user", map[string]any{"confirm": "delete my account"}).status)
}
