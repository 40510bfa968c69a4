package apiserver

import (
	"context"
	"errors"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/store/jobs"
	"mentionary/policies"
)

// engineTimeout bounds how long a request waits for the workflow engine in all. What did not get through is made good by
// the reconciler.
const engineTimeout = 2 * time.Second

// tell hands work to the workflow engine after its rows are written. A failure is logged and never fails the request.
func (s *Server) tell(ctx context.Context, calls ...func(context.Context) error) {
	// The rows are written: the caller hanging up must not keep the engine from hearing of it.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), engineTimeout)
	defer cancel()
	for _, call := range calls {
		if err := call(ctx); err != nil {
			s.Log.WarnContext(ctx, "the workflow engine was not told; the reconciler will", "request", s.RequestID(ctx), "error", err)
		}
	}
}

// start starts the workflow of a job.
func (s *Server) start(ctx context.Context, jobID int) error {
	ref, err := s.Store.Jobs.JobRef(ctx, jobID)
	if err != nil {
		return err
	}
	return s.Jobs.StartJob(ctx, ref)
}

// resume starts the workflow of a job that was opened again; one that still runs looks at its rows now.
func (s *Server) resume(ref jobs.JobRef) func(context.Context) error {
	return func(ctx context.Context) error {
		return errors.Join(s.Jobs.StartJob(ctx, ref), s.Jobs.HurryJob(ctx, ref))
	}
}

// stop cancels the workflows of runs that nobody wants any more.
func (s *Server) stop(runs []jobs.RunRef) func(context.Context) error {
	return func(ctx context.Context) error {
		var all error
		for _, r := range runs {
			all = errors.Join(all, s.Jobs.CancelRun(ctx, r))
		}
		return all
	}
}

// job tells the engine about a job by its present row.
func (s *Server) job(id int, call func(context.Context, jobs.JobRef) error) func(context.Context) error {
	return func(ctx context.Context) error {
		ref, err := s.Store.Jobs.JobRef(ctx, id)
		if err != nil {
			return err
		}
		return call(ctx, ref)
	}
}

// CancelJob implements the contract. Cancelling twice is the same as once.
func (s jobService) CancelJob(ctx context.Context, r *v1.CancelJobRequest) (*v1.CancelJobResponse, error) {
	v := viewerOf(ctx)
	j, err := s.Store.Jobs.Job(ctx, int(r.GetId()), s.scope(ctx, v))
	if err != nil {
		return nil, err
	}
	if job.State(j.State).Open() {
		runs, err := s.Store.Jobs.CancelJob(ctx, j.ID)
		if err != nil {
			return nil, err
		}
		s.tell(ctx, s.job(j.ID, s.Jobs.CancelJob), s.stop(runs))
	}
	out, err := s.wholeJob(ctx, v, j.ID)
	return &v1.CancelJobResponse{Job: out}, err
}

// PauseJob implements the contract. Pausing twice is the same as once.
func (s jobService) PauseJob(ctx context.Context, r *v1.PauseJobRequest) (*v1.PauseJobResponse, error) {
	v := viewerOf(ctx)
	j, err := s.Store.Jobs.Job(ctx, int(r.GetId()), s.scope(ctx, v))
	if err != nil {
		return nil, err
	}
	runs, err := s.Store.Jobs.PauseJob(ctx, j.ID, r.GetPaused())
	if err != nil {
		return nil, err
	}
	s.tell(ctx, s.job(j.ID, s.Jobs.PauseJob), s.stop(runs))
	out, err := s.wholeJob(ctx, v, j.ID)
	return &v1.PauseJobResponse{Job: out}, err
}

// RetryJob implements the contract. Doing again what succeeded is for moderators.
func (s jobService) RetryJob(ctx context.Context, r *v1.RetryJobRequest) (*v1.RetryJobResponse, error) {
	v := viewerOf(ctx)
	j, err := s.Store.Jobs.Job(ctx, int(r.GetId()), s.scope(ctx, v))
	if err != nil {
		return nil, err
	}
	if err := s.mayRetry(ctx, v, j.ID, int(r.GetItemId())); err != nil {
		return nil, err
	}
	ref, err := s.Store.Jobs.RetryJob(ctx, j.ID, int(r.GetItemId()), job.Stage(r.GetFromStage()))
	if err != nil {
		return nil, err
	}
	s.tell(ctx, s.resume(ref))
	out, err := s.wholeJob(ctx, v, j.ID)
	return &v1.RetryJobResponse{Job: out}, err
}

// mayRetry refuses users who would have a finished episode analysed again. Without an item only unfinished ones are meant.
func (s jobService) mayRetry(ctx context.Context, v viewer, jobID, itemID int) error {
	if itemID == 0 || s.may(ctx, v, policies.AnalyseAgain) {
		return nil
	}
	for offset := 0; ; offset += maxItems {
		items, total, err := s.Store.Jobs.JobItems(ctx, jobID, maxItems, offset)
		if err != nil {
			return err
		}
		for _, it := range items {
			state := job.ItemState(it.State)
			if it.ID == itemID && (state == job.ItemDone || state == job.ItemAlready) {
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
	v := viewerOf(ctx)
	j, err := s.Store.Jobs.Job(ctx, int(r.GetId()), s.scope(ctx, v))
	if err != nil {
		return nil, err
	}
	files, err := s.Store.Jobs.Uploads(ctx, v.userID(), []string{r.GetUploadId()})
	if err != nil {
		return nil, err
	}
	file, err := s.Store.Jobs.UploadByKey(ctx, files[0].Key)
	if err != nil {
		return nil, err
	}
	text, err := jobs.UploadTranscript(file)
	if err != nil {
		return nil, err
	}
	given, err := s.Store.Jobs.ProvideTranscript(ctx, j.ID, int(r.GetItemId()), v.userID(), text)
	if err != nil {
		return nil, err
	}
	s.tellProvided(ctx, given)
	out, err := s.wholeJob(ctx, v, j.ID)
	return &v1.ProvideTranscriptResponse{Job: out}, err
}
