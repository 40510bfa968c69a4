package reply

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// worthwhile is the size in bytes from which text is compressed; below, gzip saves nothing a packet would notice.
const worthwhile = 1024

// Reply is the body of an answer with status 200, ready to be sent many times. What it says is never changed.
type Reply struct {
	plain               []byte
	zipped              *packed // nil where compressing does not pay
	brotli              []byte  // nil where nobody compressed it beforehand
	plainTag, zippedTag string  // entity tags; empty for none
	brotliTag           string
	varies              bool // who accepts a coding may get another form
	weak                bool // one weak tag for all forms, made when it is sent
}

// New makes a reply of text that many get. Each form has a strong tag of its own.
func New(text []byte) Reply {
	tag := tagOf(text)
	x := Reply{plain: text, plainTag: `"` + tag + `"`, zippedTag: `"` + tag + `-gzip"`, varies: len(text) > worthwhile}
	if x.varies {
		x.zipped = &packed{}
	}
	return x
}

// WithBrotli returns the reply with a form that was compressed beforehand, for those who accept it: a fifth smaller than gzip, and too slow
// to make while somebody waits.
func (x Reply) WithBrotli(compressed []byte) Reply {
	x.brotli, x.brotliTag, x.varies = compressed, strings.TrimSuffix(x.plainTag, `"`)+`-br"`, true
	return x
}

// Raw makes a reply of what is compressed already, such as a picture.
func Raw(b []byte) Reply { return Reply{plain: b, plainTag: `"` + tagOf(b) + `"`} }

// ForOne makes a reply of text that is sent once, in the form that the caller accepts. Both forms have one weak tag, and
// answers to changes have none.
func ForOne(text []byte, r *http.Request) Reply {
	x := Reply{plain: text, varies: len(text) > worthwhile}
	if x.varies && AcceptsGzip(r) {
		x.zipped = &packed{}
	}
	x.weak = r.Method == http.MethodGet || r.Method == http.MethodHead
	return x
}

// Size is what a reply takes of the memory at most, in bytes, roughly: texts that somebody takes compressed become less than half as long.
func (x Reply) Size() int {
	if x.zipped != nil {
		return len(x.plain) * 3 / 2
	}
	return len(x.plain)
}

// WithoutTag returns the reply without entity tags: for a text that is another one each time.
func (x Reply) WithoutTag() Reply {
	x.plainTag, x.zippedTag, x.brotliTag, x.weak = "", "", "", false
	return x
}

// Send answers a request: with the body, or with 304 when the caller names its tag.
func (x Reply) Send(w http.ResponseWriter, r *http.Request) { x.SendAs(w, r, http.StatusOK) }

// SendAs is Send with another status than 200. A recorder gets the text itself: form and tag are for whoever sends it on.
func (x Reply) SendAs(w http.ResponseWriter, r *http.Request, status int) {
	if rec, ok := w.(*Recorder); ok {
		rec.take(x.plain, status)
		return
	}
	h := w.Header()
	body, tag := x.choose(h, r)
	if tag != "" && knows(r, tag) {
		h.Del("Content-Type")
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // fails only when the caller has gone away
	}
}

// SendRange is Send for files, of which a caller may want a part.
func (x Reply) SendRange(w http.ResponseWriter, r *http.Request) {
	body, _ := x.choose(w.Header(), r)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// choose returns the form that the caller accepts, with its tag, and says both in the header.
func (x Reply) choose(h http.Header, r *http.Request) (body []byte, tag string) {
	if x.varies && !slices.Contains(h.Values("Vary"), "Accept-Encoding") {
		h.Add("Vary", "Accept-Encoding")
	}
	body, tag = x.plain, x.plainTag
	switch {
	case x.brotli != nil && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		body, tag = x.brotli, x.brotliTag
	case x.zipped != nil && AcceptsGzip(r):
		if zipped := x.zipped.of(x.plain); zipped != nil {
			h.Set("Content-Encoding", "gzip")
			body, tag = zipped, x.zippedTag
		}
	}
	if x.weak {
		tag = `W/"` + tagOf(x.plain) + `"`
	}
	if tag != "" {
		h.Set("ETag", tag)
	}
	return body, tag
}

func tagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// knows reports whether If-None-Match names the tag.
func knows(r *http.Request, tag string) bool {
	tag = strings.TrimPrefix(tag, "W/")
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("If-None-Match"), ","), ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
