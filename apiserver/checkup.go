package apiserver

import (
	"context"
	"slices"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/doctor"
)

// The states of a check as the contract says them, best first. Off is as good as ok: it was not asked for.
const (
	checkOff      = "off"
	checkOK       = "ok"
	checkDegraded = "degraded" // it works, but not as it should
	checkDown     = "down"
)

var checkStates = map[doctor.Status]string{
	doctor.Off: checkOff, doctor.OK: checkOK, doctor.Warning: checkDegraded, doctor.Problem: checkDown,
}

// GetHealth implements the contract: all checks at once, each with its own time. Causes are for the log.
func (s adminService) GetHealth(ctx context.Context, _ *v1.GetHealthRequest) (*v1.GetHealthResponse, error) {
	now := s.now()
	out := &v1.GetHealthResponse{State: checkOK, CheckedAt: convert.At(&now), Version: s.version}
	states := []string{checkOK, checkDegraded, checkDown}
	for _, r := range doctor.Run(ctx, s.checks, healthTimeout) {
		if r.Cause != nil {
			s.log.WarnContext(ctx, "a check failed", "check", r.Name, "error", r.Cause)
		}
		state := checkStates[r.Status]
		if slices.Index(states, state) > slices.Index(states, out.GetState()) {
			out.State = state
		}
		out.Checks = append(out.Checks, &v1.HealthCheck{
			Name: r.Name, State: state, Text: r.Text, TookMs: convert.Number(int(r.Took.Milliseconds())),
		})
	}
	return out, nil
}
