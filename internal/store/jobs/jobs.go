package jobs

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// CreateJob writes a submission. The same idempotency key of the same person returns the first job, which counts for no
// limit; the second result says whether this call made the job. With another wish the key is a fault.Conflict. A person at a
// limit gets a fault.RateLimited that says when to come back.
func (s *Store) CreateJob(ctx context.Context, in NewJob) (*db.Job, bool, error) {
	return s.submit(ctx, in, func(context.Context, *db.Tx, *db.Job) error { return nil })
}

// submit is CreateJob that does something more about a job that it made, in the same transaction.
func (s *Store) submit(
	ctx context.Context, in NewJob, with func(ctx context.Context, tx *db.Tx, made *db.Job) error,
) (*db.Job, bool, error) {
	type submitted struct {
		job  *db.Job
		made bool
	}
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (submitted, error) {
		former, err := s.admit(ctx, tx, in)
		if err != nil || former != nil {
			return submitted{job: former}, err
		}
		now := s.Now()
		c := tx.Job.Create().SetKey(database.RandomKey()).SetNillableUserID(in.UserID).SetKind(in.Kind).SetInput(in.Input).
			SetRequestID(database.Clip(in.RequestID, 64)).SetRef(in.Ref).SetSelection(in.Selection).SetUploadIds(in.UploadIDs).SetTitle(in.Title).
			SetCreatedAt(now).SetUpdatedAt(now)
		if in.IdempotencyKey != "" {
			c.SetIdempotencyKey(in.IdempotencyKey)
		}
		j, err := c.Save(ctx)
		if err != nil {
			return submitted{}, err
		}
		return submitted{job: j, made: true}, with(ctx, tx, j)
	})
	return out.job, out.made, err
}

// admit lets a person's submission in, or returns the job that the same one made before.
func (s *Store) admit(ctx context.Context, tx *db.Tx, in NewJob) (*db.Job, error) {
	if in.UserID == nil {
		return nil, nil
	}
	// One submission of a person at a time: what is counted of theirs stays true until the row is written.
	if err := s.lockUser(ctx, tx, *in.UserID); err != nil {
		return nil, err
	}
	if in.IdempotencyKey != "" {
		former, err := tx.Job.Query().Where(dbjob.UserID(*in.UserID), dbjob.IdempotencyKey(in.IdempotencyKey)).Only(ctx)
		if err == nil {
			return former, sameWish(former, in)
		}
		if !db.IsNotFound(err) {
			return nil, err
		}
	}
	if err := checkRate(ctx, tx, *in.UserID, in.Limits.PerHour, s.Now()); err != nil {
		return nil, err
	}
	return nil, checkOpen(ctx, tx, *in.UserID, in.Limits)
}

// sameWish refuses a submission that repeats a job's idempotency key and asks for something else.
func sameWish(old *db.Job, in NewJob) error {
	same := old.Kind == in.Kind && old.Ref == in.Ref && old.Selection.Equal(in.Selection)
	if same && slices.Equal(old.UploadIds, in.UploadIDs) {
		return nil
	}
	return fault.New(fault.Conflict, "This idempotency key was used for another submission. Please send a new key with a new one.").
		WithField("idempotencyKey")
}

// Job returns one job. A userID other than 0 limits it to that person's jobs: others' are not found.
func (s *Store) Job(ctx context.Context, id, userID int) (*db.Job, error) {
	q := s.RO.Job.Query().Where(dbjob.ID(id)).WithUser()
	if userID != 0 {
		q.Where(dbjob.UserID(userID))
	}
	j, err := q.Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such job, or it is not yours.")
	}
	return j, s.Fault(err)
}

// Jobs lists jobs, newest first, with the number of all that match. A userID of 0 means everybody's.
func (s *Store) Jobs(ctx context.Context, userID, limit, offset int) ([]*db.Job, int, error) {
	q := s.RO.Job.Query()
	if userID != 0 {
		q.Where(dbjob.UserID(userID))
	}
	total, err := q.Clone().Count(ctx)
	if err != nil {
		return nil, 0, s.Fault(err)
	}
	jobs, err := q.WithUser().Order(dbjob.ByID(sql.OrderDesc())).Limit(limit).Offset(offset).All(ctx)
	return jobs, total, s.Fault(err)
}

// JobRef returns what the engine needs to address a job's workflow.
func (s *Store) JobRef(ctx context.Context, id int) (JobRef, error) {
	j, err := s.RO.Job.Query().Where(dbjob.ID(id)).WithUser().Only(ctx)
	if err != nil {
		return JobRef{}, s.Fault(err)
	}
	return RefWithUser(j), nil
}

// JobStarted notes that the job's workflow exists now: it need not be looked up again for a while.
func (s *Store) JobStarted(ctx context.Context, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		if err := tx.Job.Update().Where(dbjob.ID(id), dbjob.StartedAtIsNil()).SetStartedAt(now).Exec(ctx); err != nil {
			return err
		}
		return tx.Job.Update().Where(dbjob.ID(id), openJob).SetUpdatedAt(now).Exec(ctx)
	})
}

// JobListingFailed notes that the listing of a job's input failed: to be tried again when NextAttempt is set, else for
// good.
func (s *Store) JobListingFailed(ctx context.Context, jobID int, f Failure) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil || !j.State.Open() {
			return err
		}
		now := s.Now()
		u := tx.Job.UpdateOneID(jobID).SetErrorClass(f.Class).SetErrorText(f.Text).SetAttempt(f.Attempt).
			SetUpdatedAt(now).AddVersion(1)
		if f.NextAttempt.IsZero() {
			u.SetState(work.Failed).SetFinishedAt(now).ClearNextAttemptAt()
		} else {
			u.SetState(work.Waiting).SetNextAttemptAt(f.NextAttempt)
		}
		return u.Exec(ctx)
	})
}

// OpenJobCounts returns how many jobs have not ended, by state.
func (s *Store) OpenJobCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	for _, state := range []work.State{work.Queued, work.Running, work.Waiting} {
		n, err := s.RO.Job.Query().Where(dbjob.StateEQ(state)).Count(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		counts[string(state)] = n
	}
	return counts, nil
}
