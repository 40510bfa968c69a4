package jobs

import (
	"context"
	"slices"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbbatchitem "mentionary/ent/db/batchitem"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// BatchRef names a batch and its workflow.
type BatchRef struct {
	BatchID   int
	Key       string
	Submitter string // random public id of the submitter, "system" when nobody is
	Lines     int
}

// WorkflowID is the id of the batch's workflow.
func (r BatchRef) WorkflowID() string { return work.BatchWorkflowID(r.Key) }

// NewBatch is a list of addresses to be submitted. The caller has read the lines: each is recognized again when its turn comes.
type NewBatch struct {
	UserID         int
	Kind           work.BatchKind
	Title          string
	Lines          []string // as typed
	Selection      media.Selection
	IdempotencyKey string // empty: none
}

// maxBatchTitle is how many characters of a batch's title are kept.
const maxBatchTitle = 120

// CreateBatch writes a batch with its lines. The same idempotency key of the same person returns the first batch; the second
// result says whether this call made it. The key with other lines is a fault.Conflict.
func (s *Store) CreateBatch(ctx context.Context, by database.Actor, in NewBatch) (*db.Batch, bool, error) {
	type submitted struct {
		batch *db.Batch
		made  bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (submitted, error) {
		if err := s.lockUser(ctx, tx, in.UserID); err != nil {
			return submitted{}, err
		}
		former, err := sameBatch(ctx, tx, in)
		if err != nil || former != nil {
			return submitted{batch: former}, err
		}
		c := tx.Batch.Create().SetKey(database.RandomKey()).SetUserID(in.UserID)
		if in.IdempotencyKey != "" {
			c.SetIdempotencyKey(in.IdempotencyKey)
		}
		b, err := s.insertBatch(ctx, tx, c, in)
		if err != nil {
			return submitted{}, err
		}
		err = s.Audit(ctx, tx, by, "batch.start", batchObject(b.ID), nil, map[string]any{"kind": in.Kind, "lines": len(in.Lines)})
		return submitted{batch: b, made: true}, err
	})
	return out.batch, out.made, err
}

// batchObject is what the audit log calls a batch.
func batchObject(id int) string { return "batch/" + strconv.Itoa(id) }

// sameBatch returns the batch that the same submission made before, nil when there is none.
func sameBatch(ctx context.Context, tx *db.Tx, in NewBatch) (*db.Batch, error) {
	if in.IdempotencyKey == "" {
		return nil, nil
	}
	former, err := tx.Batch.Query().Where(dbbatch.UserID(in.UserID), dbbatch.IdempotencyKey(in.IdempotencyKey)).WithItems().Only(ctx)
	if err != nil {
		return nil, db.MaskNotFound(err)
	}
	items := former.Edges.Items
	slices.SortFunc(items, func(a, b *db.BatchItem) int { return a.Position - b.Position })
	same := former.Kind == in.Kind && former.Selection.Equal(in.Selection) && len(items) == len(in.Lines)
	for i := 0; same && i < len(items); i++ {
		same = items[i].Input == in.Lines[i]
	}
	if !same {
		return nil, fault.New(fault.Conflict, "This idempotency key was used for another batch. Please send a new key with a new one.").
			WithField("idempotencyKey")
	}
	return former, nil
}

// insertBatch completes the row of a batch and writes its lines.
func (s *Store) insertBatch(ctx context.Context, tx *db.Tx, c *db.BatchCreate, in NewBatch) (*db.Batch, error) {
	now := s.Now()
	b, err := c.SetKind(in.Kind).SetTitle(wording.Shorten(in.Title, maxBatchTitle)).SetSelection(in.Selection).
		SetLinesTotal(len(in.Lines)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]*db.BatchItemCreate, 0, len(in.Lines))
	for i, line := range in.Lines {
		rows = append(rows, tx.BatchItem.Create().SetBatchID(b.ID).SetPosition(i+1).SetInput(line))
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		if err := tx.BatchItem.CreateBulk(part...).Exec(ctx); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// BatchRow is a batch as lists show it.
type BatchRow struct {
	*db.Batch
	Submitter *db.User // nil: a recurring batch, or a deleted account
}

// Batch returns one batch.
func (s *Store) Batch(ctx context.Context, id int) (BatchRow, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (BatchRow, error) {
		b, err := tx.Batch.Get(ctx, id)
		if db.IsNotFound(err) {
			return BatchRow{}, noBatch()
		}
		if err != nil {
			return BatchRow{}, err
		}
		rows, err := withSubmitters(ctx, tx, []*db.Batch{b})
		if err != nil {
			return BatchRow{}, err
		}
		return rows[0], nil
	})
}

func noBatch() error { return fault.New(fault.NotFound, "There is no such batch.") }

// Batches lists batches, newest first, with the number of all that match. A recurringID other than 0 limits it to the runs of
// a recurring batch.
func (s *Store) Batches(ctx context.Context, recurringID, limit, offset int) ([]BatchRow, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]BatchRow, int, error) {
		q := tx.Batch.Query()
		if recurringID != 0 {
			q.Where(dbbatch.RecurringID(recurringID))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbbatch.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := withSubmitters(ctx, tx, rows)
		return out, total, err
	})
}

// withSubmitters completes batches with those who sent them.
func withSubmitters(ctx context.Context, tx *db.Tx, rows []*db.Batch) ([]BatchRow, error) {
	var ids []int
	for _, b := range rows {
		if b.UserID != nil {
			ids = append(ids, *b.UserID)
		}
	}
	users, err := usersByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]BatchRow, 0, len(rows))
	for _, b := range rows {
		row := BatchRow{Batch: b}
		if b.UserID != nil {
			row.Submitter = users[*b.UserID]
		}
		out = append(out, row)
	}
	return out, nil
}

func usersByID(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.User, error) {
	slices.Sort(ids)
	out := map[int]*db.User{}
	for part := range slices.Chunk(slices.Compact(ids), database.IDChunk) {
		users, err := tx.User.Query().Where(dbuser.IDIn(part...)).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, u := range users {
			out[u.ID] = u
		}
	}
	return out, nil
}

// BatchItems lists the lines of a batch in their order that changed after a version of it; 0 means all. There are never more
// than one batch may have.
func (s *Store) BatchItems(ctx context.Context, batchID, after int) ([]*db.BatchItem, error) {
	rows, err := s.RO.BatchItem.Query().Where(dbbatchitem.BatchID(batchID), dbbatchitem.ChangedGT(after)).
		Order(dbbatchitem.ByPosition()).All(ctx)
	return rows, s.Fault(err)
}

// lockBatch reads a batch for changing it.
func (s *Store) lockBatch(ctx context.Context, tx *db.Tx, id int) (*db.Batch, error) {
	b, err := ForUpdate(s.DB, tx.Batch.Query().Where(dbbatch.ID(id))).Only(ctx)
	if db.IsNotFound(err) {
		return nil, noBatch()
	}
	return b, err
}

// batchRef returns what the engine needs to address a batch's workflow.
func batchRef(ctx context.Context, tx *db.Tx, b *db.Batch) (BatchRef, error) {
	ref := BatchRef{BatchID: b.ID, Key: b.Key, Submitter: database.SystemSubmitter, Lines: b.LinesTotal}
	if b.UserID == nil {
		return ref, nil
	}
	u, err := tx.User.Query().Where(dbuser.ID(*b.UserID)).Only(ctx)
	if err == nil {
		ref.Submitter = u.PublicID
	}
	return ref, db.MaskNotFound(err)
}

// BatchRef returns what the engine needs to address a batch's workflow.
func (s *Store) BatchRef(ctx context.Context, id int) (BatchRef, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (BatchRef, error) {
		b, err := tx.Batch.Get(ctx, id)
		if err != nil {
			return BatchRef{}, err
		}
		return batchRef(ctx, tx, b)
	})
}
