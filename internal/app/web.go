package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/apiserver"
	"mentionary/apiserver/secure"
	"mentionary/apiserver/spa"
	"mentionary/docs/api"
	"mentionary/internal/analytics"
	"mentionary/internal/auth"
	"mentionary/internal/engine"
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
	w := &web{parts: p, operator: secretToken(), events: analytics.New(p.store, time.Now, p.log)}
	w.api, err = apiserver.New(apiserver.Options{
		Store: p.store, Auth: id.auth, Jobs: e, Enforcer: enforcer, Log: p.log, Version: Version,
		RequestID: secure.RequestID, OpenAPI: api.OpenAPI, Operator: id.operator(w.operator),
		Checks: p.checks(id, e), Events: w.events,
	})
	if err != nil {
		return nil, err
	}
	site, err := p.site()
	if err != nil {
		return nil, err
	}
	w.handler, err = secure.Wrap(w.routes(id, site), secure.Options{
		BaseURL: p.cfg.Base(), Log: p.log, OwnBodyLimit: []string{"POST /api/uploads"}, AnyOrigin: []string{"POST /csp-report"},
		Proxies: p.cfg.TrustedProxies(),
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
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", w.ready)
	if id.provider != nil {
		mux.Handle(providerPath+"/", id.provider)
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

// ready answers 200 when the database does: without it nothing can be served.
func (w *web) ready(rw http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := w.parts.store.Ping(ctx); err != nil && r.Context().Err() == nil {
		http.Error(rw, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	_, _ = rw.Write([]byte("ready\n"))
}

// site serves the pages.
func (p *parts) site() (http.Handler, error) {
	return spa.New(spa.Config{
		Files: webapp.FS, Pages: spa.Pages(), Frames: []string{"https://www.youtube-nocookie.com"}, Media: p.content, Log: p.log,
	})
}

// serve answers until ctx ends; then streams are ended and requests get stopTimeout to finish.
func (w *web) serve(ctx context.Context, l net.Listener) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.events.Run(ctx) })
	g.Go(func() error { return w.answer(ctx, l) })
	return g.Wait()
}

func (w *web) answer(ctx context.Context, l net.Listener) error {
	s := &http.Server{Handler: w.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	w.api.Close()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err := s.Shutdown(stop)
	if e := <-done; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// baseURL reads the configured base address, which Validate has checked.
func (p *parts) baseURL() (*url.URL, error) { return url.Parse(p.cfg.Base()) }
