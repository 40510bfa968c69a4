package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/config"
)

// Run starts everything on one machine and serves until ctx ends: database, embedded Temporal and its pages, sign-in,
// web server, workers and the demo library. It prints the addresses to out when the first page can be asked for.
func Run(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	return run(ctx, cfg, log, out, starting{tell: func(*instance) {}})
}

// starting says how an instance is started.
type starting struct {
	tell   func(*instance) // hears how it can be reached when it can
	offAir bool            // it asks nobody about links and pictures
}

// run is Run for an instance that is started in one's own way.
func run(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer, how starting) error {
	release, err := lockFolder(cfg.DataDir)
	if err != nil {
		return err
	}
	defer release()
	if err := portsFree(ctx, cfg); err != nil {
		return err
	}
	library, err := startDemo(ctx, cfg)
	if err != nil {
		return err
	}
	defer library.close()
	p, err := newParts(ctx, cfg, log, library.origins()...)
	if err != nil {
		return err
	}
	defer p.close()
	p.offAir = how.offAir
	if err := p.store.Migrate(ctx); err != nil {
		return err
	}
	listener, err := listen(ctx, cfg.Listen, "MENTIONARY_LISTEN")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the web server has closed it, unless it never began
	cfg.Listen.Port = portOf(listener)
	server, err := startEmbedded(ctx, cfg, log, config.Database{}, temporalPath)
	if err != nil {
		return err
	}
	defer closeEmbedded(ctx, server)
	e, hangUp, err := p.connect(ctx, server.Address())
	if err != nil {
		return err
	}
	defer hangUp()
	p.temporalUI = server.UIAddress()
	w, err := p.newWeb(ctx, e)
	if err != nil {
		return err
	}
	instance, err := announce(cfg, w.operator)
	if err != nil {
		return err
	}
	defer instance.remove()
	how.tell(instance)
	fmt.Fprintf(out, "Mentionary   %s\nWorkflows    %s\nDemo feeds   %s\nData         %s\n",
		cfg.Base(), p.temporalAddress(), library.address(), cfg.DataDir)
	return together(ctx,
		func(ctx context.Context) error { return w.serve(ctx, listener) },
		func(ctx context.Context) error { return w.events.Run(ctx) },
		func(ctx context.Context) error { return p.work(ctx, e) },
		func(ctx context.Context) error { return library.submit(ctx, p.store, e) },
		func(ctx context.Context) error { return p.serveOps(ctx, e) },
		func(ctx context.Context) error { return watch(ctx, server) },
		freeMemory)
}

// together runs the parts of a process side by side. The first that fails ends the others.
func together(ctx context.Context, parts ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error { return part(ctx) })
	}
	return g.Wait()
}
