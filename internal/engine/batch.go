package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// recurringMissed is how late a run of a recurring batch may still be made up for after a standstill.
const recurringMissed = 24 * time.Hour

// BatchRows is what the engine asks of the store about batches.
type BatchRows interface {
	BatchStarted(ctx context.Context, id int) error
	OpenBatches(ctx context.Context, before, stale time.Time) ([]jobs.BatchRef, error)
	UnheardBatches(ctx context.Context, before time.Time) ([]jobs.BatchRef, error)
	CancelBatch(ctx context.Context, by database.Actor, id int) (jobs.BatchRef, bool, error)
	CloseBatch(ctx context.Context, id int) (jobs.BatchEnd, error)
	OpenJobsOfBatch(ctx context.Context, batchID int) ([]jobs.JobRef, error)
	RecurringBatches(ctx context.Context) ([]jobs.RecurringRef, error)
}

// StartBatch starts the workflow of a batch. One that is started already is left alone.
func (e *Engine) StartBatch(ctx context.Context, b jobs.BatchRef) error {
	err := e.start(ctx, client.StartWorkflowOptions{
		ID: b.WorkflowID(), StaticSummary: "Batch of " + wording.Count(b.Lines, "line", "lines"), Priority: priority(b.Submitter),
		TypedSearchAttributes: temporal.NewSearchAttributes(attrKind.ValueSet("batch"), attrSubmitter.ValueSet(b.Submitter)),
	}, work.Batch, work.BatchInput{BatchID: b.BatchID})
	if err != nil {
		return err
	}
	e.log.InfoContext(ctx, "batch started", "batch", b.BatchID, "workflow", b.WorkflowID())
	return e.rows.BatchStarted(ctx, b.BatchID)
}

// TellBatch tells a batch that its rows changed.
func (e *Engine) TellBatch(ctx context.Context, b jobs.BatchRef) error {
	return e.signal(ctx, b.WorkflowID(), work.SignalBatch)
}

// CancelBatchJobs cancels a batch, where its rows do not say so already, and its jobs that have not ended: their rows first,
// then their workflows. What cannot be told now is told by the reconciler.
func (e *Engine) CancelBatchJobs(ctx context.Context, batchID int) error {
	_, _, err := e.rows.CancelBatch(ctx, database.Actor{}, batchID)
	if fault.Is(err, fault.NotFound) {
		return nil // deleted with the account of its submitter, and so are its jobs
	}
	if err != nil {
		return err
	}
	open, err := e.rows.OpenJobsOfBatch(ctx, batchID)
	if err != nil {
		return err
	}
	return each(ctx, open, func(ctx context.Context, j jobs.JobRef) error {
		stopped, err := e.rows.CancelJob(ctx, j.JobID)
		if err != nil {
			return err
		}
		return errors.Join(e.CancelJob(ctx, j), each(ctx, stopped, e.CancelRun))
	})
}

// reconcileBatches starts unfinished batches without a workflow, settles those whose workflow is gone, and tells those that
// were not told of a change.
func (e *Engine) reconcileBatches(ctx context.Context, now time.Time) error {
	open, err := e.rows.OpenBatches(ctx, now.Add(-startGrace), now.Add(-untouched))
	if err != nil {
		return err
	}
	unheard, err := e.rows.UnheardBatches(ctx, now.Add(-startGrace))
	if err != nil {
		return err
	}
	return errors.Join(each(ctx, open, e.reviveBatch), each(ctx, unheard, e.TellBatch))
}

// reviveBatch starts a batch's workflow; when that id has run and closed, somebody ended it by hand.
func (e *Engine) reviveBatch(ctx context.Context, b jobs.BatchRef) error {
	state, err := e.describe(ctx, b.WorkflowID())
	if err != nil {
		return err
	}
	switch state {
	case gone:
		return e.StartBatch(ctx, b)
	case closed:
		e.log.Warn("the workflow of an open batch has ended; the batch is cancelled", "batch", b.BatchID)
		if err := e.CancelBatchJobs(ctx, b.BatchID); err != nil {
			return err
		}
		_, err := e.rows.CloseBatch(ctx, b.BatchID)
		return err
	default:
		return e.rows.BatchStarted(ctx, b.BatchID)
	}
}

// ScheduleBatch makes the schedule of a recurring batch, or pauses it or lets it go on as its row says.
func (e *Engine) ScheduleBatch(ctx context.Context, r jobs.RecurringRef) error {
	err := e.createRecurring(ctx, r)
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		err = e.pauseSchedule(ctx, r.ScheduleID(), r.Paused)
	}
	return unavailable(err)
}

func (e *Engine) createRecurring(ctx context.Context, r jobs.RecurringRef) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	name := wording.Shorten(r.Title, maxTitle)
	attributes := temporal.NewSearchAttributes(attrKind.ValueSet("recurring"), attrSubmitter.ValueSet(database.SystemSubmitter))
	_, err := e.client.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: r.ScheduleID(), Note: fmt.Sprintf("Submits recurring batch %d: %s", r.ID, name),
		Spec: client.ScheduleSpec{Calendars: []client.ScheduleCalendarSpec{calendar(r)}, TimeZoneName: r.TimeZone},
		// A run is short: it only starts a batch. Whether the last batch has ended is asked there.
		Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: recurringMissed, Paused: r.Paused, TypedSearchAttributes: attributes,
		Action: &client.ScheduleWorkflowAction{
			ID: r.ScheduleID(), Workflow: work.RecurringBatch, Args: []any{work.RecurringInput{RecurringID: r.ID}},
			TaskQueue: string(work.QueueMain), StaticSummary: "Recurring batch: " + name, Priority: priority(database.SystemSubmitter),
			TypedSearchAttributes: attributes,
		},
	})
	return err
}

// calendar says at which times of the week a recurring batch runs.
func calendar(r jobs.RecurringRef) client.ScheduleCalendarSpec {
	days := make([]client.ScheduleRange, 0, len(r.Weekdays))
	for _, d := range r.Weekdays {
		days = append(days, client.ScheduleRange{Start: d})
	}
	return client.ScheduleCalendarSpec{
		Minute: []client.ScheduleRange{{Start: r.Minute}}, Hour: []client.ScheduleRange{{Start: r.Hour}}, DayOfWeek: days,
	}
}

// UnscheduleBatch deletes the schedule of a recurring batch that has ended. A run that is under way goes on.
func (e *Engine) UnscheduleBatch(ctx context.Context, r jobs.RecurringRef) error {
	return e.deleteSchedule(ctx, r.ScheduleID())
}

// ReconcileRecurring makes the schedules of recurring batches and their rows agree, as ReconcileFollows does for channels.
func (e *Engine) ReconcileRecurring(ctx context.Context) error {
	there, err := e.schedules(ctx, work.RecurringPrefix)
	if err != nil {
		return err
	}
	rows, err := e.rows.RecurringBatches(ctx)
	if err != nil {
		return err
	}
	var unlike []jobs.RecurringRef
	for _, r := range rows {
		if s, ok := there[r.ScheduleID()]; !ok || s.Paused != r.Paused {
			unlike = append(unlike, r)
		}
		delete(there, r.ScheduleID())
	}
	return errors.Join(each(ctx, unlike, e.ScheduleBatch), each(ctx, slices.Collect(maps.Keys(there)), e.deleteSchedule))
}
