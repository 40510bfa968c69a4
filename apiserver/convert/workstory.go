package convert

import (
	"maps"
	"slices"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/budget"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// WorkStory is everything about one piece of work, except the job of a job.
func WorkStory(st jobs.Story, v WorkViewer, prices budget.Prices) *v1.GetWorkResponse {
	out := &v1.GetWorkResponse{
		Work:     Work(st.Work, v),
		Attempts: All(st.Attempts, attempt),
		Wants:    All(st.Wanted, want),
		Parts:    All(st.Parts, func(w jobs.Work) *v1.Work { return Work(w, v) }),
		Ids:      []*v1.WorkId{{Name: "workflow", Value: st.WorkflowID}},
	}
	switch {
	case st.Run != nil:
		out.Steps = stepsOf(itemOf(st.Work).Item.Ref.Platform, st.Steps)
		out.Chunks = chunksOf(st)
		out.Results = resultsOf(st)
		out.ModelUses = All(st.Uses, func(u *store.Usage) *v1.ModelUse { return modelUse(u, prices) })
		if st.Episode != nil {
			out.VideoId = st.Episode.VideoID
		}
	case st.Reading != nil:
		add := func(name string, n int) {
			out.Results = append(out.Results, &v1.WorkResult{Name: name, Count: Number(n)})
		}
		add("looked_at", st.Reading.LookedAt)
		add("read", st.Reading.Read)
		add("changed", st.Reading.Changed)
	case st.Pass != nil:
		for _, name := range slices.Sorted(maps.Keys(st.Outcomes)) {
			out.Results = append(out.Results, &v1.WorkResult{Name: name, Count: Number(st.Outcomes[name])})
		}
	case st.Job != nil && st.Job.RequestID != "":
		out.Ids = append(out.Ids, &v1.WorkId{Name: "request", Value: st.Job.RequestID})
	}
	return out
}

func attempt(a *store.Attempt) *v1.WorkAttempt {
	out := &v1.WorkAttempt{
		Stage: string(a.Stage), Attempt: Number(a.Attempt), ScheduledAt: At(&a.ScheduledAt), StartedAt: At(&a.StartedAt), EndedAt: At(a.EndedAt),
		ErrorClass: a.ErrorClass, Text: a.Text, RetryAt: At(a.RetryAt),
	}
	if a.Chunk != nil {
		n := Number(*a.Chunk)
		out.Chunk = &n
	}
	return out
}

func want(w jobs.WantedBy) *v1.WorkWant {
	return &v1.WorkWant{
		Key: work.Key{Kind: work.KindJob, ID: w.Job.ID}.String(), Title: title(w.Job), Submitter: Submitter(w.Job.Edges.User),
		Live: w.Live, Since: At(&w.Since),
	}
}

// The states of a chunk as the contract has them.
const (
	chunkWaiting  = "waiting"
	chunkReading  = "reading"
	chunkRetrying = "retrying"
	chunkRead     = "read"
	chunkMissing  = "missing"
)

// chunksOf lists the parts of the transcript of a run. How many they are is in the row of the stage.
func chunksOf(st jobs.Story) []*v1.WorkChunk {
	i := slices.IndexFunc(st.Steps, func(s *store.RunStep) bool { return s.Stage == work.StageExtract })
	if i < 0 {
		return nil
	}
	last, tries := map[int]*store.Attempt{}, map[int]int{}
	for _, a := range st.Attempts {
		if a.Chunk != nil {
			last[*a.Chunk] = a
			tries[*a.Chunk]++
		}
	}
	total := st.Steps[i].Total
	for n := range last {
		total = max(total, n+1)
	}
	live := st.Run.State == work.RunLive
	out := make([]*v1.WorkChunk, total)
	for n := range out {
		found, read := st.Found[n]
		out[n] = &v1.WorkChunk{
			Index: Number(n), Attempts: Number(tries[n]), Candidates: Number(found), State: chunkState(read, live, last[n]),
		}
	}
	return out
}

func chunkState(read, live bool, last *store.Attempt) string {
	switch {
	case read:
		return chunkRead
	case !live:
		return chunkMissing
	case last == nil:
		return chunkWaiting
	case last.EndedAt == nil:
		return chunkReading
	case last.RetryAt != nil:
		return chunkRetrying
	}
	return chunkMissing
}

// resultsOf says what a run has written so far.
func resultsOf(st jobs.Story) []*v1.WorkResult {
	var out []*v1.WorkResult
	if t := st.Transcript; t != nil {
		out = append(out, &v1.WorkResult{Name: "transcript", Count: Number(t.Words), Text: t.Origin + " " + t.Language})
	}
	candidates := 0
	for _, n := range st.Found {
		candidates += n
	}
	add := func(name string, n int) { out = append(out, &v1.WorkResult{Name: name, Count: Number(n)}) }
	add("candidates", candidates)
	add("rejected", st.Run.Rejected)
	add("mentions", st.Mentions)
	add("entities", st.Entities)
	return out
}

func modelUse(u *store.Usage, prices budget.Prices) *v1.ModelUse {
	out := &v1.ModelUse{
		Chunk: Number(u.Chunk), Model: u.Model, Calls: Number(u.Calls), PromptTokens: Number(u.PromptTokens),
		CachedTokens: Number(u.CachedTokens), CompletionTokens: Number(u.CompletionTokens), Reserved: Number(u.Reserved),
	}
	if price, known := prices[u.Model]; known {
		usd := price.Of(budget.Tokens{Prompt: u.PromptTokens, Cached: u.CachedTokens, Completion: u.CompletionTokens})
		out.Cost = &usd
	}
	return out
}

// TaskQueue is a queue of the workflow engine.
func TaskQueue(q work.TaskQueue) *v1.TaskQueue {
	out := &v1.TaskQueue{
		Name: string(q.Name), Purpose: purposes[q.Name], Backlog: Number(q.Backlog), OldestSeconds: Number(int(q.Oldest / time.Second)),
		RateIn: q.In, RateOut: q.Out, Paused: q.Paused, PausedBy: q.PausedBy, PausedAt: At(&q.PausedAt),
	}
	for _, w := range q.Workers {
		out.Workers = append(out.Workers, &v1.TaskQueueWorker{
			Identity: w.Identity, Version: w.Version, SeenAt: At(&w.Seen), Slots: Number(w.Slots), SlotsUsed: Number(w.Used),
		})
	}
	return out
}

var purposes = map[work.Queue]string{
	work.QueueMain:  "Workflows and writing to the database",
	work.QueueFetch: "Fetching from sources and checking links",
	work.QueueModel: "Finding mentions in transcripts",

	work.QueueSpeech: "Listening to audio",
}
