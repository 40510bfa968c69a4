package engine_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// batchRows are the rows of batches.
type batchRows struct {
	openBatches, unheard []jobs.BatchRef
	openJobs             []jobs.JobRef
	recurring            []jobs.RecurringRef
}

func (r *rows) BatchStarted(_ context.Context, id int) error { r.note("batch started", id); return nil }

func (r *rows) OpenBatches(context.Context, time.Time, time.Time) ([]jobs.BatchRef, error) {
	return slices.Clone(r.openBatches), nil
}

func (r *rows) UnheardBatches(context.Context, time.Time) ([]jobs.BatchRef, error) {
	return slices.Clone(r.unheard), nil
}

func (r *rows) CancelBatch(_ context.Context, _ database.Actor, id int) (jobs.BatchRef, bool, error) {
	r.note("cancel batch", id)
	return jobs.BatchRef{}, false, nil
}

func (r *rows) CloseBatch(_ context.Context, id int) (jobs.BatchEnd, error) {
	r.note("close batch", id)
	return jobs.BatchEnd{}, nil
}

func (r *rows) OpenJobsOfBatch(context.Context, int) ([]jobs.JobRef, error) { return r.openJobs, nil }

func (r *rows) RecurringBatches(context.Context) ([]jobs.RecurringRef, error) {
	return slices.Clone(r.recurring), nil
}

func aBatch(id int) jobs.BatchRef {
	return jobs.BatchRef{BatchID: id, Key: "bkey" + string(rune('0'+id)), Submitter: "ann", Lines: 3}
}

func mondays(id int) jobs.RecurringRef {
	return jobs.RecurringRef{
		ID: id, Key: "rkey" + string(rune('0'+id)), Title: "Mondays", Weekdays: []int{1, 4}, Hour: 6, TimeZone: "Europe/Berlin",
	}
}

func TestABatchHasOneWorkflow(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	require.NoError(t, e.StartBatch(t.Context(), aBatch(1)))
	got := s.starts[0]
	require.Equal(t, "batch/bkey1", got.options.ID)
	require.Equal(t, work.Batch, got.name)
	require.Equal(t, work.BatchInput{BatchID: 1}, got.input)
	require.Equal(t, "Batch of 3 lines", got.options.StaticSummary)
	require.Equal(t, enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE, got.options.WorkflowIDReusePolicy)
	require.Equal(t, 1, r.count("batch started 1"))
	require.NoError(t, e.TellBatch(t.Context(), aBatch(1)))
	require.Equal(t, []string{"batch/bkey1 batchChanged"}, s.signals)
}

func TestBatchesAreRevivedToldAndSettled(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	r.openBatches = []jobs.BatchRef{aBatch(1), aBatch(2), aBatch(3)}
	r.unheard = []jobs.BatchRef{aBatch(2)}
	r.openJobs = []jobs.JobRef{aJob(7)}
	r.stopped = []jobs.RunRef{aRun(8)}
	s.states["batch/bkey2"] = enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING
	s.states["batch/bkey3"] = enumspb.WORKFLOW_EXECUTION_STATUS_TERMINATED
	require.NoError(t, e.ReconcileOnce(t.Context()))
	require.Len(t, s.starts, 1)
	require.Equal(t, "batch/bkey1", s.starts[0].options.ID)
	require.Equal(t, 1, r.count("batch started 2"), "it is looked up again later")
	require.Contains(t, s.signals, "batch/bkey2 batchChanged")
	require.Equal(t, 1, r.count("cancel batch 3"), "an operator ended it")
	require.Equal(t, 1, r.count("cancel job 7"))
	require.Equal(t, []string{aJob(7).WorkflowID(), aRun(8).WorkflowID()}, s.cancelled)
	require.Equal(t, 1, r.count("close batch 3"))
}

func TestARecurringBatchHasOneSchedule(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	require.NoError(t, e.ScheduleBatch(t.Context(), mondays(1)))
	o := s.schedules["recurring/rkey1"]
	require.Equal(t, "Europe/Berlin", o.Spec.TimeZoneName)
	require.Equal(t, []client.ScheduleCalendarSpec{{
		Minute: []client.ScheduleRange{{}}, Hour: []client.ScheduleRange{{Start: 6}}, DayOfWeek: []client.ScheduleRange{{Start: 1}, {Start: 4}},
	}}, o.Spec.Calendars)
	require.Equal(t, enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, o.Overlap)
	require.False(t, o.Paused)
	a, ok := o.Action.(*client.ScheduleWorkflowAction)
	require.True(t, ok)
	require.Equal(t, work.RecurringBatch, a.Workflow)
	require.Equal(t, []any{work.RecurringInput{RecurringID: 1}}, a.Args)
	require.Equal(t, temporal.Priority{PriorityKey: 4, FairnessKey: database.SystemSubmitter}, a.Priority)
	paused := mondays(1)
	paused.Paused = true
	require.NoError(t, e.ScheduleBatch(t.Context(), paused))
	require.True(t, s.schedules["recurring/rkey1"].Paused)
	require.NoError(t, e.ScheduleBatch(t.Context(), mondays(1)))
	require.False(t, s.schedules["recurring/rkey1"].Paused)
	for range 2 {
		require.NoError(t, e.UnscheduleBatch(t.Context(), mondays(1)))
	}
	require.Empty(t, s.scheduled())
}

func TestSchedulesOfRecurringBatchesFollowTheRows(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	held := mondays(2)
	held.Paused = true
	r.recurring = []jobs.RecurringRef{mondays(1), held}
	require.NoError(t, e.ScheduleBatch(t.Context(), mondays(2)))
	require.NoError(t, e.ScheduleBatch(t.Context(), mondays(3)))
	s.schedules["follow/7"] = client.ScheduleOptions{}
	for range 2 {
		require.NoError(t, e.ReconcileRecurring(t.Context()))
	}
	require.Equal(t, []string{"follow/7", "recurring/rkey1", "recurring/rkey2"}, s.scheduled())
	require.True(t, s.schedules["recurring/rkey2"].Paused, "its row says so")
}

func TestAFollowedChannelIsPausedAsItsRowSays(t *testing.T) {
	t.Parallel()
	e, s, r := newEngine(t)
	require.NoError(t, e.FollowChannel(t.Context(), aChannel(7)))
	held := aChannel(7)
	held.Paused = true
	r.followed = []jobs.FollowRef{held}
	require.NoError(t, e.ReconcileFollows(t.Context()))
	require.True(t, s.schedules["follow/7"].Paused)
	require.NoError(t, e.PauseFollow(t.Context(), aChannel(7)))
	require.False(t, s.schedules["follow/7"].Paused)
	delete(s.schedules, "follow/7")
	require.NoError(t, e.PauseFollow(t.Context(), held))
	require.True(t, s.schedules["follow/7"].Paused, "one that is missing is made")
}

func TestNextRunsAreThoseOfSchedulesThatGoOn(t *testing.T) {
	t.Parallel()
	e, s, _ := newEngine(t)
	at := time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)
	s.schedules = map[string]client.ScheduleOptions{"follow/1": {}, "follow/2": {Paused: true}, "recurring/a": {}, "other": {}}
	s.nextRuns = map[string][]time.Time{"follow/1": {at, at.Add(time.Hour)}, "follow/2": {at}, "other": {at}}
	next, err := e.NextRuns(t.Context(), work.FollowPrefix, work.RecurringPrefix)
	require.NoError(t, err)
	require.Equal(t, map[string]time.Time{"follow/1": at}, next)
	s.err = serviceerror.NewUnavailable("connection refused")
	_, err = e.NextRuns(t.Context(), work.FollowPrefix)
	require.True(t, fault.Is(err, fault.Unavailable))
}
