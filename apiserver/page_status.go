package apiserver

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"mentionary/apiserver/cached"
	"mentionary/apiserver/gate"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/telemetry"
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
	// find returns fault.NotFound for what is not there or not the viewer's to see; the two must not be told apart.
	find   func(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error
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
	"/admin/schedules":      {"", mayOpen(mentionaryv1connect.ScheduleServiceListSchedulesProcedure), false},
	"/admin/trends":         {"", mayOpen(mentionaryv1connect.AdminServiceGetHealthProcedure), false},
	"/admin/costs":          {"", mayOpen(mentionaryv1connect.InsightsServiceGetCostsProcedure), false},
	"/admin/audit":          {"", mayOpen(mentionaryv1connect.AdminServiceListAuditProcedure), false},
	"/admin/data-quality":   {"", mayOpen(mentionaryv1connect.AdminServiceGetHealthProcedure), false},
	"/admin/review":         {"", mayOpen(mentionaryv1connect.ReviewServiceListReviewItemsProcedure), false},
	"/admin/uploads":        {"", mayOpen(mentionaryv1connect.PublicationServiceListUnpublishedProcedure), false},
	"/admin/workflows":      {"", mayOpen(mentionaryv1connect.WorkServiceListWorkProcedure), false},
	"/admin/workflows/{id}": {"", findWork, false},
	"/admin/queues":         {"", mayOpen(mentionaryv1connect.WorkServiceGetQueuesProcedure), false},
}

func findEpisode(name string) func(context.Context, *pages, gate.Viewer, *http.Request) error {
	return func(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error {
		_, err := p.store.Catalogue.Episode(ctx, r.PathValue(name), p.gate.Sees(v))
		return err
	}
}

func findEntity(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error {
	id, err := pathID(r)
	if err == nil {
		_, err = p.store.Catalogue.Entity(ctx, id, p.gate.Sees(v))
	}
	return err
}

func findChannel(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error {
	_, err := p.store.Catalogue.Channel(ctx, r.PathValue("channelId"), p.gate.Sees(v))
	return err
}

func findProfile(ctx context.Context, p *pages, _ gate.Viewer, r *http.Request) error {
	_, err := p.store.People.PublicProfile(ctx, r.PathValue("userId"))
	return err
}

// findJob tells visitors nothing: whatever the number, the page asks them to sign in.
func findJob(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error {
	id, err := pathID(r)
	if err == nil && v.SignedIn {
		_, err = p.store.Jobs.Job(ctx, id, p.gate.WhoseJobs(v))
	}
	return err
}

func findWork(ctx context.Context, p *pages, v gate.Viewer, r *http.Request) error {
	if err := mayOpen(mentionaryv1connect.WorkServiceGetWorkProcedure)(ctx, p, v, r); err != nil {
		return err
	}
	key, err := workKey(r.PathValue("id"))
	if err == nil {
		_, err = p.store.Jobs.WorkByKey(ctx, key)
	}
	return err
}

// mayOpen hides a page from those who may not do what it is for.
func mayOpen(operation string) func(context.Context, *pages, gate.Viewer, *http.Request) error {
	return func(_ context.Context, p *pages, v gate.Viewer, _ *http.Request) error {
		if !p.gate.May(v, operation) {
			return fault.New(fault.NotFound, "There is no such page.")
		}
		return nil
	}
}

// May reports whether whoever sends a request may do an operation. One that cannot be told apart may not.
func (s *Server) May(r *http.Request, operation string) bool {
	v, err := s.gate.Viewer(r.Context(), r.Header)
	if err != nil {
		s.Log.WarnContext(r.Context(), "nobody knows who asks", "error", err)
		return false
	}
	return s.gate.May(v, operation)
}

// SignedIn reports whether somebody is signed in who opens a page.
func (s *Server) SignedIn(r *http.Request) (bool, error) {
	v, err := s.gate.Viewer(r.Context(), r.Header)
	return v.SignedIn, err
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

// pages knows whether what a page is about is there.
type pages struct {
	store   *store.Store
	gate    *gate.Gate
	metrics *telemetry.Metrics
	log     *slog.Logger
	kept    http.Handler // look, behind a cache
}

func newPages(s *store.Store, g *gate.Gate, sharing sharing, metrics *telemetry.Metrics, log *slog.Logger) *pages {
	p := &pages{store: s, gate: g, metrics: metrics, log: log}
	p.kept = cached.New(s, pageBytes, sharing.now).Handler(http.HandlerFunc(p.look),
		func(r *http.Request) string { return r.URL.EscapedPath() },
		func(r *http.Request) cached.Asker { return sharing.asker(r, subjects[pagePattern(r)].procedure) },
		func(_ *http.Request, spared bool) { metrics.Cache(spared) })
	return p
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
	out := &statusText{header: http.Header{}}
	if about.public {
		s.pages.kept.ServeHTTP(out, asked)
	} else {
		s.pages.look(out, asked)
	}
	if status, err := strconv.Atoi(out.text.String()); err == nil {
		return status
	}
	return http.StatusServiceUnavailable
}

// look writes the status as a text, so that "not there" is kept like "there"; nothing while nobody can tell.
func (p *pages) look(w http.ResponseWriter, r *http.Request) {
	v, err := p.gate.Viewer(r.Context(), r.Header)
	if err == nil {
		err = subjects[pagePattern(r)].find(r.Context(), p, v, r)
	}
	status := http.StatusOK
	switch {
	case fault.Is(err, fault.NotFound):
		status = http.StatusNotFound
	case err != nil:
		p.log.WarnContext(r.Context(), "the status of a page is not known", "error", err)
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write([]byte(strconv.Itoa(status)))
}

// statusText takes what look writes.
type statusText struct {
	header http.Header
	text   bytes.Buffer
}

// Header, Write and WriteHeader make it an http.ResponseWriter.
func (t *statusText) Header() http.Header         { return t.header }
func (t *statusText) Write(b []byte) (int, error) { return t.text.Write(b) }
func (t *statusText) WriteHeader(int)             {}
