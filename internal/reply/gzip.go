package reply

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }} // one costs 800 kB to make

// packed is the compressed form of a text, made for the first one who takes it: many who ask a program take the plain one only.
type packed struct {
	once sync.Once
	text []byte
}

// of returns the compressed text, nil when that is no shorter.
func (p *packed) of(text []byte) []byte {
	p.once.Do(func() { p.text = zip(text) })
	return p.text
}

// zip compresses text; it returns nil when that makes nothing smaller.
func zip(text []byte) []byte {
	z, _ := writers.Get().(*gzip.Writer)
	defer writers.Put(z)
	var buf bytes.Buffer
	z.Reset(&buf)
	_, _ = z.Write(text) // a buffer takes everything
	_ = z.Close()
	if buf.Len() >= len(text) {
		return nil
	}
	return bytes.Clone(buf.Bytes()) // without the room that the buffer has left: kept bytes are counted
}

// AcceptsGzip reports whether the caller takes answers with Content-Encoding: gzip.
func AcceptsGzip(r *http.Request) bool { return accepts(r, "gzip") }

// accepts reports whether the caller takes answers in a coding.
func accepts(r *http.Request, coding string) bool {
	for one := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(one, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
}

// File begins an answer whose text is written while it is read, and returns where to write it. The answer is whole only
// when Close was called.
func File(w http.ResponseWriter, r *http.Request) io.WriteCloser {
	w.Header().Add("Vary", "Accept-Encoding")
	if !AcceptsGzip(r) {
		return plainFile{w}
	}
	w.Header().Set("Content-Encoding", "gzip")
	return gzip.NewWriter(w)
}

type plainFile struct{ io.Writer }

func (plainFile) Close() error { return nil }
