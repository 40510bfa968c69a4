package apiserver

import (
	"context"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/job"
	"mentionary/internal/store"
	"mentionary/policies"
)

// jobMessage is a job as the viewer may see it. rows are its items; nil leaves them out.
func (s *Server) jobMessage(ctx context.Context, v viewer, j *store.Job, rows []itemRow) *v1.Job {
	state := job.State(j.State)
	out := &v1.Job{
		Id: number(j.ID), Type: string(j.Kind), Input: j.Input, Status: state.Public(), State: string(state), StateText: jobText(j, rows),
		Title: title(j), CreatedAt: at(&j.CreatedAt), UpdatedAt: at(&j.UpdatedAt), FinishedAt: at(j.FinishedAt), NextAttemptAt: at(j.NextAttemptAt),
		ItemsTotal: number(j.ItemsTotal), ItemsDone: number(j.ItemsDone), ItemsFailed: number(j.ItemsFailed),
		Paused: j.Paused, Version: number(j.Version),
		CanCancel: state.Open(), CanPause: state.Open() && j.FinishedAt == nil,
		CanRetry: state == job.Failed || state == job.Partial || state == job.Cancelled || needsSomebody(j),
	}
	again := s.may(ctx, v, policies.AnalyseAgain)
	if s.may(ctx, v, policies.EverybodysJobs) {
		out.Submitter = submitter(j.Edges.User)
	}
	for _, row := range rows {
		out.Items = append(out.Items, s.itemMessage(j, row, again))
	}
	return out
}

// needsSomebody reports whether an open job has something that only a retry or a transcript moves: it has no workflow, and
// either nothing is tried by itself or some items have failed beside what is.
func needsSomebody(j *store.Job) bool {
	return job.State(j.State).Open() && j.FinishedAt != nil && (j.NextAttemptAt == nil && job.State(j.State) == job.Waiting || j.ItemsFailed > 0)
}

func title(j *store.Job) string {
	if j.Title != "" {
		return j.Title
	}
	return j.Input
}

// submitter is a person's name without anything of the e-mail address.
func submitter(u *store.User) string {
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

func (s *Server) itemMessage(j *store.Job, row itemRow, again bool) *v1.JobItem {
	it, state := row.item, job.ItemState(row.item.State)
	out := &v1.JobItem{
		Id: number(it.ID), Title: it.Title, State: string(state), StateText: itemText(j, row), PageUrl: optional(it.Ref.URL), Version: number(it.Version),
		CanProvideTranscript: canProvide(row),
		CanRetry:             state == job.ItemFailed || state == job.ItemCancelled || state == job.ItemPartial || state == job.ItemNeedsTranscript || again && state.Succeeded(),
	}
	if e := row.episode; e != nil {
		id := number(e.ID)
		out.EpisodeId, out.VideoId, out.ThumbnailUrl, out.PageUrl = &id, &e.VideoID, optional(e.ThumbnailURL), optional(e.PageURL)
		if e.Title != "" {
			out.Title = e.Title
		}
		if e.IsProcessed {
			out.AnalyzedAt = at(e.ProcessedAt)
			out.Entities, out.Mentions = number(e.EntityCount), number(e.MentionCount)
		}
	}
	for _, st := range row.steps {
		out.Steps = append(out.Steps, &v1.Step{
			Stage: string(st.Stage), State: string(st.State), Done: number(st.Done), Total: number(st.Total), Text: stepText(it.Ref.Platform, st),
			NextAttemptAt: at(st.NextAttemptAt), Attempt: number(st.Attempt), StartedAt: at(st.StartedAt), FinishedAt: at(st.FinishedAt),
		})
	}
	return out
}

// canProvide reports whether a transcript may be given now: the episode is known and has none that is being read.
func canProvide(row itemRow) bool {
	state := job.ItemState(row.item.State)
	if row.item.EpisodeID == nil || state.Succeeded() || state == job.ItemCancelled {
		return false
	}
	if state != job.ItemRunning {
		return true
	}
	for _, st := range row.steps {
		if job.Stage(st.Stage) == job.StageTranscript {
			return job.StepState(st.State) != job.StepDone && job.StepState(st.State) != job.StepSkipped
		}
	}
	return false
}
