package activities_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

func TestTextsAreSharedAndBounded(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	texts := &activities.Texts{Store: w.s}
	var ids []int
	for i := range 40 {
		id, err := w.s.Jobs.SaveTranscript(t.Context(), run, spoken(fmt.Sprintf("Text number %d.", i)))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	get := func(i int) *activities.Text {
		text, err := texts.Get(t.Context(), ids[i])
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("Text number %d.", i), text.Document.Text)
		require.Len(t, text.Chunks, 1)
		return text
	}
	first, last := get(0), get(39)
	require.Same(t, first, get(0), "a run reads its text once")
	for i := range 40 {
		get(i)
	}
	require.NotSame(t, first, get(0), "the oldest makes room")
	require.Same(t, get(38), get(38))
	require.NotNil(t, last)
	_, err := texts.Get(t.Context(), 1<<30)
	require.True(t, fault.Is(err, fault.NotFound), "%v", err)
}

func TestKnownNamesAreReadAgainWhenTheCatalogueChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		known := &activities.KnownNames{Store: w.s}
		names := func() *extract.Names {
			list, err := known.Names(w.Context())
			require.NoError(w, err)
			return list
		}
		require.Zero(w, names().Len())
		jobID, run, plan := w.planned(videoID)
		require.NoError(w, w.extract.ExtractChunk(w.Context(), chunk(run, plan, 0)))
		_, err := w.publish.PublishEpisode(w.Context(), stage(run, work.StagePublish))
		require.NoError(w, err)
		first := names()
		require.Equal(w, len(w.names()), first.Len())
		require.Same(w, first, names(), "the same catalogue is read once")
		_, err = w.jobs.FinishRun(w.Context(), activities.Finish{RunID: run, State: work.RunDone})
		require.NoError(w, err)
		require.NoError(w, w.s.Catalogue.DeleteEpisode(w.Context(), *w.item(jobID).EpisodeID))
		require.Zero(w, names().Len(), "a changed one is read again")
	})
}
