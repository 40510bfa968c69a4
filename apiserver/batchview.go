package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// batchView reads batches as those who ask may see them.
type batchView struct {
	store *store.Store
	jobs  jobView
}

// line is a batch without its lines, as lists show it.
func (w batchView) line(b jobs.BatchRow) *v1.Batch { return convert.Batch(b) }

// whole is a batch with its lines and their jobs, read in a number of statements that does not grow with them.
func (w batchView) whole(ctx context.Context, v gate.Viewer, id int) (*v1.Batch, error) {
	b, err := w.store.Jobs.Batch(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := w.store.Jobs.BatchItems(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	out := w.line(b)
	out.Items, err = w.items(ctx, v, b, rows)
	return out, err
}

// items are lines of a batch with their jobs.
func (w batchView) items(ctx context.Context, v gate.Viewer, b jobs.BatchRow, rows []*store.BatchItem) ([]*v1.BatchItem, error) {
	var ids []int
	for _, line := range rows {
		if line.JobID != nil {
			ids = append(ids, *line.JobID)
		}
	}
	all, err := w.store.Jobs.JobsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	var single []int // open jobs of one episode: they have a stage
	for id, j := range all {
		if j.State.Open() && j.ItemsTotal == 1 {
			single = append(single, id)
		}
	}
	stages, err := w.store.Jobs.StagesOfJobs(ctx, single)
	if err != nil {
		return nil, err
	}
	out := make([]*v1.BatchItem, 0, len(rows))
	for _, line := range rows {
		item := convert.BatchItem(b.Kind, line)
		if line.JobID != nil && all[*line.JobID] != nil {
			item.Job, item.Stage = w.jobs.line(v, all[*line.JobID]), string(stages[*line.JobID])
		}
		out = append(out, item)
	}
	return out, nil
}
