package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

// watchedPasses is how many of the latest passes a stream sends at its start.
const watchedPasses = 20

// passesTopic is the latest passes.
type passesTopic struct {
	*watcher
	sent map[int]time.Time // when they had changed
}

func watchPasses(w *watcher) topic { return &passesTopic{watcher: w, sent: map[int]time.Time{}} }

func (t *passesTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) error {
	rows, _, err := t.store.Curate.Passes(ctx, curate.PassFilter{Limit: watchedPasses})
	for _, p := range rows {
		t.add(p, msg)
	}
	return err
}

func (t *passesTopic) changes(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	for key, version := range snap.work {
		if key.Kind != work.KindPass || int64(version) <= t.sent[key.ID].UnixMicro() {
			continue
		}
		p, err := t.store.Curate.PassWithCounts(ctx, key.ID)
		if err != nil {
			return err
		}
		t.add(p, msg)
	}
	return nil
}

func (t *passesTopic) add(p curate.PassState, msg *v1.WatchResponse) {
	t.sent[p.ID] = p.UpdatedAt
	msg.Passes = append(msg.Passes, convert.Pass(p))
}
