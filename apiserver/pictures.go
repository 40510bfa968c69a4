package apiserver

import (
	"net/http"
	"regexp"
	"strings"

	"mentionary/apiserver/refusal"
	"mentionary/internal/fault"
	"mentionary/internal/restgate"
	"mentionary/internal/store"
)

// pictureName is the last part of store.PicturePath.
var pictureName = regexp.MustCompile(`^[0-9a-f]{64}\.jpg$`)

// pictures is GET /api/pictures/{name}.
type pictures struct {
	store    *store.Store
	refusals *refusal.Reporter
}

// ServeHTTP answers a kept picture. Its name is the hash of its bytes, so it never changes; it was made by us from pixels,
// and nothing in it may run all the same.
func (s pictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	data, err := []byte(nil), error(fault.New(fault.NotFound, "There is no such picture."))
	if pictureName.MatchString(name) {
		data, err = s.store.Catalogue.Picture(r.Context(), strings.TrimSuffix(name, ".jpg"))
	}
	switch {
	case fault.Is(err, fault.NotFound):
		restgate.WriteError(w, http.StatusNotFound, "not_found", "There is no such picture.")
		return
	case err != nil:
		f := fault.Of(err)
		s.refusals.Log(r.Context(), "GET /api/pictures", f)
		restgate.WriteError(w, http.StatusServiceUnavailable, "unavailable", s.refusals.Sentence(r.Context(), f))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(data) // fails only when the caller has gone away
}
