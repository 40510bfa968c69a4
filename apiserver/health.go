package apiserver

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// healthTimeout bounds how long a part may take to answer.
const healthTimeout = 2 * time.Second

// health answers the real state of the parts. Without the database nothing works: 503. While its disk is full what is there
// is served and nothing is taken: 503 too. Without the workflow engine everything is served and accepted, and work waits:
// 200, and it is said.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	status, code := "ok", http.StatusOK
	part := func(what string, ask func(context.Context) error, down string, downCode int) string {
		// A time of its own for each part: one that hangs must not make the next look away.
		ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
		defer cancel()
		if err := ask(ctx); err != nil {
			s.Log.WarnContext(r.Context(), "a part does not answer", "part", what, "error", err)
			status, code = down, max(code, downCode)
			return "unavailable"
		}
		return "ok"
	}
	workflows := part("workflows", s.Engine.Health, "degraded", http.StatusOK)
	database := part("database", s.Store.Ping, "unavailable", http.StatusServiceUnavailable)
	if full := s.Full(); full != nil && database == "ok" {
		s.Log.WarnContext(r.Context(), "nothing can be written", "cause", full)
		status, code, database = "degraded", http.StatusServiceUnavailable, "full"
	}
	// Marshaling strings cannot fail; writing fails only when the caller has gone away.
	body, _ := json.Marshal(map[string]string{"status": status, "database": database, "workflows": workflows, "version": s.Version})
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}
