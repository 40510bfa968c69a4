package jobs

import (
	"context"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/store/database"
)

// JobItems lists the lines of a job in their order, with the number of all.
func (s *Store) JobItems(ctx context.Context, jobID, limit, offset int) ([]*db.JobItem, int, error) {
	var rows []*db.JobItem
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.JobItem.Query().Where(dbitem.JobID(jobID))
		var err error
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		rows, err = q.Order(dbitem.ByPosition(), dbitem.ByID()).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		return err
	})
	return rows, total, err
}
