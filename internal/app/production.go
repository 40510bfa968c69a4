package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"mentionary/internal/config"
	"mentionary/internal/engine"
)

// Serve runs a web server beside PostgreSQL, a Temporal cluster and an identity provider until ctx ends. It comes up while
// the database is away or not migrated yet, serves pages and says what is missing; it accepts work while Temporal is away.
func Serve(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	p, err := newParts(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer p.close()
	e, hangUp, err := p.connect(ctx, cfg.Temporal.Address.String())
	if err != nil {
		return err
	}
	defer hangUp()
	listener, err := listen(ctx, cfg.Listen, "MENTIONARY_LISTEN")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the web server has closed it, unless it never began
	f, err := p.newFront()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Mentionary  %s\n", cfg.Base())
	return together(ctx,
		func(ctx context.Context) error {
			return (&server{handler: f, endStreams: f.endStreams, drain: cfg.Drain}).serve(ctx, listener)
		},
		func(ctx context.Context) error { return f.complete(ctx, e, out) },
		func(ctx context.Context) error { return p.serveOps(ctx, e) })
}

// Worker runs workers and the reconciler beside PostgreSQL and a Temporal cluster until ctx ends. It waits for both.
func Worker(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	p, err := newParts(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer p.close()
	e, hangUp, err := p.connect(ctx, cfg.Temporal.Address.String())
	if err != nil {
		return err
	}
	defer hangUp()
	return together(ctx,
		func(ctx context.Context) error {
			if !awaitDatabase(ctx, p.store, log, func(string) {}) || !awaitEngine(ctx, e, cfg.Temporal.Namespace, log) {
				return nil
			}
			fmt.Fprintln(out, "Mentionary worker is at work")
			return p.work(ctx, e)
		},
		func(ctx context.Context) error { return p.serveOps(ctx, e) })
}

// awaitEngine waits until Temporal answers and its namespace has our search attributes; false when ctx ended first. A
// cluster that does not let us look is believed.
func awaitEngine(ctx context.Context, e *engine.Engine, namespace string, log *slog.Logger) bool {
	return awaitNothing(ctx, func() string {
		missing, err := e.MissingAttributes(ctx, namespace)
		switch {
		case engine.NotAllowed(err):
			return ""
		case err != nil:
			return err.Error()
		case len(missing) > 0:
			return fmt.Sprintf("the namespace %s lacks the search attributes %s: run “mentionary migrate”",
				namespace, strings.Join(missing, ", "))
		}
		return ""
	}, func(missing string) { log.Warn("waiting for Temporal", "missing", missing) })
}
