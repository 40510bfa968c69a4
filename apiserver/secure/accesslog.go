package secure

import (
	"log/slog"
	"net/http"
	"time"

	"mentionary/internal/wording"
)

// accessLog writes one line per request, after it ended: no query, no address, no header of the caller.
func accessLog(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		method, path, watched := r.Method, r.URL.Path, &writer{ResponseWriter: w}
		// Deferred, so that a connection that is broken off on purpose (http.ErrAbortHandler) is logged too.
		defer func() {
			level := slog.LevelInfo
			if watched.status >= http.StatusInternalServerError {
				level = slog.LevelError
			}
			log.LogAttrs(r.Context(), level, "request", slog.String("method", method), slog.String("path", wording.Shorten(path, 200)),
				slog.Int("status", watched.status), slog.Int64("bytes", watched.bytes), slog.Duration("took", time.Since(start)))
		}()
		next.ServeHTTP(watched, r)
	})
}
