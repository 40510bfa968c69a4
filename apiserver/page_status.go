package apiserver

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mentionary/apiserver/cached"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/policies"
)

const (
	// pageTimeout bounds how long a page waits for the answer whether its subject is there.
	pageTimeout = 2 * time.Second
	// pageBytes bounds what is kept of these answers: a crawler's addresses must not push out what readers read.
	pageBytes = 4 << 20
)

// subject is what a page is about.
type subject struct {
	// procedure is what the page will call; it says who shares the answer with whom. Empty where nobody does.
	procedure string
	// find answers fault.NotFound for what is not there or not the viewer's to see; the two must not be told apart.
	find   func(ctx context.Context, s *Server, v viewer, r *http.Request) error
	public bool // the answer depends on the catalogue and the class of the asker alone, so it may be kept
}

// subjects are the pages about one thing, by their pattern.
var subjects = map[string]subject{
	"/episode/{id}":         {mentionaryv1connect.EpisodeServiceGetEpisodeProcedure, findEpisode("id"), true},
	"/transcript/{videoId}": {mentionaryv1connect.EpisodeServiceGetEpisodeProcedure, findEpisode("videoId"), true},
	"/entity/{id}":          {mentionaryv1connect.EntityServiceGetEntityProcedure, findEntity, true},
	"/entity/{id}/{slug}":   {mentionaryv1connect.EntityServiceGetEntityProcedure, findEntity, true},
	"/channel/{channelId}":  {mentionaryv1connect.ChannelServiceGetChannelProcedure, findChannel, true},
	"/profile/{userId}":     {"", findProfile, false},
	"/jobs/{id}":            {"", findJob, false},
	"/admin":                {"", mayOpen(mentionaryv1connect.AdminServiceGetHealthProcedure), false},
	"/admin/batch":          {"", mayOpen(policies.SelectAllEpisodes), false},
	"/admin/trends":         {"", mayOpen(mentionaryv1connect.AdminServiceGetHealthProcedure), false},
	"/admin/data-quality":   {"", mayOpen(mentionaryv1connect.AdminServiceGetHealthProcedure), false},
	"/admin/workflows":      {"", mayOpen(policies.SelectAllEpisodes), false},
	"/admin/workflows/{id}": {"", mayOpen(policies.SelectAllEpisodes), false},
}

func findEpisode(name string) func(context.Context, *Server, viewer, *http.Request) error {
	return func(ctx context.Context, s *Server, v viewer, r *http.Request) error {
		_, err := s.Store.Catalogue.Episode(ctx, r.PathValue(name), s.sees(ctx, v))
		return err
	}
}

func findEntity(ctx context.Context, s *Server, v viewer, r *http.Request) error {
	id, err := pathID(r)
	if err == nil {
		_, err = s.Store.Catalogue.Entity(ctx, id, s.sees(ctx, v))
	}
	return err
}

func findChannel(ctx context.Context, s *Server, v viewer, r *http.Request) error {
	_, err := s.Store.Catalogue.Channel(ctx, r.PathValue("channelId"), s.sees(ctx, v))
	return err
}

func findProfile(ctx context.Context, s *Server, _ viewer, r *http.Request) error {
	_, err := s.Store.People.PublicProfile(ctx, r.PathValue("userId"))
	return err
}

// findJob tells visitors nothing: whatever the number, the page asks them to sign in.
func findJob(ctx context.Context, s *Server, v viewer, r *http.Request) error {
	id, err := pathID(r)
	if err == nil && v.signedIn {
		_, err = s.Store.Jobs.Job(ctx, id, s.scope(ctx, v))
	}
	return err
}

// mayOpen hides a page from those who may not do what it is for.
func mayOpen(operation string) func(context.Context, *Server, viewer, *http.Request) error {
	return func(ctx context.Context, s *Server, v viewer, _ *http.Request) error {
		if !s.may(ctx, v, operation) {
			return fault.New(fault.NotFound, "There is no such page.")
		}
		return nil
	}
}

// pathID reads a number as the contract does: what is none, or too large for it, names nothing.
func pathID(r *http.Request) (int, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 32)
	if err != nil || id <= 0 {
		return 0, fault.New(fault.NotFound, "There is no such page.")
	}
	return int(id), nil
}

// pagePattern is the pattern that a page's request was routed by.
func pagePattern(r *http.Request) string { return strings.TrimPrefix(r.Pattern, http.MethodGet+" ") }

// HasSubject reports whether a page is about something that may not be there. r is one that spa.Site routed.
func HasSubject(r *http.Request) bool {
	_, ok := subjects[pagePattern(r)]
	return ok
}

// PageStatus returns the HTTP status of a page: 404 when its subject is not there or not the caller's to see, 503 while
// nobody can tell, so that a search engine neither drops the page nor takes an error for its content. The page is the same
// each time and says what is wrong in words. r is one that spa.Site routed.
func (s *Server) PageStatus(r *http.Request) int {
	about, ok := subjects[pagePattern(r)]
	if !ok {
		return http.StatusOK
	}
	ctx, cancel := context.WithTimeout(r.Context(), pageTimeout)
	defer cancel()
	asked := r.Clone(ctx)
	asked.Method = http.MethodGet
	for _, k := range []string{"If-None-Match", "Accept-Encoding"} { // those are about the page
		asked.Header.Del(k)
	}
	out := &verdict{header: http.Header{}}
	if about.public {
		s.pages.ServeHTTP(out, asked)
	} else {
		s.lookForSubject(out, asked)
	}
	if status, err := strconv.Atoi(out.said.String()); err == nil {
		return status
	}
	return http.StatusServiceUnavailable
}

// keepPages puts a cache of its own in front of lookForSubject.
func (s *Server) keepPages() http.Handler {
	return cached.New(s.Store, pageBytes, s.Now).Handler(http.HandlerFunc(s.lookForSubject),
		func(r *http.Request) string { return r.URL.EscapedPath() },
		func(r *http.Request) cached.Asker { return s.asker(r, subjects[pagePattern(r)].procedure) },
		func(_ *http.Request, spared bool) { s.Metrics.Cache(spared) })
}

// lookForSubject answers the status as a text, so that "not there" is kept like "there"; nothing while nobody can tell.
func (s *Server) lookForSubject(w http.ResponseWriter, r *http.Request) {
	v, err := s.sender(r.Context(), r.Header)
	if err == nil {
		err = subjects[pagePattern(r)].find(r.Context(), s, v, r)
	}
	status := http.StatusOK
	switch {
	case fault.Is(err, fault.NotFound):
		status = http.StatusNotFound
	case err != nil:
		s.Log.WarnContext(r.Context(), "the status of a page is not known", "error", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte(strconv.Itoa(status)))
}

// verdict takes what lookForSubject says.
type verdict struct {
	header http.Header
	said   bytes.Buffer
}

// Header, Write and WriteHeader make the verdict an http.ResponseWriter.
func (v *verdict) Header() http.Header         { return v.header }
func (v *verdict) Write(b []byte) (int, error) { return v.said.Write(b) }
func (v *verdict) WriteHeader(int)             {}
