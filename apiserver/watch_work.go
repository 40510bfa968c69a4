package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/work"
)

// workTopic is everybody's work that a filter lets in.
type workTopic struct {
	*watcher
	sent map[work.Key]float64 // versions
}

func watchWork(w *watcher) topic { return &workTopic{watcher: w, sent: map[work.Key]float64{}} }

// state adds what changed of late: it may have changed between the reading of the list and the opening of the stream.
func (t *workTopic) state(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	return t.changes(ctx, snap, msg)
}

func (t *workTopic) changes(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	var keys []work.Key
	for k, version := range snap.work {
		if version > t.sent[k] {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return nil
	}
	rows, err := t.store.Jobs.WorkByKeys(ctx, keys)
	if err != nil {
		return err
	}
	in, err := t.store.Jobs.MatchingWork(ctx, workFilter(t.ask.GetWork()), keys)
	if err != nil {
		return err
	}
	viewer := workViewer(t.gate, t.viewer)
	for _, row := range rows {
		t.sent[row.Key()] = row.Version()
		msg.Work = append(msg.Work, &v1.WorkNews{Work: convert.Work(row, viewer), Matches: in[row.Key()]})
	}
	return nil
}
