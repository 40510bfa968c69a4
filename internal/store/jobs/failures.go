package jobs

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// FailureNote is an episode that could not be analyzed, or a job whose input could not be listed.
type FailureNote struct {
	JobID *int      `sql:"job_id"` // the first that wanted it; nobody's when it is gone
	Title string    `sql:"title"`  // of the episode; of the job, else its input
	Stage string    `sql:"stage"`  // where it ended; empty: while the input was listed
	Class string    `sql:"class"`
	Text  string    `sql:"text"`
	At    time.Time `sql:"at"`
}

// Failures lists the latest failures, the newest first, whoever's they are. Runs and jobs are found by their state, newest
// change first: neither table is walked.
func (s *Store) Failures(ctx context.Context, limit int) ([]FailureNote, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]FailureNote, error) {
		runs, err := database.Query[FailureNote](ctx, s.DB, tx, `SELECT
			(SELECT MIN(i.job_id) FROM job_items i WHERE i.run_id = r.id) AS job_id, e.title AS title,
			COALESCE((SELECT MIN(t.stage) FROM run_steps t WHERE t.run_id = r.id AND t.state = ?), '') AS stage,
			r.error_class AS class, r.error_text AS text, r.updated_at AS at
			FROM runs r JOIN episodes e ON e.id = r.episode_id WHERE r.state = ? ORDER BY r.updated_at DESC LIMIT ?`,
			string(work.StepFailed), string(work.RunFailed), limit)
		if err != nil {
			return nil, err
		}
		jobs, err := database.Query[FailureNote](ctx, s.DB, tx, `SELECT j.id AS job_id, COALESCE(NULLIF(j.title, ''), j.input) AS title,
			'' AS stage, j.error_class AS class, j.error_text AS text, j.updated_at AS at
			FROM jobs j WHERE j.state = ? AND j.error_class <> '' ORDER BY j.updated_at DESC LIMIT ?`, string(work.Failed), limit)
		all := append(runs, jobs...)
		slices.SortStableFunc(all, func(a, b FailureNote) int { return b.At.Compare(a.At) })
		return all[:min(len(all), limit)], err
	})
}

// BudgetWait is an episode whose analysis waits for the budget of the model or of the speech server.
type BudgetWait struct {
	RunID     int        `sql:"run_id"`
	JobID     *int       `sql:"job_id"` // the first that wants it
	Title     string     `sql:"title"`
	Submitter *string    `sql:"submitter"` // display name; nobody's: a schedule, or a deleted account
	Text      string     `sql:"text"`
	Next      *time.Time `sql:"next"`
	Done      int        `sql:"done"`
	Chunks    int        `sql:"chunks"`
	All       int        `sql:"rows_in_all"`
}

// BudgetWaits lists the episodes that wait for budget, the longest wait first, and the number of all. Only live runs, which
// are few, can wait.
func (s *Store) BudgetWaits(ctx context.Context, limit, offset int) ([]BudgetWait, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]BudgetWait, int, error) {
		rows, err := database.Query[BudgetWait](ctx, s.DB, tx, `SELECT w.*, u.display_name AS submitter FROM (SELECT r.id AS run_id,
			(SELECT MIN(n.job_id) FROM wants n WHERE n.run_id = r.id) AS job_id, e.title AS title, t.text AS text,
			t.next_attempt_at AS next, t.done AS done, t.total AS chunks, COUNT(*) OVER () AS rows_in_all
			FROM runs r JOIN run_steps t ON t.run_id = r.id JOIN episodes e ON e.id = r.episode_id
			WHERE r.state = ? AND t.stage IN (?, ?) AND t.state = ? AND t.error_class = ? ORDER BY r.id LIMIT ? OFFSET ?) w
			LEFT JOIN jobs j ON j.id = w.job_id LEFT JOIN users u ON u.id = j.user_id ORDER BY w.run_id`,
			string(work.RunLive), string(work.StageTranscript), string(work.StageExtract), string(work.StepRetrying), string(fault.Budget),
			database.PageSize(limit), offset)
		if err != nil || len(rows) == 0 {
			return nil, 0, err
		}
		return rows, rows[0].All, nil
	})
}
