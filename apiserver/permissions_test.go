package apiserver_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
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

func TestWhatTheGateRefusesIsLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refused(w.call(w.signIn("una", ""), "GET", "/api/admin/users", nil), http.StatusForbidden, "permission_denied")
	require.Contains(t, w.logs.String(), `"kind":"denied"`)
}

func TestSessionsEndWithTheNextRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	require.Equal(t, http.StatusOK, w.call(p, "GET", "/api/jobs", nil).status)
	require.NoError(t, w.store.People.EndSessions(context.Background(), p.ID))
	w.refused(w.call(p, "GET", "/api/jobs", nil), http.StatusUnauthorized, "unauthenticated")
}

func TestTheConnectFaceWantsItsProtocolHeader(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := w.signIn("una", "")
	bare := w.send(p, "POST", "/mentionary.v1.JobService/Process", strings.NewReader(`{"input":"x"}`),
		http.Header{"Content-Type": {"application/json"}})
	require.Equal(t, http.StatusBadRequest, bare.status)
	require.Equal(t, http.StatusBadRequest, w.send(p, "GET", "/mentionary.v1.StatsService/GetStats?encoding=json&message=%7B%7D", nil,
		nil).status)
	require.Equal(t, http.StatusOK, w.send(p, "GET", "/mentionary.v1.StatsService/GetStats?connect=v1&encoding=json&message=%7B%7D", nil,
		nil).status)
	require.Equal(t, http.StatusMethodNotAllowed,
		w.send(p, "GET", "/mentionary.v1.JobService/Process?connect=v1&encoding=json&message=%7B%7D", nil, nil).status,
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
	require.Equal(t, "POST, OPTIONS", wrong.header.Get("Allow"))
	require.Equal(t, "limit: must be at least 0 and at most 1000",
		strings.TrimSuffix(w.refused(w.call(nil, "GET", "/api/entities?limit=1001", nil), http.StatusBadRequest, "invalid_argument"), "."))
	require.Contains(t, w.connect(nil, "EntityService/ListEntities", `{"limit":1001}`).body, "limit: must be at least 0 and at most 1000")
	w.refused(w.call(nil, "GET", "/api/entities?type=animal", nil), http.StatusBadRequest, "invalid_argument")
	w.refused(w.send(p, "POST", "/api/process", strings.NewReader(`{"input":"x"}`), http.Header{"Content-Type": {"text/plain"}}),
		http.StatusUnsupportedMediaType, "invalid_argument")
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
	require.Equal(t, map[string]any{"status": "ok", "database": "ok", "workflows": "ok", "version": "test"},
		w.object(w.call(nil, "GET", "/api/health", nil), http.StatusOK))
	w.full.Store(true)
	got := w.object(w.call(nil, "GET", "/api/health", nil), http.StatusServiceUnavailable)
	require.Equal(t, [2]any{"degraded", "full"}, [2]any{got["status"], got["database"]})
	w.full.Store(false)
	w.engine.failWith(errDown)
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
	bare := w.send(nil, "POST", "/api/uploads", strings.NewReader(goodVTT),
		http.Header{"Authorization": {"Bearer operator"}, "Content-Type": {"text/vtt"}})
	require.Equal(t, http.StatusOK, bare.status, bare.body)
}
