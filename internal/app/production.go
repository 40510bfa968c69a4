package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/config"
	"mentionary/internal/engine"
)

// Serve runs a web server beside PostgreSQL, a Temporal cluster and an identity provider until ctx ends. It comes up while
// the database is away or not migrated yet, serves pages and says what is missing; it accepts work while Temporal is away.
func Serve(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	return beside(ctx, cfg, log, func(ctx context.Context, p *parts, e *engine.Engine) error {
		listener, err := listen(ctx, cfg.Listen, "MENTIONARY_LISTEN")
		if err != nil {
			return err
		}
		f, err := p.newFront()
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		fmt.Fprintf(out, "Mentionary  %s\n", cfg.Base())
		g, ctx := errgroup.WithContext(ctx)
		g.Go(func() error {
			return (&server{handler: f, endStreams: f.endStreams, drain: cfg.DrainTime()}).serve(ctx, listener)
		})
		g.Go(func() error { return f.complete(ctx, e, out) })
		return g.Wait()
	})
}

// Worker runs workers and the reconciler beside PostgreSQL and a Temporal cluster until ctx ends. It waits for both.
func Worker(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	return beside(ctx, cfg, log, func(ctx context.Context, p *parts, e *engine.Engine) error {
		if !awaitDatabase(ctx, p.store, log, func(string) {}) || !awaitEngine(ctx, e, cfg.Temporal.Namespace, log) {
			return nil
		}
		g, ctx := errgroup.WithContext(ctx)
		g.Go(func() error { return e.Reconcile(ctx, cfg.Temporal.Namespace) })
		g.Go(func() error { return p.keepHouse(ctx) })
		g.Go(func() error {
			fmt.Fprintln(out, "Mentionary worker is at work")
			return p.work(ctx, e)
		})
		return g.Wait()
	})
}

// awaitEngine waits until Temporal answers and its namespace has our search attributes; false when ctx ended first. A
// cluster that does not let us look is believed.
func awaitEngine(ctx context.Context, e *engine.Engine, namespace string, log *slog.Logger) bool {
	said := ""
	return await(ctx, func() bool {
		missing, err := e.MissingAttributes(ctx, namespace)
		why := ""
		switch {
		case engine.NotAllowed(err):
			return true
		case err != nil:
			why = err.Error()
		case len(missing) > 0:
			why = fmt.Sprintf("the namespace %s lacks the search attributes %s: run “mentionary migrate”", namespace, strings.Join(missing, ", "))
		}
		if why != "" && why != said {
			log.Warn("waiting for Temporal", "missing", why)
		}
		said = why
		return why == ""
	})
}

// beside opens what serve and worker share and hands it to the part.
func beside(ctx context.Context, cfg *config.Config, log *slog.Logger, part func(context.Context, *parts, *engine.Engine) error) error {
	p, err := newParts(ctx, cfg, log, cfg.Database)
	if err != nil {
		return err
	}
	defer p.close()
	client, err := p.dial(cfg.Temporal.Address)
	if err != nil {
		return err
	}
	defer client.Close()
	stopTraces, err := p.startTraces(ctx)
	if err != nil {
		return err
	}
	defer stopTraces()
	e := engine.New(client, p.store, time.Now, log)
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return p.serveOps(ctx, e) })
	g.Go(func() error { return part(ctx, p, e) })
	return g.Wait()
}
