package cached

import (
	"bytes"
	"net/http"

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
	reply.CopyHeader(w.Header(), a.header)
	w.Header().Set("Cache-Control", "private, no-cache")
	if public {
		w.Header().Set("Cache-Control", "public, no-cache")
	}
	a.reply.Send(w, r)
}

// record returns what a handler says to a read. Compression and conditions are this package's: the handler sees neither.
func record(h http.Handler, r *http.Request) *reply.Recorder {
	asked := r.Clone(r.Context())
	asked.Method = http.MethodGet // HEAD gets the header of the same answer
	for _, k := range []string{"Accept-Encoding", "If-None-Match", VersionHeader} {
		asked.Header.Del(k)
	}
	rec := reply.NewRecorder()
	h.ServeHTTP(rec, asked)
	return rec
}

// ready makes a recorded answer ready to be sent again. It returns nil for what is for this caller only: an error, a cookie
// or an encoding of the handler's own.
func ready(rec *reply.Recorder) *answer {
	h := rec.Header()
	if rec.Status != http.StatusOK || h.Get("Set-Cookie") != "" || h.Get("Content-Encoding") != "" {
		return nil
	}
	for _, k := range []string{"Etag", "Cache-Control", "Content-Length"} {
		h.Del(k)
	}
	return &answer{header: h, reply: reply.New(bytes.Clone(rec.Body.Bytes()))} // without the room that the buffer has left
}

// pass sends what was recorded as it is.
func pass(w http.ResponseWriter, rec *reply.Recorder) {
	reply.CopyHeader(w.Header(), rec.Header())
	w.WriteHeader(rec.Status)
	_, _ = w.Write(rec.Body.Bytes()) // fails only when the caller has gone away
}
