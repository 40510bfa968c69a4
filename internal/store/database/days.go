package database

import "time"

// DayOf is the UTC day of a time, "2026-03-01".
func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// StartOfDay is when the UTC day of a time began.
func StartOfDay(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
