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
		for len(events) > 0 {
			n := min(len(events), database.IDChunk)
			rows := make([]*db.EventCreate, 0, n)
			for _, e := range events[:n] {
				rows = append(rows, tx.Event.Create().SetType(e.Type).SetVisitor(e.Visitor).SetCreatedAt(database.StartOfDay(e.At)))
			}
			if err := tx.Event.CreateBulk(rows...).Exec(ctx); err != nil {
				return err
			}
			events = events[n:]
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
	var out EventFigures
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.Event.Query().Where(dbevent.CreatedAtGTE(database.StartOfDay(since)))
		var visitors []struct {
			Visitors int `json:"visitors"`
		}
		distinct := func(t *sql.Selector) string {
			return sql.As("COUNT(DISTINCT "+t.C(dbevent.FieldVisitor)+")", "visitors")
		}
		if err := q.Clone().Aggregate(distinct).Scan(ctx, &visitors); err != nil {
			return err
		}
		out.Visitors = visitors[0].Visitors
		if err := q.Clone().GroupBy(dbevent.FieldType).Aggregate(db.Count()).Scan(ctx, &out.Top); err != nil {
			return err
		}
		for _, c := range out.Top {
			out.Total += c.Count
		}
		slices.SortFunc(out.Top, func(a, b EventCount) int { return cmp.Or(b.Count-a.Count, strings.Compare(a.Type, b.Type)) })
		return nil
	})
	return out, err
}

// DropEvents deletes events of the days before a day and answers how many.
func (s *Store) DropEvents(ctx context.Context, before time.Time) (int, error) {
	var n int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		n, err = tx.Event.Delete().Where(dbevent.CreatedAtLT(database.StartOfDay(before))).Exec(ctx)
		return err
	})
	return n, err
}

// factSalt begins the name of a day's salt.
const factSalt = "analytics.salt."

// DaySalt answers the salt of a day's visitors: the first one that any process brings.
func (s *Store) DaySalt(ctx context.Context, day time.Time, fresh string) (string, error) {
	return s.FactOnce(ctx, factSalt+database.DayOf(day), fresh)
}

// DropSalts deletes the salts of the days before today: from then on nobody can tell which visitor an address was.
func (s *Store) DropSalts(ctx context.Context, today time.Time) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Installation.Delete().Where(installation.NameHasPrefix(factSalt), installation.NameLT(factSalt+database.DayOf(today))).Exec(ctx)
		return err
	})
}
