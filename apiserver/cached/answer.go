package cached

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mentionary/apiserver/secure"
)

// worthwhile is the size in bytes from which an answer is compressed.
const worthwhile = 1024

// overhead is what a kept answer costs beside its bytes, roughly.
const overhead = 1024

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// answer is a complete answer with status 200, ready to be sent many times. It is never changed.
type answer struct {
	header http.Header
	body   []byte
	zipped []byte // nil where compressing does not pay
	tag    string // of body; the compressed form has its own
}

// recorder holds what a handler answers.
type recorder struct {
	header http.Header
	body   bytes.Buffer
	status int
}

// Header, Write and WriteHeader make the recorder an http.ResponseWriter.
func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) Write(b []byte) (int, error) { return r.body.Write(b) }
func (r *recorder) WriteHeader(status int)      { r.status = status }

// record answers what a handler says to a read. Compression and conditions are this package's: the handler sees neither.
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
	body := bytes.Clone(r.body.Bytes()) // without the room the buffer has left: kept bytes are counted
	sum := sha256.Sum256(body)
	a := &answer{header: r.header, body: body, tag: base64.RawURLEncoding.EncodeToString(sum[:16])}
	if len(a.body) > worthwhile {
		a.zipped = zip(a.body)
	}
	return a
}

// zip compresses; it answers nil when that makes nothing smaller.
func zip(b []byte) []byte {
	var buf bytes.Buffer
	z, ok := gzips.Get().(*gzip.Writer)
	if !ok {
		return nil
	}
	defer gzips.Put(z)
	z.Reset(&buf)
	_, _ = z.Write(b) // a buffer takes everything
	_ = z.Close()
	if buf.Len() >= len(b) {
		return nil
	}
	return bytes.Clone(buf.Bytes())
}

func (a *answer) size() int64 { return int64(len(a.body) + len(a.zipped) + overhead) }

// write sends the answer, or 304 when the caller has it already. Nobody may use it again without asking; public says
// whether caches on the way may keep it at all.
func (a *answer) write(w http.ResponseWriter, r *http.Request, public bool) {
	h := w.Header()
	copyHeader(h, a.header)
	h.Set("Cache-Control", "private, no-cache")
	if public {
		h.Set("Cache-Control", "public, no-cache")
	}
	body, tag := a.body, `"`+a.tag+`"`
	if a.zipped != nil {
		if !slices.Contains(h.Values("Vary"), "Accept-Encoding") {
			h.Add("Vary", "Accept-Encoding")
		}
		if secure.AcceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			body, tag = a.zipped, `"`+a.tag+`-gzip"`
		}
	}
	h.Set("ETag", tag)
	if known(r.Header, tag) {
		h.Del("Content-Type")
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // fails only when the caller has gone away
	}
}

// known reports whether If-None-Match names the tag.
func known(h http.Header, tag string) bool {
	for one := range strings.SplitSeq(strings.Join(h.Values("If-None-Match"), ","), ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
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
