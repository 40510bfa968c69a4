package store

import (
	"context"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
)

// JobItems lists the lines of a job in their order, with the number of all.
func (s *Store) JobItems(ctx context.Context, jobID, limit, offset int) ([]*JobItem, int, error) {
	var rows []*JobItem
	var total int
	err := s.read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.JobItem.Query().Where(dbitem.JobID(jobID))
		var err error
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		rows, err = q.Order(dbitem.ByPosition(), dbitem.ByID()).Limit(pageSize(limit)).Offset(offset).All(ctx)
		return err
	})
	return rows, total, err
}
