package secure

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"regexp"
)

// RequestIDHeader carries the id in requests and answers.
const RequestIDHeader = "X-Request-Id"

var plainID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

type requestIDKey struct{}

// RequestID returns the id of the request that ctx belongs to, "" outside of requests.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// identify gives each request an id: the caller's when it is plain, else a random one.
func identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(RequestIDHeader)
		if !plainID.MatchString(id) {
			var b [16]byte
			_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
			id = hex.EncodeToString(b[:])
		}
		r = r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id))
		// Handlers that are called in process (restgate) see the same id; the caller's own header map stays as it was.
		r.Header = r.Header.Clone()
		r.Header.Set(RequestIDHeader, id)
		w.Header().Set(RequestIDHeader, id)
		next.ServeHTTP(w, r)
	})
}

// LogHandler returns a handler that adds request_id to every record logged with a request's context. Wrapping twice is
// the same as once.
func LogHandler(h slog.Handler) slog.Handler {
	if _, done := h.(idHandler); done {
		return h
	}
	return idHandler{h}
}

type idHandler struct{ slog.Handler }

// Handle, WithAttrs and WithGroup make idHandler a slog.Handler that survives derived loggers.
func (h idHandler) Handle(ctx context.Context, rec slog.Record) error {
	if id := RequestID(ctx); id != "" {
		rec = rec.Clone()
		rec.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, rec)
}

func (h idHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return idHandler{h.Handler.WithAttrs(attrs)}
}

func (h idHandler) WithGroup(name string) slog.Handler { return idHandler{h.Handler.WithGroup(name)} }
