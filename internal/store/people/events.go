package people

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbevent "mentionary/ent/db/event"
	"mentionary/ent/db/installation"
	"mentionary/internal/store/database"
)

// NewEvent is something that somebody did.
type NewEvent struct {
	Type    string
	Visitor string // a hash that nobody can turn back once the day's salt is gone
	At      time.Time
}

// SaveEvents keeps events. Of their time only the day (UTC) is stored.
//
// Not idempotent: events are the only data that may be lost or counted twice.
func (s *Store) SaveEvents(ctx context.Context, events []NewEvent) error {
	if len(events) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for part := range slices.Chunk(events, database.IDChunk) {
			rows := make([]*db.EventCreate, 0, len(part))
			for _, e := range part {
				rows = append(rows, tx.Event.Create().SetType(e.Type).SetVisitor(e.Visitor).SetCreatedAt(database.StartOfDay(e.At)))
			}
			if err := tx.Event.CreateBulk(rows...).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// EventCount says how often something was done.
type EventCount struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// EventFigures are what the kept events add up to.
type EventFigures struct {
	Total    int
	Visitors int          // the sum of each day's visitors: hashes of different days never agree
	Top      []EventCount // most frequent first
}

// EventFigures adds up events since a day.
func (s *Store) EventFigures(ctx context.Context, since time.Time) (EventFigures, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out EventFigures, err error) {
		q := tx.Event.Query().Where(dbevent.CreatedAtGTE(database.StartOfDay(since)))
		visitors := func(t *sql.Selector) string { return "COUNT(DISTINCT " + t.C(dbevent.FieldVisitor) + ")" }
		if out.Visitors, err = q.Clone().Aggregate(visitors).Int(ctx); err != nil {
			return out, err
		}
		if err := q.Clone().GroupBy(dbevent.FieldType).Aggregate(db.Count()).Scan(ctx, &out.Top); err != nil {
			return out, err
		}
		for _, c := range out.Top {
			out.Total += c.Count
		}
		slices.SortFunc(out.Top, func(a, b EventCount) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Type, b.Type)) })
		return out, nil
	})
}

// DropEvents deletes events of the days before a day and returns how many.
func (s *Store) DropEvents(ctx context.Context, before time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return tx.Event.Delete().Where(dbevent.CreatedAtLT(database.StartOfDay(before))).Exec(ctx)
	})
}

// factSalt begins the name of a day's salt.
const factSalt = "analytics.salt."

// DaySalt returns the salt of a day's visitors: the first one that any process brings.
func (s *Store) DaySalt(ctx context.Context, day time.Time, fresh string) (string, error) {
	return s.FactOnce(ctx, factSalt+database.DayOf(day), fresh)
}

// DropSalts deletes the salts of the days before today: from then on nobody can tell which visitor an address was.
func (s *Store) DropSalts(ctx context.Context, today time.Time) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Installation.Delete().Where(installation.NameHasPrefix(factSalt), installation.NameLT(factSalt+database.DayOf(today))).
			Exec(ctx)
		return err
	})
}
