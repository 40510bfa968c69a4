package jobs

import (
	"context"
	"fmt"
	"math"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbudget "mentionary/ent/db/budget"
	dbfollow "mentionary/ent/db/follow"
	dbjob "mentionary/ent/db/job"
	dbupload "mentionary/ent/db/upload"
	dbusage "mentionary/ent/db/usage"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// submitWindow is the stretch of time in which a person's submissions are counted.
const submitWindow = time.Hour

// uploadWindow is the stretch of time in which a person's files that no job uses are counted.
const uploadWindow = 24 * time.Hour

// openRetry is when to look again at a limit of open work: nobody knows when work ends.
const openRetry = time.Minute

// SubmitLimits bound what one person may submit. A zero number is no limit.
type SubmitLimits struct {
	PerHour      int // jobs in any stretch of one hour
	OpenJobs     int // jobs that have not ended
	OpenEpisodes int // episodes in those jobs that have not ended
	Uploads      int // files in any stretch of one day that no job uses
	UploadBytes  int // bytes of all files in any stretch of one day
}

// checkLimits refuses a person's next job when a limit is reached. Whoever asks holds the person's row, so that two
// submissions cannot both be the last one.
func checkLimits(ctx context.Context, tx *db.Tx, userID int, l SubmitLimits, now time.Time) error {
	if err := checkRate(ctx, tx, userID, l.PerHour, now); err != nil {
		return err
	}
	return checkOpen(ctx, tx, userID, l)
}

// checkRate looks at the job that must be older than the window: the one as many submissions ago as the window takes.
func checkRate(ctx context.Context, tx *db.Tx, userID, perHour int, now time.Time) error {
	if perHour == 0 {
		return nil
	}
	j, err := tx.Job.Query().Where(dbjob.UserID(userID)).Order(dbjob.ByID(sql.OrderDesc())).Offset(perHour - 1).
		Select(dbjob.FieldCreatedAt).First(ctx)
	if db.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	wait := j.CreatedAt.Add(submitWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return fault.Newf(fault.RateLimited, "You have submitted %s within an hour, which is as many as one may. Come back in %s.",
		amount(perHour, "job"), inWords(wait)).WithRetryAfter(wait)
}

// checkOpen counts what has not ended yet.
func checkOpen(ctx context.Context, tx *db.Tx, userID int, l SubmitLimits) error {
	if l.OpenJobs == 0 && l.OpenEpisodes == 0 {
		return nil
	}
	var sums []struct {
		Jobs   int  `json:"jobs"`
		Total  *int `json:"total"`
		Done   *int `json:"done"`
		Failed *int `json:"failed"`
	}
	err := tx.Job.Query().Where(dbjob.UserID(userID), openJob).Aggregate(
		db.As(db.Count(), "jobs"), db.As(db.Sum(dbjob.FieldItemsTotal), "total"),
		db.As(db.Sum(dbjob.FieldItemsDone), "done"), db.As(db.Sum(dbjob.FieldItemsFailed), "failed"),
	).Scan(ctx, &sums)
	if err != nil {
		return err
	}
	for _, x := range sums {
		episodes := value(x.Total) - value(x.Done) - value(x.Failed)
		switch {
		case l.OpenJobs > 0 && x.Jobs >= l.OpenJobs:
			return fault.Newf(fault.RateLimited, "You have %s that have not ended, which is as many as one may. Wait until some have ended, or "+
				"cancel some of them, and submit this again.",
				amount(x.Jobs, "job")).WithRetryAfter(openRetry)
		case l.OpenEpisodes > 0 && episodes >= l.OpenEpisodes:
			return fault.Newf(fault.RateLimited, "Your jobs still have %s to work on, which is as many as one may have. Wait until some are "+
				"done, or cancel some jobs, and submit this again.",
				amount(episodes, "episode")).WithRetryAfter(openRetry)
		}
	}
	return nil
}

// checkUploads refuses a person's next file when as many wait for a job already, or when it would be more bytes than a day
// may have. Whoever asks holds the person's row.
func checkUploads(ctx context.Context, tx *db.Tx, in NewUpload, now time.Time) error {
	if err := checkUploadBytes(ctx, tx, in, now); err != nil || in.Limit == 0 {
		return err
	}
	u, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.UsedAtIsNil()).
		Order(dbupload.ByCreatedAt(sql.OrderDesc()), dbupload.ByID(sql.OrderDesc())).Offset(in.Limit - 1).
		Select(dbupload.FieldCreatedAt).First(ctx)
	if db.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	wait := u.CreatedAt.Add(uploadWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return fault.Newf(fault.RateLimited, "You have uploaded %s that no job uses yet, which is as many as one may in a day. Submit some of "+
		"them first, or come back in %s.",
		amount(in.Limit, "file"), inWords(wait)).WithRetryAfter(wait)
}

// checkUploadBytes adds up what a person has sent within a day, used or not, and finds out when there is room again.
func checkUploadBytes(ctx context.Context, tx *db.Tx, in NewUpload, now time.Time) error {
	if in.LimitBytes == 0 {
		return nil
	}
	if in.Size > in.LimitBytes {
		return fault.Newf(fault.TooLarge, "The file is larger than the %s of files that one may upload in a day. Split it.",
			mebibytes(in.LimitBytes))
	}
	sent, err := tx.Upload.Query().Where(dbupload.UserID(in.UserID), dbupload.CreatedAtGT(now.Add(-uploadWindow))).
		Order(dbupload.ByCreatedAt()).Select(dbupload.FieldSize, dbupload.FieldCreatedAt).All(ctx)
	if err != nil {
		return err
	}
	total := in.Size
	for _, u := range sent {
		total += u.Size
	}
	if total <= in.LimitBytes {
		return nil
	}
	var wait time.Duration
	for _, u := range sent {
		total -= u.Size
		if wait = u.CreatedAt.Add(uploadWindow).Sub(now); total <= in.LimitBytes {
			break
		}
	}
	return fault.Newf(fault.RateLimited, "With this file you would have uploaded more than %s within a day, which is as much as one may. "+
		"Come back in %s.",
		mebibytes(in.LimitBytes), inWords(wait)).WithRetryAfter(wait)
}

// mebibytes says a size to people, in whole MiB where there is one.
func mebibytes(n int) string {
	if n < 1<<20 {
		return amount(n, "byte")
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

func amount(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// inWords says how long to wait, rounded up: in seconds below two minutes, else in minutes.
func inWords(d time.Duration) string {
	if d < 2*time.Minute {
		return amount(int(math.Ceil(d.Seconds())), "second")
	}
	return amount(int(math.Ceil(d.Minutes())), "minute")
}

// Spent is what a person has used of their limits.
type Spent struct {
	Submissions  int // jobs of the last hour, at most as many as were asked for
	Follows      int
	TokensPerDay int // cap of the language model's tokens on a UTC day, 0 for none
	TokensUsed   int // today
}

// Spent answers what a person has used of their limits; submissions are counted up to atMost.
func (s *Store) Spent(ctx context.Context, userID, atMost int) (Spent, error) {
	var out Spent
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		out = Spent{}
		recent, err := tx.Job.Query().Where(dbjob.UserID(userID)).Order(dbjob.ByID(sql.OrderDesc())).Limit(atMost).
			Select(dbjob.FieldCreatedAt).All(ctx)
		if err != nil {
			return err
		}
		for _, j := range recent {
			if j.CreatedAt.After(now.Add(-submitWindow)) {
				out.Submissions++
			}
		}
		if out.Follows, err = tx.Follow.Query().Where(dbfollow.UserID(userID)).Count(ctx); err != nil {
			return err
		}
		if out.TokensPerDay, err = capOf(ctx, tx, userID); err != nil {
			return err
		}
		out.TokensUsed, err = tokensOn(ctx, tx, userID, now)
		return err
	})
	return out, err
}

// capOf is a person's cap of tokens a day: their own, else everybody's, 0 for none.
func capOf(ctx context.Context, tx *db.Tx, userID int) (int, error) {
	rows, err := tx.Budget.Query().Where(dbbudget.ScopeIn(BudgetDefault, BudgetOf(userID))).All(ctx)
	tokens := 0
	for _, b := range rows {
		if b.Scope == BudgetOf(userID) {
			return b.TokensPerDay, err
		}
		tokens = b.TokensPerDay
	}
	return tokens, err
}

// tokensOn sums what a person's analyses cost on the day, what is reserved and not counted yet aside.
func tokensOn(ctx context.Context, tx *db.Tx, userID int, day time.Time) (int, error) {
	var sums []struct {
		Prompt     *int `json:"prompt"`
		Completion *int `json:"completion"`
	}
	err := tx.Usage.Query().Where(dbusage.UserID(userID), dbusage.Day(database.DayOf(day))).Aggregate(
		db.As(db.Sum(dbusage.FieldPromptTokens), "prompt"), db.As(db.Sum(dbusage.FieldCompletionTokens), "completion"),
	).Scan(ctx, &sums)
	used := 0
	for _, x := range sums {
		used += value(x.Prompt) + value(x.Completion)
	}
	return used, err
}
