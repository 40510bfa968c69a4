package app

import (
	"context"
	"net"
	"net/http"
	"time"

	"mentionary/apiserver"
	"mentionary/apiserver/apidocs"
	"mentionary/apiserver/secure"
	"mentionary/apiserver/spa"
	"mentionary/docs/api"
	"mentionary/internal/analytics"
	"mentionary/internal/auth"
	"mentionary/internal/engine"
	"mentionary/internal/source"
	"mentionary/policies"
	"mentionary/webapp"
)

// web is the web server of a process.
type web struct {
	parts    *parts
	api      *apiserver.Server
	handler  http.Handler
	operator string // token of the operator, empty where there is none
	events   *analytics.Recorder
}

func (p *parts) newWeb(ctx context.Context, e *engine.Engine) (*web, error) {
	id, err := p.newIdentity(ctx)
	if err != nil {
		return nil, err
	}
	enforcer, err := policies.New()
	if err != nil {
		return nil, err
	}
	docs, err := apidocs.New(apidocs.Options{Document: api.OpenAPI, Base: p.cfg.Base().String(), Site: webapp.FS})
	if err != nil {
		return nil, err
	}
	w := &web{parts: p, operator: secretToken(), events: analytics.New(p.store.People, time.Now, p.log)}
	w.api, err = apiserver.New(apiserver.Options{
		Store: p.store, Auth: id.auth, Engine: webEngine{e, p.cfg.Temporal.Namespace}, Enforcer: enforcer, Log: p.log, Version: Version,
		RequestID: secure.RequestID, OpenAPI: api.OpenAPI, Metrics: p.metrics, Operator: id.operator(w.operator),
		SubmissionsPerHour: p.cfg.SubmissionsPerHour, UploadMiBPerDay: p.cfg.UploadMiBPerDay, Sounds: p.sounds(),
		Prices: p.cfg.PriceList(), Checks: p.checks(e), Full: p.diskFull, Events: w.events, WorkflowPages: p.workflowPages(),
		Shows: p.shows.finder, Sources: p.sources(), Pictures: p.pictures(), Listening: p.listening(),
		Routes: map[string]http.Handler{apidocs.PagePattern: docs, apidocs.StylePattern: docs},
	})
	if err != nil {
		return nil, err
	}
	site, err := p.site(spa.Config{
		Status: w.api.PageStatus, SignedIn: w.api.SignedIn, Answer: w.api.VisitorAnswer, AudioMiB: w.api.AudioMiB(),
	})
	if err != nil {
		return nil, err
	}
	w.handler, err = secure.Wrap(w.routes(id, site), secure.Options{
		BaseURL: p.cfg.Base().String(), Log: p.log, OwnBodyLimit: []string{"POST /api/uploads"}, AnyOrigin: []string{"POST /csp-report"},
		Proxies: p.cfg.Proxies,
	})
	if err != nil {
		return nil, err
	}
	if !p.cfg.Secure() {
		w.handler = auth.LoopbackHosts(w.handler)
	}
	return w, nil
}

// routes sends each address to the part that answers it.
func (w *web) routes(id *identity, site http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("GET /readyz", w.parts.ready)
	if id.provider != nil {
		mux.Handle(providerPath+"/", id.provider)
	}
	if w.parts.temporalUI != "" {
		pages := w.temporalPages(site)
		mux.Handle(temporalPath, pages)
		mux.Handle(temporalPath+"/", pages)
	}
	api := w.api.Handler()
	mux.HandleFunc("/", func(rw http.ResponseWriter, r *http.Request) {
		if apiserver.IsAPI(r.URL.Path) {
			api.ServeHTTP(rw, r)
			return
		}
		site.ServeHTTP(rw, r)
	})
	return mux
}

// site serves the pages; c says what they are sent by.
func (p *parts) site(c spa.Config) (http.Handler, error) {
	c.Files, c.Pages, c.Frames, c.Media, c.Log = webapp.FS, spa.Pages(), source.Players(), p.content, p.log
	return spa.New(c)
}

// serve answers until ctx ends.
func (w *web) serve(ctx context.Context, l net.Listener) error {
	return (&server{handler: w.handler, endStreams: w.api.Close, drain: w.parts.cfg.Drain}).serve(ctx, l)
}
