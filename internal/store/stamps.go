package store

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/ent/db/stamp"
)

// StampCatalogue is the scope of everything public: channels, episodes, entities, mentions.
const StampCatalogue = "catalogue"

// raise raises the version of everything public. It is the last statement of a writing transaction: on PostgreSQL the row stays
// locked until the commit.
func (s *Store) raise(ctx context.Context, tx *db.Tx) error {
	return tx.Stamp.Create().SetScope(StampCatalogue).SetVersion(1).
		OnConflict(sql.ConflictColumns(stamp.FieldScope), sql.ResolveWith(func(u *sql.UpdateSet) { u.Add(stamp.FieldVersion, 1) })).
		Exec(ctx)
}

// CatalogueVersion answers the version of everything public: it grows with each committed change.
func (s *Store) CatalogueVersion(ctx context.Context) (int64, error) {
	row, err := s.ro.Stamp.Query().Where(stamp.Scope(StampCatalogue)).Only(ctx)
	if db.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, s.fault(err)
	}
	return row.Version, nil
}
