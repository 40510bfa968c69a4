package secure

import (
	"compress/gzip"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// worthwhile is the size in bytes from which text is compressed; below, gzip saves nothing a packet would notice.
const worthwhile = 1024

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// texts are the types that are compressed: what the API answers. Pages and their files are the business of spa.
var texts = []string{"application/json", "application/yaml", "text/csv", "text/plain"}

// compress sends answers of more than 1 kB in one of the text types with gzip to callers who accept it. Other types, answers
// that are encoded already and streams pass untouched.
//
// The length of a compressed answer tells something of its content, so a secret must not stand beside text that a stranger
// chooses, in an answer that a stranger can ask for again and again (BREACH). None does: no body holds a cookie or a token
// against forgery, and a new access token is answered once, to a POST that other sites cannot send.
func compress(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		c := &compressor{ResponseWriter: w, accepts: AcceptsGzip(r)}
		next.ServeHTTP(c, r)
		c.close() // not deferred: after a panic nothing half-written may go out
	})
}

// AcceptsGzip reports whether the caller takes answers with Content-Encoding: gzip.
func AcceptsGzip(r *http.Request) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}

// compressor holds back the first kilobyte of an answer until it knows whether compressing pays.
type compressor struct {
	http.ResponseWriter
	accepts bool
	status  int          // 0 until the handler began its answer
	plain   bool         // decided: pass through
	zip     *gzip.Writer // decided: compress
	held    []byte       // not decided: what was written so far
}

// WriteHeader decides by the type; text waits for its size.
func (c *compressor) WriteHeader(status int) {
	if c.status != 0 || status < http.StatusOK {
		c.ResponseWriter.WriteHeader(status)
		return
	}
	c.status = status
	kind, _, _ := strings.Cut(c.Header().Get("Content-Type"), ";")
	bodyless := status == http.StatusNoContent || status == http.StatusNotModified
	if !slices.Contains(texts, strings.TrimSpace(kind)) || c.Header().Get("Content-Encoding") != "" || bodyless {
		c.pass()
		return
	}
	c.Header().Add("Vary", "Accept-Encoding")
	if !c.accepts {
		c.pass()
	}
}

func (c *compressor) pass() {
	c.plain = true
	c.ResponseWriter.WriteHeader(c.status)
}

// Write compresses, passes on or holds back.
func (c *compressor) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	switch {
	case c.plain:
		return c.ResponseWriter.Write(b)
	case c.zip != nil:
		return c.zip.Write(b)
	}
	c.held = append(c.held, b...)
	if len(c.held) <= worthwhile {
		return len(b), nil
	}
	h := c.Header()
	h.Del("Content-Length")
	h.Set("Content-Encoding", "gzip")
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		h.Set("ETag", "W/"+tag) // other bytes than the tag was made for
	}
	c.ResponseWriter.WriteHeader(c.status)
	c.zip, _ = gzips.Get().(*gzip.Writer)
	c.zip.Reset(c.ResponseWriter)
	_, err := c.zip.Write(c.held)
	c.held = nil
	return len(b), err
}

// release sends what is held back as it is.
func (c *compressor) release() {
	if c.status == 0 || c.plain || c.zip != nil {
		return
	}
	c.pass()
	// The only possible failure is a caller that has gone away.
	_, _ = c.ResponseWriter.Write(c.held)
	c.held = nil
}

func (c *compressor) close() {
	c.release()
	if c.zip != nil {
		_ = c.zip.Close() // fails only when the caller has gone away
		c.zip.Reset(nil)
		gzips.Put(c.zip)
		c.zip = nil
	}
}

// Flush ends the waiting: an answer that is flushed is a stream and has to arrive now.
func (c *compressor) Flush() {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	c.release()
	if c.zip != nil {
		_ = c.zip.Flush() // fails only when the caller has gone away
	}
	flush(c.ResponseWriter)
}

// Unwrap gives http.ResponseController the writer below.
func (c *compressor) Unwrap() http.ResponseWriter { return c.ResponseWriter }
