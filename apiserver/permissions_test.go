package apiserver_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"mentionary/policies"
)

// methods lists the unary procedures of the contract.
func methods() []protoreflect.MethodDescriptor {
	var out []protoreflect.MethodDescriptor
	protoregistry.GlobalFiles.RangeFilesByPackage("mentionary.v1", func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			for j := range f.Services().Get(i).Methods().Len() {
				if m := f.Services().Get(i).Methods().Get(j); !m.IsStreamingServer() {
					out = append(out, m)
				}
			}
		}
		return true
	})
	return out
}

// address is where REST has a method.
func address(m protoreflect.MethodDescriptor) (verb, path string) {
	rule := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	for verb, path := range map[string]string{
		http.MethodGet: rule.GetGet(), http.MethodPost: rule.GetPost(), http.MethodPatch: rule.GetPatch(), http.MethodDelete: rule.GetDelete(),
	} {
		if path != "" {
			return verb, path
		}
	}
	return "", ""
}

func TestBothFacesFollowThePolicy(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	enforcer, err := policies.New()
	require.NoError(t, err)
	people := map[string]*person{
		policies.Anonymous: nil, policies.User: w.signIn("una", ""), policies.Moderator: w.signIn("mo", "moderator"), policies.Admin: w.signIn("ada", "admin"),
	}
	for _, m := range methods() {
		name := string(m.Parent().Name()) + "/" + string(m.Name())
		verb, path := address(m)
		path = strings.NewReplacer("{id}", "999", "{item_id}", "1", "{user_id}", "x", "{video_id}", "x", "{channel_id}", "x").Replace(path)
		for role, p := range people {
			may, err := enforcer.Allows(role, "/mentionary.v1."+name)
			require.NoError(t, err)
			var body any
			if verb != http.MethodGet {
				body = map[string]any{}
			}
			for face, got := range map[string]answer{"connect": w.connect(p, name, "{}"), "rest": w.call(p, verb, path, body)} {
				what := fmt.Sprintf("%s as %s over %s: %s", name, role, face, got.body)
				switch {
				case may:
					require.NotContains(t, []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusInternalServerError}, got.status, what)
				case p == nil:
					require.Equal(t, http.StatusUnauthorized, got.status, what)
					require.Contains(t, got.body, "Please sign in first.")
				default:
					require.Equal(t, http.StatusForbidden, got.status, what)
				}
			}
		}
	}
	require.Contains(t, w.logs.String(), `"kind":"denied"`, "what the gate refuses is logged")
}

func TestOnlyCallsOfLaterVersionsAreUnimplemented(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.signIn("ada", "admin")
	later := map[string]string{
		"AdminService/GetAdminStats": `{}`, "AdminService/ListUsers": `{}`, "AdminService/GetAnalytics": `{}`,
		"AdminService/SetUserRole": `{"userId":"x","role":"user"}`, "AdminService/SetUserStatus": `{"userId":"x","isActive":true}`,
	}
	for _, m := range methods() {
		name := string(m.Parent().Name()) + "/" + string(m.Name())
		body, isLater := later[name]
		if !isLater {
			body = "{}"
		}
		got := w.connect(admin, name, body)
		require.Equal(t, isLater, got.status == http.StatusNotImplemented, "%s: %d %s", name, got.status, got.body)
	}
}

func TestSessionsEndWithTheNextRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	require.Equal(t, http.StatusOK, w.call(p, "GET", "/api/jobs", nil).status)
	require.NoError(t, w.store.EndSessions(context.Background(), p.ID))
	w.refused(w.call(p, "GET", "/api/jobs", nil), http.StatusUnauthorized, "unauthenticated")
}

func TestTheConnectFaceWantsItsProtocolHeader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	bare := w.send(p, "POST", "/mentionary.v1.JobService/Process", strings.NewReader(`{"input":"x"}`), http.Header{"Content-Type": {"application/json"}})
	require.Equal(t, http.StatusBadRequest, bare.status)
	require.Equal(t, http.StatusBadRequest, w.send(p, "GET", "/mentionary.v1.StatsService/GetStats?encoding=json&message=%7B%7D", nil, nil).status)
	require.Equal(t, http.StatusOK, w.send(p, "GET", "/mentionary.v1.StatsService/GetStats?connect=v1&encoding=json&message=%7B%7D", nil, nil).status)
	require.Equal(t, http.StatusMethodNotAllowed, w.send(p, "GET", "/mentionary.v1.JobService/Process?connect=v1&encoding=json&message=%7B%7D", nil, nil).status,
		"no GET changes anything")
}

func TestErrorsAreJSONWithASentence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	w.refused(w.call(nil, "GET", "/api/nothing", nil), http.StatusNotFound, "not_found")
	w.refused(w.call(nil, "GET", "/api/episodes/999", nil), http.StatusNotFound, "not_found")
	wrong := w.call(p, "DELETE", "/api/process", nil)
	w.refused(wrong, http.StatusMethodNotAllowed, "unimplemented")
	require.Equal(t, "POST", wrong.header.Get("Allow"))
	require.Equal(t, "limit: must be at least 0 and at most 1000", strings.TrimSuffix(w.refused(w.call(nil, "GET", "/api/entities?limit=1001", nil), http.StatusBadRequest, "invalid_argument"), "."))
	require.Contains(t, w.connect(nil, "EntityService/ListEntities", `{"limit":1001}`).body, "limit: must be at least 0 and at most 1000")
	w.refused(w.call(nil, "GET", "/api/entities?type=animal", nil), http.StatusBadRequest, "invalid_argument")
	w.refused(w.send(p, "POST", "/api/process", strings.NewReader(`{"input":"x"}`), http.Header{"Content-Type": {"text/plain"}}), http.StatusUnsupportedMediaType, "invalid_argument")
	require.Equal(t, http.StatusOK, w.call(nil, "HEAD", "/api/stats", nil).status)
}

func TestOurOwnMistakesStayNeutral(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.NoError(t, w.store.Close())
	sentence := w.refused(w.call(nil, "GET", "/api/stats", nil), http.StatusInternalServerError, "internal")
	require.Equal(t, "Something went wrong on our side. Please try again in a moment. (request request-7)", sentence)
	require.Contains(t, w.logs.String(), `"request":"request-7"`)
	p := &person{token: strings.Repeat("A", 43)}
	down := w.call(p, "GET", "/api/stats", nil)
	w.refused(down, http.StatusServiceUnavailable, "unavailable")
	require.Equal(t, "5", down.header.Get("Retry-After"), "a session that cannot be checked is not a visitor")
}

func TestHealthSaysWhatIsTrue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	require.Equal(t, map[string]any{"status": "ok", "database": "ok", "workflows": "ok", "version": "test"}, w.object(w.call(nil, "GET", "/api/health", nil), http.StatusOK))
	w.engine.break_(errDown)
	require.Equal(t, "degraded", w.object(w.call(nil, "GET", "/api/health", nil), http.StatusOK)["status"])
	require.NoError(t, w.store.Close())
	require.Equal(t, "unavailable", w.object(w.call(nil, "GET", "/api/health", nil), http.StatusServiceUnavailable)["status"])
	require.Equal(t, "openapi: 3.1.0\n", w.call(nil, "GET", "/api/openapi.yaml", nil).body)
}

func TestTheOperatorSignsInByToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	as := func(token string) answer {
		return w.send(nil, "GET", "/api/jobs?all=true&limit=1", nil, http.Header{"Authorization": {"Bearer " + token}})
	}
	require.Equal(t, http.StatusOK, as("operator").status)
	w.refused(as("wrong"), http.StatusUnauthorized, "unauthenticated")
	w.refused(as(""), http.StatusUnauthorized, "unauthenticated")
	bare := w.send(nil, "POST", "/api/uploads", strings.NewReader(goodVTT), http.Header{"Authorization": {"Bearer operator"}, "Content-Type": {"text/vtt"}})
	require.Equal(t, http.StatusOK, bare.status, bare.body)
}
