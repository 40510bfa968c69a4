package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/config"
	"mentionary/internal/devstack/demo"
	"mentionary/internal/engine"
	"mentionary/internal/store/database"
)

// Run starts everything on one machine and serves until ctx ends: database, embedded Temporal and its pages, sign-in,
// web server, workers and the demo library. It prints the addresses to out when the first page can be asked for.
func Run(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	release, err := lockFolder(cfg.DataDir)
	if err != nil {
		return err
	}
	defer release()
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	if err := portsFree(ctx, cfg); err != nil {
		return err
	}
	library, err := startDemo(ctx, cfg)
	if err != nil {
		return err
	}
	defer library.close()
	p, err := newParts(ctx, cfg, log, databaseTarget(cfg), library.origins()...)
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.store.Migrate(ctx); err != nil {
		return err
	}

	listener, err := listen(ctx, cfg.Listen, "MENTIONARY_LISTEN")
	if err != nil {
		return err
	}
	cfg.Listen = listener.Addr().String()
	server, err := (&engineParts{cfg: cfg, log: log, file: cfg.TemporalFile()}).startEmbedded(ctx)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer closeEmbedded(ctx, server)
	client, err := p.dial(server.Address())
	if err != nil {
		return err
	}
	defer client.Close()
	e := engine.New(client, p.store, time.Now, log)
	stopTraces, err := p.startTraces(ctx)
	if err != nil {
		return err
	}
	defer stopTraces()

	w, err := p.newWeb(ctx, e)
	if err != nil {
		return err
	}
	instance, err := announce(cfg, w.operator)
	if err != nil {
		return err
	}
	defer instance.remove()

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return w.serve(ctx, listener) })
	g.Go(func() error { return e.Reconcile(ctx, cfg.Temporal.Namespace) })
	g.Go(func() error { return p.work(ctx, e) })
	g.Go(func() error { return p.keepHouse(ctx) })
	g.Go(func() error { return library.submit(ctx, p.store, e) })
	g.Go(func() error { return watch(ctx, server) })
	g.Go(func() error { return p.serveOps(ctx, e) })
	g.Go(func() error { return giveBack(ctx) })
	fmt.Fprintf(out, "Mentionary   %s\nWorkflows    %s\nDemo feeds   %s\nData         %s\n",
		cfg.Base(), webAddress(server.UIAddress()), library.address(), cfg.DataDir)
	return g.Wait()
}

// database is where rows are kept: PostgreSQL when one is named, else the file in the data folder.
func databaseTarget(cfg *config.Config) string {
	if database.IsPostgres(cfg.Database) {
		return cfg.Database
	}
	return cfg.SQLite()
}

// watch ends with an error when the embedded server stops by itself.
func watch(ctx context.Context, s *embedded) error {
	select {
	case <-ctx.Done():
		return nil
	case <-s.Done():
		if ctx.Err() != nil {
			return nil
		}
		return errors.New("the embedded Temporal server stopped by itself")
	}
}

func closeEmbedded(ctx context.Context, s *embedded) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	_ = s.Close(ctx)
}

// library is the demo library, or nothing when it is switched off.
type library struct{ server *demo.Server }

func startDemo(ctx context.Context, cfg *config.Config) (library, error) {
	if !cfg.DemoOn() {
		return library{}, nil
	}
	s, err := demo.Start(ctx, cfg.DemoListen)
	return library{s}, err
}

func (l library) close() {
	if l.server != nil {
		_ = l.server.Close()
	}
}

func (l library) origins() []string {
	if l.server == nil {
		return nil
	}
	return []string{l.server.Base()}
}

func (l library) address() string {
	if l.server == nil {
		return "switched off"
	}
	return l.server.Base()
}
