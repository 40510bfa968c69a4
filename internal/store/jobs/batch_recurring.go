package jobs

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbrecurring "mentionary/ent/db/recurringbatch"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// MaxRecurring is how many recurring batches there may be.
const MaxRecurring = 100

// RecurringRef names a recurring batch to the engine, with the times of its schedule.
type RecurringRef struct {
	ID       int
	Key      string
	Title    string
	Weekdays []int // 0 is Sunday
	Hour     int
	Minute   int
	TimeZone string
	Paused   bool
}

// ScheduleID is the id of its schedule.
func (r RecurringRef) ScheduleID() string { return work.RecurringID(r.Key) }

func recurringRef(r *db.RecurringBatch) RecurringRef {
	return RecurringRef{
		ID: r.ID, Key: r.Key, Title: r.Title, Weekdays: r.Weekdays, Hour: r.Hour, Minute: r.Minute, TimeZone: r.TimeZone, Paused: r.Paused,
	}
}

// NewRecurring is a list of addresses to be submitted again and again. The caller has read the lines and checked the times.
type NewRecurring struct {
	UserID    int
	Kind      work.BatchKind
	Title     string
	Lines     []string
	Selection media.Selection
	Weekdays  []int
	Hour      int
	Minute    int
	TimeZone  string
}

// CreateRecurring writes a recurring batch. Its schedule is the caller's business, after the commit. Fault: Conflict when
// there are MaxRecurring already.
func (s *Store) CreateRecurring(ctx context.Context, by database.Actor, in NewRecurring) (*db.RecurringBatch, RecurringRef, error) {
	r, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.RecurringBatch, error) {
		n, err := tx.RecurringBatch.Query().Where(dbrecurring.EndedAtIsNil()).Count(ctx)
		if err != nil {
			return nil, err
		}
		if n >= MaxRecurring {
			return nil, fault.Newf(fault.Conflict, "There are already %d recurring batches, which is the limit. End one of them first.", n)
		}
		now := s.Now()
		r, err := tx.RecurringBatch.Create().SetKey(database.RandomKey()).SetUserID(in.UserID).SetKind(in.Kind).
			SetTitle(wording.Shorten(in.Title, maxBatchTitle)).SetLines(in.Lines).SetSelection(in.Selection).SetWeekdays(in.Weekdays).
			SetHour(in.Hour).SetMinute(in.Minute).SetTimeZone(in.TimeZone).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return nil, err
		}
		return r, s.Audit(ctx, tx, by, "recurring.create", recurringObject(r.ID), nil, auditedRecurring(r))
	})
	if err != nil {
		return nil, RecurringRef{}, err
	}
	return r, recurringRef(r), nil
}

// EditRecurring changes all that people say about a recurring batch, and returns it as it was and as it is. It gets another key,
// and with it another schedule: wherever the engine is told, or is not, the one with the former times ends. Schedules are the
// caller's business, after the commit. The same again changes nothing.
func (s *Store) EditRecurring(ctx context.Context, by database.Actor, id int, in NewRecurring) (former, now RecurringRef, err error) {
	type edited struct{ former, now RecurringRef }
	out, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (edited, error) {
		r, err := s.lockRecurring(ctx, tx, id)
		if err != nil {
			return edited{}, err
		}
		in.Title = wording.Shorten(in.Title, maxBatchTitle)
		if in.same(r) {
			return edited{recurringRef(r), recurringRef(r)}, nil
		}
		now, err := tx.RecurringBatch.UpdateOne(r).SetKey(database.RandomKey()).SetTitle(in.Title).SetLines(in.Lines).
			SetSelection(in.Selection).SetWeekdays(in.Weekdays).SetHour(in.Hour).SetMinute(in.Minute).SetTimeZone(in.TimeZone).
			SetUpdatedAt(s.Now()).Save(ctx)
		if err != nil {
			return edited{}, err
		}
		err = s.Audit(ctx, tx, by, "recurring.edit", recurringObject(id), auditedRecurring(r), auditedRecurring(now))
		return edited{recurringRef(r), recurringRef(now)}, err
	})
	return out.former, out.now, err
}

// same reports whether a recurring batch is what is asked for already.
func (in NewRecurring) same(r *db.RecurringBatch) bool {
	return in.Title == r.Title && slices.Equal(in.Lines, r.Lines) && in.Selection.Equal(r.Selection) &&
		slices.Equal(in.Weekdays, r.Weekdays) &&
		in.Hour == r.Hour && in.Minute == r.Minute && in.TimeZone == r.TimeZone
}

// auditedRecurring is a recurring batch as the audit log has it.
func auditedRecurring(r *db.RecurringBatch) map[string]any {
	days := make([]string, 0, len(r.Weekdays))
	for _, d := range r.Weekdays {
		days = append(days, time.Weekday(d).String())
	}
	return map[string]any{
		"title": r.Title, "lines": len(r.Lines), "weekdays": strings.Join(days, ", "), "time": fmt.Sprintf("%02d:%02d", r.Hour, r.Minute),
		"timeZone": r.TimeZone,
	}
}

func recurringObject(id int) string { return "recurring/" + strconv.Itoa(id) }

// RecurringBatches lists the recurring batches that have not ended, for the reconciler.
func (s *Store) RecurringBatches(ctx context.Context) ([]RecurringRef, error) {
	rows, err := s.RO.RecurringBatch.Query().Where(dbrecurring.EndedAtIsNil()).Order(dbrecurring.ByID()).All(ctx)
	out := make([]RecurringRef, 0, len(rows))
	for _, r := range rows {
		out = append(out, recurringRef(r))
	}
	return out, s.Fault(err)
}

// lockRecurring reads a recurring batch that has not ended for changing it.
func (s *Store) lockRecurring(ctx context.Context, tx *db.Tx, id int) (*db.RecurringBatch, error) {
	r, err := ForUpdate(s.DB, tx.RecurringBatch.Query().Where(dbrecurring.ID(id), dbrecurring.EndedAtIsNil())).Only(ctx)
	if db.IsNotFound(err) {
		return nil, noSchedule()
	}
	return r, err
}

// PauseRecurring holds a recurring batch back or lets it go on. The same again changes nothing.
func (s *Store) PauseRecurring(ctx context.Context, by database.Actor, id int, on bool) (RecurringRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (RecurringRef, error) {
		r, err := s.lockRecurring(ctx, tx, id)
		if err != nil || r.Paused == on {
			return recurringRefOr(r), err
		}
		if err := tx.RecurringBatch.UpdateOneID(id).SetPaused(on).SetUpdatedAt(s.Now()).Exec(ctx); err != nil {
			return RecurringRef{}, err
		}
		err = s.Audit(ctx, tx, by, "recurring.pause", recurringObject(id), map[string]any{"paused": r.Paused}, map[string]any{"paused": on})
		r.Paused = on
		return recurringRef(r), err
	})
}

func recurringRefOr(r *db.RecurringBatch) RecurringRef {
	if r == nil {
		return RecurringRef{}
	}
	return recurringRef(r)
}

// EndRecurring ends a recurring batch for good. Its runs stay; one that is under way goes on.
func (s *Store) EndRecurring(ctx context.Context, by database.Actor, id int) (RecurringRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (RecurringRef, error) {
		r, err := s.lockRecurring(ctx, tx, id)
		if err != nil {
			return RecurringRef{}, err
		}
		now := s.Now()
		if err := tx.RecurringBatch.UpdateOneID(id).SetEndedAt(now).SetUpdatedAt(now).Exec(ctx); err != nil {
			return RecurringRef{}, err
		}
		return recurringRef(r), s.Audit(ctx, tx, by, "recurring.end", recurringObject(id), map[string]any{"title": r.Title}, nil)
	})
}

// CreateRecurringRun writes the batch of a recurring batch for one time of its schedule, in nobody's name and charged to the
// system. The second result is false, and nothing is submitted, when the recurring batch has ended, while it is paused, or while
// its last run has not ended.
//
// Idempotent: batches are keyed by recurring batch and time; a second call returns the first one.
func (s *Store) CreateRecurringRun(ctx context.Context, id int, at time.Time) (BatchRef, bool, error) {
	b, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Batch, error) {
		r, err := s.lockRecurring(ctx, tx, id)
		if fault.Is(err, fault.NotFound) || err == nil && r.Paused {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return s.runRecurring(ctx, tx, r, recurringKey(r.ID, at))
	})
	return systemBatch(b), b != nil, err
}

func systemBatch(b *db.Batch) BatchRef {
	if b == nil {
		return BatchRef{}
	}
	return BatchRef{BatchID: b.ID, Key: b.Key, Submitter: database.SystemSubmitter, Lines: b.LinesTotal}
}

// RunRecurring writes the batch of a recurring batch now, also while it is paused. It is no time of its schedule, so that its batch
// has a key of its own. Fault: Conflict while its last run has not ended.
func (s *Store) RunRecurring(ctx context.Context, by database.Actor, id int) (BatchRef, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (BatchRef, error) {
		r, err := s.lockRecurring(ctx, tx, id)
		if err != nil {
			return BatchRef{}, err
		}
		b, err := s.runRecurring(ctx, tx, r, database.RandomKey())
		if err != nil {
			return BatchRef{}, err
		}
		if b == nil {
			return BatchRef{}, fault.New(fault.Conflict, "The last run has not ended yet. Wait for it, or cancel its batch first.")
		}
		return systemBatch(b), s.Audit(ctx, tx, by, "recurring.run", recurringObject(id), nil, map[string]any{"batch": b.ID})
	})
}

// recurringKey is the key of the batch that a recurring batch makes at a time.
func recurringKey(id int, at time.Time) string { return fmt.Sprintf("r%d-%d", id, at.Unix()) }

// runRecurring returns the batch of a recurring batch that has the key, made where there is none; nil while the last one is under
// way.
func (s *Store) runRecurring(ctx context.Context, tx *db.Tx, r *db.RecurringBatch, key string) (*db.Batch, error) {
	former, err := tx.Batch.Query().Where(dbbatch.Key(key)).Only(ctx)
	if !db.IsNotFound(err) {
		return former, err
	}
	busy, err := tx.Batch.Query().Where(dbbatch.RecurringID(r.ID), dbbatch.FinishedAtIsNil()).Exist(ctx)
	if err != nil || busy {
		return nil, err
	}
	return s.insertBatch(ctx, tx, tx.Batch.Create().SetKey(key).SetRecurringID(r.ID),
		NewBatch{Kind: r.Kind, Title: r.Title, Lines: r.Lines, Selection: r.Selection})
}

// lastRuns returns the last batch of each recurring batch.
func lastRuns(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Batch, error) {
	var newest []struct {
		RecurringID int `json:"recurring_id"`
		Max         int `json:"max"`
	}
	err := tx.Batch.Query().Where(dbbatch.RecurringIDIn(ids...)).GroupBy(dbbatch.FieldRecurringID).
		Aggregate(db.As(db.Max(dbbatch.FieldID), "max")).Scan(ctx, &newest)
	if err != nil {
		return nil, err
	}
	last := make([]int, 0, len(newest))
	for _, n := range newest {
		last = append(last, n.Max)
	}
	rows, err := tx.Batch.Query().Where(dbbatch.IDIn(last...)).All(ctx)
	out := make(map[int]*db.Batch, len(rows))
	for _, b := range rows {
		out[*b.RecurringID] = b
	}
	return out, err
}
