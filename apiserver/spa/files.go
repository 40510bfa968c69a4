package spa

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"mentionary/apiserver/secure"
)

// assets is where files live whose names change with their content.
const assets = "/assets/"

// types maps file endings to content types. The operating system's own table differs from machine to machine.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
	".woff2": "font/woff2", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
}

// text says which types are worth compressing; pictures and fonts are compressed already.
func text(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/") && kind != "application/octet-stream" || kind == "image/svg+xml"
}

// file is one file of the build, ready to send.
type file struct {
	kind, caching string
	tag           string // of the plain bytes; the compressed ones have their own
	plain, zipped []byte // zipped is nil when compressing does not pay
}

// readFiles reads everything but the HTML pages, which have their own rules.
func readFiles(dist fs.FS) (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".html" {
			return err
		}
		b, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		files["/"+name], err = newFile("/"+name, b)
		return err
	})
	return files, err
}

func newFile(name string, b []byte) (file, error) {
	sum := sha256.Sum256(b)
	f := file{kind: types[path.Ext(name)], caching: "no-cache", tag: base64.RawURLEncoding.EncodeToString(sum[:12]), plain: b}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	if strings.HasPrefix(name, assets) {
		f.caching = "public, max-age=31536000, immutable"
	}
	if !text(f.kind) {
		return f, nil
	}
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return f, err
	}
	if _, err := z.Write(b); err != nil {
		return f, err
	}
	if err := z.Close(); err != nil {
		return f, err
	}
	if buf.Len() < len(b) {
		f.zipped = buf.Bytes()
	}
	return f, nil
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.caching)
	body, tag := f.plain, f.tag
	if f.zipped != nil {
		h.Add("Vary", "Accept-Encoding")
		if secure.AcceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			body, tag = f.zipped, f.tag+"-gzip"
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	// Answers If-None-Match, ranges and HEAD.
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
