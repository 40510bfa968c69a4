package engine

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
)

const (
	schedulePage = 500         // schedules asked for at once
	listTimeout  = time.Minute // of the list of all schedules
)

// scheduleInfo is what the server says about a schedule.
type scheduleInfo struct {
	Paused bool
	Next   time.Time // zero: never
}

// schedules returns all schedules whose id begins with the prefix. Others in the namespace are not ours.
func (e *Engine) schedules(ctx context.Context, prefixes ...string) (map[string]scheduleInfo, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	there := map[string]scheduleInfo{}
	list, err := e.client.ScheduleClient().List(ctx, client.ScheduleListOptions{PageSize: schedulePage})
	if err != nil {
		return nil, unavailable(err)
	}
	for list.HasNext() {
		s, err := list.Next()
		if err != nil {
			return nil, unavailable(err)
		}
		for _, p := range prefixes {
			if strings.HasPrefix(s.ID, p) {
				there[s.ID] = infoOf(s)
			}
		}
	}
	return there, nil
}

func infoOf(s *client.ScheduleListEntry) scheduleInfo {
	info := scheduleInfo{Paused: s.Paused}
	if len(s.NextActionTimes) > 0 {
		info.Next = s.NextActionTimes[0]
	}
	return info
}

// NextRuns returns when each schedule runs next, by its id. Paused ones are left out.
func (e *Engine) NextRuns(ctx context.Context, prefixes ...string) (map[string]time.Time, error) {
	all, err := e.schedules(ctx, prefixes...)
	if err != nil {
		return nil, err
	}
	out := map[string]time.Time{}
	for id, s := range all {
		if !s.Paused && !s.Next.IsZero() {
			out[id] = s.Next.UTC()
		}
	}
	return out, nil
}

// pauseSchedule pauses a schedule or lets it go on.
func (e *Engine) pauseSchedule(ctx context.Context, id string, paused bool) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	h := e.client.ScheduleClient().GetHandle(ctx, id)
	if paused {
		return h.Pause(ctx, client.SchedulePauseOptions{Note: "Paused on the page of schedules"})
	}
	return h.Unpause(ctx, client.ScheduleUnpauseOptions{Note: "Resumed on the page of schedules"})
}

func isGone(err error) bool { return errors.As(err, new(*serviceerror.NotFound)) }
