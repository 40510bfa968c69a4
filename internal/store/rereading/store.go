package rereading

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbrereading "mentionary/ent/db/rereading"
	dbepisode "mentionary/ent/db/rereadingepisode"
	"mentionary/internal/fault"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
)

// Store is the room's questions and writes.
type Store struct {
	*database.DB
	publish *publish.Store
	curate  *curate.Store
}

// New returns the room over a database and the rooms below it.
func New(db *database.DB, publish *publish.Store, curate *curate.Store) *Store {
	return &Store{DB: db, publish: publish, curate: curate}
}

// kept is how many passes are remembered.
const kept = 50

// rest is how long nothing begins by itself after somebody canceled a pass: what it left is news still.
const rest = 24 * time.Hour

// Begin begins a pass when there is news and none runs, and returns its id, or that of the one that runs; 0 means that there is no news,
// or that somebody canceled the last pass less than a day ago.
func (s *Store) Begin(ctx context.Context) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		live, err := tx.Rereading.Query().Where(dbrereading.StateEQ(work.PassLive)).OnlyID(ctx)
		if !db.IsNotFound(err) {
			return live, err
		}
		resting, err := tx.Rereading.Query().Where(dbrereading.StateEQ(work.PassCancelled), dbrereading.FinishedAtGT(s.Now().Add(-rest))).
			Exist(ctx)
		if err != nil || resting {
			return 0, err
		}
		some, err := s.isNews(ctx, tx)
		if err != nil || !some {
			return 0, err
		}
		now := s.Now()
		r, err := tx.Rereading.Create().SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return 0, err
		}
		_, err = tx.Rereading.Delete().Where(dbrereading.IDLTE(r.ID - kept)).Exec(ctx)
		return r.ID, err
	})
}

// LiveReading returns the id of the pass that runs, 0 for none.
func (s *Store) LiveReading(ctx context.Context) (int, error) {
	id, err := s.RO.Rereading.Query().Where(dbrereading.StateEQ(work.PassLive)).OnlyID(ctx)
	if db.IsNotFound(err) {
		return 0, nil
	}
	return id, s.Fault(err)
}

// Settled reports whether earlier episodes say what they would if they were read again: no pass runs, and there is no news.
func (s *Store) Settled(ctx context.Context) (bool, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		live, err := tx.Rereading.Query().Where(dbrereading.StateEQ(work.PassLive)).Exist(ctx)
		if err != nil || live {
			return false, err
		}
		some, err := s.isNews(ctx, tx)
		return !some, err
	})
}

// List lists passes, newest first, and the number of all.
func (s *Store) List(ctx context.Context, limit, offset int) ([]*db.Rereading, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Rereading, int, error) {
		total, err := tx.Rereading.Query().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := tx.Rereading.Query().Order(dbrereading.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		return rows, total, err
	})
}

// Waiting returns episodes that the pass is still to read again in its round, at most limit. A pass that has ended is refused as stale.
func (s *Store) Waiting(ctx context.Context, id, limit int) ([]int, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]int, error) {
		r, err := live(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		return tx.RereadingEpisode.Query().Where(dbepisode.RereadingID(id), dbepisode.Round(r.Round), dbepisode.Outcome(waiting)).
			Order(dbepisode.ByID()).Limit(limit).Select(dbepisode.FieldEpisodeID).Ints(ctx)
	})
}

// live refuses a pass that has ended.
func live(ctx context.Context, tx *db.Tx, id int) (*db.Rereading, error) {
	r, err := tx.Rereading.Get(ctx, id)
	if err == nil && r.State != work.PassLive {
		return nil, fault.New(fault.Stale, "This pass has ended.")
	}
	return r, err
}

// lock is live with the row locked: the steps of a pass follow each other.
func (s *Store) lock(ctx context.Context, tx *db.Tx, id int) (*db.Rereading, error) {
	if err := s.LockRows(ctx, tx, "rereadings", []int{id}); err != nil {
		return nil, err
	}
	return live(ctx, tx, id)
}

// What came of an episode. The words are stored.
const (
	waiting = "waiting"
	same    = "same"
	changed = "changed"
)

// Settle notes what came of an episode in the pass's round.
//
// Idempotent: one that is settled stays so.
func (s *Store) Settle(ctx context.Context, id, episodeID int, differs bool) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := s.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		outcome, more := same, 0
		if differs {
			outcome, more = changed, 1
		}
		n, err := tx.RereadingEpisode.Update().Where(dbepisode.RereadingID(id), dbepisode.Round(r.Round), dbepisode.EpisodeID(episodeID),
			dbepisode.Outcome(waiting)).SetOutcome(outcome).Save(ctx)
		if err != nil || n == 0 {
			return err
		}
		return tx.Rereading.UpdateOneID(id).AddRead(1).AddChanged(more).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// ByID returns a pass.
func (s *Store) ByID(ctx context.Context, id int) (*db.Rereading, error) {
	r, err := s.RO.Rereading.Get(ctx, id)
	return r, s.Fault(err)
}

// Cancel ends a pass in somebody's name and reports whether it ran; its workflow finds the row closed and stops. What it has done stays,
// and nothing begins by itself for a day.
func (s *Store) Cancel(ctx context.Context, id int, by database.Actor) (ended bool, err error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		r, err := s.lock(ctx, tx, id)
		if fault.Is(err, fault.Stale) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		now := s.Now()
		err = tx.Rereading.UpdateOneID(id).SetState(work.PassCancelled).SetUpdatedAt(now).SetFinishedAt(now).Exec(ctx)
		if err != nil {
			return false, err
		}
		return true, s.Audit(ctx, tx, by, "pass.cancel", "pass/readings", map[string]any{"read": r.Read, "changed": r.Changed}, nil)
	})
}

// Finish ends a pass and returns how it ended; a failed one says why, in a sentence. One that has ended stays as it is.
func (s *Store) Finish(ctx context.Context, id int, state work.PassState, reason string) (work.PassState, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (work.PassState, error) {
		_, err := s.lock(ctx, tx, id)
		if fault.Is(err, fault.Stale) {
			r, err := tx.Rereading.Get(ctx, id)
			if err != nil {
				return "", err
			}
			return r.State, nil
		}
		if err != nil {
			return "", err
		}
		now := s.Now()
		return state, tx.Rereading.UpdateOneID(id).SetState(state).SetReason(database.Clip(reason, 500)).SetUpdatedAt(now).
			SetFinishedAt(now).Exec(ctx)
	})
}
