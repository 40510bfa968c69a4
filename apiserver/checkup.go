package apiserver

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
)

// The states of a check, best first. Off is as good as ok: it was not asked for.
const (
	CheckOff      = "off"
	CheckOK       = "ok"
	CheckDegraded = "degraded" // it works, but not as it should
	CheckDown     = "down"
)

// Check is one thing the product needs.
type Check struct {
	Name string
	// Ask finds out how it is: one of the states, and a sentence that says what is wrong and what to do. It should return
	// when ctx ends, after two seconds; it is not waited for.
	Ask func(ctx context.Context) (state, text string)
}

// GetHealth implements the contract: all checks at once, each with its own time.
func (s adminService) GetHealth(ctx context.Context, _ *v1.GetHealthRequest) (*v1.GetHealthResponse, error) {
	now := s.now()
	out := &v1.GetHealthResponse{
		State: CheckOK, Checks: make([]*v1.HealthCheck, len(s.checks)), CheckedAt: convert.At(&now), Version: s.version,
	}
	var all sync.WaitGroup
	for i, c := range s.checks {
		all.Go(func() { out.Checks[i] = c.run(ctx) })
	}
	all.Wait()
	states := []string{CheckOK, CheckDegraded, CheckDown}
	for _, c := range out.GetChecks() {
		if slices.Index(states, c.GetState()) > slices.Index(states, out.GetState()) {
			out.State = c.GetState()
		}
	}
	return out, nil
}

// run asks and gives up when the time is over.
func (c Check) run(ctx context.Context) *v1.HealthCheck {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	start := time.Now()
	answer := make(chan *v1.HealthCheck, 1)
	go func() {
		state, text := c.Ask(ctx)
		answer <- &v1.HealthCheck{Name: c.Name, State: state, Text: text}
	}()
	var out *v1.HealthCheck
	select {
	case out = <-answer:
	case <-ctx.Done():
		text := fmt.Sprintf("There was no answer within %d seconds.", int(healthTimeout.Seconds()))
		out = &v1.HealthCheck{Name: c.Name, State: CheckDown, Text: text}
	}
	out.TookMs = convert.Number(int(time.Since(start).Milliseconds()))
	return out
}
