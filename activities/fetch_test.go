package activities_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/store"
	"mentionary/internal/transcript"
)

func TestAPictureIsOursOrLeftOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		address string
		kept    bool
	}{
		"a picture":              {"https://pictures.example/a.png", true},
		"one that does not come": {"https://pictures.example/gone.png", false},
		"none":                   {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := onSQLite(t)
			w.site.episode.ThumbnailURL = c.address
			_, run := w.wanted(videoID)
			require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, job.StageEpisode)))
			work, err := w.s.RunWork(t.Context(), run)
			require.NoError(t, err)
			require.Equal(t, "How to think", work.Episode.Title)
			require.Equal(t, c.kept, strings.HasPrefix(work.Episode.ThumbnailURL, "/api/pictures/"), work.Episode.ThumbnailURL)
			require.NotContains(t, work.Episode.ThumbnailURL, "pictures.example")
		})
	}
}

func TestAPictureIsFetchedOnce(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	_, run := w.wanted(videoID)
	require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, job.StageEpisode)))
	w.fetch.Pictures = gallery{}
	require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, job.StageEpisode)))
	work, err := w.s.RunWork(t.Context(), run)
	require.NoError(t, err)
	require.NotEmpty(t, work.Episode.ThumbnailURL)
}

func TestASourceWithoutATranscriptAsksForOne(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]string{"none": nil, "blank lines only": {" ", "[Music]\u200b", ""}} {
		w := onSQLite(t)
		w.site.transcript = spoken(lines...)
		for i := range w.site.transcript.Cues {
			w.site.transcript.Cues[i].Text = strings.ReplaceAll(w.site.transcript.Cues[i].Text, "[Music]", "")
		}
		_, run := w.wanted(videoID)
		err := w.fetch.FetchTranscript(t.Context(), stage(run, job.StageTranscript))
		require.True(t, fault.Is(err, fault.NoTranscript), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, "transcript")
		plan, err := w.fetch.PlanChunks(t.Context(), stage(run, job.StageExtract))
		require.NoError(t, err)
		require.Equal(t, activities.Plan{Missing: true}, plan)
	}
}

// A transcript that somebody gave ends the fetching, also when the word of it never reached the workflow.
func TestAGivenTranscriptIsNotFetchedOver(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		jobID, run := w.wanted(videoID)
		who, err := w.s.SignIn(w.Context(), store.Identity{Issuer: "https://id.test", Subject: "ann"}, store.NewSession{TokenHash: make([]byte, 32), Created: begin, Expires: begin.AddDate(0, 1, 0)})
		require.NoError(w, err)
		given := spoken("Given by hand.")
		given.Origin = transcript.Uploaded
		_, err = w.s.ProvideTranscript(w.Context(), jobID, w.item(jobID).ID, who.ID, given)
		require.NoError(w, err)
		w.site.err = fault.New(fault.Unavailable, "No answer.")
		require.NoError(w, w.fetch.FetchEpisode(w.Context(), stage(run, job.StageEpisode)))
		require.NoError(w, w.fetch.FetchTranscript(w.Context(), stage(run, job.StageTranscript)))
		require.Empty(w, w.site.asked)
		require.EqualValues(w, job.StepSkipped, w.step(run, job.StageEpisode).State)
		plan, err := w.fetch.PlanChunks(w.Context(), stage(run, job.StageExtract))
		require.NoError(w, err)
		text, err := w.texts.Get(w.Context(), plan.TranscriptID)
		require.NoError(w, err)
		require.Equal(w, "Given by hand.", text.Document.Text)
	})
}
