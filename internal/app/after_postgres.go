package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"mentionary/internal/config"
	"mentionary/internal/engine"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// AfterPostgres makes a PostgreSQL database that pg_restore brought back fit for use: it verifies the schema and what the
// constraints promise, and notes that no workflow knows the open work. No other process may run on the database meanwhile.
//
// The namespace must be another one than that of the backed-up installation. Its workflows know a later state than the
// restored rows: where they have ended, the reconciler would take open work for ended by hand.
func AfterPostgres(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer) error {
	if !cfg.Database.Named() {
		return errors.New("--after-postgres is for databases on PostgreSQL: name yours in MENTIONARY_DATABASE, or restore a file made by " +
			"mentionary backup")
	}
	p, err := newParts(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer p.close()
	held, err := verifyPostgres(ctx, p.store)
	if err != nil {
		return forPeople(err)
	}
	e, hangUp, err := p.connect(ctx, cfg.Temporal.Address.String())
	if err != nil {
		return err
	}
	defer hangUp()
	if err := newNamespace(ctx, e, cfg.Temporal.Namespace); err != nil {
		return forPeople(err)
	}
	if err := p.store.Jobs.AfterRestore(ctx); err != nil {
		return forPeople(err)
	}
	fmt.Fprintf(out, "Verified  %s\nOpen work starts again from its rows when workers run. Everybody signs in again.\n",
		inventoryLine(held.Counts))
	return nil
}

func verifyPostgres(ctx context.Context, s *store.Store) (database.Inventory, error) {
	known, err := database.KnownSchemaVersion(s.Dialect())
	if err != nil {
		return database.Inventory{}, err
	}
	c, err := s.Condition(ctx)
	if err != nil {
		return database.Inventory{}, err
	}
	switch {
	case c.SchemaVersion == 0:
		return database.Inventory{}, fault.New(fault.Conflict, "The database is empty: restore the dump first, with pg_restore.")
	case c.SchemaVersion > known:
		return database.Inventory{}, fault.Newf(fault.Conflict,
			"The database was made by a newer program (schema version %d, this one knows %d): use that program or a newer one.",
			c.SchemaVersion, known)
	case c.SchemaVersion < known:
		return database.Inventory{}, fault.New(fault.Conflict, "The database is older than this program: run mentionary migrate first.")
	}
	if err := s.Verify(ctx); err != nil {
		return database.Inventory{}, err
	}
	return s.Inventory(ctx)
}

// newNamespace refuses the namespace that the rows come from.
func newNamespace(ctx context.Context, e *engine.Engine, namespace string) error {
	known, err := e.KnowsNamespace(ctx, namespace)
	if err != nil {
		return err
	}
	if known {
		return fault.Newf(fault.Conflict, "The namespace %s of Temporal is the one of the backed-up installation. Its workflows know a later "+
			"state than the restored database. "+
			"Make a new namespace (docs/operations.md, Several machines), name it in MENTIONARY_TEMPORAL_NAMESPACE for all processes, and "+
			"try again.", namespace)
	}
	return nil
}
