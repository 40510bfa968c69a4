package jobs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbjob "mentionary/ent/db/job"
	dbpass "mentionary/ent/db/pass"
	dbreading "mentionary/ent/db/rereading"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Work is one piece of work with what its line shows. One of Job, Run, Batch, Pass and Reading is set.
type Work struct {
	Kind      work.Kind
	Job       *db.Job   // with its user
	Run       *db.Run   // with its episode and its channel
	Batch     *db.Batch //
	Pass      *db.Pass
	Reading   *db.Rereading // a pass, too
	Item      *db.JobItem   // of a job with one item: that; of a run: the latest that wanted it
	Steps     []*db.RunStep // of the run, or of the run of a job's only item
	Episode   *db.Episode   // of the run, or of a job's only item
	Submitter *db.User      // nil: nobody
	Condition work.Condition
}

// Key names it.
func (w Work) Key() work.Key {
	switch {
	case w.Job != nil:
		return work.Key{Kind: work.KindJob, ID: w.Job.ID}
	case w.Run != nil:
		return work.Key{Kind: work.KindRun, ID: w.Run.ID}
	case w.Batch != nil:
		return work.Key{Kind: work.KindBatch, ID: w.Batch.ID}
	case w.Pass != nil:
		return work.Key{Kind: work.KindPass, ID: w.Pass.ID}
	}
	return work.Key{Kind: work.KindReading, ID: w.Reading.ID}
}

// Created is when it was asked for.
func (w Work) Created() time.Time {
	switch {
	case w.Job != nil:
		return w.Job.CreatedAt
	case w.Run != nil:
		return w.Run.CreatedAt
	case w.Batch != nil:
		return w.Batch.CreatedAt
	case w.Pass != nil:
		return w.Pass.CreatedAt
	}
	return w.Reading.CreatedAt
}

// Version grows with every change that its line shows.
func (w Work) Version() float64 {
	switch {
	case w.Job != nil:
		return float64(w.Job.Version)
	case w.Run != nil:
		return float64(w.Run.Version)
	case w.Batch != nil:
		return float64(w.Batch.Version)
	case w.Pass != nil:
		return float64(w.Pass.UpdatedAt.UnixMicro())
	}
	return float64(w.Reading.UpdatedAt.UnixMicro())
}

// WorkPage is a page of the list.
type WorkPage struct {
	Work  []Work
	Total int    // of all that match; counted with the first page only
	Next  string // empty on the last page
}

// Work lists what runs or ran, the newest first.
func (s *Store) Work(ctx context.Context, f WorkFilter) (WorkPage, error) {
	after, err := readPlace(f.After)
	if err != nil {
		return WorkPage{}, err
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (page WorkPage, err error) {
		size := database.PageSize(f.Limit)
		q, err := f.queries(ctx, tx)
		if err != nil {
			return page, err
		}
		if f.After == "" {
			if page.Total, err = q.count(ctx); err != nil {
				return page, err
			}
		}
		all, err := q.after(after).read(ctx, size+1)
		if err != nil {
			return page, err
		}
		slices.SortFunc(all, inList)
		if len(all) > size {
			all = all[:size]
			page.Next = placeOf(all[size-1]).String()
		}
		page.Work = all
		return page, addDetails(ctx, tx, all)
	})
}

// WorkByKey returns one piece of work.
func (s *Store) WorkByKey(ctx context.Context, k work.Key) (Work, error) {
	all, err := s.WorkByKeys(ctx, []work.Key{k})
	if err == nil && len(all) == 0 {
		err = fault.New(fault.NotFound, "There is no such work.")
	}
	if err != nil {
		return Work{}, err
	}
	return all[0], nil
}

// WorkByKeys returns those pieces of work that are there.
func (s *Store) WorkByKeys(ctx context.Context, keys []work.Key) ([]Work, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Work, error) {
		all, err := workQueries(tx).only(keys).read(ctx, len(keys))
		if err != nil {
			return nil, err
		}
		slices.SortFunc(all, inList)
		return all, addDetails(ctx, tx, all)
	})
}

// MatchingWork returns which of the pieces of work a filter lets in.
func (s *Store) MatchingWork(ctx context.Context, f WorkFilter, keys []work.Key) (map[work.Key]bool, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[work.Key]bool, error) {
		q, err := f.queries(ctx, tx)
		if err != nil {
			return nil, err
		}
		all, err := q.only(keys).read(ctx, len(keys))
		in := map[work.Key]bool{}
		for _, w := range all {
			in[w.Key()] = true
		}
		return in, err
	})
}

// TouchedWork lists by key the versions of all work that was touched since then, at most 1,000 of a kind. Rows are touched
// before their transaction ends, so that the caller compares versions.
func (s *Store) TouchedWork(ctx context.Context, since time.Time) (map[work.Key]float64, error) {
	since = since.UTC().Truncate(time.Microsecond)
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[work.Key]float64, error) {
		out := map[work.Key]float64{}
		jobs, err := tx.Job.Query().Where(dbjob.UpdatedAtGTE(since)).Order(dbjob.ByUpdatedAt(sql.OrderDesc())).Limit(maxTouched).
			Select(dbjob.FieldVersion).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range jobs {
			out[work.Key{Kind: work.KindJob, ID: r.ID}] = float64(r.Version)
		}
		runs, err := tx.Run.Query().Where(dbrun.UpdatedAtGTE(since)).Order(dbrun.ByUpdatedAt(sql.OrderDesc())).Limit(maxTouched).
			Select(dbrun.FieldVersion).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range runs {
			out[work.Key{Kind: work.KindRun, ID: r.ID}] = float64(r.Version)
		}
		batches, err := tx.Batch.Query().Where(dbbatch.UpdatedAtGTE(since)).Limit(maxTouched).Select(dbbatch.FieldVersion).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range batches {
			out[work.Key{Kind: work.KindBatch, ID: r.ID}] = float64(r.Version)
		}
		passes, err := tx.Pass.Query().Where(dbpass.UpdatedAtGTE(since)).Limit(maxTouched).Select(dbpass.FieldUpdatedAt).All(ctx)
		for _, r := range passes {
			out[work.Key{Kind: work.KindPass, ID: r.ID}] = float64(r.UpdatedAt.UnixMicro())
		}
		if err != nil {
			return nil, err
		}
		readings, err := tx.Rereading.Query().Where(dbreading.UpdatedAtGTE(since)).Select(dbreading.FieldUpdatedAt).All(ctx)
		for _, r := range readings {
			out[work.Key{Kind: work.KindReading, ID: r.ID}] = float64(r.UpdatedAt.UnixMicro())
		}
		return out, err
	})
}

// inList orders work as the list has it.
func inList(a, b Work) int { return placeOf(a).compare(placeOf(b)) }

// place is where a piece of work stands in the list.
type place struct {
	created int64 // microseconds
	kind    int
	id      int
}

func placeOf(w Work) place {
	k := w.Key()
	return place{w.Created().UnixMicro(), slices.Index(work.Kinds(), k.Kind), k.ID}
}

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(q.created, p.created), cmp.Compare(p.kind, q.kind), cmp.Compare(q.id, p.id))
}

// String is the place as page tokens have it.
func (p place) String() string { return fmt.Sprintf("%d.%d.%d", p.created, p.kind, p.id) }

// readPlace reads a page token; none is nil.
func readPlace(token string) (*place, error) {
	if token == "" {
		return nil, nil
	}
	var p place
	if n, err := fmt.Sscanf(token, "%d.%d.%d", &p.created, &p.kind, &p.id); err != nil || n != 3 || p.String() != token {
		return nil, fault.New(fault.BadInput, "This page token cannot be read. Start again from the first page.").WithField("pageToken")
	}
	return &p, nil
}
