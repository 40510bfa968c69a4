//go:build !slim

package temporal

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/dynamicconfig"
	"go.temporal.io/server/temporal"

	"mentionary/internal/fault"
)

// Defaults of Options.
const (
	DefaultAddress   = "127.0.0.1:7233"
	DefaultNamespace = "mentionary"
	DefaultRetention = 30 * 24 * time.Hour

	minRetention  = time.Hour // the server refuses less
	startAttempts = 5         // another program may take a port between choosing and binding it
)

// Options say where the server keeps its data and where it listens.
type Options struct {
	// File is the SQLite file; its folder must exist. Beside it lie File-wal, File-shm and File.schema.
	File string
	// Database is a PostgreSQL address (postgres://user:password@host/name?sslmode=...) used instead of File. The server
	// makes its own databases mentionary_temporal and mentionary_temporal_visibility there; the named one is only used to
	// create them. On another host sslmode=verify-full is required.
	Database string

	// Address is where clients connect, a loopback address; port 0 means a free port. Empty means DefaultAddress.
	Address string
	// UIAddress is where the web interface listens, a loopback address; port 0 means a free port. Empty means none.
	UIAddress string
	// UIPublicPath is the path under which a reverse proxy shows the web interface, such as /admin/temporal. The pages
	// then carry no content policy of their own: the proxy must set one.
	UIPublicPath string

	// Namespace is made when missing. Empty means DefaultNamespace.
	Namespace string
	// Retention is how long closed workflows can be looked at. 0 means DefaultRetention; at least one hour.
	Retention time.Duration

	// Logger receives the server's warnings and errors. nil means slog.Default.
	Logger *slog.Logger
}

// checked returns o with its defaults, or a fault that names the wrong field.
func (o Options) checked() (Options, error) {
	if o.Address == "" {
		o.Address = DefaultAddress
	}
	if o.Namespace == "" {
		o.Namespace = DefaultNamespace
	}
	if o.Retention == 0 {
		o.Retention = DefaultRetention
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	switch {
	case o.File == "" && o.Database == "":
		return o, fault.New(fault.BadInput, "The embedded Temporal server needs a file or a PostgreSQL database to keep its data in.").
			WithField("file")
	case o.File != "" && o.Database != "":
		return o, fault.New(fault.BadInput, "Give the embedded Temporal server either a file or a PostgreSQL database, not both.").
			WithField("database")
	case o.Retention < minRetention:
		return o, fault.Newf(fault.BadInput, "The retention of workflows must be at least %s.", minRetention).WithField("retention")
	}
	var err error
	if o.Address, err = loopback(o.Address); err != nil {
		return o, err
	}
	if o.UIAddress != "" {
		if o.UIAddress, err = loopback(o.UIAddress); err != nil {
			return o, err
		}
		if o.UIPublicPath, err = publicPath(o.UIPublicPath); err != nil {
			return o, err
		}
	}
	return o, nil
}

// running is held by the one server of the process.
var running atomic.Bool

// Server is a running embedded server.
type Server struct {
	address, uiAddress, namespaceID string

	server  temporal.Server
	ui      *webUI
	failure *failure
	logs    *logger

	closing   sync.Once
	closed    chan struct{} // closed when the stop has finished
	stopError error         // readable once closed is
	done      chan struct{} // closed when the server is stopped or has failed
}

// Start starts the server and returns when its namespace answers. A file of another schema version is set aside and a new
// one begun, which changes NamespaceID. Faults: BadInput for wrong options, Conflict when the process already runs a
// server or a port is taken, Unavailable when the server or its database does not come up.
func Start(ctx context.Context, o Options) (*Server, error) {
	return start(ctx, o, tuning())
}

func start(ctx context.Context, o Options, settings dynamicconfig.StaticClient) (*Server, error) {
	o, err := o.checked()
	if err != nil {
		return nil, err
	}
	if !running.CompareAndSwap(false, true) {
		return nil, fault.New(fault.Conflict, "This process already runs an embedded Temporal server. Stop it before starting another one.")
	}
	s, err := open(ctx, o, settings)
	if err != nil {
		running.Store(false)
		return nil, err
	}
	return s, nil
}

func open(ctx context.Context, o Options, settings dynamicconfig.StaticClient) (*Server, error) {
	store, verify, err := openStore(o)
	if err != nil {
		return nil, err
	}
	s, err := launchOnFreePorts(o, store, settings)
	if err != nil {
		return nil, err
	}
	if err := verify(); err != nil {
		return nil, errors.Join(err, s.Close(context.WithoutCancel(ctx)))
	}
	if s.namespaceID, err = ensureNamespace(ctx, s.address, o); err != nil {
		return nil, errors.Join(err, s.Close(context.WithoutCancel(ctx)))
	}
	return s, nil
}

// openStore prepares the place for the data. verify is called on the running server and fails when the data would not
// survive a power cut.
func openStore(o Options) (store config.Persistence, verify func() error, err error) {
	if o.Database != "" {
		store, err = openPostgres(o)
		return store, func() error { return nil }, err
	}
	sql, err := openFile(o)
	if err != nil {
		return config.Persistence{}, nil, err
	}
	return persistence(config.DataStore{SQL: sql}, config.DataStore{SQL: sql}), func() error { return verifyDurable(sql) }, nil
}

// launchOnFreePorts starts the server, again on other ports when somebody took one of those chosen.
func launchOnFreePorts(o Options, store config.Persistence, settings dynamicconfig.StaticClient) (*Server, error) {
	for attempt := 1; ; attempt++ {
		chosen, err := choosePorts(o)
		if err != nil {
			return nil, err
		}
		s, err := launch(o, chosen, store, settings)
		if err == nil {
			return s, nil
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			return nil, fault.Wrap(fault.Unavailable, err, "The embedded Temporal server did not start; the log says why.")
		}
		if attempt == startAttempts {
			return nil, fault.Wrap(fault.Conflict, err,
				"The embedded Temporal server found no free port. Stop the program that uses its address, or choose another address.")
		}
	}
}

func launch(o Options, chosen ports, store config.Persistence, settings dynamicconfig.StaticClient) (*Server, error) {
	s := &Server{
		address: chosen.address(chosen.frontend), failure: newFailure(),
		closed: make(chan struct{}), done: make(chan struct{}),
	}
	s.logs = newLogger(o.Logger, s.failure)
	if err := s.build(chosen, store, settings); err != nil {
		return nil, err
	}
	if o.UIAddress != "" {
		s.uiAddress = chosen.address(chosen.ui)
		s.ui = startUI(o, chosen.ui, s.address)
	}
	if err := s.server.Start(); err != nil {
		return nil, errors.Join(err, s.failure.Err(), s.stop())
	}
	go s.watch()
	return s, nil
}

// build makes the server, which also binds its ports.
func (s *Server) build(chosen ports, store config.Persistence, settings dynamicconfig.StaticClient) error {
	return s.failure.guard(func() (err error) {
		cfg, hosts := serverConfig(chosen, store)
		s.server, err = temporal.NewServer(
			temporal.WithConfig(cfg), temporal.WithStaticHosts(hosts), temporal.ForServices(temporal.DefaultServices),
			temporal.WithDynamicConfigClient(settings), temporal.WithLogger(s.logs),
		)
		return err
	})
}

// watch closes Done when the server fails or has been closed.
func (s *Server) watch() {
	select {
	case <-s.failure.happened:
	case <-s.closed:
	}
	close(s.done)
}

// Address is where clients connect, host and port.
func (s *Server) Address() string { return s.address }

// UIAddress is where the web interface listens, host and port; empty when there is none.
func (s *Server) UIAddress() string { return s.uiAddress }

// NamespaceID is the id of the namespace in this store. Another id than last time means that the store is a new one.
func (s *Server) NamespaceID() string { return s.namespaceID }

// Done is closed when the server has been closed or can no longer work; Close is still needed in the second case.
func (s *Server) Done() <-chan struct{} { return s.done }

// Err says why the server can no longer work; nil while it can or after an ordinary Close.
func (s *Server) Err() error { return s.failure.Err() }

// Close stops the server and its web interface and waits for it until ctx ends. Later calls wait for the first one.
func (s *Server) Close(ctx context.Context) error {
	s.closing.Do(func() {
		go func() {
			s.stopError = s.stop()
			running.Store(false)
			close(s.closed)
		}()
	})
	select {
	case <-s.closed:
		return s.stopError
	case <-ctx.Done():
		return fault.Wrap(fault.Unavailable, ctx.Err(), "The embedded Temporal server did not stop in time.")
	}
}

func (s *Server) stop() error {
	s.logs.mute() // parts that lose each other while stopping complain loudly
	if s.ui != nil {
		s.ui.stop()
	}
	return s.server.Stop()
}
