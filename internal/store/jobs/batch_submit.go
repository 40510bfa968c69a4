package jobs

import (
	"context"
	"fmt"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbbatchitem "mentionary/ent/db/batchitem"
	dbjob "mentionary/ent/db/job"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// BatchNext is what the workflow of a batch may do next.
type BatchNext struct {
	Position  int // of the next line; 0: there is none
	Settled   int // lines that were tried
	Paused    bool
	Cancelled bool
}

// NextBatchLine returns which line of a batch comes next, and notes that its workflow has looked. A batch that is gone is
// taken for cancelled.
func (s *Store) NextBatchLine(ctx context.Context, batchID int) (BatchNext, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (n BatchNext, err error) {
		b, err := s.lockBatch(ctx, tx, batchID)
		if fault.Is(err, fault.NotFound) {
			return BatchNext{Cancelled: true}, nil
		}
		if err != nil {
			return n, err
		}
		if b.Unheard {
			if err := tx.Batch.UpdateOneID(batchID).SetUnheard(false).Exec(ctx); err != nil {
				return n, err
			}
		}
		if n.Paused, err = s.holdBatch(ctx, tx, b); err != nil {
			return n, err
		}
		n.Cancelled, n.Settled = b.State == work.BatchCancelled, b.LinesAccepted+b.LinesFailed
		next, err := tx.BatchItem.Query().Where(dbbatchitem.BatchID(batchID), dbbatchitem.StateEQ(work.LinePending)).
			Order(dbbatchitem.ByPosition()).First(ctx)
		if err == nil {
			n.Position = next.Position
		}
		return n, db.MaskNotFound(err)
	})
}

// batchJobKey is the key of the job that a line of a batch becomes: a second try is the same job.
func batchJobKey(batchKey string, position int) string {
	return fmt.Sprintf("%s-%d", batchKey, position)
}

// SubmitBatchLine makes a job of a line of a batch, or notes why it is none. The second result is false when there is no job:
// the line was refused, or the batch was paused, cancelled or deleted meanwhile, so that the line waits or is left alone.
//
// Idempotent: the job is keyed by batch and line, and both rows change in one transaction.
func (s *Store) SubmitBatchLine(ctx context.Context, batchID, position int) (JobRef, bool, error) {
	type submitted struct {
		job JobRef
		is  bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (submitted, error) {
		b, err := s.lockBatch(ctx, tx, batchID)
		if fault.Is(err, fault.NotFound) {
			return submitted{}, nil
		}
		if err != nil {
			return submitted{}, err
		}
		line, err := tx.BatchItem.Query().Where(dbbatchitem.BatchID(batchID), dbbatchitem.Position(position)).Only(ctx)
		if err != nil {
			return submitted{}, err
		}
		j, err := s.jobOfLine(ctx, tx, b, line)
		if err != nil || j == nil {
			return submitted{}, err
		}
		return submitted{job: RefWithUser(j), is: true}, nil
	})
	return out.job, out.is, err
}

// jobOfLine returns the job of a line, made when it is the line's turn; nil when there is none.
func (s *Store) jobOfLine(ctx context.Context, tx *db.Tx, b *db.Batch, line *db.BatchItem) (*db.Job, error) {
	if line.JobID != nil {
		j, err := tx.Job.Query().Where(dbjob.ID(*line.JobID)).WithUser().Only(ctx)
		return j, db.MaskNotFound(err)
	}
	if line.State != work.LinePending || !b.State.Open() {
		return nil, nil
	}
	if held, err := s.holdBatch(ctx, tx, b); err != nil || held {
		return nil, err
	}
	ref, err := source.Recognize(line.Input)
	if err != nil {
		f := fault.Of(err)
		return nil, s.settleLine(ctx, tx, b, line, func(u *db.BatchItemUpdateOne) {
			u.SetState(work.LineFailed).SetErrorClass(string(f.Kind)).SetErrorText(database.Clip(f.Sentence, maxErrorText))
		})
	}
	now := s.Now()
	j, err := tx.Job.Create().SetKey(batchJobKey(b.Key, line.Position)).SetNillableUserID(b.UserID).SetKind(ref.Kind).
		SetInput(line.Input).SetRef(ref).SetSelection(selectionFor(b.Selection, ref.Kind)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	err = s.settleLine(ctx, tx, b, line, func(u *db.BatchItemUpdateOne) {
		u.SetState(work.LineAccepted).SetJobID(j.ID).SetKind(string(ref.Kind))
	})
	if err != nil {
		return nil, err
	}
	return tx.Job.Query().Where(dbjob.ID(j.ID)).WithUser().Only(ctx)
}

// maxErrorText is how many bytes of a sentence are kept with a line.
const maxErrorText = 500

// selectionFor is the selection of a line: that of the batch where the address has episodes to choose from, else the default.
func selectionFor(of media.Selection, kind media.InputKind) media.Selection {
	if of.Mode == "" || !kind.Collection() {
		return media.DefaultSelection(kind)
	}
	return of
}

// settleLine notes what came of a line and how far its batch is.
func (s *Store) settleLine(ctx context.Context, tx *db.Tx, b *db.Batch, line *db.BatchItem, change func(*db.BatchItemUpdateOne)) error {
	u := tx.BatchItem.UpdateOneID(line.ID).SetChanged(b.Version + 1).SetFinishedAt(s.Now())
	change(u)
	if err := u.Exec(ctx); err != nil {
		return err
	}
	return s.refreshBatch(ctx, tx, b, func(u *db.BatchUpdateOne) { u.SetState(work.BatchRunning) })
}

// refreshBatch counts the lines of a batch that the transaction has locked, and gives it its next version.
func (s *Store) refreshBatch(ctx context.Context, tx *db.Tx, b *db.Batch, change func(*db.BatchUpdateOne)) error {
	var counts []struct {
		State work.LineState `json:"state"`
		Count int            `json:"count"`
	}
	err := tx.BatchItem.Query().Where(dbbatchitem.BatchID(b.ID)).GroupBy(dbbatchitem.FieldState).Aggregate(db.Count()).Scan(ctx, &counts)
	if err != nil {
		return err
	}
	u := tx.Batch.UpdateOneID(b.ID).SetUpdatedAt(s.Now()).SetVersion(b.Version + 1)
	for _, c := range counts {
		switch c.State {
		case work.LineAccepted:
			u.SetLinesAccepted(c.Count)
		case work.LineFailed:
			u.SetLinesFailed(c.Count)
		}
	}
	change(u)
	return u.Exec(ctx)
}

// BatchEnd is how a batch ended.
type BatchEnd struct {
	State            work.BatchState
	Accepted, Failed int
	Open             bool // there is still something to do: it has not ended
}

// CloseBatch notes that the workflow of a batch has nothing more to do, unless a line still waits.
//
// Idempotent: one that has ended stays as it is.
func (s *Store) CloseBatch(ctx context.Context, batchID int) (BatchEnd, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (BatchEnd, error) {
		b, err := s.lockBatch(ctx, tx, batchID)
		if fault.Is(err, fault.NotFound) {
			return BatchEnd{State: work.BatchCancelled}, nil
		}
		if err != nil {
			return BatchEnd{}, err
		}
		if b.FinishedAt == nil {
			waits, err := tx.BatchItem.Query().Where(dbbatchitem.BatchID(batchID), dbbatchitem.StateEQ(work.LinePending)).Exist(ctx)
			if err != nil || waits {
				return BatchEnd{Open: waits}, err
			}
			state := work.BatchCompleted
			if b.State == work.BatchCancelled {
				state = b.State
			}
			err = s.refreshBatch(ctx, tx, b, func(u *db.BatchUpdateOne) {
				u.SetState(state).SetPaused(false).SetUnheard(false).SetFinishedAt(s.Now())
			})
			if err != nil {
				return BatchEnd{}, err
			}
			if b, err = tx.Batch.Query().Where(dbbatch.ID(batchID)).Only(ctx); err != nil {
				return BatchEnd{}, err
			}
		}
		return BatchEnd{State: b.State, Accepted: b.LinesAccepted, Failed: b.LinesFailed}, nil
	})
}
