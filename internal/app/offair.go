package app

import (
	"context"
	"time"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/outbound"
	"mentionary/internal/picture"
)

// pictures is who fetches pictures.
func (p *parts) pictures() picture.Fetcher {
	if p.offAir {
		return offAir{}
	}
	return p.out
}

// linkChecker is who asks about links.
func (p *parts) linkChecker() activities.LinkChecker {
	if p.offAir {
		return offAir{}
	}
	return check.New(check.Options{Client: p.out.Hops(), Pacer: p.pacer})
}

// offAir stands for other people's servers where nobody may be asked: an evaluation must not knock at a thousand doors.
type offAir struct{}

// Check implements activities.LinkChecker.
func (offAir) Check(_ context.Context, address string, _ link.Kind) check.Verdict {
	return check.Verdict{State: check.Unknown, Reason: check.Offline, FinalURL: address, CheckedAt: time.Now()}
}

// Fetch implements picture.Fetcher.
func (offAir) Fetch(context.Context, outbound.Request) (outbound.Response, error) {
	return outbound.Response{}, fault.New(fault.Unavailable, "Nothing is fetched during an evaluation.")
}
