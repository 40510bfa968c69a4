package database

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/wording"
)

// foldNames is the hook that folds a name or title when it is written.
func foldNames(next db.Mutator) db.Mutator {
	return db.MutateFunc(func(ctx context.Context, m db.Mutation) (db.Value, error) {
		if named, ok := m.(interface{ SetFolded(folded string) }); ok {
			name, set := "", false
			switch m := m.(type) {
			case interface{ Name() (string, bool) }:
				name, set = m.Name()
			case interface{ Title() (string, bool) }:
				name, set = m.Title()
			}
			if set {
				named.SetFolded(wording.Fold(name))
			}
		}
		return next.Mutate(ctx, m)
	})
}

// factFolded is the fact that keeps how the names of the database are folded.
const factFolded, foldVersion = "names folded", "1"

// foldAtOnce is how many names one transaction folds.
const foldAtOnce = 2000

// foldOnce folds the names that former releases stored. It is no change that anybody sees, so that the version of the catalogue stays.
func (d *DB) foldOnce(ctx context.Context) error {
	done, err := d.Fact(ctx, factFolded)
	if err != nil || done == foldVersion {
		return err
	}
	for _, t := range searchTables() {
		if t.UnspacedOnly {
			continue
		}
		err := d.packAll(ctx, func(ctx context.Context, tx *db.Tx, after int) (last int, err error) {
			rows, err := Query[struct {
				ID     int    `sql:"id"`
				Name   string `sql:"name"`
				Folded string `sql:"folded"`
			}](ctx, d, tx, "SELECT id, "+t.Inside+" AS name, folded FROM "+t.Table+" WHERE id > ? ORDER BY id LIMIT ?", after, foldAtOnce)
			for _, r := range rows {
				last = r.ID
				if folded := wording.Fold(r.Name); folded != r.Folded {
					if err := d.Exec(ctx, tx, "UPDATE "+t.Table+" SET folded = ? WHERE id = ?", folded, r.ID); err != nil {
						return 0, err
					}
				}
			}
			return last, err
		})
		if err != nil {
			return err
		}
	}
	return d.SetFact(ctx, factFolded, foldVersion)
}
