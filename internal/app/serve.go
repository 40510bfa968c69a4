package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// server is the web port of a process.
type server struct {
	handler    http.Handler
	endStreams func()
	drain      time.Duration // how long it goes on after it was asked to stop
	leaving    atomic.Bool
}

// requestTime is how long a request may take to come in. Uploads give themselves more; answers have no limit here.
const requestTime = time.Minute

// serve answers until ctx ends. Then it says at /readyz that it is leaving and goes on for the drain time, so that proxies
// send nobody here any more; streams are ended, and requests get stopTimeout to finish.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: requestTime, IdleTimeout: 2 * time.Minute}
	done := make(chan error, 1)
	go func() { done <- h.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	s.leaving.Store(true)
	select {
	case err := <-done:
		return err
	case <-time.After(s.drain):
	}
	s.endStreams()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err := h.Shutdown(stop)
	if e := <-done; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}

// ServeHTTP implements http.Handler.
func (s *server) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if s.leaving.Load() && r.URL.Path == "/readyz" {
		http.Error(rw, "this server is leaving", http.StatusServiceUnavailable)
		return
	}
	s.handler.ServeHTTP(rw, r)
}

func alive(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte("ok\n")) }

// ready answers 200 when the database does, has our schema and has room to write: without it nothing can be done here.
func (p *parts) ready(rw http.ResponseWriter, r *http.Request) {
	missing := databaseLacks(r.Context(), p.store)
	if full := p.diskFull(); missing == "" && full != nil {
		missing = full.Error()
	}
	if missing != "" && r.Context().Err() == nil {
		http.Error(rw, missing, http.StatusServiceUnavailable)
		return
	}
	_, _ = rw.Write([]byte("ready\n"))
}
