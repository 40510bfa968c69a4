package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/config"
	"mentionary/internal/engine"
)

// Serve runs a web server beside PostgreSQL, a Temporal cluster and an identity provider until ctx ends. It comes up and
// accepts work while Temporal is away.
func Serve(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	return beside(ctx, cfg, log, func(ctx context.Context, p *parts, e *engine.Engine) error {
		listener, err := listen(ctx, cfg.Listen)
		if err != nil {
			return err
		}
		w, err := p.newWeb(ctx, e)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "Mentionary  %s\n", cfg.Base())
		if err := p.offerFirstAdmin(ctx, out); err != nil {
			return err
		}
		return w.serve(ctx, listener)
	})
}

// Worker runs workers and the reconciler beside PostgreSQL and a Temporal cluster until ctx ends. It waits for Temporal.
func Worker(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	return beside(ctx, cfg, log, func(ctx context.Context, p *parts, e *engine.Engine) error {
		g, ctx := errgroup.WithContext(ctx)
		g.Go(func() error { return e.Reconcile(ctx, cfg.Temporal.Namespace) })
		g.Go(func() error { return p.keepHouse(ctx) })
		g.Go(func() error {
			if !awaitEngine(ctx, e, log) {
				return nil
			}
			fmt.Fprintln(out, "Mentionary worker is at work")
			return p.work(ctx, e)
		})
		return g.Wait()
	})
}

// awaitEngine waits until Temporal answers; false when ctx ended first.
func awaitEngine(ctx context.Context, e *engine.Engine, log *slog.Logger) bool {
	t := time.NewTicker(2 * time.Second)
	defer t.Stop()
	for {
		err := e.Health(ctx)
		if err == nil {
			return true
		}
		log.Warn("Temporal does not answer yet", "error", err)
		select {
		case <-ctx.Done():
			return false
		case <-t.C:
		}
	}
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
	return part(ctx, p, engine.New(client, p.store, time.Now, log))
}

// Migrate prepares the database. It is safe to run twice and from several processes.
func Migrate(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	p, err := newParts(ctx, cfg, log, database(cfg))
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.store.Migrate(ctx); err != nil {
		return err
	}
	fmt.Fprintln(out, "The database is up to date.")
	return nil
}
