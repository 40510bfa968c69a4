package activities

import (
	"context"
	"log/slog"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
	"mentionary/internal/work"
)

// Runs starts, stops and hurries workflows. Everything it is told is already in the rows: a lost call costs time, never
// work.
type Runs interface {
	StartRun(ctx context.Context, run jobs.RunRef) error
	CancelRun(ctx context.Context, run jobs.RunRef) error
	HurryJob(ctx context.Context, job jobs.JobRef) error
}

// Jobs moves the rows of jobs and runs.
type Jobs struct {
	Store   *store.Store
	Runs    Runs
	Recipe  func() extract.Recipe
	Log     *slog.Logger
	Metrics *telemetry.Metrics // nil counts nothing
}

// NextItems returns which items of a job may start now.
//
// Idempotent: it reads rows and parks what has been out of reach for long.
func (a *Jobs) NextItems(ctx context.Context, in WindowInput) (Window, error) {
	w, err := a.Store.Jobs.NextItems(ctx, in.JobID, in.Size)
	return Window{Start: w.Start, Open: w.Open, Running: w.Running, Paused: w.Paused, Settled: w.Settled}, err
}

// WantEpisode makes an item want the analysis of its episode and starts the run when it is new. An item of a job that
// was cancelled meanwhile is left alone.
//
// Idempotent: wants are keyed by job and run, runs by episode and number, workflows by their id.
func (a *Jobs) WantEpisode(ctx context.Context, in WantInput) (work.ItemState, error) {
	w, err := a.Store.Jobs.WantEpisode(ctx, in.JobID, in.ItemID, a.Recipe())
	if fault.Is(err, fault.Stale) {
		return work.ItemCancelled, nil
	}
	if err != nil || w.State != work.ItemRunning {
		return w.State, err
	}
	a.Log.InfoContext(ctx, "a job wants a run", "job", in.JobID, "item", in.ItemID, "run", w.Run.RunID)
	return w.State, a.Runs.StartRun(ctx, w.Run)
}

// FinishRun closes a run with its wants and hurries the jobs that waited.
//
// Idempotent: a closed run stays as it is; the jobs are told again.
func (a *Jobs) FinishRun(ctx context.Context, in Finish) (work.RunState, error) {
	state, jobs, err := a.Store.Jobs.FinishRun(ctx, in.RunID, in.State, jobs.Failure{Class: in.Class, Text: in.Text})
	if err != nil {
		return state, err
	}
	a.count(ctx, in.RunID, state)
	a.hurry(ctx, jobs)
	return state, nil
}

// count notes how a run and its stages went. What cannot be read is not counted.
func (a *Jobs) count(ctx context.Context, runID int, state work.RunState) {
	a.Metrics.Run(string(state))
	steps, err := a.Store.Jobs.Steps(ctx, []int{runID})
	if err != nil {
		return
	}
	for _, s := range steps[runID] {
		if s.StartedAt != nil && s.FinishedAt != nil {
			a.Metrics.Stage(string(s.Stage), string(s.State), s.FinishedAt.Sub(*s.StartedAt))
		}
	}
}

// SettlePartial tells the jobs that a run is published in part; the run goes on and may complete it later.
//
// Idempotent: it sets the items' state and the time of the second chance.
func (a *Jobs) SettlePartial(ctx context.Context, in Settle) error {
	jobs, err := a.Store.Jobs.SettlePartial(ctx, in.RunID, in.Again)
	if err != nil {
		return err
	}
	a.hurry(ctx, jobs)
	return nil
}

// hurry tells jobs to look at their rows. What is not delivered costs seconds: the reconciler finds jobs with something to do.
func (a *Jobs) hurry(ctx context.Context, jobs []jobs.JobRef) {
	for _, j := range jobs {
		_ = a.Runs.HurryJob(ctx, j)
	}
}

// CloseJob notes that the job's workflow ends, unless there is still something to do.
//
// Idempotent: it sets the end once more.
func (a *Jobs) CloseJob(ctx context.Context, in JobOnly) (Closed, error) {
	state, open, err := a.Store.Jobs.CloseJob(ctx, in.JobID)
	return Closed{State: state, Open: open}, err
}

// CancelJob gives up everything a job wants; runs that nobody else wants are stopped.
//
// Idempotent: a cancelled job stays cancelled.
func (a *Jobs) CancelJob(ctx context.Context, in JobOnly) error {
	stopped, err := a.Store.Jobs.CancelJob(ctx, in.JobID)
	if err != nil {
		return err
	}
	for _, r := range stopped {
		if err := a.Runs.CancelRun(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// FailJob notes that a job's input cannot be listed and why.
//
// Idempotent: it sets the state.
func (a *Jobs) FailJob(ctx context.Context, in JobFailure) error {
	return a.Store.Jobs.JobListingFailed(ctx, in.JobID, jobs.Failure{Class: in.Class, Text: in.Text})
}
