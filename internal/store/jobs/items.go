package jobs

import (
	"context"

	"mentionary/ent/db"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// JobItems lists the lines of a job in their order, with the number of all.
func (s *Store) JobItems(ctx context.Context, jobID, limit, offset int) ([]*db.JobItem, int, error) {
	type page struct {
		items []*db.JobItem
		total int
	}
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (p page, err error) {
		q := tx.JobItem.Query().Where(dbitem.JobID(jobID))
		if p.total, err = q.Clone().Count(ctx); err != nil {
			return p, err
		}
		p.items, err = q.Order(dbitem.ByPosition(), dbitem.ByID()).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		return p, err
	})
	return out.items, out.total, err
}

// AddItems stores one page of a job's listing; items it already has stay as they are. listed says that this was the
// last page. It returns how many items the job has now.
func (s *Store) AddItems(ctx context.Context, jobID int, items []NewItem, title, cursor string, listed bool) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		j, err := s.lockOpenJob(ctx, tx, jobID)
		if err != nil {
			return 0, err
		}
		return s.addItems(ctx, tx, j, items, title, cursor, listed)
	})
}

func (s *Store) addItems(
	ctx context.Context, tx *db.Tx, j *db.Job, items []NewItem, title, cursor string, listed bool,
) (total int, err error) {
	if err := s.insertItems(ctx, tx, j.ID, items); err != nil {
		return 0, err
	}
	u := tx.Job.UpdateOneID(j.ID).SetCursor(cursor).SetListed(listed).
		SetErrorClass("").SetErrorText("").SetAttempt(0).ClearNextAttemptAt()
	if j.Title == "" {
		setText(title, u.SetTitle)
	}
	if err := u.Exec(ctx); err != nil {
		return 0, err
	}
	if total, err = tx.JobItem.Query().Where(dbitem.JobID(j.ID)).Count(ctx); err != nil {
		return 0, err
	}
	return total, s.refreshJob(ctx, tx, j.ID)
}

// insertItems appends items to a job, each once.
func (s *Store) insertItems(ctx context.Context, tx *db.Tx, jobID int, items []NewItem) error {
	known, err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).Count(ctx)
	if err != nil {
		return err
	}
	now := s.Now()
	seen := map[string]bool{}
	var rows []*db.JobItemCreate
	for _, it := range items {
		key := itemKey(it.Ref)
		if seen[key] {
			continue
		}
		seen[key] = true
		rows = append(rows, tx.JobItem.Create().SetJobID(jobID).SetItemKey(key).SetPosition(known+len(rows)).
			SetRef(it.Ref).SetTitle(it.Title).SetUpdatedAt(now))
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.JobItem.CreateBulk(rows...).OnConflictColumns(dbitem.FieldJobID, dbitem.FieldItemKey).Ignore().Exec(ctx)
}

// itemKey is the natural key of an item inside its job.
func itemKey(r media.Ref) string { return string(r.Platform) + ":" + episodeExternalID(r) }
