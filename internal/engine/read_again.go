package engine

import (
	"context"
	"strconv"
	"sync"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Readings is what the engine needs of the room that reads earlier episodes again.
type Readings interface {
	CatalogueVersion(ctx context.Context) (int64, error)
	Begin(ctx context.Context) (int, error)
	LiveReading(ctx context.Context) (int, error)
	Finish(ctx context.Context, id int, state work.PassState, reason string) (work.PassState, error)
}

const (
	quietFor   = 20 * time.Second // without a change of the catalogue, before earlier episodes are read again
	restlessly = 5 * time.Minute  // after which they are in any case
)

// watch is what one process has seen of the catalogue.
type watch struct {
	mu      sync.Mutex
	through int64 // the version after which there was no news
	seen    int64
	since   time.Time // when seen was seen first
	waiting time.Time // since when there may be news
}

// due reports whether it is time to look for news: something changed, and it has been quiet since, or restless for long.
func (w *watch) due(version int64, now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if version == w.through {
		w.waiting = time.Time{}
		return false
	}
	if w.waiting.IsZero() {
		w.waiting = now
	}
	if version != w.seen {
		w.seen, w.since = version, now
	}
	return now.Sub(w.since) >= quietFor || now.Sub(w.waiting) >= restlessly
}

func (w *watch) looked(version int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.through, w.waiting = version, time.Time{}
}

// reconcileReading begins a pass over earlier episodes when there is news, and starts its workflow when that is missing. What is
// published while one runs is read by it, too.
func (e *Engine) reconcileReading(ctx context.Context, now time.Time) error {
	if e.readings == nil {
		return nil
	}
	id, err := e.readings.LiveReading(ctx)
	if err != nil {
		return err
	}
	if id != 0 {
		return e.reviveReading(ctx, id)
	}
	version, err := e.readings.CatalogueVersion(ctx)
	if err != nil || !e.watch.due(version, now) {
		return err
	}
	if id, err = e.readings.Begin(ctx); err != nil {
		return err
	}
	if id == 0 {
		e.watch.looked(version)
		return nil
	}
	return e.startReading(ctx, id)
}

func (e *Engine) startReading(ctx context.Context, id int) error {
	return e.start(ctx, client.StartWorkflowOptions{
		ID: work.ReadAgainID, StaticSummary: work.ReadAgainTitle, Priority: priority(database.SystemSubmitter),
		WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		Memo:                  map[string]any{memoPass: strconv.Itoa(id)},
		TypedSearchAttributes: temporal.NewSearchAttributes(attrKind.ValueSet(work.KindReadAgain),
			attrSubmitter.ValueSet(database.SystemSubmitter)),
	}, work.ReadAgain, work.ReadAgainInput{RereadingID: id})
}

// CancelReading cancels the workflow of a pass over earlier episodes whose row says so already. One that runs for a later pass is left
// alone.
func (e *Engine) CancelReading(ctx context.Context, id int) error {
	return e.cancelPass(ctx, work.ReadAgainID, id)
}

// reviveReading starts the workflow of a pass when it is missing. When it has run and closed without closing the row, somebody ended it
// by hand.
func (e *Engine) reviveReading(ctx context.Context, id int) error {
	state, passID, err := e.describePass(ctx, work.ReadAgainID)
	switch {
	case err != nil || state == running:
		return err
	case state == closed && passID == strconv.Itoa(id):
		e.log.Warn("the workflow of an open pass over earlier episodes has ended; the pass has failed", "pass", id)
		_, err := e.readings.Finish(ctx, id, work.PassFailed, "Its workflow was ended by hand.")
		return err
	default:
		return e.startReading(ctx, id)
	}
}
