package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"mentionary/apiserver"
	"mentionary/apiserver/secure"
	"mentionary/apiserver/spa"
	"mentionary/internal/auth"
	"mentionary/internal/engine"
	"mentionary/internal/fault"
	"mentionary/internal/restgate"
	"mentionary/internal/store"
)

// askAgain is how often something that a process waits for is asked again.
const askAgain = time.Second

// front answers for a web server from its first moment on: pages, and what is missing, until the database can be used; then
// everything.
type front struct {
	parts   *parts
	early   http.Handler
	missing atomic.Pointer[string] // a sentence
	web     atomic.Pointer[web]
}

func (p *parts) newFront() (*front, error) {
	f := &front{parts: p}
	f.lacks("The server is starting.")
	site, err := p.site(spa.Config{Status: func(r *http.Request) int {
		if apiserver.HasSubject(r) {
			return http.StatusServiceUnavailable // nobody can tell yet
		}
		return http.StatusOK
	}})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("GET /readyz", f.sayMissing)
	mux.HandleFunc("/", func(rw http.ResponseWriter, r *http.Request) {
		if apiserver.IsAPI(r.URL.Path) {
			f.sayMissing(rw, r)
			return
		}
		site.ServeHTTP(rw, r)
	})
	f.early, err = secure.Wrap(mux, secure.Options{BaseURL: p.cfg.Base().String(), Log: p.log})
	if err == nil && !p.cfg.Secure() {
		f.early = auth.LoopbackHosts(f.early)
	}
	return f, err
}

// ServeHTTP implements http.Handler.
func (f *front) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if w := f.web.Load(); w != nil {
		w.handler.ServeHTTP(rw, r)
		return
	}
	f.early.ServeHTTP(rw, r)
}

func (f *front) lacks(sentence string) { f.missing.Store(&sentence) }

func (f *front) sayMissing(rw http.ResponseWriter, _ *http.Request) {
	rw.Header().Set("Retry-After", "2")
	restgate.WriteError(rw, http.StatusServiceUnavailable, "unavailable", *f.missing.Load())
}

// complete waits for the database and builds the web behind the front, then does its background work until ctx ends. It
// returns early when the web cannot be built.
func (f *front) complete(ctx context.Context, e *engine.Engine, out io.Writer) error {
	for awaitDatabase(ctx, f.parts.store, f.parts.log, f.lacks) {
		w, err := f.parts.newWeb(ctx, e)
		if fault.Is(err, fault.Unavailable) {
			continue // it went away again
		}
		if err != nil {
			return err
		}
		f.web.Store(w)
		if err := f.parts.offerFirstAdmin(ctx, out); err != nil {
			return err
		}
		return together(ctx, w.events.Run, f.parts.followNames)
	}
	return nil
}

// endStreams lets live streams go.
func (f *front) endStreams() {
	if w := f.web.Load(); w != nil {
		w.api.Close()
	}
}

// awaitDatabase waits until the database answers and has our schema, and tells what is missing until then; false when ctx
// ended first.
func awaitDatabase(ctx context.Context, s *store.Store, log *slog.Logger, tell func(sentence string)) bool {
	return awaitNothing(ctx, func() string { return databaseLacks(ctx, s) }, func(missing string) {
		log.Warn("waiting for the database", "missing", missing)
		tell(missing)
	})
}

// databaseLacks says in a sentence what keeps this program from working with the database, "" when nothing does.
func databaseLacks(ctx context.Context, s *store.Store) string {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	switch state, err := s.SchemaState(ctx); {
	case err != nil:
		return "The database does not answer. Please try again in a moment."
	case !state.Ready():
		return fmt.Sprintf("The database has schema version %d, this program needs %d: run “mentionary migrate”.", state.Version, state.Known)
	}
	return ""
}

// awaitNothing asks what is missing until it is nothing, and tells what it is whenever that changes; false when ctx ended
// first.
func awaitNothing(ctx context.Context, missing func() string, tell func(string)) bool {
	t := time.NewTicker(askAgain)
	defer t.Stop()
	told := ""
	for {
		sentence := missing()
		if sentence == "" {
			return ctx.Err() == nil
		}
		if sentence != told {
			told = sentence
			tell(sentence)
		}
		select {
		case <-ctx.Done():
			return false
		case <-t.C:
		}
	}
}
