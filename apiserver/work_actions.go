package apiserver

import (
	"context"
	"log/slog"
	"slices"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
	"mentionary/policies"
)

// PreviewWorkAction implements the contract.
func (s workService) PreviewWorkAction(ctx context.Context, r *v1.PreviewWorkActionRequest) (*v1.PreviewWorkActionResponse, error) {
	viewer := workViewer(s.gate, gate.Of(ctx))
	out := &v1.PreviewWorkActionResponse{}
	for _, text := range r.GetKeys() {
		one := &v1.WorkOutcome{Key: text}
		w, err := s.read(ctx, text)
		if err == nil {
			one.Work = convert.Work(w, viewer)
			one.Text, err = s.scope(ctx, r.GetAction(), w, viewer)
		}
		if one.Ok = err == nil; !one.GetOk() {
			if one.Text, err = sentenceOf(err); err != nil {
				return nil, err
			}
		}
		out.Results = append(out.Results, one)
	}
	return out, nil
}

func (s workService) read(ctx context.Context, text string) (jobs.Work, error) {
	key, err := workKey(text)
	if err != nil {
		return jobs.Work{}, err
	}
	return s.store.Jobs.WorkByKey(ctx, key)
}

// sentenceOf is the sentence of a fault that concerns one row. What has nothing to do with the row ends the call.
func sentenceOf(err error) (string, error) {
	switch f := fault.Of(err); f.Kind {
	case fault.NotFound, fault.Conflict, fault.Denied, fault.BadInput, fault.RateLimited:
		return f.Sentence, nil
	}
	return "", err
}

// scope says what an action would do to a piece of work, or why it cannot be done.
func (s workService) scope(ctx context.Context, action string, w jobs.Work, viewer convert.WorkViewer) (string, error) {
	if err := possible(action, w, viewer); err != nil {
		return "", err
	}
	switch {
	case w.Job != nil:
		scope, err := s.store.Jobs.ScopeOfJob(ctx, w.Job.ID)
		return convert.JobScope(action, scope), err
	case w.Batch != nil:
		return convert.BatchScope(action, w.Batch), nil
	case w.Reading != nil:
		return convert.ReadingScope, nil
	case w.Pass != nil:
		return convert.PassScope(w.Pass), nil
	}
	wanted, err := s.store.Jobs.JobsWanting(ctx, w.Run.ID)
	return convert.RunScope(action, wanted), err
}

// possible refuses what cannot be done with a piece of work as it stands, with the reason.
func possible(action string, w jobs.Work, viewer convert.WorkViewer) error {
	if slices.Contains(convert.Work(w, viewer).GetActions(), action) {
		return nil
	}
	open := w.Condition.Open()
	switch {
	case w.Batch != nil && (action == convert.ActRetry || action == convert.ActAnalyze):
		return fault.New(fault.Conflict, "A batch does not support this. Use its jobs instead.")
	case w.Batch != nil && !viewer.Batches:
		return fault.New(fault.Denied, "Your account may not change batches.")
	case w.Reading != nil && action != convert.ActCancel:
		return fault.New(fault.Conflict, "A pass over earlier episodes can only be canceled. It begins by itself when there is something "+
			"to read again.")
	case w.Pass != nil && action != convert.ActCancel:
		return fault.New(fault.Conflict, "A pass can only be canceled. Start another one under Data Quality.")
	case w.Run != nil && (action == convert.ActPause || action == convert.ActResume):
		return fault.New(fault.Conflict, "A run cannot be paused. Pause the jobs that want it.")
	case action == convert.ActResume:
		return fault.New(fault.Conflict, "It is not paused.")
	case action == convert.ActPause && w.Condition == work.IsPaused:
		return fault.New(fault.Conflict, "It is already paused.")
	case (action == convert.ActCancel || action == convert.ActPause) && !open:
		return fault.New(fault.Conflict, "It has already ended.")
	case open:
		return fault.New(fault.Conflict, "It is still being worked on. Wait for it or cancel it first.")
	case w.Run != nil && w.Item == nil:
		return fault.New(fault.Conflict, "No job wants this run anymore. Retry from a job with the episode, or submit the episode again.")
	case action == convert.ActAnalyze:
		return fault.New(fault.Conflict, "None of it is analyzed yet. Retry it instead.")
	}
	return fault.New(fault.Conflict, "None of it can be tried again: every episode is done.")
}

// ActOnWork implements the contract.
func (s workService) ActOnWork(ctx context.Context, r *v1.ActOnWorkRequest) (*v1.ActOnWorkResponse, error) {
	v := gate.Of(ctx)
	if r.GetAction() == convert.ActAnalyze && !s.gate.May(v, policies.AnalyzeAgain) {
		return nil, fault.New(fault.Denied, "Your account may not have finished episodes analyzed again.")
	}
	viewer := workViewer(s.gate, v)
	out := &v1.ActOnWorkResponse{}
	for _, text := range r.GetKeys() {
		one := &v1.WorkOutcome{Key: text, Ok: true, Text: done[r.GetAction()]}
		if err := s.act(ctx, v.Actor(), viewer, r, text); err != nil {
			one.Ok = false
			if one.Text, err = sentenceOf(err); err != nil {
				s.engine.log.WarnContext(ctx, "an action failed", slog.String("work", text), slog.Any("error", err))
				one.Text = fault.Of(err).Sentence
			}
		}
		if w, err := s.read(ctx, text); err == nil {
			one.Work = convert.Work(w, viewer)
		}
		out.Results = append(out.Results, one)
	}
	return out, nil
}

// done says what came of an action.
var done = map[string]string{
	convert.ActCancel: "Canceled.", convert.ActPause: "Paused.", convert.ActResume: "Resumed.",
	convert.ActRetry: "It will be tried again.", convert.ActAnalyze: "It will be analyzed again.",
}

func (s workService) act(ctx context.Context, by database.Actor, viewer convert.WorkViewer, r *v1.ActOnWorkRequest, text string) error {
	w, err := s.read(ctx, text)
	if err != nil {
		return err
	}
	if err := possible(r.GetAction(), w, viewer); err != nil {
		return err
	}
	switch {
	case w.Job != nil:
		return s.actOnJob(ctx, by, r, w.Job.ID, 0)
	case w.Run != nil:
		return s.actOnRun(ctx, by, r, w)
	case w.Reading != nil:
		return s.quality.cancelReading(ctx, by, w.Reading.ID)
	case w.Pass != nil:
		_, err := s.quality.cancelPass(ctx, by, w.Pass.ID)
		return err
	case r.GetAction() == convert.ActCancel:
		return s.batches.cancel(ctx, by, w.Batch.ID)
	}
	return s.batches.pause(ctx, by, w.Batch.ID, r.GetAction() == convert.ActPause)
}

func (s workService) actOnRun(ctx context.Context, by database.Actor, r *v1.ActOnWorkRequest, w jobs.Work) error {
	if r.GetAction() != convert.ActCancel {
		return s.actOnJob(ctx, by, r, w.Item.JobID, w.Item.ID)
	}
	run, waiting, err := s.store.Jobs.CancelRunBy(ctx, by, w.Run.ID)
	if err != nil {
		return err
	}
	all := []message{s.engine.unwanted([]jobs.RunRef{run})}
	for _, j := range waiting {
		all = append(all, func(ctx context.Context) error { return s.engine.jobs.HurryJob(ctx, j) })
	}
	s.engine.tell(ctx, all...)
	return nil
}

// actOnJob does an action to a job, or to one of its items.
func (s workService) actOnJob(ctx context.Context, by database.Actor, r *v1.ActOnWorkRequest, jobID, itemID int) error {
	switch action := r.GetAction(); action {
	case convert.ActCancel:
		runs, err := s.store.Jobs.CancelJobBy(ctx, by, jobID)
		if err == nil {
			s.engine.tell(ctx, s.engine.about(jobID, s.engine.jobs.CancelJob), s.engine.unwanted(runs))
		}
		return err
	case convert.ActPause, convert.ActResume:
		runs, err := s.store.Jobs.PauseJobBy(ctx, by, jobID, action == convert.ActPause)
		if err == nil {
			s.engine.tell(ctx, s.engine.about(jobID, s.engine.jobs.PauseJob), s.engine.unwanted(runs))
		}
		return err
	}
	var ref jobs.JobRef
	var err error
	if r.GetAction() == convert.ActAnalyze {
		ref, err = s.store.Jobs.AnalyzeJobAgain(ctx, by, jobID, itemID)
	} else {
		ref, err = s.store.Jobs.RetryJobBy(ctx, by, jobID, itemID, work.Stage(r.GetFromStage()))
	}
	if err == nil {
		s.engine.tell(ctx, s.engine.resumed(ref))
	}
	return err
}
