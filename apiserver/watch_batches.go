package apiserver

import (
	"context"
	"maps"
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// listedBatches is how many batches, the newest first, a stream sends at its start.
const listedBatches = 50

// batchesTopic is the latest batches without their lines, and one batch with them.
type batchesTopic struct {
	*watcher
	sent  map[int]int              // versions of batches
	lines map[int]*store.BatchItem // of the batch that is watched, by job
	jobs  map[int]int              // versions of their jobs
}

func watchBatches(w *watcher) topic { return &batchesTopic{watcher: w} }

func (t *batchesTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) error {
	*t = batchesTopic{watcher: t.watcher, sent: map[int]int{}, lines: map[int]*store.BatchItem{}, jobs: map[int]int{}}
	watched := int(t.ask.GetBatchId())
	if t.ask.GetBatches() {
		rows, _, err := t.store.Jobs.Batches(ctx, 0, listedBatches, 0)
		if err != nil {
			return err
		}
		for _, b := range rows {
			if b.ID != watched {
				t.add(b, msg)
			}
		}
	}
	if watched != 0 {
		return t.addLines(ctx, watched, nil, msg)
	}
	return nil
}

func (t *batchesTopic) add(b jobs.BatchRow, msg *v1.WatchResponse) {
	t.sent[b.ID] = b.Version
	msg.Batches = append(msg.Batches, t.batches.line(b))
}

func (t *batchesTopic) changes(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	watched := int(t.ask.GetBatchId())
	for key, version := range snap.work {
		if !t.ask.GetBatches() || key.Kind != work.KindBatch || key.ID == watched || int(version) <= t.sent[key.ID] {
			continue
		}
		b, err := t.store.Jobs.Batch(ctx, key.ID)
		if fault.Is(err, fault.NotFound) {
			continue // it has just been deleted
		}
		if err != nil {
			return err
		}
		t.add(b, msg)
	}
	if watched == 0 {
		return nil
	}
	var moved []*store.BatchItem // lines whose jobs changed
	for _, j := range snap.jobs {
		if line := t.lines[j.ID]; line != nil && j.Version > t.jobs[j.ID] {
			moved = append(moved, line)
		}
	}
	if len(moved) == 0 && int(snap.work[work.Key{Kind: work.KindBatch, ID: watched}]) <= t.sent[watched] {
		return nil
	}
	return t.addLines(ctx, watched, moved, msg)
}

// addLines adds the batch that is watched with the lines that this stream has not sent as they are, and with those whose jobs
// moved.
func (t *batchesTopic) addLines(ctx context.Context, id int, moved []*store.BatchItem, msg *v1.WatchResponse) error {
	b, err := t.store.Jobs.Batch(ctx, id) // before its lines: what changes between the two is sent again
	if err != nil {
		return err
	}
	changed, err := t.store.Jobs.BatchItems(ctx, id, t.sent[id])
	if err != nil {
		return err
	}
	rows := map[int]*store.BatchItem{}
	for _, line := range slices.Concat(moved, changed) {
		rows[line.Position] = line
	}
	out := t.batches.line(b)
	positions := slices.Sorted(maps.Keys(rows))
	ordered := make([]*store.BatchItem, 0, len(rows))
	for _, p := range positions {
		ordered = append(ordered, rows[p])
	}
	if out.Items, err = t.batches.items(ctx, t.viewer, b, ordered); err != nil {
		return err
	}
	for i, line := range ordered {
		if job := out.GetItems()[i].GetJob(); job != nil {
			t.lines[int(job.GetId())], t.jobs[int(job.GetId())] = line, int(job.GetVersion())
		}
	}
	t.sent[id] = b.Version
	msg.Batches = append(msg.Batches, out)
	return nil
}
