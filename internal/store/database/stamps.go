package database

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/ent/db/stamp"
)

// scopeCatalogue is the scope of everything public: channels, episodes, entities, mentions.
const scopeCatalogue = "catalogue"

// public are the tables whose rows visitors or readers see: a transaction that changes one of them through ent raises
// the version by itself.
var public = []string{
	db.TypeChannel, db.TypeEpisode, db.TypeTranscript, db.TypePassage, db.TypeChapter, db.TypeEntity, db.TypeAlias, db.TypeMention,
	db.TypeEpisodeEntity, db.TypeChannelEntity, db.TypeLink, db.TypeEdition,
}

// touched is what one writing transaction did to the public tables.
type touched struct{ changed, raised bool }

type touchedKey struct{}

// notePublic is the hook that sees every change through ent.
func notePublic(next db.Mutator) db.Mutator {
	return db.MutateFunc(func(ctx context.Context, m db.Mutation) (db.Value, error) {
		if t, ok := ctx.Value(touchedKey{}).(*touched); ok && slices.Contains(public, m.Type()) {
			t.changed = true
		}
		return next.Mutate(ctx, m)
	})
}

// Raise raises the version of everything public, once a transaction. It comes last: on PostgreSQL the row stays locked
// until the commit. Writes call it themselves only when they change public rows by statements of their own.
func (d *DB) Raise(ctx context.Context, tx *db.Tx) error {
	if t, ok := ctx.Value(touchedKey{}).(*touched); ok {
		if t.raised {
			return nil
		}
		t.raised = true
	}
	return tx.Stamp.Create().SetScope(scopeCatalogue).SetVersion(1).
		OnConflict(sql.ConflictColumns(stamp.FieldScope), sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(stamp.FieldVersion, 1) })).
		Exec(ctx)
}

// CatalogueVersion returns the version of everything public: it grows with each committed change.
func (d *DB) CatalogueVersion(ctx context.Context) (int64, error) {
	version, err := stampVersion(ctx, d.RO.Stamp, scopeCatalogue)
	return version, d.Fault(err)
}

// CatalogueVersionIn is CatalogueVersion as a transaction sees it.
func (d *DB) CatalogueVersionIn(ctx context.Context, tx *db.Tx) (int64, error) {
	return stampVersion(ctx, tx.Stamp, scopeCatalogue)
}

// stampVersion returns the version of a scope, 0 before there is one.
func stampVersion(ctx context.Context, stamps *db.StampClient, scope string) (int64, error) {
	row, err := stamps.Query().Where(stamp.Scope(scope)).Only(ctx)
	if db.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return row.Version, nil
}
