package activities

import (
	"context"
	"time"

	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// Inputs and results of the steps of batches: kept in workflow histories, like those of inputs.go.
type (
	// BatchOnly names a batch.
	BatchOnly struct {
		BatchID int `json:"batchId"`
	}
	// BatchLine names a line of a batch, counted from 1.
	BatchLine struct {
		BatchID  int `json:"batchId"`
		Position int `json:"position"`
	}
	// BatchNext is what a batch may do next.
	BatchNext struct {
		Position  int  `json:"position,omitempty"` // of the next line; 0: there is none
		Settled   int  `json:"settled"`
		Paused    bool `json:"paused,omitempty"`
		Cancelled bool `json:"cancelled,omitempty"`
	}
	// BatchEnd is how a batch ended.
	BatchEnd struct {
		State    work.BatchState `json:"state"`
		Accepted int             `json:"accepted"`
		Failed   int             `json:"failed"`
	}
	// RecurringInput names a recurring batch and the time of its schedule.
	RecurringInput struct {
		RecurringID int       `json:"recurringId"`
		At          time.Time `json:"at"`
	}
	// Recurred is the answer to SubmitRecurring.
	Recurred struct {
		BatchID int `json:"batchId,omitempty"` // 0: there was nothing to submit
	}
)

// BatchEngine starts what batches make and stops it again. Everything it is told is already in the rows.
type BatchEngine interface {
	Starter
	StartBatch(ctx context.Context, batch jobs.BatchRef) error
	CancelBatchJobs(ctx context.Context, batchID int) error
}

// Batches submits the lines of batches.
type Batches struct {
	Store  *store.Store
	Engine BatchEngine
}

// NextBatchLine returns which line of a batch comes next.
//
// Idempotent: it reads rows and notes that it has.
func (a *Batches) NextBatchLine(ctx context.Context, in BatchOnly) (BatchNext, error) {
	n, err := a.Store.Jobs.NextBatchLine(ctx, in.BatchID)
	return BatchNext{Position: n.Position, Settled: n.Settled, Paused: n.Paused, Cancelled: n.Cancelled}, err
}

// SubmitBatchLine makes a job of a line of a batch and starts it. A line that is refused says so in its row; that is no
// failure of the batch.
//
// Idempotent: jobs are keyed by batch and line, workflows by their id.
func (a *Batches) SubmitBatchLine(ctx context.Context, in BatchLine) error {
	j, is, err := a.Store.Jobs.SubmitBatchLine(ctx, in.BatchID, in.Position)
	if err != nil || !is {
		return err
	}
	return a.Engine.StartJob(ctx, j)
}

// CancelBatchJobs cancels a batch, where its rows do not say so already, and its jobs that have not ended.
//
// Idempotent: what is cancelled stays so.
func (a *Batches) CancelBatchJobs(ctx context.Context, in BatchOnly) error {
	return a.Engine.CancelBatchJobs(ctx, in.BatchID)
}

// CloseBatch notes that the workflow of a batch ends.
//
// Idempotent: one that has ended stays as it is.
func (a *Batches) CloseBatch(ctx context.Context, in BatchOnly) (BatchEnd, error) {
	end, err := a.Store.Jobs.CloseBatch(ctx, in.BatchID)
	return BatchEnd{State: end.State, Accepted: end.Accepted, Failed: end.Failed}, err
}

// SubmitRecurring writes the batch of a recurring batch for a time and starts it, nobody's child. There is nothing to submit
// when the recurring batch has ended or is paused, or while its last run has not ended.
//
// Idempotent: batches are keyed by recurring batch and time, workflows by their id.
func (a *Batches) SubmitRecurring(ctx context.Context, in RecurringInput) (Recurred, error) {
	b, is, err := a.Store.Jobs.CreateRecurringRun(ctx, in.RecurringID, in.At)
	if err != nil || !is {
		return Recurred{}, err
	}
	return Recurred{BatchID: b.BatchID}, a.Engine.StartBatch(ctx, b)
}
