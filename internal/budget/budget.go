package budget

import (
	"time"

	"mentionary/internal/fault"
)

const (
	spent    = "The day's budget for the language model is used up; work continues after midnight UTC."
	tooSmall = "Too little is left of the day's budget for the language model; work continues after midnight UTC."
	reserved = "The rest of the day's budget for the language model is set aside for calls under way; " +
		"this part continues when they come back."
	capTooLow = "The day's cap for the language model is lower than one part of the transcript needs. An administrator has to raise it."
)

// recount is when to ask again for what is set aside: a call mostly costs less than that, so there may be room then.
const recount = time.Minute

// Caps are the most tokens that may be used on a UTC day. 0 is no cap.
type Caps struct {
	System  int         // everything together
	Default int         // each person who has no cap of their own
	Own     map[int]int // single people, by their ids
}

// Of returns the cap of a person: their own, else everybody's.
func (c Caps) Of(personID int) int {
	if own, ok := c.Own[personID]; ok {
		return own
	}
	return c.Default
}

// Used is what a UTC day's calls took, in tokens.
type Used struct {
	Spent    int // by calls that came back
	Reserved int // for calls under way
}

// Ledger returns what a person used of the day, or what everything together did for nil. It is asked only under a cap.
type Ledger func(personID *int) (Used, error)

// Payer returns who pays for a call that needs so many tokens: of the people who want its result, in the order in which
// they asked, the first one with room under their cap. Nil stands for nobody in person, and then the system pays, whose cap
// holds for everything together.
//
// When nobody can pay it is a fault.Budget that says when the first of them may. Other errors are the ledger's.
func (c Caps) Payer(wanting []*int, tokens int, now time.Time, used Ledger) (*int, error) {
	if err := room(c.System, nil, tokens, now, used); err != nil {
		return nil, err
	}
	var soonest error
	for _, id := range wanting {
		if id == nil {
			return nil, nil
		}
		err := room(c.Of(*id), id, tokens, now, used)
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

// room reports whether tokens fit under a cap beside what the day has used of it.
func room(limit int, personID *int, tokens int, now time.Time, used Ledger) error {
	if limit == 0 {
		return nil
	}
	day, err := used(personID)
	if err != nil {
		return err
	}
	switch {
	case day.Spent+day.Reserved+tokens <= limit:
		return nil
	case day.Spent+tokens <= limit:
		return fault.New(fault.Budget, reserved).WithRetryAfter(recount)
	case day.Spent >= limit:
		return fault.New(fault.Budget, spent).WithRetryAfter(untilTomorrow(now))
	case tokens > limit:
		return fault.New(fault.Budget, capTooLow).WithRetryAfter(untilTomorrow(now))
	default:
		return fault.New(fault.Budget, tooSmall).WithRetryAfter(untilTomorrow(now))
	}
}

// Raised reports whether another cap leaves more room than the one before, so that what waits may ask again at once.
func Raised(before, after int) bool { return before != 0 && (after == 0 || after > before) }

// untilTomorrow is how long it is until the next midnight UTC.
func untilTomorrow(now time.Time) time.Duration {
	now = now.UTC()
	return time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, time.UTC).Sub(now)
}
