package cached

import (
	"bytes"
	"net/http"
	"slices"

	"mentionary/internal/reply"
)

// overhead is what a kept answer costs beside its bytes, roughly.
const overhead = 1024

// answer is a complete answer with status 200, ready to be sent many times. It is never changed.
type answer struct {
	header http.Header
	reply  reply.Reply
}

func (a *answer) size() int64 { return int64(a.reply.Size() + overhead) }

// write sends the answer, or 304 when the caller has it already. Nobody may use it again without asking; public says
// whether caches on the way may keep it at all.
func (a *answer) write(w http.ResponseWriter, r *http.Request, public bool) {
	copyHeader(w.Header(), a.header)
	w.Header().Set("Cache-Control", "private, no-cache")
	if public {
		w.Header().Set("Cache-Control", "public, no-cache")
	}
	a.reply.Send(w, r)
}

// recorder holds what a handler says.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	status int
}

// Header, Write and WriteHeader make the recorder an http.ResponseWriter.
func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
func (r *recorder) WriteHeader(status int)      { r.status = status }

// record returns what a handler says to a read. Compression and conditions are this package's: the handler sees neither.
func record(h http.Handler, r *http.Request) *recorder {
	asked := r.Clone(r.Context())
	asked.Method = http.MethodGet // HEAD gets the header of the same answer
	for _, k := range []string{"Accept-Encoding", "If-None-Match", VersionHeader} {
		asked.Header.Del(k)
	}
	rec := &recorder{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(rec, asked)
	return rec
}

// plain reports whether the answer is an ordinary one that can be sent again: an error, a cookie or an encoding of the
// handler's own is for this caller only.
func (r *recorder) plain() bool {
	return r.status == http.StatusOK && r.header.Get("Set-Cookie") == "" && r.header.Get("Content-Encoding") == ""
}

// pass sends what was recorded as it is.
func (r *recorder) pass(w http.ResponseWriter) {
	copyHeader(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes()) // fails only when the caller has gone away
}

// answer makes the recorded answer ready.
func (r *recorder) answer() *answer {
	for _, k := range []string{"Etag", "Cache-Control", "Content-Length"} {
		r.header.Del(k)
	}
	return &answer{header: r.header, reply: reply.New(bytes.Clone(r.body.Bytes()))} // without the room that the buffer has left
}

// copyHeader adds lists to what those around have said already and replaces the rest.
func copyHeader(to, from http.Header) {
	for k, values := range from {
		if k == "Vary" || k == "Set-Cookie" {
			values = append(slices.Clone(to[k]), values...)
		}
		to[k] = slices.Clone(values)
	}
}
