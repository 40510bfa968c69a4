package apiserver

import (
	"context"
	"maps"
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/internal/store"
)

// listedBatches is how many batches, the newest first, a stream sends at its start.
const listedBatches = 50

// touchedBatches returns the versions of the batches that changed of late.
func (p *poller) touchedBatches(ctx context.Context) (map[int]int, error) {
	rows, err := p.store.Jobs.BatchesTouchedSince(ctx, p.now().Add(-recently))
	out := make(map[int]int, len(rows))
	for _, b := range rows {
		out[b.ID] = b.Version
	}
	return out, err
}

// sameBatches reports whether a snapshot tells nothing about batches that the one before did not.
func sameBatches(now, old map[int]int) bool {
	for id, version := range now {
		if old[id] != version {
			return false
		}
	}
	return true
}

// watchedBatches is what a stream has sent of batches.
type watchedBatches struct {
	sent  map[int]int              // versions of batches in the list
	lines map[int]*store.BatchItem // of the batch that is watched, by job
	jobs  map[int]int              // versions of their jobs
	upTo  int                      // version of the batch that is watched
}

// mayWatchBatches refuses those who may not see batches.
func (w *watcher) mayWatchBatches() error {
	if !w.ask.GetBatches() && w.ask.GetBatchId() == 0 {
		return nil
	}
	if !w.view.gate.May(w.viewer, mentionaryv1connect.BatchServiceGetBatchProcedure) {
		return fault.New(fault.Denied, "Only administrators can see batches.")
	}
	return nil
}

// addBatches adds the batches that were asked for as they are now.
func (w *watcher) addBatches(ctx context.Context, msg *v1.WatchResponse) error {
	w.watchedBatches = watchedBatches{sent: map[int]int{}, lines: map[int]*store.BatchItem{}, jobs: map[int]int{}}
	if w.ask.GetBatches() {
		rows, _, err := w.store.Jobs.Batches(ctx, 0, listedBatches, 0)
		if err != nil {
			return err
		}
		for _, b := range rows {
			w.sent[b.ID] = b.Version
			if b.ID != int(w.ask.GetBatchId()) {
				msg.Batches = append(msg.Batches, w.batches.line(b))
			}
		}
	}
	if id := int(w.ask.GetBatchId()); id != 0 {
		return w.addLines(ctx, id, nil, msg)
	}
	return nil
}

// addChangedBatches adds what the snapshot has of batches that this stream has not.
func (w *watcher) addChangedBatches(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	watched := int(w.ask.GetBatchId())
	if w.ask.GetBatches() {
		for id, version := range snap.batches {
			if version <= w.sent[id] || id == watched {
				continue
			}
			b, err := w.store.Jobs.Batch(ctx, id)
			if fault.Is(err, fault.NotFound) {
				continue // it has just been deleted
			}
			if err != nil {
				return err
			}
			w.sent[id] = b.Version
			msg.Batches = append(msg.Batches, w.batches.line(b))
		}
	}
	if watched == 0 {
		return nil
	}
	var moved []*store.BatchItem // lines whose jobs changed
	for _, j := range snap.jobs {
		if line := w.lines[j.ID]; line != nil && j.Version > w.jobs[j.ID] {
			moved = append(moved, line)
		}
	}
	if len(moved) == 0 && snap.batches[watched] <= w.upTo {
		return nil
	}
	return w.addLines(ctx, watched, moved, msg)
}

// addLines adds the batch that is watched with the lines that this stream has not sent as they are, and with those whose jobs
// moved.
func (w *watcher) addLines(ctx context.Context, id int, moved []*store.BatchItem, msg *v1.WatchResponse) error {
	b, err := w.store.Jobs.Batch(ctx, id) // before its lines: what changes between the two is sent again
	if err != nil {
		return err
	}
	changed, err := w.store.Jobs.BatchItems(ctx, id, w.upTo)
	if err != nil {
		return err
	}
	rows := map[int]*store.BatchItem{}
	for _, line := range slices.Concat(moved, changed) {
		rows[line.Position] = line
	}
	out := w.batches.line(b)
	positions := slices.Sorted(maps.Keys(rows))
	ordered := make([]*store.BatchItem, 0, len(rows))
	for _, p := range positions {
		ordered = append(ordered, rows[p])
	}
	if out.Items, err = w.batches.items(ctx, w.viewer, b, ordered); err != nil {
		return err
	}
	for i, line := range ordered {
		if job := out.GetItems()[i].GetJob(); job != nil {
			w.lines[int(job.GetId())], w.jobs[int(job.GetId())] = line, int(job.GetVersion())
		}
	}
	w.upTo, w.sent[id] = b.Version, b.Version
	msg.Batches = append(msg.Batches, out)
	return nil
}
