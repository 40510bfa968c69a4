package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// watchedJobs is how many of one's own jobs, the newest first, a stream sends at its start.
const watchedJobs = 200

// jobsTopic is one's own jobs without their items, and one job with them.
type jobsTopic struct {
	*watcher
	sent map[int]int // versions
}

func watchJobs(w *watcher) topic { return &jobsTopic{watcher: w, sent: map[int]int{}} }

func (t *jobsTopic) state(ctx context.Context, _ snapshot, msg *v1.WatchResponse) error {
	if t.ask.GetJobs() {
		rows, _, err := t.store.Jobs.Jobs(ctx, t.viewer.UserID(), watchedJobs, 0)
		if err != nil {
			return err
		}
		for _, j := range rows {
			t.sent[j.ID] = j.Version
			if j.ID != int(t.ask.GetJobId()) {
				msg.Jobs = append(msg.Jobs, t.view.line(t.viewer, j))
			}
		}
	}
	if id := int(t.ask.GetJobId()); id != 0 {
		return t.addWhole(ctx, id, msg)
	}
	return nil
}

func (t *jobsTopic) changes(ctx context.Context, snap snapshot, msg *v1.WatchResponse) error {
	for _, j := range snap.jobs {
		if j.Version <= t.sent[j.ID] || !t.wants(j) {
			continue
		}
		if j.ID == int(t.ask.GetJobId()) {
			if err := t.addWhole(ctx, j.ID, msg); err != nil {
				return err
			}
			continue
		}
		t.sent[j.ID] = j.Version
		msg.Jobs = append(msg.Jobs, t.view.line(t.viewer, j))
	}
	return nil
}

// addWhole adds the job that is watched, with its items.
func (t *jobsTopic) addWhole(ctx context.Context, id int, msg *v1.WatchResponse) error {
	whole, err := t.view.whole(ctx, t.viewer, id)
	if err != nil {
		return err
	}
	t.sent[id] = int(whole.GetVersion())
	msg.Jobs = append(msg.Jobs, whole)
	return nil
}

// wants reports whether the stream shows a job: the one it was opened for (the store has checked that the viewer may see
// it), and one's own for the list. Nobody else's job passes.
func (t *jobsTopic) wants(j *store.Job) bool {
	if id := int(t.ask.GetJobId()); id != 0 && j.ID == id {
		return true
	}
	return t.ask.GetJobs() && j.UserID != nil && *j.UserID == t.viewer.UserID()
}
