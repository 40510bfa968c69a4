package apiserver

import (
	"context"
	"net/http"
	"runtime/debug"

	"mentionary/internal/reply"
)

// VisitorAnswer returns what every visitor is answered to a read of the contract, at an address of the Connect face and as JSON; nil for
// what is no plain answer. It comes from the kept answers where there is one. r is the request of the page that the answer is to stand in:
// nothing of its sender is asked with, so nothing of theirs can be in the answer.
func (s *Server) VisitorAnswer(r *http.Request, address string) (answer []byte) {
	ctx := r.Context()
	// The browser will not ask again, so this is the view that is counted. A program that only fetches pages shows nobody anything.
	if r.Header.Get("Sec-Fetch-Dest") == "document" {
		ctx = context.WithValue(ctx, visitKey{}, visitOf(r))
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil
	}
	// Pages ask beside each other, where nobody else recovers.
	defer func() {
		if p := recover(); p != nil {
			s.Log.ErrorContext(ctx, "panic in an answer for a page", "panic", p, "stack", string(debug.Stack()))
			answer = nil
		}
	}()
	rec := reply.NewRecorder()
	s.reads.ServeHTTP(rec, asked)
	if rec.Status != http.StatusOK || rec.Header().Get("Set-Cookie") != "" {
		return nil
	}
	return rec.Body.Bytes()
}
