package spa

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// Config says what is served.
type Config struct {
	// Files holds dist/ of the web application. dist/placeholder.html is always there, dist/index.html once it is built.
	Files fs.FS
	// Pages are the addresses that exist, as patterns of http.ServeMux without a method; "/" means the start page alone.
	Pages []string
	// Status returns the HTTP status of one of the Pages: its subject may not be there. nil means 200.
	Status func(*http.Request) int
	// SignedIn reports whether somebody is signed in who opens a page: pages begin with other things for them. An error says that nobody
	// can tell; they get what visitors get, without answers. nil means nobody.
	SignedIn func(*http.Request) (bool, error)
	// Answer returns what every visitor is answered to a read of the contract, as JSON; nil for what is no plain answer. It is asked on
	// behalf of whoever opens a page. nil answers nothing: then the browser asks.
	Answer func(r *http.Request, address string) []byte
	// AudioMiB is how large a file of sound may be that is uploaded to be listened to; 0 where nobody listens. The page says it, so that what
	// depends on it need not wait for an answer.
	AudioMiB int
	// Frames and Media are further origins that players are framed from and that sound and pictures are played from;
	// https media is always allowed. They stand in the policy of every page: a browser keeps the policy of the page it
	// opened first, and readers reach a player from anywhere (docs/adr/0008).
	Frames, Media []string
	// Log takes reports of broken policy; nil means slog.Default.
	Log *slog.Logger
}

// Site is the web application as an http.Handler.
type Site struct {
	mux       *http.ServeMux
	index     *index // nil when the web application is not built
	first     map[string]first
	sheets    map[string][]byte // the style sheets that pages begin with
	signedIn  func(*http.Request) (bool, error)
	answer    func(r *http.Request, address string) []byte
	files     map[string]file
	missing   []byte // placeholder.html
	said      string // attributes of the page's place
	players   string // the part of the policy that lets players in
	log       *slog.Logger
	reports   atomic.Int64
	reportLog *rate.Limiter
}

// New reads what pages are made of; other files are read when they are first asked for. It fails when index.html has no place for the
// nonce: its scripts could not run.
func New(c Config) (*Site, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Status == nil {
		c.Status = func(*http.Request) int { return http.StatusOK }
	}
	if c.SignedIn == nil {
		c.SignedIn = func(*http.Request) (bool, error) { return false, nil }
	}
	dist, err := fs.Sub(c.Files, "dist")
	if err != nil {
		return nil, err
	}
	s := &Site{
		mux: http.NewServeMux(), players: players(c.Frames, c.Media), log: c.Log, signedIn: c.SignedIn, answer: c.Answer,
		reportLog: rate.NewLimiter(rate.Every(time.Second), 20),
	}
	if c.AudioMiB > 0 {
		s.said = fmt.Sprintf(` data-audio-mib="%d"`, c.AudioMiB)
	}
	if s.missing, err = fs.ReadFile(dist, placeholder); err != nil {
		return nil, err
	}
	page, err := fs.ReadFile(dist, indexPage)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if s.index, err = readIndex(string(page)); err != nil {
			return nil, err
		}
	}
	if s.first, s.sheets, err = readFirst(dist); err != nil {
		return nil, err
	}
	if s.files, err = listFiles(dist); err != nil {
		return nil, err
	}
	for _, p := range c.Pages {
		pattern := p
		if p == "/" {
			pattern = "/{$}"
		}
		begins := s.first[p]
		s.mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, r *http.Request) { s.page(w, r, c.Status(r), begins) })
	}
	s.mux.HandleFunc("GET /", s.fileOrMissing)
	s.mux.HandleFunc("GET /users/{userId}", redirectToProfile)
	s.mux.HandleFunc("POST "+ReportPath, s.report)
	return s, nil
}

// ServeHTTP answers pages, files and reports.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Reports says how many reports of broken policy came in since the start.
func (s *Site) Reports() int64 { return s.reports.Load() }

// fileOrMissing answers what is no page: a file, or 404.
func (s *Site) fileOrMissing(w http.ResponseWriter, r *http.Request) {
	f, ok := s.files[r.URL.Path]
	switch {
	case ok:
		f.serve(w, r)
	case strings.HasPrefix(r.URL.Path, assets):
		http.Error(w, "There is no such file. Please reload the page.", http.StatusNotFound)
	default:
		s.page(w, r, http.StatusNotFound, first{})
	}
}

// redirectToProfile sends the other address of public profiles to the canonical one.
func redirectToProfile(w http.ResponseWriter, r *http.Request) {
	target := url.URL{Path: "/profile/" + r.PathValue("userId"), RawQuery: r.URL.RawQuery}
	target.RawPath = "/profile/" + url.PathEscape(r.PathValue("userId"))
	http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
}
