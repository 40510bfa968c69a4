package jobs

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbattempt "mentionary/ent/db/attempt"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// keptAttempts is how many attempts of a run are kept, the newest.
const keptAttempts = 500

// Attempt is one try of an activity of a run.
type Attempt struct {
	RunID     int
	Execution string // the engine's own id of the activity
	Number    int    // from 1
	Stage     work.Stage
	Chunk     *int
	Scheduled time.Time
	Started   time.Time
	Ended     time.Time // zero: it has begun
	Class     string    // of its failure
	Text      string
	RetryAt   time.Time // zero: it is not tried again
}

// SaveAttempt writes how a try of an activity began or ended, and wakes those who look at its run. The run may have ended:
// nothing is decided by attempts.
//
// Idempotent: attempts are keyed by run, activity and number.
func (s *Store) SaveAttempt(ctx context.Context, a Attempt) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Run.Update().Where(dbrun.ID(a.RunID)).SetUpdatedAt(s.Now()).AddVersion(1).Save(ctx)
		if err != nil || n == 0 { // the run went with its episode
			return err
		}
		c := tx.Attempt.Create().SetRunID(a.RunID).SetExecution(a.Execution).SetAttempt(a.Number).SetStage(a.Stage).
			SetNillableChunk(a.Chunk).SetErrorClass(a.Class).SetText(database.Clip(a.Text, 500)).
			SetScheduledAt(micros(a.Scheduled)).SetStartedAt(micros(a.Started))
		if !a.Ended.IsZero() {
			c.SetEndedAt(micros(a.Ended))
		}
		if !a.RetryAt.IsZero() {
			c.SetRetryAt(micros(a.RetryAt))
		}
		err = c.OnConflictColumns(dbattempt.FieldRunID, dbattempt.FieldExecution, dbattempt.FieldAttempt).UpdateNewValues().Exec(ctx)
		if err != nil {
			return err
		}
		return dropOldAttempts(ctx, tx, a.RunID)
	})
}

func micros(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// dropOldAttempts leaves the newest of a run.
func dropOldAttempts(ctx context.Context, tx *db.Tx, runID int) error {
	beyond, err := tx.Attempt.Query().Where(dbattempt.RunID(runID)).
		Order(dbattempt.ByStartedAt(sql.OrderDesc()), dbattempt.ByID(sql.OrderDesc())).Offset(keptAttempts).Limit(database.BulkRows).IDs(ctx)
	if err != nil || len(beyond) == 0 {
		return err
	}
	_, err = tx.Attempt.Delete().Where(dbattempt.IDIn(beyond...)).Exec(ctx)
	return err
}

// DropAttempts deletes what began before the given time, and returns how many that were.
func (s *Store) DropAttempts(ctx context.Context, before time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return tx.Attempt.Delete().Where(dbattempt.StartedAtLT(micros(before))).Exec(ctx)
	})
}
