package engine

import (
	"context"
	"errors"
	"strings"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

const (
	followEvery  = 6 * time.Hour
	followJitter = time.Hour   // so that not all channels are looked at on the stroke of the hour
	followMissed = followEvery // after a standstill one look is made up for, not one for each that was missed
	followPage   = 500         // schedules asked for at once
)

var attrChannel = temporal.NewSearchAttributeKeyKeyword(work.AttrChannel)

// FollowChannel makes the schedule of a followed channel. One that is there already is left alone.
func (e *Engine) FollowChannel(ctx context.Context, c jobs.FollowRef) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	id, name := work.FollowID(c.ChannelID), wording.Shorten(c.Title, maxTitle)
	attributes := temporal.NewSearchAttributes(attrKind.ValueSet("follow"), attrPlatform.ValueSet(string(c.Platform)),
		attrChannel.ValueSet(c.PublicID), attrSubmitter.ValueSet(database.SystemSubmitter))
	_, err := e.client.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: id, Note: "Looks for new episodes of " + name,
		Spec:    client.ScheduleSpec{Intervals: []client.ScheduleIntervalSpec{{Every: followEvery}}, Jitter: followJitter},
		Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: followMissed, TypedSearchAttributes: attributes,
		Action: &client.ScheduleWorkflowAction{
			ID: id, Workflow: work.FollowChannel, Args: []any{work.FollowInput{ChannelID: c.ChannelID}}, TaskQueue: string(work.QueueMain),
			StaticSummary: "Follow: " + name, Priority: priority(database.SystemSubmitter), TypedSearchAttributes: attributes,
		},
	})
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		return nil
	}
	return unavailable(err)
}

// UnfollowChannel deletes the schedule of a channel that nobody follows any more. A look that is under way ends by itself.
func (e *Engine) UnfollowChannel(ctx context.Context, channelID int) error {
	return e.deleteSchedule(ctx, work.FollowID(channelID))
}

func (e *Engine) deleteSchedule(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return unavailable(ignoreGone(e.client.ScheduleClient().GetHandle(ctx, id).Delete(ctx)))
}

// ReconcileFollows makes the schedules of channels and the rows of their followers agree: missing ones are made, those
// that nobody follows are deleted.
func (e *Engine) ReconcileFollows(ctx context.Context) error {
	// Schedules first: each was made after its row, so one without a row now is an orphan and not one being made.
	there, err := e.followSchedules(ctx)
	if err != nil {
		return err
	}
	followed, err := e.rows.FollowedChannels(ctx)
	if err != nil {
		return err
	}
	var missing []jobs.FollowRef
	for _, c := range followed {
		id := work.FollowID(c.ChannelID)
		if !there[id] {
			missing = append(missing, c)
		}
		delete(there, id)
	}
	orphans := make([]string, 0, len(there))
	for id := range there {
		orphans = append(orphans, id)
	}
	return errors.Join(each(ctx, missing, e.FollowChannel), each(ctx, orphans, e.deleteSchedule))
}

// followSchedules returns the ids of all schedules of channels. Others in the namespace are not ours.
func (e *Engine) followSchedules(ctx context.Context) (map[string]bool, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	there := map[string]bool{}
	list, err := e.client.ScheduleClient().List(ctx, client.ScheduleListOptions{PageSize: followPage})
	if err != nil {
		return nil, unavailable(err)
	}
	for list.HasNext() {
		s, err := list.Next()
		if err != nil {
			return nil, unavailable(err)
		}
		if strings.HasPrefix(s.ID, work.FollowPrefix) {
			there[s.ID] = true
		}
	}
	return there, nil
}
