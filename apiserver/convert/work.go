package convert

import (
	"fmt"
	"slices"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// What may be done with work. The words are part of the contract.
const (
	ActCancel     = "cancel"
	ActPause      = "pause"
	ActResume     = "resume"
	ActRetry      = "retry"
	ActAnalyze    = "analyze"
	ActTranscript = "transcript"
	ActBudget     = "budget"
)

// WorkViewer is what somebody who looks at everybody's work may do.
type WorkViewer struct {
	AnalyzeAgain bool
	RaiseBudgets bool
	Batches      bool
}

// Work is a line of the list of everything that runs or ran.
func Work(w jobs.Work, v WorkViewer) *v1.Work {
	created := w.Created()
	out := &v1.Work{
		Key: w.Key().String(), Kind: string(w.Kind), State: string(w.Condition), CreatedAt: At(&created), Version: w.Version(),
		Submitter: Submitter(w.Submitter), SubmitterId: database.SystemSubmitter, Actions: actionsOn(w, v),
	}
	if w.Submitter != nil {
		out.SubmitterId = w.Submitter.PublicID
	}
	if w.Item != nil {
		out.JobId, out.ItemId = Number(w.Item.JobID), Number(w.Item.ID)
	}
	if e := w.Episode; e != nil && e.Edges.Channel != nil {
		out.ChannelName, out.ChannelId = channelName(e.Edges.Channel), e.Edges.Channel.PublicID
	}
	switch {
	case w.Job != nil:
		jobLine(out, w)
	case w.Run != nil:
		runLine(out, w)
	case w.Batch != nil:
		b := w.Batch
		tried := b.LinesAccepted + b.LinesFailed
		out.Type, out.Title, out.Done, out.Total = string(b.Kind), b.Title, Number(tried), Number(b.LinesTotal)
		out.UpdatedAt, out.FinishedAt = At(&b.UpdatedAt), At(b.FinishedAt)
		submitted := fmt.Sprintf("%d of %s submitted.", tried, wording.Count(b.LinesTotal, "line", "lines"))
		out.StateText = sentences(submitted, heldText(b, w.Submitter))
	case w.Reading != nil:
		readingLine(out, w.Reading)
	default:
		p := w.Pass
		out.Type, out.Title = string(p.Kind), passTitle(p)
		out.Done, out.Total, out.UpdatedAt, out.FinishedAt = Number(p.Done), Number(p.Total), At(&p.UpdatedAt), At(p.FinishedAt)
		out.StateText = sentences(fmt.Sprintf("%d of %s looked at.", p.Done, wording.Count(p.Total, "entity", "entities")), p.Reason)
	}
	return out
}

// WorkChannel is a channel that work can be limited to.
func WorkChannel(c *store.Channel) *v1.WorkName {
	return &v1.WorkName{Id: c.PublicID, Name: channelName(c)}
}

// WorkSubmitter is a person whom work can be limited to.
func WorkSubmitter(u *store.User) *v1.WorkName {
	return &v1.WorkName{Id: u.PublicID, Name: Submitter(u)}
}

func jobLine(out *v1.Work, w jobs.Work) {
	j := w.Job
	out.Type, out.Title, out.JobId = string(j.Kind), title(j), Number(j.ID)
	out.UpdatedAt, out.FinishedAt, out.NextAttemptAt = At(&j.UpdatedAt), At(j.FinishedAt), At(j.NextAttemptAt)
	out.Done, out.Total, out.Attempt = Number(j.ItemsDone+j.ItemsFailed), Number(j.ItemsTotal), Number(j.Attempt)
	out.ErrorClass, out.ErrorText, out.Stage = j.ErrorClass, j.ErrorText, j.ErrorStage
	out.StateText = jobText(j, nil)
	if w.Item == nil {
		return
	}
	if w.Episode != nil && w.Episode.Title != "" {
		out.Title = w.Episode.Title
	}
	out.StateText = jobText(j, []ItemRow{itemOf(w)})
	stageLine(out, w.Steps)
	if out.ErrorClass == "" {
		out.ErrorClass, out.ErrorText = w.Item.ErrorClass, w.Item.ErrorText
	}
}

func readingLine(out *v1.Work, r *store.Rereading) {
	out.Type, out.Title = "readings", work.ReadAgainTitle
	out.UpdatedAt, out.FinishedAt = At(&r.UpdatedAt), At(r.FinishedAt)
	read := fmt.Sprintf("%s read again, %d of them changed.", wording.Count(r.Read, "episode", "episodes"), r.Changed)
	out.StateText = sentences(read, r.Reason)
}

func runLine(out *v1.Work, w jobs.Work) {
	r := w.Run
	out.Type = r.Extractor
	if r.Model != "" {
		out.Type = r.Model
	}
	if w.Episode != nil {
		out.Title = w.Episode.Title
	}
	if out.Title == "" && w.Item != nil {
		out.Title = w.Item.Title
	}
	if out.Title == "" {
		out.Title = fmt.Sprintf("Episode %d", r.EpisodeID)
	}
	out.UpdatedAt, out.FinishedAt = At(&r.UpdatedAt), At(r.FinishedAt)
	stageLine(out, w.Steps)
	if r.ErrorClass != "" {
		out.ErrorClass, out.ErrorText = r.ErrorClass, r.ErrorText
	}
	out.StateText = runText(w)
}

// runText is the sentence about a run.
func runText(w jobs.Work) string {
	switch w.Run.State {
	case work.RunLive:
		if w.Condition == work.IsQueued {
			return startsSoon
		}
		return runningText(itemOf(w))
	case work.RunDone:
		return "The episode is analyzed."
	case work.RunNeedsTranscript:
		return needsTranscript
	case work.RunCancelled:
		return ""
	}
	if fault.Kind(w.Run.ErrorClass) == fault.Internal {
		return waits[fault.Internal][:len("Something went wrong on our side.")]
	}
	return w.Run.ErrorText
}

// itemOf is the work on one episode as the sentences about items see it.
func itemOf(w jobs.Work) ItemRow {
	row := ItemRow{Item: w.Item, Episode: w.Episode, Steps: w.Steps}
	if row.Item == nil { // the job went with its account
		row.Item = &store.JobItem{
			State: work.ItemStateOf(w.Run.State), EpisodeID: &w.Run.EpisodeID, Ref: media.Ref{Platform: platformOf(w.Episode)},
		}
	}
	return row
}

func platformOf(e *store.Episode) media.Platform {
	if e == nil {
		return ""
	}
	return media.Platform(e.Platform)
}

// stageLine says where work on an episode is, or where it stopped.
func stageLine(out *v1.Work, steps []*store.RunStep) {
	at := current(steps)
	stopped := func(st *store.RunStep) bool { return st.State == work.StepFailed || st.State == work.StepCancelled }
	if i := slices.IndexFunc(steps, stopped); i >= 0 {
		at = steps[i]
	}
	if at == nil || work.Condition(out.GetState()) == work.IsCompleted {
		return
	}
	out.Stage = string(at.Stage)
	if at.Total > 0 {
		out.Done, out.Total = Number(at.Done), Number(at.Total)
	}
	if at.State == work.StepRetrying || at.State == work.StepFailed {
		out.Attempt, out.NextAttemptAt = Number(at.Attempt), At(at.NextAttemptAt)
		out.ErrorClass, out.ErrorText = at.ErrorClass, at.Text
	}
}

func passTitle(p *curate.Pass) string {
	return p.Kind.Title() + ": " + string(p.Type)
}

// actionsOn lists what may be done with a piece of work now.
func actionsOn(w jobs.Work, v WorkViewer) []string {
	var out []string
	add := func(action string, when bool) {
		if when {
			out = append(out, action)
		}
	}
	c := w.Condition
	switch {
	case w.Job != nil:
		j := w.Job
		add(ActCancel, j.State.Open())
		add(ActPause, c != work.IsPaused && j.State.Open() && j.FinishedAt == nil)
		add(ActResume, c == work.IsPaused)
		add(ActRetry, canRetryJob(j))
		add(ActAnalyze, v.AnalyzeAgain && j.ItemsDone > 0 && !c.Open())
	case w.Run != nil:
		add(ActCancel, w.Run.State == work.RunLive)
		add(ActRetry, w.Item != nil && (c == work.IsFailed || c == work.IsCancelled || c == work.IsPartial || c == work.IsNeedsTranscript))
		add(ActAnalyze, w.Item != nil && v.AnalyzeAgain && (c == work.IsCompleted || c == work.IsPartial))
	case w.Batch != nil:
		open := v.Batches && w.Batch.State.Open()
		add(ActCancel, open)
		add(ActPause, open && !w.Batch.Paused)
		add(ActResume, open && w.Batch.Paused)
	default:
		add(ActCancel, c.Open())
	}
	add(ActTranscript, w.Item != nil && canProvide(itemOf(w)))
	add(ActBudget, v.RaiseBudgets && waitsForBudget(w))
	return out
}

func waitsForBudget(w jobs.Work) bool {
	return w.Condition == work.IsWaiting && slices.ContainsFunc(w.Steps, func(st *store.RunStep) bool {
		return st.State == work.StepRetrying && fault.Kind(st.ErrorClass) == fault.Budget
	})
}

// JobScope says in a sentence what an action would do to a job.
func JobScope(action string, s jobs.ActionScope) string {
	n := func(states ...work.ItemState) (sum int) {
		for _, st := range states {
			sum += s.Items[st]
		}
		return sum
	}
	episodes := func(n int) string { return wording.Count(n, "episode", "episodes") }
	done := n(work.ItemDone, work.ItemPartial, work.ItemAlready)
	switch action {
	case ActCancel:
		open := n(work.ItemPending, work.ItemRunning, work.ItemParked, work.ItemNeedsTranscript)
		text := []string{episodes(open) + " not analyzed yet will be dropped."}
		if s.Shared > 0 {
			text = append(text, fmt.Sprintf("Work on %d of them goes on for other jobs.", s.Shared))
		}
		if done > 0 {
			text = append(text, episodes(done)+" already analyzed will stay.")
		}
		return strings.Join(text, " ")
	case ActPause:
		return fmt.Sprintf("Work on %s stops, and nothing new begins until it is resumed.", episodes(n(work.ItemRunning)))
	case ActResume:
		return fmt.Sprintf("Work continues with %s.", episodes(n(work.ItemPending, work.ItemRunning, work.ItemParked)))
	case ActAnalyze:
		return episodes(done) + " will be analyzed again from the start, and stay public meanwhile."
	}
	return episodes(n(work.ItemFailed, work.ItemCancelled, work.ItemPartial, work.ItemNeedsTranscript)) + " will be tried again."
}

// RunScope says in a sentence what an action would do to a run that so many jobs want.
func RunScope(action string, jobs int) string {
	switch action {
	case ActCancel:
		return fmt.Sprintf("Work on the episode stops for %s.", wording.Count(jobs, "job", "jobs"))
	case ActAnalyze:
		return "The episode will be analyzed again from the start, and stays as it is meanwhile."
	}
	return "The episode will be tried again."
}

// BatchScope says in a sentence what an action would do to a batch.
func BatchScope(action string, b *store.Batch) string {
	left := wording.Count(b.LinesTotal-b.LinesAccepted-b.LinesFailed, "line", "lines")
	switch action {
	case ActCancel:
		return fmt.Sprintf("%s not submitted yet will be dropped, and the open jobs of the others canceled.", left)
	case ActPause:
		return fmt.Sprintf("%s will wait until it is resumed. Jobs that were submitted go on.", left)
	}
	return fmt.Sprintf("Submitting continues with %s.", left)
}

// ReadingScope says in a sentence what canceling a pass that reads earlier episodes again would do.
const ReadingScope = "It will end. What was changed stays. What is left is read again by the next pass, after a day at the soonest."

// PassScope says in a sentence what canceling a pass would do.
func PassScope(p *curate.Pass) string {
	if p.Total == p.Done {
		return "It will end. What was found stays."
	}
	return fmt.Sprintf("%s will not be looked at. What was found stays.", wording.Count(p.Total-p.Done, "entity", "entities"))
}
