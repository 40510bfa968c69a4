package people

import (
	"context"

	"mentionary/ent/db"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
)

// DayGrowth says how many people came on a day.
type DayGrowth struct {
	Day string `sql:"day"` // YYYY-MM-DD, UTC
	New int    `sql:"new"`
}

// PeopleFigures are figures about people: for admins only.
type PeopleFigures struct{ Total, Active int }

// PeopleFigures counts people.
func (s *Store) PeopleFigures(ctx context.Context) (PeopleFigures, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out PeopleFigures, err error) {
		people := tx.User.Query().Where(database.ByPerson())
		if out.Total, err = people.Clone().Count(ctx); err != nil {
			return out, err
		}
		out.Active, err = people.Where(dbuser.IsActive(true)).Count(ctx)
		return out, err
	})
}

// Came counts who came in a period. It is for admins only.
func (s *Store) Came(ctx context.Context, p database.Period) (int, error) {
	n, err := s.RO.User.Query().Where(database.ByPerson(), dbuser.CreatedAtGTE(p.From), dbuser.CreatedAtLT(p.Until)).Count(ctx)
	return n, s.Fault(err)
}

// Growth says who came on each day of a period, the oldest day first. It is for admins only.
func (s *Store) Growth(ctx context.Context, p database.Period) ([]DayGrowth, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]DayGrowth, error) {
		day := s.DayColumn("created_at")
		rows, err := database.Query[DayGrowth](ctx, s.DB, tx, `SELECT `+day+` AS day, COUNT(*) AS new FROM users
			WHERE created_at >= ? AND created_at < ? AND issuer <> ? GROUP BY `+day, p.From, p.Until, database.OperatorIssuer)
		found := make(map[string]int, len(rows))
		for _, r := range rows {
			found[r.Day] = r.New
		}
		out := make([]DayGrowth, 0, p.Length())
		for _, d := range p.Days() {
			out = append(out, DayGrowth{d, found[d]})
		}
		return out, err
	})
}
