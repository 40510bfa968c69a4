package spa

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"

	"mentionary/internal/reply"
)

// assets is where files live whose names change with their content.
const assets = "/assets/"

// icon is what browsers show beside a page's title.
const icon = "/favicon.svg"

// compressed is the ending of a file's form in Brotli, which the build makes.
const compressed = ".br"

// types maps file endings to content types. The operating system's own table differs from machine to machine.
var types = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json",
	".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm",
	".woff2": "font/woff2", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon",
}

// isText says which types are worth compressing; pictures and fonts are compressed already.
func isText(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "application/") && kind != "application/octet-stream" ||
		kind == "image/svg+xml"
}

// file is one file of the build. It is read when somebody first asks for it: most of a site are pages that few people open.
type file struct {
	kind, caching string
	body          func() reply.Reply
}

// listFiles lists everything but the HTML pages, which have their own rules.
func listFiles(dist fs.FS) (map[string]file, error) {
	files := map[string]file{}
	err := fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) != ".html" && path.Ext(name) != compressed && name != firstFile {
			files["/"+name] = newFile(dist, name)
		}
		return err
	})
	return files, err
}

func newFile(dist fs.FS, name string) file {
	f := file{kind: types[path.Ext(name)], caching: "no-cache"}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	switch {
	case strings.HasPrefix("/"+name, assets):
		f.caching = "public, max-age=31536000, immutable"
	case "/"+name == icon: // browsers fetch it again whenever a page changes its address
		f.caching = "public, max-age=86400"
	}
	f.body = sync.OnceValue(func() reply.Reply {
		b := read(dist, name)
		if !isText(f.kind) {
			return reply.Raw(b)
		}
		body := reply.New(b)
		if _, err := fs.Stat(dist, name+compressed); err == nil {
			body = body.WithBrotli(read(dist, name+compressed))
		}
		return body
	})
	return f
}

func read(dist fs.FS, name string) []byte {
	b, err := fs.ReadFile(dist, name)
	if err != nil {
		panic(err) // it was listed, and the files are a part of the program
	}
	return b
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Cache-Control", f.caching)
	f.body().SendRange(w, r)
}
