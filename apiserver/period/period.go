package period

import (
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// How long a period may be.
const (
	usualDays = 30
	mostDays  = 366
)

// Asked is a request about a period: its last days, or the days from one to another.
type Asked interface {
	GetDays() int32
	GetFrom() string
	GetTo() string
}

// Of reads the period of a request. Without any days it is the last thirty.
func Of(r Asked, now time.Time) (database.Period, error) {
	if r.GetFrom() == "" && r.GetTo() == "" {
		days := int(r.GetDays())
		if days == 0 {
			days = usualDays
		}
		return database.PeriodOf(now, days), nil
	}
	from, err := Day("from", r.GetFrom())
	if err != nil {
		return database.Period{}, err
	}
	last, err := Day("to", r.GetTo())
	if err != nil {
		return database.Period{}, err
	}
	p := database.Period{From: from, Until: last.AddDate(0, 0, 1)}
	switch {
	case last.Before(from):
		return p, fault.New(fault.BadInput, `The period ends before it begins. Swap "from" and "to".`).WithField("to")
	case p.Length() > mostDays:
		return p, fault.Newf(fault.BadInput, "The period is too long. Please choose at most %d days.", mostDays).WithField("to")
	}
	return p, nil
}

// Day reads a day such as 2026-03-01.
func Day(field, text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 2000 {
		return day, fault.Newf(fault.BadInput, "%s: write a day such as 2026-03-01.", field).WithField(field)
	}
	return day, nil
}
