package jobs

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// CreateJob writes a submission. The same idempotency key of the same person answers the first job; the second result
// says whether this call made it. With another wish the key is a fault.Conflict. A person at a limit gets a fault.RateLimited that says
// when to come back; what answers
// the first job counts nothing.
func (s *Store) CreateJob(ctx context.Context, in NewJob) (*db.Job, bool, error) {
	var made *db.Job
	var created bool
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		created = false
		if in.UserID != nil {
			// One submission of a person at a time: what is counted of theirs stays true until the row is written.
			if err := s.lockUser(ctx, tx, *in.UserID); err != nil {
				return err
			}
		}
		if in.IdempotencyKey != "" && in.UserID != nil {
			old, err := tx.Job.Query().Where(dbjob.UserID(*in.UserID), dbjob.IdempotencyKey(in.IdempotencyKey)).Only(ctx)
			if err == nil {
				made = old
				return sameWish(old, in)
			}
			if !db.IsNotFound(err) {
				return err
			}
		}
		now := s.Now()
		if in.UserID != nil {
			if err := checkLimits(ctx, tx, *in.UserID, in.Limits, now); err != nil {
				return err
			}
		}
		c := tx.Job.Create().SetKey(database.RandomKey()).SetNillableUserID(in.UserID).SetKind(dbjob.Kind(in.Kind)).SetInput(in.Input).
			SetRef(in.Ref).SetSelection(in.Selection).SetUploadIds(in.UploadIDs).SetTitle(in.Title).
			SetCreatedAt(now).SetUpdatedAt(now)
		if in.IdempotencyKey != "" {
			c.SetIdempotencyKey(in.IdempotencyKey)
		}
		var err error
		made, err = c.Save(ctx)
		created = err == nil
		return err
	})
	return made, created, err
}

// sameWish refuses a submission that repeats a job's idempotency key and asks for something else.
func sameWish(old *db.Job, in NewJob) error {
	same := media.InputKind(old.Kind) == in.Kind && old.Ref == in.Ref && old.Selection == in.Selection
	if same && slices.Equal(old.UploadIds, in.UploadIDs) {
		return nil
	}
	return fault.New(fault.Conflict, "This idempotency key was used for another submission. Please send a new key with a new one.").
		WithField("idempotencyKey")
}

// Job answers one job. A userID other than 0 limits it to that person's jobs: others' are not found.
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

// JobRef answers what the engine needs to address a job's workflow.
func (s *Store) JobRef(ctx context.Context, id int) (JobRef, error) {
	j, err := s.RO.Job.Query().Where(dbjob.ID(id)).WithUser().Only(ctx)
	if err != nil {
		return JobRef{}, s.Fault(err)
	}
	return RefOf(j), nil
}

func RefOf(j *db.Job) JobRef {
	if u := j.Edges.User; u != nil {
		return RefOf(j, u.PublicID)
	}
	return RefOf(j, database.SystemSubmitter)
}

// RefOf is a job as its workflow knows it. submitter is the public id of who sent it.
func RefOf(j *db.Job, submitter string) JobRef {
	r := JobRef{
		JobID: j.ID, Key: j.Key, Incarnation: j.Incarnation, Submitter: submitter,
		Kind: media.InputKind(j.Kind), Platform: j.Ref.Platform, Title: j.Title,
	}
	// Histories of workflows outlive rows: names of private files and addresses as typed do not go there.
	if r.Title == "" || r.Kind == media.KindUpload {
		r.Title = string(r.Kind)
	}
	return r
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

// AddItems stores one page of a job's listing; items it already has stay as they are. listed says that this was the
// last page. It answers how many items the job has now.
func (s *Store) AddItems(ctx context.Context, jobID int, items []NewItem, title, cursor string, listed bool) (int, error) {
	var total int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		j, err := s.lockOpenJob(ctx, tx, jobID)
		if err != nil {
			return err
		}
		known, err := tx.JobItem.Query().Where(dbitem.JobID(jobID)).Count(ctx)
		if err != nil {
			return err
		}
		now := s.Now()
		seen := map[string]bool{}
		var rows []*db.JobItemCreate
		for _, it := range items {
			k := itemKey(it.Ref)
			if seen[k] {
				continue
			}
			seen[k] = true
			rows = append(rows, tx.JobItem.Create().SetJobID(jobID).SetItemKey(k).SetPosition(known+len(rows)).
				SetRef(it.Ref).SetTitle(it.Title).SetUpdatedAt(now))
		}
		if len(rows) > 0 {
			err := tx.JobItem.CreateBulk(rows...).OnConflictColumns(dbitem.FieldJobID, dbitem.FieldItemKey).Ignore().Exec(ctx)
			if err != nil {
				return err
			}
		}
		u := tx.Job.UpdateOneID(jobID).SetCursor(cursor).SetListed(listed).
			SetErrorClass("").SetErrorText("").SetAttempt(0).ClearNextAttemptAt()
		if j.Title == "" && title != "" {
			u.SetTitle(title)
		}
		if err := u.Exec(ctx); err != nil {
			return err
		}
		if total, err = tx.JobItem.Query().Where(dbitem.JobID(jobID)).Count(ctx); err != nil {
			return err
		}
		return s.refreshJob(ctx, tx, jobID)
	})
	return total, err
}

func itemKey(r media.Ref) string {
	k := string(r.Platform) + ":" + r.ExternalID
	if r.ItemID != "" {
		k += "#" + r.ItemID
	}
	return k
}

// JobListingFailed notes that the listing of a job's input failed: to be tried again when NextAttempt is set, else for
// good.
func (s *Store) JobListingFailed(ctx context.Context, jobID int, f Failure) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		j, err := s.LockJob(ctx, tx, jobID)
		if err != nil || !job.State(j.State).Open() {
			return err
		}
		now := s.Now()
		u := tx.Job.UpdateOneID(jobID).SetErrorClass(f.Class).SetErrorText(f.Text).SetAttempt(f.Attempt).
			SetUpdatedAt(now).AddVersion(1)
		if f.NextAttempt.IsZero() {
			u.SetState(dbjob.StateFailed).SetFinishedAt(now).ClearNextAttemptAt()
		} else {
			u.SetState(dbjob.StateWaiting).SetNextAttemptAt(f.NextAttempt)
		}
		return u.Exec(ctx)
	})
}

// LockJob reads a job for changing it.
func (s *Store) LockJob(ctx context.Context, tx *db.Tx, id int) (*db.Job, error) {
	q := tx.Job.Query().Where(dbjob.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	return q.Only(ctx)
}

// lockOpenJob is lockJob for writers that only an open job lets in: a late one finds its job closed and is refused.
func (s *Store) lockOpenJob(ctx context.Context, tx *db.Tx, id int) (*db.Job, error) {
	j, err := s.LockJob(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if j.State == dbjob.StateCancelled || j.Cancelling {
		return nil, fault.New(fault.Stale, "The job was canceled.")
	}
	return j, nil
}

// OpenJobCounts answers how many jobs have not ended, by state.
func (s *Store) OpenJobCounts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	for _, state := range []dbjob.State{dbjob.StateQueued, dbjob.StateRunning, dbjob.StateWaiting} {
		n, err := s.RO.Job.Query().Where(dbjob.StateEQ(state)).Count(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		counts[string(state)] = n
	}
	return counts, nil
}
