//go:build !slim

package temporal

import (
	"net"
	"net/netip"
	"net/url"
	"strings"

	"go.temporal.io/server/common/config"
	tlog "go.temporal.io/server/common/log"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/postgresql"
	"go.temporal.io/server/tools/common/schema"
	toolsql "go.temporal.io/server/tools/sql"

	"mentionary/internal/fault"
)

// The databases of the server beside the one the address names, and where the server keeps their versioned schemas.
const (
	mainDatabase       = "mentionary_temporal"
	visibilityDatabase = "mentionary_temporal_visibility"

	mainSchema       = "postgresql/v12/temporal"
	visibilitySchema = "postgresql/v12/visibility"

	maxConnections = 10 // each of the four services has its own pool for each database
)

// openPostgres creates the two databases when missing, brings their schemas to the server's version and returns their settings.
func openPostgres(o Options) (config.Persistence, error) {
	address, err := parsePostgres(o.Database)
	if err != nil {
		return config.Persistence{}, err
	}
	failure := newFailure()
	log := newLogger(o.Logger, failure)
	store := func(database, schemaName string) (config.DataStore, error) {
		cfg := address
		cfg.DatabaseName = database
		err := failure.guard(func() error { return prepareDatabase(cfg, address.DatabaseName, schemaName, log) })
		if err != nil {
			return config.DataStore{}, fault.Wrap(fault.Unavailable, err,
				"The PostgreSQL database "+database+" of the embedded Temporal server cannot be prepared. Check the address and that the user may "+
					"create databases.").WithField("database")
		}
		return config.DataStore{SQL: &cfg}, nil
	}
	main, err := store(mainDatabase, mainSchema)
	if err != nil {
		return config.Persistence{}, err
	}
	visibility, err := store(visibilityDatabase, visibilitySchema)
	return persistence(main, visibility), err
}

// parsePostgres reads a postgres:// address. Faults never repeat it: it holds the password.
func parsePostgres(address string) (config.SQL, error) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") || u.Hostname() == "" || u.User.Username() == "" {
		return config.SQL{}, fault.New(fault.BadInput,
			"The database of the embedded Temporal server must be an address such as postgres://user:password@host:5432/postgres.").
			WithField("database")
	}
	port := u.Port()
	if port == "" {
		port = "5432"
	}
	password, _ := u.User.Password()
	cfg := config.SQL{
		PluginName: postgresql.PluginNamePGX, ConnectProtocol: "tcp", ConnectAddr: net.JoinHostPort(u.Hostname(), port),
		User: url.User(u.User.Username()).String(), Password: password, DatabaseName: strings.TrimPrefix(u.Path, "/"),
		MaxConns: maxConnections, MaxIdleConns: maxConnections, ConnectAttributes: map[string]string{},
	}
	if cfg.DatabaseName == "" {
		cfg.DatabaseName = "postgres"
	}
	for name, values := range u.Query() {
		cfg.ConnectAttributes[name] = values[0]
	}
	if !onThisMachine(u.Hostname()) && cfg.ConnectAttributes["sslmode"] != "verify-full" {
		return config.SQL{}, fault.New(fault.BadInput,
			"A PostgreSQL server on another machine must be reached encrypted: add sslmode=verify-full to its address.").WithField("database")
	}
	return cfg, nil
}

func onThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// prepareDatabase creates cfg's database through maintenance when it cannot be reached, and applies the schema versions it lacks.
func prepareDatabase(cfg config.SQL, maintenance, schemaName string, log tlog.Logger) error {
	db, err := connect(cfg, log)
	if err != nil {
		creating := cfg
		if err := toolsql.DoCreateDatabase(&creating, maintenance, log); err != nil {
			return err
		}
		if db, err = connect(cfg, log); err != nil {
			return err
		}
	}
	defer db.Close()
	if err := schema.NewSetupSchemaTask(db, &schema.SetupConfig{InitialVersion: "0.0"}, log).Run(); err != nil {
		return err
	}
	return schema.NewUpdateSchemaTask(db, &schema.UpdateConfig{DBName: cfg.DatabaseName, SchemaName: schemaName}, log).Run()
}

// connect opens a connection and proves that the database is there; opening alone does not.
func connect(cfg config.SQL, log tlog.Logger) (*toolsql.Connection, error) {
	db, err := toolsql.NewConnection(&cfg, tlog.NewNoopLogger())
	if err != nil {
		return nil, err
	}
	if err := db.Exec("SELECT 1"); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}
