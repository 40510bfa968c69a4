package jobs

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// factPaused begins the names of facts that a task queue is paused.
const factPaused = "queue.paused/"

// QueuePause says who paused a task queue and when.
type QueuePause struct {
	By string    `json:"by"` // random public id
	At time.Time `json:"at"`
	// Name is the display name of who paused it, when it is known.
	Name string `json:"-"`
}

// PauseQueue pauses a task queue or lets it go on: the row decides, the workflow engine is told afterwards.
//
// Idempotent: a paused queue stays as it is, and who paused it first is kept.
func (s *Store) PauseQueue(ctx context.Context, by database.Actor, q work.Queue, on bool) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name := factPaused + string(q)
		was, err := tx.Installation.Query().Where(installation.Name(name)).Exist(ctx)
		if err != nil || was == on {
			return err
		}
		operation := "queue.resume"
		if on {
			operation = "queue.pause"
			value, err := json.Marshal(QueuePause{By: by.PublicID, At: s.Now()})
			if err != nil {
				return err
			}
			if err := tx.Installation.Create().SetName(name).SetValue(string(value)).SetUpdatedAt(s.Now()).
				OnConflictColumns(installation.FieldName).Ignore().Exec(ctx); err != nil {
				return err
			}
		} else if _, err := tx.Installation.Delete().Where(installation.Name(name)).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, operation, "queue/"+string(q), map[string]any{"paused": was}, map[string]any{"paused": on})
	})
}

// PausedQueues returns the task queues that are paused.
func (s *Store) PausedQueues(ctx context.Context) (map[work.Queue]QueuePause, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[work.Queue]QueuePause, error) {
		rows, err := tx.Installation.Query().Where(installation.NameHasPrefix(factPaused)).All(ctx)
		if err != nil {
			return nil, err
		}
		out := map[work.Queue]QueuePause{}
		for _, r := range rows {
			var p QueuePause
			if err := json.Unmarshal([]byte(r.Value), &p); err != nil {
				return nil, err
			}
			u, err := userByPublicID(ctx, tx, p.By)
			if err != nil {
				return nil, err
			}
			if u != nil {
				p.Name = u.DisplayName
			}
			out[work.Queue(strings.TrimPrefix(r.Name, factPaused))] = p
		}
		return out, nil
	})
}

// userByPublicID returns a person, nil when there is none of that id.
func userByPublicID(ctx context.Context, tx *db.Tx, id string) (*db.User, error) {
	u, err := tx.User.Query().Where(dbuser.PublicID(id)).Only(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	return u, err
}
