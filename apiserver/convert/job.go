package convert

import (
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/work"
)

// JobViewer is what somebody who looks at a job may do and see beside it.
type JobViewer struct {
	AnalyzeAgain bool // have finished episodes analyzed again
	Everybodys   bool // handles other people's jobs, so that it matters whose this is
}

// ItemRow is an item with what its line shows.
type ItemRow struct {
	Item    *store.JobItem
	Episode *store.Episode   // nil until it is known, and when the viewer may not see it
	Steps   []*store.RunStep // of the run it wants or wanted last
	Again   bool             // its job has the audio heard again, whatever transcript there is
}

// Job is a job as the viewer may see it. rows are its items; nil leaves them out.
func Job(j *store.Job, rows []ItemRow, v JobViewer) *v1.Job {
	state := j.State
	out := &v1.Job{
		Id: Number(j.ID), Type: string(j.Kind), Input: j.Input, Status: state.Public(), State: string(state), StateText: jobText(j, rows),
		Title: title(j), CreatedAt: At(&j.CreatedAt), UpdatedAt: At(&j.UpdatedAt), FinishedAt: At(j.FinishedAt),
		NextAttemptAt: At(j.NextAttemptAt),
		ItemsTotal:    Number(j.ItemsTotal), ItemsDone: Number(j.ItemsDone), ItemsFailed: Number(j.ItemsFailed),
		Paused: j.Paused, Version: Number(j.Version),
		CanCancel: state.Open(), CanPause: state.Open() && j.FinishedAt == nil,
		CanRetry: canRetryJob(j),
	}
	if v.Everybodys {
		out.Submitter = Submitter(j.Edges.User)
	}
	for _, row := range rows {
		item := jobItem(j, row, v.AnalyzeAgain)
		if v.Everybodys && row.Item.RunID != nil {
			item.RunId = Number(*row.Item.RunID)
		}
		out.Items = append(out.Items, item)
	}
	return out
}

func canRetryJob(j *store.Job) bool {
	return j.State == work.Failed || j.State == work.Partial || j.State == work.Cancelled || needsSomebody(j)
}

// needsSomebody reports whether somebody has to act before an open job goes on, because its workflow has ended: either it
// waits and no next attempt is set, or some of its items have failed.
func needsSomebody(j *store.Job) bool {
	state := j.State
	if !state.Open() || j.FinishedAt == nil {
		return false
	}
	return j.ItemsFailed > 0 || state == work.Waiting && j.NextAttemptAt == nil
}

func title(j *store.Job) string {
	if j.Title != "" {
		return j.Title
	}
	return j.Input
}

// Submitter is a person's name without anything of the e-mail address.
func Submitter(u *store.User) string {
	switch {
	case u == nil:
		return "System"
	case u.DisplayName != "" && !strings.Contains(u.DisplayName, "@"):
		return u.DisplayName
	}
	if name := strings.TrimSpace(u.FirstName + " " + u.LastName); name != "" {
		return name
	}
	return "User"
}

func jobItem(j *store.Job, row ItemRow, again bool) *v1.JobItem {
	it, state := row.Item, row.Item.State
	out := &v1.JobItem{
		Id: Number(it.ID), Title: it.Title, State: string(state), StateText: itemText(j, row), PageUrl: Optional(it.Ref.URL),
		Version: Number(it.Version), CanProvideTranscript: canProvide(row), CanRetry: canRetry(state, again),
	}
	if e := row.Episode; e != nil {
		id := Number(e.ID)
		out.EpisodeId, out.VideoId, out.ThumbnailUrl, out.PageUrl = &id, &e.VideoID, Optional(e.ThumbnailURL), Optional(e.PageURL)
		if e.Title != "" {
			out.Title = e.Title
		}
		if e.IsProcessed {
			out.AnalyzedAt = At(e.ProcessedAt)
			out.Entities, out.Mentions = Number(e.EntityCount), Number(e.MentionCount)
		}
	}
	out.Steps = stepsOf(it.Ref.Platform, row.Steps)
	return out
}

func stepsOf(p media.Platform, steps []*store.RunStep) []*v1.Step {
	return All(steps, func(st *store.RunStep) *v1.Step {
		return &v1.Step{
			Stage: string(st.Stage), State: string(st.State), Done: Number(st.Done), Total: Number(st.Total),
			Text: stepText(p, st), NextAttemptAt: At(st.NextAttemptAt), Attempt: Number(st.Attempt),
			StartedAt: At(st.StartedAt), FinishedAt: At(st.FinishedAt),
		}
	})
}

// canRetry reports whether an item may be tried again; again allows that for what succeeded too.
func canRetry(state work.ItemState, again bool) bool {
	switch state {
	case work.ItemFailed, work.ItemCancelled, work.ItemPartial, work.ItemNeedsTranscript:
		return true
	}
	return again && state.Succeeded()
}

// canProvide reports whether a transcript may be given now: the episode is known and has none that is being read.
func canProvide(row ItemRow) bool {
	state := row.Item.State
	if row.Item.EpisodeID == nil || state.Succeeded() || state == work.ItemCancelled {
		return false
	}
	if state != work.ItemRunning {
		return true
	}
	for _, st := range row.Steps {
		if st.Stage == work.StageTranscript {
			return st.State != work.StepDone && st.State != work.StepSkipped
		}
	}
	return false
}
