package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"time"

	"mentionary/internal/auth"
	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/telemetry"
)

func newMetrics(c *config.Config) *telemetry.Metrics {
	return telemetry.NewMetrics(Version, Variant, telemetry.Prices{
		Prompt: config.Price(c.Model.PromptPrice), Cached: config.Price(c.Model.CachedPrice), Completion: config.Price(c.Model.CompletionPrice),
	})
}

// startTraces sends traces to the configured collector; stop sends what is left.
func (p *parts) startTraces(ctx context.Context) (stop func(), err error) {
	end, err := telemetry.StartTraces(ctx, p.cfg.Traces, Version, p.out.Operator())
	if err != nil {
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
		defer cancel()
		if err := end(ctx); err != nil {
			p.log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

// serveOps answers operators until ctx ends: metrics, and whether this process lives and can work. Without a configured
// address there is nothing to do.
func (p *parts) serveOps(ctx context.Context, e *engine.Engine) error {
	if p.cfg.Ops == "" {
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
	host, _, _ := net.SplitHostPort(p.cfg.Ops) // Validate has read it
	if ip, err := netip.ParseAddr(host); host == "localhost" || err == nil && ip.IsLoopback() {
		return auth.LoopbackHosts(mux)
	}
	return mux
}
