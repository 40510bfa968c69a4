package budget

import (
	"time"

	"mentionary/internal/fault"
)

// Resource is what is capped.
type Resource int

// The resources. Model is counted in tokens, Speech in milliseconds of audio.
const (
	Model Resource = iota
	Speech
)

// words are how sentences call a resource, and a part of the work that needs it.
func (r Resource) words() (name, part string) {
	if r == Speech {
		return "speech recognition", "one part of the audio"
	}
	return "the language model", "one part of the transcript"
}

const (
	spent    = "The day's budget for %s is used up; work continues after midnight UTC, or when an administrator raises %s."
	tooSmall = "Too little is left of the day's budget for %s; work continues after midnight UTC, or when an administrator raises %s."
	reserved = "The rest of the day's budget for %s is set aside for calls under way; " +
		"this part continues when they come back."
	capTooLow = "The day's cap for %s is lower than %s needs. An administrator has to raise %s."
)

// recount is when to ask again for what is set aside: a call mostly costs less than that, so there may be room then.
const recount = time.Minute

// Caps are the most that may be used of a resource on a UTC day. 0 is no cap.
type Caps struct {
	Of      Resource
	System  int         // everything together
	Default int         // each person who has no cap of their own
	Own     map[int]int // single people, by their ids
}

// For returns the cap of a person: their own, else everybody's.
func (c Caps) For(personID int) int {
	if own, ok := c.Own[personID]; ok {
		return own
	}
	return c.Default
}

// Used is what a UTC day's calls took, as the resource is counted.
type Used struct {
	Spent    int // by calls that came back
	Reserved int // for calls under way
}

// Ledger returns what a person used of the day, or what everything together did for nil. It is asked only under a cap.
type Ledger func(personID *int) (Used, error)

// Payer returns who pays for a call that needs so much: of the people who want its result, in the order in which
// they asked, the first one with room under their cap. Nil stands for nobody in person, and then the system pays, whose cap
// holds for everything together.
//
// When nobody can pay it is a fault.Budget that says when the first of them may. Other errors are the ledger's.
func (c Caps) Payer(wanting []*int, amount int, now time.Time, used Ledger) (*int, error) {
	if err := c.room(c.System, nil, amount, now, used); err != nil {
		return nil, err
	}
	var soonest error
	for _, id := range wanting {
		if id == nil {
			return nil, nil
		}
		err := c.room(c.For(*id), id, amount, now, used)
		if err == nil {
			return id, nil
		}
		if !fault.Is(err, fault.Budget) {
			return nil, err
		}
		if soonest == nil || fault.Of(err).RetryAfter < fault.Of(soonest).RetryAfter {
			soonest = err
		}
	}
	return nil, soonest
}

// room reports whether an amount fits under a cap beside what the day has used of it.
func (c Caps) room(limit int, personID *int, amount int, now time.Time, used Ledger) error {
	if limit == 0 {
		return nil
	}
	day, err := used(personID)
	if err != nil {
		return err
	}
	name, part := c.Of.words()
	whose := "the cap of everything together"
	if personID != nil {
		whose = "the submitter's cap"
	}
	switch {
	case day.Spent+day.Reserved+amount <= limit:
		return nil
	case day.Spent+amount <= limit:
		return fault.Newf(fault.Budget, reserved, name).WithRetryAfter(recount)
	case day.Spent >= limit:
		return fault.Newf(fault.Budget, spent, name, whose).WithRetryAfter(untilTomorrow(now))
	case amount > limit:
		return fault.Newf(fault.Budget, capTooLow, name, part, whose).WithRetryAfter(untilTomorrow(now))
	default:
		return fault.Newf(fault.Budget, tooSmall, name, whose).WithRetryAfter(untilTomorrow(now))
	}
}

// Raised reports whether another cap leaves more room than the one before, so that what waits may ask again at once.
func Raised(before, after int) bool { return before != 0 && (after == 0 || after > before) }

// untilTomorrow is how long it is until the next midnight UTC.
func untilTomorrow(now time.Time) time.Duration {
	now = now.UTC()
	return time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, time.UTC).Sub(now)
}
