package reply

import (
	"bytes"
	"net/http"
	"slices"
)

// Recorder is an http.ResponseWriter that holds what a handler says until it is sent in another form.
type Recorder struct {
	Status int
	Body   bytes.Buffer
	header http.Header
}

// NewRecorder returns a recorder of a handler that has not spoken yet.
func NewRecorder() *Recorder { return &Recorder{Status: http.StatusOK, header: http.Header{}} }

// Header is what the handler says beside the body.
func (r *Recorder) Header() http.Header { return r.header }

// Write takes a part of the body.
func (r *Recorder) Write(b []byte) (int, error) { return r.Body.Write(b) }

// WriteHeader takes the status.
func (r *Recorder) WriteHeader(status int) { r.Status = status }

// take holds a complete text without copying it.
func (r *Recorder) take(text []byte, status int) {
	r.Status, r.Body = status, *bytes.NewBuffer(slices.Clip(text)) // more is written elsewhere
}

// CopyHeader adds lists to what those around have said already and replaces the rest.
func CopyHeader(to, from http.Header) {
	for k, values := range from {
		if k == "Vary" || k == "Set-Cookie" {
			values = append(slices.Clone(to[k]), values...)
		}
		to[k] = slices.Clone(values)
	}
}
