package secure

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/restgate"
	"mentionary/internal/wording"
)

// recoverPanics answers 500 with the neutral sentence and the request's id; the panic and its stack go to the log.
func recoverPanics(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched := &writer{ResponseWriter: w}
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler { //nolint:errorlint // a panic value, compared as net/http does
				panic(p)
			}
			log.ErrorContext(r.Context(), "panic in a handler", "panic", wording.Shorten(fmt.Sprint(p), 500), "stack", string(debug.Stack()))
			if watched.status != 0 { // too late for another answer: break off, so that nobody takes the half for the whole
				panic(http.ErrAbortHandler)
			}
			for _, k := range []string{"Content-Encoding", "Content-Length", "Content-Disposition", "Etag", "Cache-Control", "Last-Modified"} {
				w.Header().Del(k)
			}
			sentence := fault.Neutral + " If it happens again, tell us this request id: " + RequestID(r.Context())
			if readsJSON(r) {
				restgate.WriteError(watched, http.StatusInternalServerError, "internal", sentence)
				return
			}
			http.Error(watched, sentence, http.StatusInternalServerError)
		}()
		next.ServeHTTP(watched, r)
	})
}

// readsJSON says whether the caller reads JSON: the REST face, and the Connect face by its type or, for reads, parameter.
func readsJSON(r *http.Request) bool {
	kind := r.Header.Get("Content-Type")
	return strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(kind, "application/") || strings.Contains(r.URL.RawQuery, "connect=v1")
}
