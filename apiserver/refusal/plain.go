package refusal

import (
	"net/http"

	"mentionary/internal/fault"
	"mentionary/internal/restgate"
)

// plainStatus says how plain routes answer each kind of fault; files have statuses of their own.
var plainStatus = map[fault.Kind]int{
	fault.BadInput: http.StatusBadRequest, fault.Unsupported: http.StatusUnsupportedMediaType,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
	fault.Unauthenticated: http.StatusUnauthorized, fault.Denied: http.StatusForbidden, fault.NotFound: http.StatusNotFound,
	fault.Conflict: http.StatusConflict, fault.Unavailable: http.StatusServiceUnavailable, fault.RateLimited: http.StatusTooManyRequests,
}

// Plain answers the error of a route that is no procedure.
func (r *Reporter) Plain(w http.ResponseWriter, req *http.Request, operation string, err error) {
	f := fault.Of(err)
	r.Log(req.Context(), operation, f)
	status, code := http.StatusInternalServerError, codes[fault.Internal]
	if known, ok := plainStatus[f.Kind]; ok {
		status, code = known, codes[f.Kind]
	}
	if wait := retryAfter(f); wait != "" {
		w.Header().Set("Retry-After", wait)
	}
	restgate.WriteError(w, status, code.String(), r.Sentence(req.Context(), f))
}
