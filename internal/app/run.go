package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/config"
	"mentionary/internal/engine"
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
	m := &machine{cfg: cfg, log: log, offAir: how.offAir}
	defer m.end()
	for _, begin := range []func(context.Context) error{m.claim, m.openData, m.openEngine, m.openWeb} {
		if err := begin(ctx); err != nil {
			return err
		}
	}
	m.instance.settled = m.parts.store.Rereading.Settled
	how.tell(m.instance)
	fmt.Fprintf(out, "Mentionary   %s\nWorkflows    %s\nDemo feeds   %s\nData         %s\n",
		cfg.Base(), m.parts.temporalAddress(), m.library.address(), cfg.DataDir)
	return together(ctx,
		func(ctx context.Context) error { return m.web.serve(ctx, m.listener) },
		func(ctx context.Context) error { return m.web.events.Run(ctx) },
		func(ctx context.Context) error { return m.parts.followNames(ctx) },
		func(ctx context.Context) error { return m.parts.work(ctx, m.engine) },
		func(ctx context.Context) error { return m.library.submit(ctx, m.parts.store, m.engine) },
		func(ctx context.Context) error { return m.parts.serveOps(ctx, m.engine) },
		func(ctx context.Context) error { return watch(ctx, m.server) },
		freeMemory)
}

// machine is everything in one process. Each of its steps needs what the one before began.
type machine struct {
	cfg      *config.Config
	log      *slog.Logger
	offAir   bool
	library  library
	parts    *parts
	listener net.Listener
	server   *embedded
	engine   *engine.Engine
	web      *web
	instance *instance
	ends     []func() // of what was begun
}

// end ends what was begun, the last first.
func (m *machine) end() {
	for _, end := range slices.Backward(m.ends) {
		end()
	}
}

func (m *machine) atEnd(end func()) { m.ends = append(m.ends, end) }

// claim makes the data folder and the ports this process's own.
func (m *machine) claim(ctx context.Context) error {
	release, err := lockFolder(m.cfg.DataDir)
	if err != nil {
		return err
	}
	m.atEnd(release)
	return portsFree(ctx, m.cfg)
}

// openData opens the demo library, which the outward doors must know, and the database in its present form.
func (m *machine) openData(ctx context.Context) (err error) {
	if m.library, err = startDemo(ctx, m.cfg); err != nil {
		return err
	}
	m.atEnd(m.library.close)
	if m.parts, err = newParts(ctx, m.cfg, m.log, m.library.origins()...); err != nil {
		return err
	}
	m.atEnd(m.parts.close)
	m.parts.offAir = m.offAir
	return m.parts.store.Migrate(ctx)
}

// openEngine takes the port of the web server, whose number the engine's pages are told, and starts the embedded Temporal.
func (m *machine) openEngine(ctx context.Context) (err error) {
	if m.listener, err = listen(ctx, m.cfg.Listen, "MENTIONARY_LISTEN"); err != nil {
		return err
	}
	m.atEnd(func() { _ = m.listener.Close() }) // the web server has closed it, unless it never began
	m.cfg.Listen.Port = portOf(m.listener)
	if m.server, err = startEmbedded(ctx, m.cfg, m.log, config.Database{}, temporalPath); err != nil {
		return err
	}
	m.atEnd(func() { closeEmbedded(ctx, m.server) })
	m.parts.temporalUI = m.server.UIAddress()
	var hangUp func()
	if m.engine, hangUp, err = m.parts.connect(ctx, m.server.Address()); err != nil {
		return err
	}
	m.atEnd(hangUp)
	return nil
}

// openWeb makes the web server and says where it is, for commands on this machine.
func (m *machine) openWeb(ctx context.Context) (err error) {
	if m.web, err = m.parts.newWeb(ctx, m.engine); err != nil {
		return err
	}
	if m.instance, err = announce(m.cfg, m.web.operator); err != nil {
		return err
	}
	m.atEnd(m.instance.remove)
	return nil
}

// together runs the parts of a process side by side. The first that fails ends the others.
func together(ctx context.Context, parts ...func(context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error { return part(ctx) })
	}
	return g.Wait()
}
