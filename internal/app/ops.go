package app

import (
	"context"
	"net/http"
	"time"

	"mentionary/internal/auth"
	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/telemetry"
)

// serveOps answers operators until ctx ends: metrics, and whether this process lives and can work. Without a configured
// address there is nothing to do.
func (p *parts) serveOps(ctx context.Context, e *engine.Engine) error {
	if p.cfg.Ops == (config.Address{}) {
		return nil
	}
	l, err := listen(ctx, p.cfg.Ops, "MENTIONARY_OPS_LISTEN")
	if err != nil {
		return err
	}
	namespace := p.cfg.Temporal.Namespace
	p.metrics.Watch(telemetry.State{
		QueueBacklog: func(ctx context.Context) (map[string]int, error) { return e.Backlog(ctx, namespace) },
		OpenJobs:     p.store.Jobs.OpenJobCounts, PoolInUse: p.store.PoolInUse,
	}, p.log)
	h := &http.Server{Handler: p.opsRoutes(), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	go func() {
		<-ctx.Done()
		_ = h.Close() // nothing here is worth waiting for
	}()
	if err := h.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}

// opsRoutes are the answers to operators. On this computer alone, only requests for this computer are answered, as on the
// web port: any site can point a name of its own here and read along.
func (p *parts) opsRoutes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", p.metrics.Handler())
	mux.HandleFunc("GET /healthz", alive)
	mux.HandleFunc("GET /readyz", p.ready)
	if p.cfg.Ops.Loopback() {
		return auth.LoopbackHosts(mux)
	}
	return mux
}
