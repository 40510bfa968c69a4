package apiserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// jobStory is what the API says about a job of one episode.
type jobStory struct{ status, state, text, item, steps string }

// tells reads a job and its only item.
func (w *world) tells(p *person, id int) jobStory {
	w.Helper()
	got := w.object(w.call(p, "GET", fmt.Sprintf("/api/jobs/%d", id), nil), http.StatusOK)
	line := got["items"].([]any)[0].(map[string]any)
	require.Equal(w, got["stateText"], line["stateText"], "one sentence for one state")
	var steps []string
	for _, s := range line["steps"].([]any) {
		steps = append(steps, s.(map[string]any)["state"].(string))
	}
	return jobStory{got["status"].(string), got["state"].(string), got["stateText"].(string), line["state"].(string), strings.Join(steps, " ")}
}

func TestEachOutcomeIsToldWithItsStages(t *testing.T) {
	t.Parallel()
	step := func(w *world, run int, stage work.Stage, p jobs.StepProgress) {
		w.Helper()
		require.NoError(w, w.store.Jobs.SetStep(w.Context(), run, stage, p))
	}
	fetched := func(w *world, run int) (transcriptID int) {
		w.Helper()
		step(w, run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
		id, err := w.store.Jobs.SaveTranscript(w.Context(), run, transcript.Transcript{
			Language: "en", Origin: transcript.Publisher, Cues: []transcript.Cue{{StartMS: 0, EndMS: 1000, Text: "Nothing was said."}},
		})
		require.NoError(w, err)
		require.NoError(w, w.store.Jobs.BeginReading(w.Context(), run, 3))
		return id
	}
	read := func(w *world, run, n int) {
		w.Helper()
		for i := range n {
			require.NoError(w, w.store.Jobs.SaveCandidates(w.Context(), run, recipe, jobs.ChunkResult{Index: i, Hash: fmt.Sprint("h", i)}, 3))
		}
	}
	published := func(w *world, run, text int) {
		w.Helper()
		require.NoError(w, w.store.Jobs.EndReading(w.Context(), run))
		step(w, run, work.StageConsolidate, jobs.StepProgress{State: work.StepDone})
		_, err := w.store.Publish.Publish(w.Context(), publish.PublishInput{RunID: run, TranscriptID: text})
		require.NoError(w, err)
		step(w, run, work.StageLinks, jobs.StepProgress{State: work.StepDone})
		step(w, run, work.StageCheck, jobs.StepProgress{State: work.StepDone})
	}
	finish := func(w *world, run int, state work.RunState, class fault.Kind, text string) {
		w.Helper()
		_, _, err := w.store.Jobs.FinishRun(w.Context(), run, state, jobs.Failure{Class: string(class), Text: text})
		require.NoError(w, err)
	}
	for name, c := range map[string]struct {
		script func(w *world, p *person, id, run int)
		want   jobStory
	}{
		"running": {
			func(w *world, _ *person, _, run int) { fetched(w, run); read(w, run, 2) },
			jobStory{"running", "running", "Finding mentions: 2 of 3 parts read.", "running", "done done running waiting waiting waiting waiting"},
		},
		"finished": {
			func(w *world, _ *person, _, run int) {
				text := fetched(w, run)
				read(w, run, 3)
				published(w, run, text)
				finish(w, run, work.RunDone, "", "")
			},
			jobStory{"completed", "completed", "The episode is analyzed. No mentions were found.", "done", "done done done done done done done"},
		},
		"partial, with a second chance": {
			func(w *world, _ *person, _, run int) {
				text := fetched(w, run)
				read(w, run, 2)
				published(w, run, text)
				_, err := w.store.Jobs.SettlePartial(w.Context(), run, time.Now().Add(time.Hour))
				require.NoError(w, err)
			},
			jobStory{"completed", "partial", "Some parts of the transcript could not be read. They will be tried again. No mentions " +
				"were found.", "partial", "done done retrying done done done done"},
		},
		"partial": {
			func(w *world, _ *person, _, run int) {
				text := fetched(w, run)
				read(w, run, 2)
				published(w, run, text)
				finish(w, run, work.RunPartial, fault.Unavailable, "1 of 3 parts of the transcript could not be read.")
			},
			jobStory{
				"completed", "partial", "Some parts of the transcript could not be read. Retry it to read them again. No mentions were found.",
				"partial", "done done failed done done done done",
			},
		},
		"failed": {
			func(w *world, _ *person, _, run int) {
				step(w, run, work.StageEpisode, jobs.StepProgress{State: work.StepRunning})
				finish(w, run, work.RunFailed, fault.Private, "This video is private.")
			},
			jobStory{"failed", "failed", "This video is private.", "failed", "failed waiting waiting waiting waiting waiting waiting"},
		},
		"waiting for its source": {
			func(w *world, _ *person, _, run int) {
				step(w, run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
				step(w, run, work.StageTranscript, jobs.StepProgress{
					State: work.StepRetrying, Failure: jobs.Failure{Class: string(fault.Blocked), NextAttempt: time.Now().Add(time.Minute), Attempt: 1},
				})
			},
			jobStory{
				"waiting", "waiting", "YouTube turned us away. It will be tried again. You can also upload a transcript.", "running",
				"done retrying waiting waiting waiting waiting waiting",
			},
		},
		"waiting for the model": {
			func(w *world, _ *person, _, run int) {
				fetched(w, run)
				step(w, run, work.StageExtract, jobs.StepProgress{
					State: work.StepRetrying, Failure: jobs.Failure{
						Class: string(fault.Unavailable), NextAttempt: time.Now().Add(time.Minute),
						Attempt: 1,
					},
				})
			},
			jobStory{
				"waiting", "waiting", "The model could not be reached. It will be tried again.", "running",
				"done done retrying waiting waiting waiting waiting",
			},
		},
		"needs a transcript": {
			func(w *world, _ *person, _, run int) {
				step(w, run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
				step(w, run, work.StageTranscript, jobs.StepProgress{State: work.StepRunning})
				finish(w, run, work.RunNeedsTranscript, fault.NoTranscript, "The source has no transcript.")
			},
			jobStory{
				"waiting", "waiting", "There is no transcript. Upload one to continue.", "needs_transcript",
				"done failed waiting waiting waiting waiting waiting",
			},
		},
		"paused": {
			func(w *world, p *person, id, run int) {
				fetched(w, run)
				w.object(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/pause", id), map[string]any{"paused": true}), http.StatusOK)
			},
			jobStory{"waiting", "waiting", "Resume the job to continue.", "pending", ""},
		},
		"cancelled": {
			func(w *world, p *person, id, run int) {
				fetched(w, run)
				read(w, run, 1)
				w.object(w.call(p, "POST", fmt.Sprintf("/api/jobs/%d/cancel", id), map[string]any{}), http.StatusOK)
			},
			jobStory{
				"cancelled", "cancelled", "Retry it to analyze it.", "cancelled",
				"done done cancelled waiting waiting waiting waiting",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			p := w.signIn("una", "")
			id := w.process(p, "https://youtu.be/abcdefghijk")
			run := w.want(id, w.items(id, video("abcdefghijk"))[0].ID)
			c.script(w, p, id, run)
			require.Equal(t, c.want, w.tells(p, id))
		})
	}
}

func TestAnEpisodeThatWasAnalyzedBeforeSaysWhen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.publish()
	first := w.list(w.call(una, "GET", "/api/jobs", nil))[0]
	path := fmt.Sprintf("/api/jobs/%v", first["id"])
	line := w.object(w.call(una, "GET", path, nil), http.StatusOK)["items"].([]any)[0].(map[string]any)
	analyzed := line["analyzedAt"]
	require.NotEmpty(t, analyzed)

	otto := w.signIn("otto", "")
	id := w.process(otto, first["input"].(string))
	item := w.items(id, video(line["videoId"].(string)))[0]
	got, err := w.store.Jobs.WantEpisode(t.Context(), id, item.ID, recipe)
	require.NoError(t, err)
	require.Equal(t, work.ItemAlready, got.State)
	require.Equal(t, jobStory{
		"completed", "completed", "It was analyzed before, so nothing had to be done. Found 1 entity in 1 mention.",
		"already", "",
	}, w.tells(otto, id))
	again := w.object(w.call(otto, "GET", fmt.Sprintf("/api/jobs/%d", id), nil), http.StatusOK)["items"].([]any)[0].(map[string]any)
	require.Equal(t, analyzed, again["analyzedAt"])
	require.Equal(t, line["episodeId"], again["episodeId"])
}
