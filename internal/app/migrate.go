package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/store/database"
)

// retention is how long closed workflows can be looked at in a namespace that we make.
const retention = 30 * 24 * time.Hour

// Migrate prepares what the program needs: permissions are checked, the database gets the newest schema, and beside
// PostgreSQL the namespace of the workflow engine gets its search attributes, unless databaseOnly. It is safe to run twice
// and from several processes, and refuses a database that is newer than the program.
func Migrate(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer, databaseOnly bool) error {
	p, err := newParts(ctx, cfg, log, databaseTarget(cfg))
	if err != nil {
		return err
	}
	defer p.close()
	if err := p.store.CheckPermissions(ctx); err != nil {
		return fmt.Errorf("the database cannot be migrated:\n%w", err)
	}
	if err := p.store.Migrate(ctx); err != nil {
		return err
	}
	state, err := p.store.SchemaState(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The database is up to date (schema version %d).\n", state.Version)
	if databaseOnly || !database.IsPostgres(cfg.Database) {
		return nil // the embedded server makes its own namespace
	}
	return p.prepareEngine(ctx, out)
}

func (p *parts) prepareEngine(ctx context.Context, out io.Writer) error {
	t := p.cfg.Temporal
	client, err := p.dial(t.Address)
	if err != nil {
		return err
	}
	defer client.Close()
	e := engine.New(client, p.store, time.Now, p.log)
	if err := e.Health(ctx); err != nil {
		return fmt.Errorf("the workflow engine at %s does not answer: %w; the database is ready; run migrate again when the engine is up, or with --database-only", t.Address, err)
	}
	if err := e.Prepare(ctx, t.Namespace, retention); err != nil {
		return err
	}
	fmt.Fprintf(out, "The namespace %s has the search attributes it needs.\n", t.Namespace)
	return nil
}
