package apiserver

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"mentionary/internal/budget"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// Engine is what drives the work behind rows. Every call comes after its row is written and may be lost: a reconciler
// makes it good. Calls that come twice are harmless.
type Engine interface {
	Jobs
	Schedules
	Batches
	Passes
	Budgets
	Queues
	Health
}

// Jobs drives jobs and runs.
type Jobs interface {
	StartJob(ctx context.Context, j jobs.JobRef) error
	CancelJob(ctx context.Context, j jobs.JobRef) error
	PauseJob(ctx context.Context, j jobs.JobRef) error
	HurryJob(ctx context.Context, j jobs.JobRef) error
	CancelRun(ctx context.Context, r jobs.RunRef) error
	TellTranscript(ctx context.Context, r jobs.RunRef) error
}

// Passes works through the catalogue.
type Passes interface {
	StartPass(ctx context.Context, p curate.PassRef) error
	CancelPass(ctx context.Context, p curate.PassRef) error
	// CancelReading ends a pass that reads earlier episodes again.
	CancelReading(ctx context.Context, id int) error
}

// Budgets hears of budgets.
type Budgets interface {
	// BudgetRaised makes what waits for the budget of a resource ask again now.
	BudgetRaised(ctx context.Context, what budget.Resource) error
}

// Queues are the task queues. They are paused by rows, too.
type Queues interface {
	TaskQueues(ctx context.Context) ([]work.TaskQueue, error)
	ApplyPauses(ctx context.Context) error
}

// Health says whether the engine can be reached.
type Health interface {
	Health(ctx context.Context) error
}

// engineTimeout bounds how long a request waits for the workflow engine in all. What did not get through is made good by
// the reconciler.
const engineTimeout = 2 * time.Second

// messenger tells the workflow engine what is written in rows already.
type messenger struct {
	log       *slog.Logger
	requestID func(context.Context) string
}

// message is one call of the engine.
type message func(context.Context) error

// tell delivers messages. One that cannot be delivered is logged and never fails the request.
func (m messenger) tell(ctx context.Context, all ...message) {
	// The rows are written: the caller hanging up must not keep the engine from hearing of it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), engineTimeout)
	defer cancel()
	for _, deliver := range all {
		if err := deliver(ctx); err != nil {
			m.log.WarnContext(ctx, "the workflow engine was not told; the reconciler will", "request", m.requestID(ctx), "error", err)
		}
	}
}

// jobMessenger has messages about jobs and runs.
type jobMessenger struct {
	messenger
	store *store.Store
	jobs  Jobs
}

// about is a message about a job by its present row.
func (m jobMessenger) about(jobID int, call func(context.Context, jobs.JobRef) error) message {
	return func(ctx context.Context) error {
		ref, err := m.store.Jobs.JobRef(ctx, jobID)
		if err != nil {
			return err
		}
		return call(ctx, ref)
	}
}

// resumed starts the workflow of a job that was opened again; one that still runs looks at its rows now.
func (m jobMessenger) resumed(ref jobs.JobRef) message {
	return func(ctx context.Context) error {
		return errors.Join(m.jobs.StartJob(ctx, ref), m.jobs.HurryJob(ctx, ref))
	}
}

// unwanted cancels the workflows of runs that nobody wants any more.
func (m jobMessenger) unwanted(runs []jobs.RunRef) message {
	return func(ctx context.Context) error {
		var all error
		for _, r := range runs {
			all = errors.Join(all, m.jobs.CancelRun(ctx, r))
		}
		return all
	}
}

// tellProvided tells what follows from a transcript that was given.
func (m jobMessenger) tellProvided(ctx context.Context, given jobs.Provided) {
	all := []message{m.unwanted(given.Stopped)}
	if given.Live != nil {
		all = append(all, func(ctx context.Context) error { return m.jobs.TellTranscript(ctx, *given.Live) })
	}
	for _, ref := range given.Jobs {
		all = append(all, m.resumed(ref))
	}
	m.tell(ctx, all...)
}
