package people

import (
	"context"
	"time"

	"mentionary/ent/db"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
)

// DayGrowth says how many people came on a day.
type DayGrowth struct {
	Day string // YYYY-MM-DD, UTC
	New int
}

// PeopleFigures are figures about people: for admins only.
type PeopleFigures struct {
	Total, Active int
	Growth        []DayGrowth // of so many days, today first
}

// PeopleFigures counts people, and who came on each of the last days (UTC).
func (s *Store) PeopleFigures(ctx context.Context, days int) (PeopleFigures, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out PeopleFigures, err error) {
		people := tx.User.Query().Where(database.ByPerson())
		if out.Total, err = people.Clone().Count(ctx); err != nil {
			return out, err
		}
		if out.Active, err = people.Clone().Where(dbuser.IsActive(true)).Count(ctx); err != nil {
			return out, err
		}
		today := database.StartOfDay(s.Now())
		out.Growth = make([]DayGrowth, 0, days)
		for i := range days {
			day := today.Add(-time.Duration(i) * 24 * time.Hour) // days of UTC have 24 hours
			n, err := people.Clone().Where(dbuser.CreatedAtGTE(day), dbuser.CreatedAtLT(day.Add(24*time.Hour))).Count(ctx)
			if err != nil {
				return out, err
			}
			out.Growth = append(out.Growth, DayGrowth{database.DayOf(day), n})
		}
		return out, nil
	})
}
