package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
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
		Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: followMissed, Paused: c.Paused, TypedSearchAttributes: attributes,
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

// PauseFollow holds the schedule of a followed channel back or lets it go on. One that is missing is made.
func (e *Engine) PauseFollow(ctx context.Context, c jobs.FollowRef) error {
	err := e.pauseSchedule(ctx, work.FollowID(c.ChannelID), c.Paused)
	if isGone(err) {
		return e.FollowChannel(ctx, c)
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
// that nobody follows are deleted, and each is paused when its row says so.
func (e *Engine) ReconcileFollows(ctx context.Context) error {
	// Schedules first: each was made after its row, so one without a row now is an orphan and not one being made.
	there, err := e.schedules(ctx, work.FollowPrefix)
	if err != nil {
		return err
	}
	followed, err := e.rows.FollowedChannels(ctx)
	if err != nil {
		return err
	}
	var missing, unlike []jobs.FollowRef
	for _, c := range followed {
		id := work.FollowID(c.ChannelID)
		if s, ok := there[id]; !ok {
			missing = append(missing, c)
		} else if s.Paused != c.Paused {
			unlike = append(unlike, c)
		}
		delete(there, id)
	}
	return errors.Join(each(ctx, missing, e.FollowChannel), each(ctx, unlike, e.PauseFollow),
		each(ctx, slices.Collect(maps.Keys(there)), e.deleteSchedule))
}
