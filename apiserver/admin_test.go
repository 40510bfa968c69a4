package apiserver_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/doctor"
	"mentionary/internal/store"
	"mentionary/internal/store/people"
)

// someChecks are what the servers of the tests need.
var someChecks = []doctor.Check{
	found("database", doctor.Finding{Status: doctor.OK, Text: "It answers."}),
	found("workers", doctor.Finding{
		Status: doctor.Warning, Text: "One queue is slow. Start another worker.", Cause: errors.New("dial tcp 10.0.0.7: refused"),
	}),
	found("model", doctor.Finding{Status: doctor.Off, Text: "None is configured."}),
}

func found(name string, f doctor.Finding) doctor.Check {
	return doctor.Check{Name: name, Look: func(context.Context) doctor.Finding { return f }}
}

// signedInAgo is somebody with a role whose sign-in is a while ago.
func (w *world) signedInAgo(name, role string, ago time.Duration) *person {
	w.Helper()
	require.NoError(w, w.store.People.EnsureRole(w.Context(), issuer, name, role))
	sum := sha256.Sum256([]byte("old token of " + name))
	token := base64.RawURLEncoding.EncodeToString(sum[:])
	hash := sha256.Sum256([]byte(token))
	u, err := w.store.People.SignIn(w.Context(), people.Identity{Issuer: issuer, Subject: name, Name: strings.ToUpper(name)},
		people.NewSession{TokenHash: hash[:], Created: time.Now().Add(-ago), Expires: time.Now().Add(time.Hour)})
	require.NoError(w, err)
	return &person{User: u, token: token}
}

func TestOnlyAdminsSeeFiguresAboutPeople(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.publish()
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	w.process(una, "https://youtu.be/bbbbbbbbbbb")
	w.refused(w.call(nil, "GET", "/api/admin/stats", nil), http.StatusUnauthorized, "unauthenticated")
	w.refused(w.call(una, "GET", "/api/admin/stats", nil), http.StatusForbidden, "permission_denied")

	got := w.object(w.call(ada, "GET", "/api/admin/stats", nil), http.StatusOK)
	require.EqualValues(t, 4, got["totalUsers"])
	require.EqualValues(t, 4, got["activeUsers"])
	require.EqualValues(t, 2, got["totalProcessingJobs"])
	growth := got["userGrowth"].([]any)
	require.Len(t, growth, 30)
	require.Equal(t, map[string]any{"date": time.Now().UTC().Format(time.DateOnly), "newUsers": 4.0}, growth[0])
	recent := got["recentJobs"].([]any)
	require.Len(t, recent, 2)
	require.Equal(t, "https://youtu.be/bbbbbbbbbbb", recent[0].(map[string]any)["input"])
	require.Equal(t, "pending", recent[0].(map[string]any)["status"])
	require.Equal(t, "video", recent[0].(map[string]any)["type"])
	top := got["topEntities"].([]any)[0].(map[string]any)
	require.Equal(t, [3]any{"Dune", "book", 1.0}, [3]any{top["name"], top["type"], top["mentions"]})
	require.NotZero(t, top["id"])

	less := w.object(w.call(mo, "GET", "/api/admin/stats", nil), http.StatusOK)
	require.Nil(t, less["totalUsers"])
	require.Nil(t, less["activeUsers"])
	require.Empty(t, less["userGrowth"])
	require.Equal(t, got["recentJobs"], less["recentJobs"])
	require.Equal(t, got["topEntities"], less["topEntities"])
}

func TestModeratorsNeverSeeAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mo, ada := w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	w.process(w.publish(), "https://youtu.be/bbbbbbbbbbb")
	_, err := w.store.People.SetActive(t.Context(), store.Actor{PublicID: ada.PublicID}, w.signIn("una", "").PublicID, false)
	require.NoError(t, err)
	for _, path := range []string{"stats", "analytics", "health", "users", "audit", "budgets"} {
		require.NotContains(t, w.call(mo, "GET", "/api/admin/"+path, nil).body, "canary.example", path)
	}
	require.NotContains(t, w.call(mo, "GET", "/api/jobs?all=true", nil).body, "canary.example")
	require.NotContains(t, w.call(ada, "GET", "/api/admin/audit", nil).body, "canary.example", "the log names nobody")
}

func TestAdminsListPeople(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	w.refused(w.call(mo, "GET", "/api/admin/users", nil), http.StatusForbidden, "permission_denied")
	require.Equal(t, http.StatusOK, w.send(nil, "GET", "/api/jobs", nil, http.Header{"Authorization": {"Bearer operator"}}).status)
	all := w.call(ada, "GET", "/api/admin/users?limit=2", nil)
	require.Equal(t, "3", all.header.Get("X-Total-Count"), "the operator is nobody")
	require.Len(t, w.list(all), 2)
	found := w.list(w.call(ada, "GET", "/api/admin/users?search=UNA%40canary", nil))
	require.Len(t, found, 1)
	require.Equal(t, una.PublicID, found[0]["id"])
	require.Equal(t, "una@canary.example", found[0]["email"])
	require.Equal(t, "UNA", found[0]["firstName"], "who has no name at the provider is shown by their display name")
	require.Equal(t, "user", found[0]["role"])
	require.Equal(t, true, found[0]["isActive"])
}

func TestAdminsChangeOthersAndItIsWrittenDown(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, brisk)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	path := "/api/admin/users/" + una.PublicID
	for _, p := range []*person{una, mo} {
		w.refused(w.call(p, "PATCH", path+"/role", map[string]any{"role": "admin"}), http.StatusForbidden, "permission_denied")
		w.refused(w.call(p, "PATCH", path+"/status", map[string]any{"isActive": false}), http.StatusForbidden, "permission_denied")
	}
	w.refused(w.call(ada, "PATCH", path+"/role", map[string]any{"role": "king"}), http.StatusBadRequest, "invalid_argument")
	w.refused(w.call(ada, "PATCH", path+"/status", map[string]any{}), http.StatusBadRequest, "invalid_argument")
	w.refused(w.call(ada, "PATCH", "/api/admin/users/nobody/role", map[string]any{"role": "user"}), http.StatusNotFound, "not_found")

	live := w.watch(una, &v1.WatchRequest{Jobs: true})
	live.next()
	got := w.object(w.call(ada, "PATCH", path+"/status", map[string]any{"isActive": false}), http.StatusOK)
	require.Equal(t, false, got["isActive"])
	require.Equal(t, connect.CodeUnauthenticated, connect.CodeOf(live.end()), "an open stream ends too")
	w.refused(w.call(una, "GET", "/api/jobs", nil), http.StatusUnauthorized, "unauthenticated")

	got = w.object(w.call(ada, "PATCH", path+"/role", map[string]any{"role": "moderator"}), http.StatusOK)
	require.Equal(t, "moderator", got["role"])
	w.object(w.call(ada, "PATCH", path+"/role", map[string]any{"role": "moderator"}), http.StatusOK)
	log := w.call(ada, "GET", "/api/admin/audit?object=user/"+una.PublicID, nil)
	require.Equal(t, "2", log.header.Get("X-Total-Count"))
	newest := w.list(log)[0]
	require.Equal(t, "user.role", newest["operation"])
	require.Equal(t, [2]any{ada.PublicID, "ADA"}, [2]any{newest["actor"], newest["actorName"]})
	require.Equal(t, []any{map[string]any{"field": "role", "before": "user", "after": "moderator"}}, newest["changes"])
	require.Equal(t, []any{map[string]any{"field": "isActive", "before": "true", "after": "false"}}, w.list(log)[1]["changes"])
	w.refused(w.call(mo, "GET", "/api/admin/audit", nil), http.StatusForbidden, "permission_denied")
}

func TestNobodyChangesThemselvesAndAnAdminStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.signIn("ada", "admin")
	own := "/api/admin/users/" + ada.PublicID
	require.Contains(t, w.refused(w.call(ada, "PATCH", own+"/role", map[string]any{"role": "user"}), http.StatusForbidden,
		"permission_denied"), "your own")
	w.refused(w.call(ada, "PATCH", own+"/status", map[string]any{"isActive": false}), http.StatusForbidden, "permission_denied")
	operator := http.Header{"Authorization": {"Bearer operator"}, "Content-Type": {"application/json"}}
	last := w.send(nil, "PATCH", own+"/role", strings.NewReader(`{"role":"user"}`), operator)
	require.Contains(t, w.refused(last, http.StatusConflict, "aborted"), "last active administrator")
	una := w.signIn("una", "")
	w.object(w.send(nil, "PATCH", "/api/admin/users/"+una.PublicID+"/role", strings.NewReader(`{"role":"admin"}`), operator), http.StatusOK)
	require.Equal(t, "Operator", w.list(w.call(ada, "GET", "/api/admin/audit", nil))[0]["actorName"])
}

func TestAnOldSignInChangesNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signedInAgo("ada", "admin", 13*time.Hour)
	for path, body := range map[string]map[string]any{
		"/api/admin/users/" + una.PublicID + "/role": {"role": "admin"}, "/api/admin/users/" + una.PublicID + "/status": {"isActive": false},
		"/api/admin/budgets": {"scope": "system", "tokensPerDay": 1},
	} {
		sentence := w.refused(w.call(ada, "PATCH", path, body), http.StatusForbidden, "sign_in_again")
		require.Contains(t, sentence, "Please sign in again.")
	}
	var got struct {
		Code    string
		Details []struct {
			Type  string
			Debug map[string]string
		}
	}
	bare := w.connect(ada, "AdminService/SetUserRole", `{"userId":"`+una.PublicID+`","role":"admin"}`)
	require.Equal(t, http.StatusForbidden, bare.status)
	require.NoError(t, json.Unmarshal([]byte(bare.body), &got), bare.body)
	require.Equal(t, "permission_denied", got.Code)
	require.Len(t, got.Details, 1)
	require.Equal(t, "google.rpc.ErrorInfo", got.Details[0].Type)
	require.Equal(t, map[string]string{"reason": "sign_in_again", "domain": "mentionary"}, got.Details[0].Debug)
	require.Equal(t, http.StatusOK, w.call(ada, "GET", "/api/admin/users", nil).status, "reading is another matter")
	w.object(w.call(w.signedInAgo("bea", "admin", 11*time.Hour), "PATCH", "/api/admin/users/"+una.PublicID+"/role",
		map[string]any{"role": "moderator"}), http.StatusOK)
}

func TestARaisedBudgetLetsWorkGoOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, mo, ada := w.signIn("una", ""), w.signIn("mo", "moderator"), w.signIn("ada", "admin")
	set := func(body map[string]any) answer { return w.call(ada, "PATCH", "/api/admin/budgets", body) }
	w.refused(w.call(mo, "PATCH", "/api/admin/budgets", map[string]any{"scope": "system", "tokensPerDay": 1}), http.StatusForbidden,
		"permission_denied")
	w.refused(w.call(mo, "GET", "/api/admin/budgets", nil), http.StatusForbidden, "permission_denied")
	for _, body := range []map[string]any{
		{"scope": "system"},
		{"scope": "planet", "tokensPerDay": 1},
		{"scope": "system", "tokensPerDay": -1},
		{"scope": "user", "tokensPerDay": 1},
		{"scope": "system", "userId": una.PublicID, "tokensPerDay": 1},
		{"scope": "system", "unlimited": true},
		{"scope": "user", "userId": una.PublicID, "unlimited": true, "tokensPerDay": 1},
		{"scope": "system", "minutesPerDay": 1},
		{"scope": "system", "resource": "speech", "tokensPerDay": 1},
		{"scope": "system", "resource": "speech"},
		{"scope": "system", "resource": "speech", "minutesPerDay": 600_001},
		{"scope": "system", "resource": "music", "minutesPerDay": 1},
	} {
		w.refused(set(body), http.StatusBadRequest, "invalid_argument")
	}
	w.refused(set(map[string]any{"scope": "user", "userId": "nobody", "tokensPerDay": 1}), http.StatusNotFound, "not_found")
	w.object(set(map[string]any{"scope": "system", "tokensPerDay": 1000}), http.StatusOK)
	w.object(set(map[string]any{"scope": "system", "tokensPerDay": 500}), http.StatusOK)
	require.Empty(t, w.engine.taken(), "less lets nobody go on")
	w.object(set(map[string]any{"scope": "system", "tokensPerDay": 2000}), http.StatusOK)
	require.Equal(t, []string{"budget raised"}, w.engine.taken())
	own := w.object(set(map[string]any{"scope": "user", "userId": una.PublicID, "tokensPerDay": 70}), http.StatusOK)
	require.Equal(t, map[string]any{
		"scope": "user", "userId": una.PublicID, "userName": "UNA", "tokensPerDay": 70.0, "usedToday": 0.0, "unlimited": false,
		"resource": "model", "minutesPerDay": 0.0, "minutesUsedToday": 0.0,
	}, own)
	w.object(set(map[string]any{"scope": "default", "tokensPerDay": 80}), http.StatusOK)
	free := w.object(set(map[string]any{"scope": "user", "userId": una.PublicID, "unlimited": true}), http.StatusOK)
	require.Equal(t, [2]any{true, 0.0}, [2]any{free["unlimited"], free["tokensPerDay"]})
	require.Equal(t, []string{"budget raised"}, w.engine.taken())
	w.object(set(map[string]any{"scope": "user", "userId": una.PublicID, "tokensPerDay": 70}), http.StatusOK)
	w.object(set(map[string]any{"scope": "default", "tokensPerDay": 0}), http.StatusOK)
	w.engine.failWith(errDown)
	w.object(set(map[string]any{"scope": "user", "userId": una.PublicID, "tokensPerDay": 0}), http.StatusOK)
	list := w.list(w.call(ada, "GET", "/api/admin/budgets", nil))
	require.Len(t, list, 2)
	require.Equal(t, [2]any{"system", 2000.0}, [2]any{list[0]["scope"], list[0]["tokensPerDay"]})
	require.Equal(t, [2]any{"default", 0.0}, [2]any{list[1]["scope"], list[1]["tokensPerDay"]})
	log := w.list(w.call(ada, "GET", "/api/admin/audit", nil))
	require.Equal(t, "budget/user/"+una.PublicID, log[0]["object"])
	require.Equal(t, []any{map[string]any{"field": "tokensPerDay", "before": "70", "after": "0"}}, log[0]["changes"])
}

func TestMinutesOfSpeechAreCappedLikeTokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signIn("ada", "admin")
	set := func(body map[string]any) map[string]any {
		body["resource"] = "speech"
		return w.object(w.call(ada, "PATCH", "/api/admin/budgets", body), http.StatusOK)
	}
	own := set(map[string]any{"scope": "user", "userId": una.PublicID, "minutesPerDay": 90})
	require.Equal(t, map[string]any{
		"scope": "user", "userId": una.PublicID, "userName": "UNA", "tokensPerDay": 0.0, "usedToday": 0.0, "unlimited": false,
		"resource": "speech", "minutesPerDay": 90.0, "minutesUsedToday": 0.0,
	}, own)
	set(map[string]any{"scope": "system", "minutesPerDay": 600})
	require.Empty(t, w.engine.taken())
	set(map[string]any{"scope": "user", "userId": una.PublicID, "unlimited": true})
	require.Equal(t, []string{"speech budget raised"}, w.engine.taken())
	list := w.list(w.call(ada, "GET", "/api/admin/budgets?resource=speech", nil))
	require.Len(t, list, 3)
	require.Equal(t, [3]any{"system", 600.0, "speech"}, [3]any{list[0]["scope"], list[0]["minutesPerDay"], list[0]["resource"]})
	require.Equal(t, [2]any{true, "UNA"}, [2]any{list[2]["unlimited"], list[2]["userName"]})
	require.Len(t, w.list(w.call(ada, "GET", "/api/admin/budgets", nil)), 2, "tokens are another matter")
	log := w.list(w.call(ada, "GET", "/api/admin/audit", nil))
	require.Equal(t, []any{map[string]any{"field": "minutesPerDay", "before": "90", "after": "unlimited"}}, log[0]["changes"])
}

func TestHealthIsThatOfTheWorstPart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refused(w.call(w.signIn("una", ""), "GET", "/api/admin/health", nil), http.StatusForbidden, "permission_denied")
	got := w.object(w.call(w.signIn("mo", "moderator"), "GET", "/api/admin/health", nil), http.StatusOK)
	require.Equal(t, "degraded", got["state"])
	require.Equal(t, "test", got["version"])
	require.NotEmpty(t, got["checkedAt"])
	checks := got["checks"].([]any)
	require.Len(t, checks, 3)
	one := checks[1].(map[string]any)
	require.Equal(t, [3]any{"workers", "degraded", "One queue is slow. Start another worker."}, [3]any{one["name"], one["state"], one["text"]})
	require.Contains(t, one, "tookMs")
}

func TestTheHolderOfTheTokenBecomesTheFirstAdmin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	show, err := w.store.People.OfferFirstAdmin(t.Context(), apiserver.FirstAdminHash("the token"))
	require.NoError(t, err)
	require.True(t, show)
	link := strings.TrimPrefix(apiserver.FirstAdminLink("https://mentionary.example", "the token"), "https://mentionary.example")
	stranger := w.call(nil, "GET", link, nil)
	require.Equal(t, http.StatusOK, stranger.status)
	require.Contains(t, stranger.body, "/api/login?returnTo=%2Fapi%2Ffirst-admin%3Ftoken%3Dthe%2Btoken")
	asked := w.call(una, "GET", link, nil)
	require.Contains(t, asked.body, `name="token" value="the token"`)
	require.Contains(t, asked.body, "UNA")
	require.Equal(t, "no-store", asked.header.Get("Cache-Control"))
	require.Equal(t, "no-referrer", asked.header.Get("Referrer-Policy"))
	claim := func(p *person, token string) answer {
		return w.send(p, "POST", "/api/first-admin", strings.NewReader("token="+token),
			http.Header{"Content-Type": {"application/x-www-form-urlencoded"}})
	}
	require.Equal(t, http.StatusUnauthorized, claim(nil, "the+token").status)
	require.Equal(t, http.StatusForbidden, claim(una, "another").status)
	require.Equal(t, http.StatusForbidden, claim(una, "").status)
	require.Equal(t, http.StatusOK, claim(una, "the+token").status)
	require.Equal(t, http.StatusUnauthorized, claim(una, "the+token").status, "a new role is a new session")
	una = w.signIn("una", "")
	require.EqualValues(t, "admin", una.Role)
	require.Equal(t, http.StatusForbidden, claim(una, "the+token").status, "it works once")
	require.Equal(t, una.PublicID, w.list(w.call(una, "GET", "/api/admin/audit", nil))[0]["actor"])
	require.NotContains(t, w.logs.String(), "the token")
}
