package apidocs

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"mentionary/internal/reply"
	"mentionary/internal/restgate/apidoc"
)

// Addresses of the page and its style sheet, as patterns of http.ServeMux.
const (
	PagePattern  = "GET /api/docs"
	StylePattern = "GET /api/docs/{file}"
)

// policy allows the page its style sheet, pictures and fonts of our own, and nothing else: it has no script.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-to csp"

//go:embed page.tmpl
var pageText string

//go:embed style.css
var styleText string

// fonts are the site's own, by the family that the style sheet names and the beginning of the file's name.
var fonts = []struct{ family, file string }{
	{"Newsreader Variable", "newsreader-latin-wght-normal-"},
	{"Source Sans 3 Variable", "source-sans-3-latin-wght-normal-"},
}

// Options make the page.
type Options struct {
	// Document is the OpenAPI document, as YAML.
	Document []byte
	// Base is where people reach the product, for the curl lines; no slash at its end.
	Base string
	// Site holds dist/ of the web application. Its fonts are used when they are there; nil is fine.
	Site fs.FS
}

// New makes the handler of the page and its style sheet. It fails when the document cannot be read.
func New(o Options) (http.Handler, error) {
	d := &apidoc.Document{}
	if err := yaml.Unmarshal(o.Document, d); err != nil {
		return nil, fmt.Errorf("OpenAPI document: %w", err)
	}
	groups := groupsOf(d, strings.TrimSuffix(o.Base, "/"))
	view, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, err
	}
	calls := 0
	for _, g := range groups {
		calls += len(g.Calls)
	}
	style := fontFaces(o.Site) + styleText
	var page bytes.Buffer
	err = view.Execute(&page, map[string]any{
		"Info": d.Info, "Groups": groups, "Calls": calls, "Style": "style.css?" + tag([]byte(style)),
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(PagePattern, answer("text/html; charset=utf-8", page.Bytes()))
	mux.Handle("GET /api/docs/style.css", answer("text/css; charset=utf-8", []byte(style)))
	mux.HandleFunc(StylePattern, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "There is no such file.", http.StatusNotFound)
	})
	return mux, nil
}

// answer serves a fixed text; browsers ask whether they have it still.
func answer(kind string, text []byte) http.HandlerFunc {
	body := reply.New(text)
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Content-Security-Policy", policy)
		h.Set("Reporting-Endpoints", `csp="/csp-report"`)
		h.Set("Cache-Control", "no-cache")
		body.Send(w, r)
	}
}

func tag(b []byte) string {
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// fontFaces names the site's fonts that are there.
func fontFaces(site fs.FS) string {
	if site == nil {
		return ""
	}
	var b strings.Builder
	for _, f := range fonts {
		// The pattern is fixed and well formed, so the only failure is that there is nothing.
		if names, _ := fs.Glob(site, "dist/assets/"+f.file+"*.woff2"); len(names) > 0 {
			fmt.Fprintf(&b, "@font-face { font-family: '%s'; src: url('/assets/%s') format('woff2'); font-weight: 200 900; font-display: swap; }\n",
				f.family, path.Base(names[0]))
		}
	}
	return b.String()
}
