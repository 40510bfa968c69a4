package jobs

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatchitem "mentionary/ent/db/batchitem"
	dbbudget "mentionary/ent/db/budget"
	dbfollow "mentionary/ent/db/follow"
	dbjob "mentionary/ent/db/job"
	dbupload "mentionary/ent/db/upload"
	"mentionary/internal/budget"
	"mentionary/internal/limit"
	"mentionary/internal/store/database"
)

// SubmitLimits bound what one person may submit. A zero number is no limit. They are checked while the person's row is held,
// so that two submissions cannot both be the last one.
type SubmitLimits struct {
	PerHour      int // jobs in any stretch of one hour
	OpenJobs     int // jobs that have not ended
	OpenEpisodes int // episodes in those jobs that have not ended
	Uploads      int // files in any stretch of one day that no job uses
	UploadBytes  int // bytes of all files in any stretch of one day
}

// byHand limits jobs to those that somebody submitted one by one. The lines of a batch count nothing: the batch is one submission,
// and the pauses between its lines bound them.
func byHand(jobs *sql.Selector) {
	lines := sql.Table(dbbatchitem.Table)
	jobs.Where(sql.NotExists(sql.Select().From(lines).Where(sql.ColumnsEQ(lines.C(dbbatchitem.FieldJobID), jobs.C(dbjob.FieldID)))))
}

// checkRate looks at the job that must be older than the window: the one as many submissions ago as the window takes.
func checkRate(ctx context.Context, tx *db.Tx, userID, perHour int, now time.Time) error {
	if perHour == 0 {
		return nil
	}
	oldest, err := tx.Job.Query().Where(dbjob.UserID(userID), byHand).Order(dbjob.ByID(sql.OrderDesc())).Offset(perHour - 1).
		Select(dbjob.FieldCreatedAt).First(ctx)
	if err != nil {
		return db.MaskNotFound(err)
	}
	return limit.Submissions(perHour, oldest.CreatedAt, now)
}

// checkOpen counts what has not ended yet.
func checkOpen(ctx context.Context, tx *db.Tx, userID int, l SubmitLimits) error {
	if l.OpenJobs == 0 && l.OpenEpisodes == 0 {
		return nil
	}
	var sums []struct{ Jobs, Total, Done, Failed int }
	err := tx.Job.Query().Where(dbjob.UserID(userID), openJob).
		Aggregate(db.As(db.Count(), "jobs"), total(dbjob.FieldItemsTotal, "total"), total(dbjob.FieldItemsDone, "done"),
			total(dbjob.FieldItemsFailed, "failed")).Scan(ctx, &sums)
	if err != nil {
		return err
	}
	open := sums[0]
	if err := limit.OpenJobs(l.OpenJobs, open.Jobs); err != nil {
		return err
	}
	return limit.OpenEpisodes(l.OpenEpisodes, open.Total-open.Done-open.Failed)
}

// checkUploads refuses a person's next file when as many wait for a job already, or when it would be more bytes than a day
// may have.
func checkUploads(ctx context.Context, tx *db.Tx, in NewUpload, now time.Time) error {
	if err := checkUploadBytes(ctx, tx, in, now); err != nil || in.Limit == 0 {
		return err
	}
	oldest, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.UsedAtIsNil()).
		Order(dbupload.ByCreatedAt(sql.OrderDesc()), dbupload.ByID(sql.OrderDesc())).Offset(in.Limit - 1).
		Select(dbupload.FieldCreatedAt).First(ctx)
	if err != nil {
		return db.MaskNotFound(err)
	}
	return limit.UnusedFiles(in.Limit, oldest.CreatedAt, now)
}

// checkUploadBytes counts what a person has sent within a day, used or not.
func checkUploadBytes(ctx context.Context, tx *db.Tx, in NewUpload, now time.Time) error {
	if in.LimitBytes == 0 {
		return nil
	}
	rows, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.CreatedAtGT(now.Add(-limit.UploadWindow))).
		Order(dbupload.ByCreatedAt()).Select(dbupload.FieldSize, dbupload.FieldCreatedAt).All(ctx)
	if err != nil {
		return err
	}
	sent := make([]limit.File, 0, len(rows))
	for _, u := range rows {
		sent = append(sent, limit.File{Size: u.Size, Sent: u.CreatedAt})
	}
	return limit.FileBytes(in.LimitBytes, in.Size, sent, now)
}

// Spent is what a person has used of their limits.
type Spent struct {
	Submissions  int // jobs of the last hour, at most as many as were asked for
	Follows      int
	TokensPerDay int // cap of the language model's tokens on a UTC day, 0 for none
	TokensUsed   int // today
	HeardPerDay  int // cap of audio on a UTC day in milliseconds, 0 for none
	Heard        int // today
}

// Spent returns what a person has used of their limits; submissions are counted up to atMost.
func (s *Store) Spent(ctx context.Context, userID, atMost int) (Spent, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out Spent, err error) {
		recent, err := tx.Job.Query().Where(dbjob.UserID(userID), byHand).Order(dbjob.ByID(sql.OrderDesc())).Limit(atMost).
			Select(dbjob.FieldCreatedAt).All(ctx)
		if err != nil {
			return out, err
		}
		since := s.Now().Add(-limit.SubmitWindow)
		for _, j := range recent {
			if j.CreatedAt.After(since) {
				out.Submissions++
			}
		}
		if out.Follows, err = tx.Follow.Query().Where(dbfollow.UserID(userID)).Count(ctx); err != nil {
			return out, err
		}
		if out.TokensPerDay, out.TokensUsed, err = s.spentOf(ctx, tx, budget.Model, userID); err != nil {
			return out, err
		}
		out.HeardPerDay, out.Heard, err = s.spentOf(ctx, tx, budget.Speech, userID)
		return out, err
	})
}

// spentOf returns a person's cap of a resource and what they have used of it today; what is reserved is not used yet.
func (s *Store) spentOf(ctx context.Context, tx *db.Tx, what budget.Resource, userID int) (most, used int, err error) {
	rows := tx.Budget.Query().Where(dbbudget.ScopeIn(rowOf(what, BudgetDefault), rowOf(what, BudgetOf(userID))))
	caps, err := readCaps(ctx, what, rows)
	if err != nil {
		return 0, 0, err
	}
	today, err := s.usedToday(ctx, tx, what, &userID)
	return caps.For(userID), today.Spent, err
}
