package secure

import (
	"net/http"

	"mentionary/internal/restgate"
)

// limitBody caps request bodies: at once when the length is announced, else while they are read.
func limitBody(next http.Handler, limit int64, exempt func(*http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !exempt(r) {
			if r.ContentLength > limit {
				restgate.WriteTooLarge(w, limit)
				return
			}
			if r.Body != nil {
				r.Body = http.MaxBytesReader(w, r.Body, limit)
			}
		}
		next.ServeHTTP(w, r)
	})
}
