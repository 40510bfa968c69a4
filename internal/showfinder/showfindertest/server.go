package showfindertest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
)

// Server answers with fixed texts by path. Safe for concurrent use.
type Server struct {
	// Bodies are answers by path: "/search", "/lookup", "/search/byterm". A path without one is 404.
	Bodies map[string]string
	// Instead answers in the place of the directory when it returns true.
	Instead func(w http.ResponseWriter, r *http.Request) bool

	web    *httptest.Server
	mu     sync.Mutex
	asked  []string
	header http.Header
}

// Start starts a server that ends with the test.
func Start(t testing.TB, s *Server) *Server {
	t.Helper()
	s.web = httptest.NewServer(s)
	t.Cleanup(s.web.Close)
	return s
}

// Asker returns who asks the server, without waiting between calls.
func (s *Server) Asker(t testing.TB) *showfinder.Asker {
	t.Helper()
	clients, err := outbound.New(outbound.Options{
		Version: "1.2", BaseURL: "https://mentionary.example", ContentOrigins: []string{s.web.URL}, FloorTime: -1,
	})
	require.NoError(t, err)
	t.Cleanup(clients.CloseIdle)
	return showfinder.NewAsker(clients, s.web.URL+"/", time.Nanosecond)
}

// Asked returns what was asked so far, in order: path and query.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Header returns the header of the last request.
func (s *Server) Header() http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.header
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked, s.header = append(s.asked, r.URL.RequestURI()), r.Header.Clone()
	s.mu.Unlock()
	if s.Instead != nil && s.Instead(w, r) {
		return
	}
	body, ok := s.Bodies[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	_, _ = w.Write([]byte(body))
}

// Broken are ways in which a directory does not answer, by what happens.
func Broken() map[string]func(http.ResponseWriter, *http.Request) bool {
	status := func(code int) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(code); return true }
	}
	body := func(text string) func(http.ResponseWriter, *http.Request) bool {
		return func(w http.ResponseWriter, _ *http.Request) bool { _, _ = w.Write([]byte(text)); return true }
	}
	return map[string]func(http.ResponseWriter, *http.Request) bool{
		"turned away": status(http.StatusForbidden),
		"too often":   status(http.StatusTooManyRequests),
		"broken":      status(http.StatusInternalServerError),
		"a page":      body("<!doctype html><title>Sign in to this network</title>"),
		"nothing":     body("\n\n"),
		"nonsense":    body(`{"results": 7, "status": [], "feeds": "x"}`),
		"cut":         body(`{"results": [{"kind": "podcast"`),
		"gone elsewhere": func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
			return true
		},
		"hung up": func(http.ResponseWriter, *http.Request) bool { panic(http.ErrAbortHandler) },
		"huge": func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = w.Write(slices.Repeat([]byte(" "), 5<<20))
			return true
		},
	}
}
