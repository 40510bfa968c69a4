package store

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbupload "mentionary/ent/db/upload"
)

// DropUploads deletes uploads that were sent before a time and never used; those that an open job names are kept. It
// answers how many.
func (s *Store) DropUploads(ctx context.Context, before time.Time) (int, error) {
	var n int
	err := s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := tx.Job.Query().Where(dbjob.KindEQ(dbjob.KindUpload), dbjob.FinishedAtIsNil()).Select(dbjob.FieldUploadIds).All(ctx)
		if err != nil {
			return err
		}
		named := map[string]bool{}
		for _, j := range open {
			for _, key := range j.UploadIds {
				named[key] = true
			}
		}
		old, err := tx.Upload.Query().Where(dbupload.UsedAtIsNil(), dbupload.CreatedAtLT(before.UTC())).
			Select(dbupload.FieldID, dbupload.FieldKey).Limit(idChunk).All(ctx)
		if err != nil {
			return err
		}
		ids := make([]int, 0, len(old))
		for _, u := range old {
			if !named[u.Key] {
				ids = append(ids, u.ID)
			}
		}
		n, err = tx.Upload.Delete().Where(dbupload.IDIn(ids...)).Exec(ctx)
		return err
	})
	return n, err
}

// factWritten is the row that WriteCheck writes.
const factWritten = "health.written_at"

// WriteCheck writes one row: a full disk or a read-only database answers questions and is of no use.
func (s *Store) WriteCheck(ctx context.Context) error {
	return s.SetFact(ctx, factWritten, s.now().Format(time.RFC3339))
}
