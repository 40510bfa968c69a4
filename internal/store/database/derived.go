package database

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
)

// derived are objects that a database has beside its tables: what search needs, the indexes of lists, the totals, the feed of known names,
// what was spent of each day. They are no part of the migrations: SQLite's are virtual tables and triggers, and what they are made from can
// always be read again. They stand in the way of migrations of the tables that they belong to, so that each migration makes them anew.
type derived struct {
	fact         string // keeps which ones the database has
	create, drop []string
}

// derivedLock keeps two processes from making them at the same time (PostgreSQL).
const derivedLock = 7_316_402_118

func (d *DB) derived(trigrams bool) []derived {
	lists, totals, known, spent := d.listIndexes(), d.totalsObjects(), d.knownChanges(), d.spentObjects()
	return []derived{
		{"search objects", d.searchStatements(trigrams), d.dropStatements()},
		{"list indexes", lists.create, lists.drop},
		{"totals", totals.create, totals.drop},
		{"known changes", known.create, known.drop},
		{"spent", spent.create, spent.drop},
	}
}

// createDerived makes the objects and fills them, unless the database has the very same ones.
func (d *DB) createDerived(ctx context.Context) error {
	if d.Postgres() {
		// Only owners of the database may create extensions; without it search has no typos and no index for substrings.
		if _, err := d.rwDB.ExecContext(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm"); err != nil {
			d.Log.Warn("the extension pg_trgm cannot be created: search finds no misspelled channels and episodes", "error", err)
		}
	}
	trigrams, err := d.HasTrigrams(ctx)
	if err != nil {
		return d.Fault(err)
	}
	for _, o := range d.derived(trigrams) {
		if err := d.createOnce(ctx, o); err != nil {
			return err
		}
	}
	return nil
}

func (d *DB) createOnce(ctx context.Context, o derived) error {
	sum := sha256.Sum256([]byte(strings.Join(o.create, ";")))
	version := hex.EncodeToString(sum[:8])
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if d.Postgres() {
			if err := d.Exec(ctx, tx, "SELECT pg_advisory_xact_lock(?)", derivedLock); err != nil {
				return err
			}
		}
		have, err := tx.Installation.Query().Where(installation.Name(o.fact)).All(ctx)
		if err != nil || len(have) == 1 && have[0].Value == version {
			return err
		}
		if err := d.runAll(ctx, tx, slices.Concat(o.drop, o.create)); err != nil {
			return err
		}
		return tx.Installation.Create().SetName(o.fact).SetValue(version).SetUpdatedAt(d.Now()).
			OnConflictColumns(installation.FieldName).UpdateNewValues().Exec(ctx)
	})
}

// dropDerived removes the objects before a migration.
func (d *DB) dropDerived(ctx context.Context) error {
	migrated, err := d.hasTable(ctx, "installations")
	if err != nil || !migrated {
		return err
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, o := range d.derived(true) {
			if err := d.runAll(ctx, tx, append(o.drop, "DELETE FROM installations WHERE name = '"+o.fact+"'")); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *DB) runAll(ctx context.Context, tx *db.Tx, statements []string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
