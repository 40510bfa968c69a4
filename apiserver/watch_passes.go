package apiserver

import (
	"context"
	"time"

	"mentionary/apiserver/convert"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/store/curate"
)

// watchedPasses is how many of the latest passes a stream sends at its start.
const watchedPasses = 20

// wantsPasses reports whether the stream shows passes: only to those who may list them.
func (w *watcher) wantsPasses() bool {
	return w.ask.GetPasses() && w.view.gate.May(w.viewer, mentionaryv1connect.QualityServiceListPassesProcedure)
}

// addPasses adds the latest passes as they are now.
func (w *watcher) addPasses(ctx context.Context, msg *v1.WatchResponse) error {
	if !w.wantsPasses() {
		return nil
	}
	rows, _, err := w.store.Curate.Passes(ctx, curate.PassFilter{Limit: watchedPasses})
	if err != nil {
		return err
	}
	for _, p := range rows {
		w.passes[p.ID] = p.UpdatedAt
	}
	msg.Passes = convert.All(rows, convert.Pass)
	return nil
}

// addChangedPasses adds the passes of a snapshot that have changed since they were sent.
func (w *watcher) addChangedPasses(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	if !w.wantsPasses() {
		return nil
	}
	for _, row := range snap.passes {
		if !row.UpdatedAt.After(w.passes[row.ID]) {
			continue
		}
		p, err := w.store.Curate.PassWithCounts(ctx, row.ID)
		if err != nil {
			return err
		}
		w.passes[row.ID] = p.UpdatedAt
		msg.Passes = append(msg.Passes, convert.Pass(p))
	}
	return nil
}

// samePasses reports whether none of the passes that changed of late has changed since the former look.
func samePasses(now, before []*curate.Pass) bool {
	known := make(map[int]time.Time, len(before))
	for _, p := range before {
		known[p.ID] = p.UpdatedAt
	}
	for _, p := range now {
		if at, ok := known[p.ID]; !ok || !at.Equal(p.UpdatedAt) {
			return false
		}
	}
	return true
}
