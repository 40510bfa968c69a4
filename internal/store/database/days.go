package database

import "time"

// DayOf is the UTC day of a time, "2026-03-01".
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// StartOfDay is when the UTC day of a time began.
func StartOfDay(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// DayColumn is the expression for the UTC day of a column of times, "2026-03-01".
func (d *DB) DayColumn(column string) string {
	if d.Postgres() {
		return "to_char(" + column + " AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
	}
	return "substr(" + column + ", 1, 10)"
}

// Period is a number of whole UTC days: from the beginning of the first until the end of the last.
type Period struct{ From, Until time.Time }

// PeriodOf is the period of days, the last of which is that of a time.
func PeriodOf(last time.Time, days int) Period {
	until := StartOfDay(last).AddDate(0, 0, 1)
	return Period{until.AddDate(0, 0, -days), until}
}

// Length is how many days it has.
func (p Period) Length() int { return int(p.Until.Sub(p.From) / (24 * time.Hour)) } // days of UTC have 24 hours

// Last is the beginning of its last day.
func (p Period) Last() time.Time { return p.Until.AddDate(0, 0, -1) }

// Before is the period of as many days that ends where this one begins.
func (p Period) Before() Period { return Period{p.From.AddDate(0, 0, -p.Length()), p.From} }

// Days lists its days, the oldest first.
func (p Period) Days() []string {
	out := make([]string, 0, p.Length())
	for day := p.From; day.Before(p.Until); day = day.AddDate(0, 0, 1) {
		out = append(out, DayOf(day))
	}
	return out
}
