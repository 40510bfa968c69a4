package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/policies"
)

// maxItems bounds the items of one answer; items_total says how many there are.
const maxItems = 1000

// jobView reads jobs as those who ask may see them.
type jobView struct {
	store *store.Store
	gate  *gate.Gate
}

// line is a job without its items, as lists show it.
func (w jobView) line(v gate.Viewer, j *store.Job) *v1.Job { return w.job(v, j, nil) }

// whole is a job with items and steps, read in a number of statements that does not grow with them.
func (w jobView) whole(ctx context.Context, v gate.Viewer, id int) (*v1.Job, error) {
	j, err := w.store.Jobs.Job(ctx, id, w.gate.WhoseJobs(v))
	if err != nil {
		return nil, err
	}
	items, err := w.items(ctx, v, j)
	if err != nil {
		return nil, err
	}
	return w.job(v, j, items), nil
}

func (w jobView) job(v gate.Viewer, j *store.Job, items []convert.ItemRow) *v1.Job {
	return convert.Job(j, items, convert.JobViewer{
		AnalyzeAgain: w.gate.May(v, policies.AnalyzeAgain), Everybodys: w.gate.May(v, policies.EverybodysJobs),
	})
}

func (w jobView) items(ctx context.Context, v gate.Viewer, j *store.Job) ([]convert.ItemRow, error) {
	items, _, err := w.store.Jobs.JobItems(ctx, j.ID, maxItems, 0)
	if err != nil {
		return nil, err
	}
	var episodeIDs, runIDs []int
	for _, it := range items {
		if it.EpisodeID != nil {
			episodeIDs = append(episodeIDs, *it.EpisodeID)
		}
		if it.RunID != nil {
			runIDs = append(runIDs, *it.RunID)
		}
	}
	episodes, err := w.store.Jobs.EpisodesByID(ctx, episodeIDs, w.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	steps, err := w.store.Jobs.Steps(ctx, runIDs)
	if err != nil {
		return nil, err
	}
	rows := make([]convert.ItemRow, 0, len(items))
	for _, it := range items {
		row := convert.ItemRow{Item: it, Again: j.Selection.Listen}
		if it.EpisodeID != nil {
			row.Episode = episodes[*it.EpisodeID]
		}
		if it.RunID != nil {
			row.Steps = steps[*it.RunID]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
