package demo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// asset is what one address answers with.
type asset struct {
	contentType string
	etag        string
	open        func() io.ReadSeeker
}

// Handler serves the demo library. base is the absolute address it is mounted
// at, such as http://127.0.0.1:8099 or http://127.0.0.1:8080/demo, and begins
// every link in the feeds; requests arrive with the path of base still in
// front. A base that is not an absolute http address is a mistake of the
// program and panics.
//
// Every answer carries an ETag and honors If-None-Match and Range. Only GET
// and HEAD are allowed.
func Handler(base string) http.Handler {
	base = cleanBase(base)
	root, err := url.Parse(base)
	if err != nil || root.Host == "" || (root.Scheme != "http" && root.Scheme != "https") {
		panic(fmt.Sprintf("demo: %q is not an absolute http address", base))
	}
	mux := http.NewServeMux()
	mux.Handle("/", serve(assets(base)))
	mux.Handle("GET "+directoryPath+"/search", directory(base))
	mux.Handle("GET "+directoryPath+"/lookup", directory(base))
	return http.StripPrefix(root.Path, mux)
}

func cleanBase(base string) string { return strings.TrimRight(base, "/") }

func serve(assets map[string]func() asset) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "The demo library is read-only: use GET.", http.StatusMethodNotAllowed)
			return
		}
		find, ok := assets[r.URL.Path]
		if !ok {
			http.Error(w, "The demo library has nothing at this address. Its feeds are listed on its first page.", http.StatusNotFound)
			return
		}
		send(w, r, find())
	})
}

// send answers with an asset.
func send(w http.ResponseWriter, r *http.Request, found asset) {
	header := w.Header()
	header.Set("Content-Type", found.contentType)
	header.Set("ETag", found.etag)
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
	// Without a modification time, the ETag alone decides.
	http.ServeContent(w, r, "", time.Time{}, found.open())
}

// assets maps every path below the base address to its content.
func assets(base string) map[string]func() asset {
	const (
		html = "text/html; charset=utf-8"
		feed = "application/rss+xml; charset=utf-8"
	)
	all := map[string]func() asset{"/": fixed(html, indexPage(base))}
	for _, s := range library() {
		all[s.feedPath()] = fixed(feed, s.feed(base))
		all[s.pagePath()] = fixed(html, s.page(base))
		// Painting takes a moment, so it waits until somebody looks.
		all[s.coverPath()] = func() asset { return document("image/png", s.coverPNG()) }
		for _, e := range s.Episodes {
			all[e.pagePath()] = fixed(html, e.page(base))
			contentType, transcript := e.transcript()
			if strings.HasPrefix(contentType, "text/") {
				contentType += "; charset=utf-8"
			}
			all[e.transcriptPath()] = fixed(contentType, transcript)
			all[e.audioPath()] = func() asset { return recording(e.duration()) }
			if e.Chapters {
				all[e.chaptersPath()] = fixed("application/json+chapters", renderChapters(e.script.chapters))
			}
		}
	}
	return all
}

func fixed(contentType string, body []byte) func() asset {
	a := document(contentType, body)
	return func() asset { return a }
}

func document(contentType string, body []byte) asset {
	sum := sha256.Sum256(body)
	return asset{
		contentType: contentType,
		etag:        `"` + hex.EncodeToString(sum[:12]) + `"`,
		open:        func() io.ReadSeeker { return bytes.NewReader(body) },
	}
}

// recording is silence; its length says all about its content.
func recording(length time.Duration) asset {
	s := newSilence(length)
	return asset{
		contentType: "audio/wav",
		etag:        fmt.Sprintf(`"silence-%d"`, s.samples),
		open:        func() io.ReadSeeker { return s.reader() },
	}
}
