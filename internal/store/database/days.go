package database

import "time"

func DayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func StartOfDay(t time.Time) time.Time {
	t = t.UTC()
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
