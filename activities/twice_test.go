package activities_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract/offline"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// rows is everything that activities write and people see, without versions and times of change.
func (w *world) rows(jobID, runID int) string {
	w.Helper()
	ctx := w.Context()
	j := *w.job(jobID)
	j.Version, j.UpdatedAt, j.FinishedAt = 0, time.Time{}, nil
	out := []any{j.State, j.ItemsTotal, j.ItemsDone, j.ItemsFailed, j.Listed, j.Cursor, j.Title, j.ErrorText, j.Incarnation}
	for _, it := range w.items(jobID) {
		out = append(out, it.ItemKey, it.Ref, it.State, it.EpisodeID, it.RunID, it.ErrorText, it.FromStage)
	}
	steps, err := w.s.Jobs.Steps(ctx, []int{runID})
	require.NoError(w, err)
	for _, s := range steps[runID] {
		out = append(out, s.Stage, s.State, s.Done, s.Total, s.Text, s.Attempt)
	}
	found, err := w.s.Jobs.Candidates(ctx, runID)
	require.NoError(w, err)
	out = append(out, found)
	if ep, err := w.s.Catalogue.Episode(ctx, videoID, store.Viewer{Moderator: true}); err == nil {
		out = append(out, ep.ID, ep.Title, ep.ThumbnailURL, ep.TranscriptID, ep.IsProcessed, ep.TypeCounts, ep.MentionCount, ep.EntityCount)
		entries, err := w.s.Catalogue.EpisodeEntities(ctx, videoID, store.Viewer{Moderator: true})
		require.NoError(w, err)
		for _, e := range entries {
			out = append(out, e.Entity.ID, e.Entity.Name, e.Entity.MentionCount, e.Entity.EpisodeCount, e.Count, len(e.Mentions))
			for _, l := range e.Entity.Edges.Links {
				out = append(out, l.ID, l.URL, l.State)
			}
		}
	} else {
		require.True(w, fault.Is(err, fault.NotFound), "%v", err)
	}
	b, err := json.Marshal(out)
	require.NoError(w, err)
	return string(b)
}

// Activities run at least once: a second run changes no row.
func TestEveryActivityRunTwiceGivesTheSameRows(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		ctx := w.Context()
		jobID := w.submit(media.KindVideo, video(videoID), media.DefaultSelection(media.KindVideo))
		runID := 0
		var plan activities.Plan
		for _, step := range []struct {
			name string
			do   func() error
		}{
			{"ListInput", func() error { _, err := w.list.ListInput(ctx, activities.Listing{JobID: jobID}); return err }},
			{"NextItems", func() error {
				_, err := w.jobs.NextItems(ctx, activities.WindowInput{JobID: jobID, Size: 4})
				return err
			}},
			{"WantEpisode", func() error {
				item := w.item(jobID).ID
				_, err := w.jobs.WantEpisode(ctx, activities.WantInput{JobID: jobID, ItemID: item})
				runID = *w.item(jobID).RunID
				return err
			}},
			{"FetchEpisode", func() error { return w.fetch.FetchEpisode(ctx, stage(runID, work.StageEpisode)) }},
			{"FetchTranscript", func() error { return w.transcript(runID) }},
			{"PlanChunks", func() (err error) {
				plan, err = w.fetch.PlanChunks(ctx, stage(runID, work.StageExtract))
				return err
			}},
			{"ExtractChunk", func() error { return w.extract.ExtractChunk(ctx, chunk(runID, plan, 0)) }},
			{"PublishEpisode", func() error { _, err := w.publish.PublishEpisode(ctx, stage(runID, work.StagePublish)); return err }},
			{"ResolveLinks", func() error { _, err := w.links.ResolveLinks(ctx, stage(runID, work.StageLinks)); return err }},
			{"SettlePartial", func() error {
				return w.jobs.SettlePartial(ctx, activities.Settle{RunStage: stage(runID, work.StageExtract), Again: begin.Add(time.Hour)})
			}},
			{"FinishRun", func() error {
				_, err := w.jobs.FinishRun(ctx, activities.Finish{RunID: runID, State: work.RunDone})
				return err
			}},
			{"CloseJob", func() error { _, err := w.jobs.CloseJob(ctx, activities.JobOnly{JobID: jobID}); return err }},
		} {
			before := w.rows(jobID, runID)
			require.NoError(w, step.do(), step.name)
			once := w.rows(jobID, runID)
			if step.name != "NextItems" && step.name != "CloseJob" { // they only read, or note a time
				require.NotEqual(w, before, once, step.name)
			}
			require.NoError(w, step.do(), step.name)
			require.Equal(w, once, w.rows(jobID, runID), step.name)
		}
		require.EqualValues(w, work.Completed, w.job(jobID).State)
		require.Contains(w, w.names(), "Thinking, Fast and Slow")
		require.Equal(w, []int{runID, runID}, w.engine.started, "starting is asked for again: the engine joins what runs")
		require.Contains(w, w.engine.hurry, jobID)
	})
}

// What waits for a reviewer has its addresses too, and is not among what the page of the job tells of.
func TestLinksAreToldOfWhatIsPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite, offline.New())
	run := w.analyze(w.library(), []int{0})[0]
	entities, err := w.s.Catalogue.EntitiesOfRun(t.Context(), run)
	require.NoError(t, err)
	published := slices.DeleteFunc(slices.Clone(entities), func(e *store.Entity) bool { return e.MentionCount == 0 })
	require.Less(t, len(published), len(entities), "the control: some wait")
	_, err = w.links.ResolveLinks(t.Context(), stage(run, work.StageLinks))
	require.NoError(t, err)
	require.Contains(t, w.step(run, work.StagePublish).Text, fmt.Sprintf(" of %d entities.", len(published)))
	require.Regexp(t, fmt.Sprintf(`^\d+ links for \d+ of %d entities\.$`, len(published)), w.step(run, work.StageLinks).Text)
}

func TestLinksAreCheckedOnceAWeek(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		_, runID, plan := w.planned(videoID)
		require.NoError(w, w.extract.ExtractChunk(w.Context(), chunk(runID, plan, 0)))
		_, err := w.publish.PublishEpisode(w.Context(), stage(runID, work.StagePublish))
		require.NoError(w, err)
		_, err = w.links.ResolveLinks(w.Context(), stage(runID, work.StageLinks))
		require.NoError(w, err)
		first, err := w.links.CheckLinks(w.Context(), stage(runID, work.StageCheck))
		require.NoError(w, err)
		require.Positive(w, first.Links)
		again, err := w.links.CheckLinks(w.Context(), stage(runID, work.StageCheck))
		require.NoError(w, err)
		require.Zero(w, again.Links)
		require.EqualValues(w, work.StepDone, w.step(runID, work.StageCheck).State)
		w.pass(8 * 24 * time.Hour)
		later, err := w.links.CheckLinks(w.Context(), stage(runID, work.StageCheck))
		require.NoError(w, err)
		require.Equal(w, first, later)
	})
}

func TestAJobsEndIsNotedOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		ctx := w.Context()
		jobID, runID := w.wanted(videoID)
		for range 2 {
			require.NoError(w, w.fetch.SkipStage(ctx, stage(runID, work.StageEpisode)))
			require.EqualValues(w, work.StepSkipped, w.step(runID, work.StageEpisode).State)
		}
		for range 2 {
			require.NoError(w, w.jobs.CancelJob(ctx, activities.JobOnly{JobID: jobID}))
			require.EqualValues(w, work.Cancelled, w.job(jobID).State)
			require.EqualValues(w, work.ItemCancelled, w.item(jobID).State)
		}
		require.Equal(w, []int{runID}, w.engine.cancelled)
		unlisted := w.submit(media.KindFeed, media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: "https://f.example/"},
			media.DefaultSelection(media.KindFeed))
		for range 2 {
			require.NoError(w, w.jobs.FailJob(ctx, activities.JobFailure{JobID: unlisted, Class: "not_found", Text: "There is no feed."}))
			require.EqualValues(w, work.Failed, w.job(unlisted).State)
			require.Equal(w, "There is no feed.", w.job(unlisted).ErrorText)
		}
	})
}

// A worker that was cut off comes back late: its run is closed and nothing it writes counts.
func TestLateActivitiesAreRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		ctx := w.Context()
		jobID, runID, plan := w.planned(videoID)
		require.NoError(w, w.jobs.CancelJob(ctx, activities.JobOnly{JobID: jobID}))
		before := w.rows(jobID, runID)
		for name, do := range map[string]func() error{
			"FetchEpisode":   func() error { return w.fetch.FetchEpisode(ctx, stage(runID, work.StageEpisode)) },
			"SkipStage":      func() error { return w.fetch.SkipStage(ctx, stage(runID, work.StageEpisode)) },
			"PlanChunks":     func() error { _, err := w.fetch.PlanChunks(ctx, stage(runID, work.StageExtract)); return err },
			"ExtractChunk":   func() error { return w.extract.ExtractChunk(ctx, chunk(runID, plan, 0)) },
			"PublishEpisode": func() error { _, err := w.publish.PublishEpisode(ctx, stage(runID, work.StagePublish)); return err },
			"ResolveLinks":   func() error { _, err := w.links.ResolveLinks(ctx, stage(runID, work.StageLinks)); return err },
			"CheckLinks":     func() error { _, err := w.links.CheckLinks(ctx, stage(runID, work.StageCheck)); return err },
			"ListInput":      func() error { _, err := w.list.ListInput(ctx, activities.Listing{JobID: jobID}); return err },
		} {
			err := do()
			require.True(w, fault.Is(err, fault.Stale), "%s: %v", name, err)
		}
		require.NoError(w, w.jobs.SettlePartial(ctx, activities.Settle{RunStage: stage(runID, work.StageExtract), Again: begin.Add(time.Hour)}))
		state, err := w.jobs.WantEpisode(ctx, activities.WantInput{JobID: jobID, ItemID: w.item(jobID).ID})
		require.NoError(w, err)
		require.Equal(w, work.ItemCancelled, state)
		closed, err := w.jobs.FinishRun(ctx, activities.Finish{RunID: runID, State: work.RunDone})
		require.NoError(w, err)
		require.Equal(w, work.RunCancelled, closed)
		require.Equal(w, before, w.rows(jobID, runID))
		require.Empty(w, w.names())
	})
}

func TestAFetchThatComesLateIsRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		_, runID := w.wanted(videoID)
		_, err := w.jobs.FinishRun(w.Context(), activities.Finish{RunID: runID, State: work.RunFailed, Class: "unavailable", Text: "No."})
		require.NoError(w, err)
		err = w.transcript(runID)
		require.True(w, fault.Is(err, fault.Stale), "%v", err)
	})
}
