package apiserver

import (
	"context"

	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
	"mentionary/policies"
)

// CancelJob implements the contract. Cancelling twice is the same as once.
func (s jobService) CancelJob(ctx context.Context, r *v1.CancelJobRequest) (*v1.CancelJobResponse, error) {
	v := gate.Of(ctx)
	j, err := s.store.Jobs.Job(ctx, int(r.GetId()), s.gate.WhoseJobs(v))
	if err != nil {
		return nil, err
	}
	if j.State.Open() {
		runs, err := s.cancel(ctx, v, j)
		if err != nil {
			return nil, err
		}
		s.engine.tell(ctx, s.engine.about(j.ID, s.engine.jobs.CancelJob), s.engine.unwanted(runs))
	}
	out, err := s.view.whole(ctx, v, j.ID)
	return &v1.CancelJobResponse{Job: out}, err
}

// PauseJob implements the contract. Pausing twice is the same as once.
func (s jobService) PauseJob(ctx context.Context, r *v1.PauseJobRequest) (*v1.PauseJobResponse, error) {
	v := gate.Of(ctx)
	j, err := s.store.Jobs.Job(ctx, int(r.GetId()), s.gate.WhoseJobs(v))
	if err != nil {
		return nil, err
	}
	runs, err := s.pause(ctx, v, j, r.GetPaused())
	if err != nil {
		return nil, err
	}
	s.engine.tell(ctx, s.engine.about(j.ID, s.engine.jobs.PauseJob), s.engine.unwanted(runs))
	out, err := s.view.whole(ctx, v, j.ID)
	return &v1.PauseJobResponse{Job: out}, err
}

// RetryJob implements the contract. Doing again what succeeded is for moderators.
func (s jobService) RetryJob(ctx context.Context, r *v1.RetryJobRequest) (*v1.RetryJobResponse, error) {
	v := gate.Of(ctx)
	j, err := s.store.Jobs.Job(ctx, int(r.GetId()), s.gate.WhoseJobs(v))
	if err != nil {
		return nil, err
	}
	if err := s.mayRetry(ctx, v, j.ID, int(r.GetItemId())); err != nil {
		return nil, err
	}
	ref, err := s.retry(ctx, v, j, r)
	if err != nil {
		return nil, err
	}
	s.engine.tell(ctx, s.engine.resumed(ref))
	out, err := s.view.whole(ctx, v, j.ID)
	return &v1.RetryJobResponse{Job: out}, err
}

// mayRetry refuses users who would have a finished episode analyzed again. Without an item only unfinished ones are meant.
func (s jobService) mayRetry(ctx context.Context, v gate.Viewer, jobID, itemID int) error {
	if itemID == 0 || s.gate.May(v, policies.AnalyzeAgain) {
		return nil
	}
	for offset := 0; ; offset += maxItems {
		items, total, err := s.store.Jobs.JobItems(ctx, jobID, maxItems, offset)
		if err != nil {
			return err
		}
		for _, it := range items {
			state := it.State
			if it.ID == itemID && (state == work.ItemDone || state == work.ItemAlready) {
				return fault.New(fault.Denied, "This episode is already analyzed. A moderator can have it analyzed again.")
			}
		}
		if offset+len(items) >= total || len(items) == 0 {
			return nil
		}
	}
}

// ProvideTranscript implements the contract. The file must be the caller's own upload. Only moderators and admins give to
// everybody; what others give to a public episode stays theirs until a moderator publishes it.
func (s jobService) ProvideTranscript(ctx context.Context, r *v1.ProvideTranscriptRequest) (*v1.ProvideTranscriptResponse, error) {
	v := gate.Of(ctx)
	j, err := s.store.Jobs.Job(ctx, int(r.GetId()), s.gate.WhoseJobs(v))
	if err != nil {
		return nil, err
	}
	files, err := s.store.Jobs.Uploads(ctx, v.UserID(), []string{r.GetUploadId()})
	if err != nil {
		return nil, err
	}
	file, err := s.store.Jobs.UploadByKey(ctx, files[0].Key)
	if err != nil {
		return nil, err
	}
	text, err := jobs.UploadTranscript(file)
	if err != nil {
		return nil, err
	}
	if len(text.Cues) == 0 {
		return nil, fault.New(fault.BadInput, "This file is audio that has not been listened to. Choose a transcript of this episode, or "+
			"submit the file as an episode of its own.").WithField("uploadId")
	}
	given, err := s.provide(ctx, v, j, int(r.GetItemId()), text)
	if err != nil {
		return nil, err
	}
	s.engine.tellProvided(ctx, given)
	out, err := s.view.whole(ctx, v, j.ID)
	return &v1.ProvideTranscriptResponse{Job: out}, err
}

// owns reports whether a job is the viewer's own. What others do to it is audited.
func owns(v gate.Viewer, j *store.Job) bool { return j.UserID != nil && *j.UserID == v.UserID() }

func (s jobService) cancel(ctx context.Context, v gate.Viewer, j *store.Job) ([]jobs.RunRef, error) {
	if owns(v, j) {
		return s.store.Jobs.CancelJob(ctx, j.ID)
	}
	return s.store.Jobs.CancelJobBy(ctx, v.Actor(), j.ID)
}

func (s jobService) pause(ctx context.Context, v gate.Viewer, j *store.Job, on bool) ([]jobs.RunRef, error) {
	if owns(v, j) {
		return s.store.Jobs.PauseJob(ctx, j.ID, on)
	}
	return s.store.Jobs.PauseJobBy(ctx, v.Actor(), j.ID, on)
}

func (s jobService) retry(ctx context.Context, v gate.Viewer, j *store.Job, r *v1.RetryJobRequest) (jobs.JobRef, error) {
	item, from := int(r.GetItemId()), work.Stage(r.GetFromStage())
	if owns(v, j) {
		return s.store.Jobs.RetryJob(ctx, j.ID, item, from)
	}
	return s.store.Jobs.RetryJobBy(ctx, v.Actor(), j.ID, item, from)
}

func (s jobService) provide(ctx context.Context, v gate.Viewer, j *store.Job, item int, text transcript.Transcript) (jobs.Provided, error) {
	if owns(v, j) {
		return s.store.Jobs.ProvideTranscript(ctx, j.ID, item, v.UserID(), text)
	}
	return s.store.Jobs.ProvideTranscriptBy(ctx, v.Actor(), j.ID, item, v.UserID(), text)
}
