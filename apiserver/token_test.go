package apiserver_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/store/storetest"
	"mentionary/policies"
)

// mint makes an access token and returns its secret and id.
func (w *world) mint(p *person, scopes ...string) (secret string, id float64) {
	w.Helper()
	got := w.object(w.call(p, "POST", "/api/user/tokens", map[string]any{"name": "a script", "scopes": scopes, "expiresInDays": 30}),
		http.StatusOK)
	return got["secret"].(string), got["token"].(map[string]any)["id"].(float64)
}

// script sends a REST request with an access token, and a cookie where p is somebody.
func (w *world) script(p *person, secret, method, path, body string) answer {
	w.Helper()
	header := http.Header{"Authorization": {"Bearer " + secret}}
	if body == "" {
		return w.send(p, method, path, nil, header)
	}
	header.Set("Content-Type", "application/json")
	return w.send(p, method, path, strings.NewReader(body), header)
}

func TestTokensAreShownOnceAndStoredAsHashes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	secret, id := w.mint(una, "write", "read")
	require.Regexp(t, regexp.MustCompile(`^mnt_[A-Za-z0-9_-]{43}$`), secret)
	again, _ := w.mint(una, "read")
	require.NotEqual(t, secret, again)
	listed := w.call(una, "GET", "/api/user/tokens", nil)
	require.NotContains(t, listed.body, "mnt_")
	list := w.list(listed)
	require.Len(t, list, 2)
	require.Equal(t, []any{"write", "read"}, list[1]["scopes"])
	require.Equal(t, "a script", list[1]["name"])
	require.Nil(t, list[1]["usedAt"])
	require.NotEmpty(t, list[1]["expiresAt"])
	require.Empty(t, w.list(w.call(otto, "GET", "/api/user/tokens", nil)))
	require.Empty(t, storetest.Scan(t, w.store, strings.TrimPrefix(secret, "mnt_")), "the secret is nowhere in the database")
	require.NotContains(t, w.logs.String(), secret)

	require.Equal(t, http.StatusOK, w.script(nil, secret, "GET", "/api/jobs", "").status)
	require.NotNil(t, w.list(w.call(una, "GET", "/api/user/tokens", nil))[1]["usedAt"])
	path := fmt.Sprintf("/api/user/tokens/%.0f", id)
	w.refused(w.call(otto, "DELETE", path, nil), http.StatusNotFound, "not_found")
	require.Equal(t, http.StatusOK, w.call(una, "DELETE", path, nil).status)
	w.refused(w.call(una, "DELETE", path, nil), http.StatusNotFound, "not_found")
	w.refused(w.script(nil, secret, "GET", "/api/jobs", ""), http.StatusUnauthorized, "unauthenticated")
	require.Len(t, w.list(w.call(una, "GET", "/api/user/tokens", nil)), 1)
}

func TestTokensAreMadeWithinBounds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo := w.signIn("una", ""), w.signIn("mo", "moderator")
	ask := func(p *person, name string, days int, scopes ...string) answer {
		return w.call(p, "POST", "/api/user/tokens", map[string]any{"name": name, "scopes": scopes, "expiresInDays": days})
	}
	for what, got := range map[string]answer{
		"no scope": ask(una, "x", 1), "unknown scope": ask(una, "x", 1, "root"), "a scope twice": ask(una, "x", 1, "read", "read"),
		"no end": ask(una, "x", 0, "read"), "too long": ask(una, "x", 366, "read"), "no name": ask(una, "", 1, "read"),
		"an invisible name": ask(una, " \u200b ", 1, "read"),
	} {
		require.Equal(t, http.StatusBadRequest, got.status, "%s: %s", what, got.body)
	}
	require.Contains(t, w.refused(ask(una, "x", 1, "manage"), http.StatusForbidden, "permission_denied"), "manage")
	require.Equal(t, http.StatusOK, ask(mo, "x", 1, "manage").status)
	require.Equal(t, http.StatusOK, ask(una, "x", 365, "read", "write").status)
}

func TestTokensMayDoWhatRoleAndScopeAllow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	enforcer, err := policies.New()
	require.NoError(t, err)
	people := map[string]*person{
		policies.User: w.signIn("una", ""), policies.Moderator: w.signIn("mo", "moderator"), policies.Admin: w.signIn("ada", "admin"),
	}
	for role, p := range people {
		for _, scope := range policies.TokenScopes() {
			if scope == policies.Manage && role == policies.User {
				continue
			}
			secret, _ := w.mint(p, scope)
			for _, m := range methods() {
				name := string(m.Parent().Name()) + "/" + string(m.Name())
				verb, path := address(m)
				path = strings.NewReplacer("{id}", "999", "{item_id}", "1", "{user_id}", "x", "{video_id}", "x", "{channel_id}", "x").Replace(path)
				body := "{}"
				if verb == http.MethodGet {
					body = ""
				}
				may := enforcer.TokenAllows(role, []string{scope}, "/mentionary.v1."+name)
				connectFace := w.send(nil, http.MethodPost, "/mentionary.v1."+name, strings.NewReader("{}"),
					http.Header{"Content-Type": {"application/json"}, "Connect-Protocol-Version": {"1"}, "Authorization": {"bearer " + secret}})
				for face, got := range map[string]answer{"connect": connectFace, "rest": w.script(nil, secret, verb, path, body)} {
					what := fmt.Sprintf("%s as %s with %s over %s: %s", name, role, scope, face, got.body)
					if may {
						require.NotContains(t, []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError}, got.status, what)
					} else {
						require.Equal(t, http.StatusForbidden, got.status, what)
					}
				}
			}
			require.Equal(t, http.StatusForbidden, w.script(nil, secret, "GET", "/api/user/export", "").status)
			upload := w.send(nil, "POST", "/api/uploads", strings.NewReader(goodVTT),
				http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"text/vtt"}})
			require.Equal(t, scope == policies.Read, upload.status == http.StatusForbidden, "%s: %s", scope, upload.body)
		}
	}
}

func TestATokenIsNarrowerThanItsOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signIn("ada", "admin")
	job := w.process(una, "https://youtu.be/abcdefghijk")
	write, _ := w.mint(ada, "write")
	manage, _ := w.mint(ada, "manage")
	path := fmt.Sprintf("/api/jobs/%d", job)
	w.refused(w.script(nil, write, "GET", path, ""), http.StatusNotFound, "not_found")
	require.Equal(t, http.StatusOK, w.script(nil, manage, "GET", path, "").status)
	all := `{"input":"https://www.youtube.com/@somebody","config":{"mode":"all"}}`
	require.Contains(t, w.refused(w.script(nil, write, "POST", "/api/process", all), http.StatusForbidden, "permission_denied"),
		"administrators")
	require.Equal(t, http.StatusOK, w.script(nil, manage, "POST", "/api/process", all).status)
	require.Contains(t, w.refused(w.script(nil, manage, "DELETE", "/api/user", `{"confirm":"delete my account"}`), http.StatusForbidden,
		"permission_denied"), "sign in with a browser")
	require.Contains(t, w.refused(w.script(nil, write, "POST", "/api/entities/batch-validate", `{"entityType":"book"}`), http.StatusForbidden,
		"permission_denied"), `"manage"`)

	require.NoError(t, w.store.People.EnsureRole(t.Context(), issuer, "ada", "user"))
	w.refused(w.script(nil, manage, "GET", path, ""), http.StatusNotFound, "not_found")
	w.refused(w.script(nil, manage, "POST", "/api/entities/batch-validate", `{"entityType":"book"}`), http.StatusForbidden,
		"permission_denied")
}

func TestATokenDecidesAndABadOneIsNoVisitor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signIn("ada", "admin")
	read, _ := w.mint(una, "read")
	whose := w.object(w.script(ada, read, "GET", "/api/auth/user", ""), http.StatusOK)
	require.Equal(t, una.PublicID, whose["id"], "beside a cookie the token decides")
	require.Equal(t, http.StatusForbidden, w.script(ada, read, "POST", "/api/process", `{"input":"https://youtu.be/abcdefghijk"}`).status)
	for _, bad := range []string{"mnt_", "mnt_" + strings.Repeat("A", 43), read + "A", "mnt_" + strings.ToUpper(read[4:])} {
		for _, path := range []string{"/api/stats", "/api/auth/user", "/api/jobs"} {
			require.Contains(t, w.refused(w.script(ada, bad, "GET", path, ""), http.StatusUnauthorized, "unauthenticated"), "access token")
		}
	}
	// Another scheme or prefix is not a token of ours.
	for _, header := range []string{"Basic " + read, "Bearer", "Token " + read, read} {
		got := w.send(ada, "GET", "/api/auth/user", nil, http.Header{"Authorization": {header}})
		require.NotContains(t, got.body, una.PublicID, header)
	}
	conn := storetest.Raw(t, w.store)
	_, err := conn.Exec("UPDATE users SET is_active = false WHERE subject = 'una'")
	require.NoError(t, err)
	w.refused(w.script(nil, read, "GET", "/api/stats", ""), http.StatusUnauthorized, "unauthenticated")
	require.NoError(t, w.store.Close())
	w.refused(w.script(nil, read, "GET", "/api/stats", ""), http.StatusServiceUnavailable, "unavailable")
}

// bearer sends an access token with everything.
type bearer struct {
	secret string
	base   http.RoundTripper
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.secret)
	return b.base.RoundTrip(r)
}

func TestRevokingATokenEndsItsStreams(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una := w.signIn("una", "")
	secret, id := w.mint(una, "read")
	client := mentionaryv1connect.NewWatchServiceClient(&http.Client{Transport: bearer{secret, w.http.Client().Transport}}, w.http.URL)
	in, err := client.Watch(t.Context(), &v1.WatchRequest{Jobs: true})
	require.NoError(t, err)
	live := &stream{t, in}
	live.next()
	require.Equal(t, http.StatusOK, w.call(una, "DELETE", fmt.Sprintf("/api/user/tokens/%.0f", id), nil).status)
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(live.end()))
}
