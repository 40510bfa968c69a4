package activities_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
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
			require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
			work, err := w.s.Jobs.RunWork(t.Context(), run)
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
	require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
	w.fetch.Pictures = gallery{}
	require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
	work, err := w.s.Jobs.RunWork(t.Context(), run)
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
		err := w.transcript(run)
		require.True(t, fault.Is(err, fault.NoTranscript), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, "transcript")
		plan, err := w.fetch.PlanChunks(t.Context(), stage(run, work.StageExtract))
		require.NoError(t, err)
		require.Equal(t, activities.Plan{Missing: true}, plan)
	}
}

// given is a run that a moderator gave its transcript.
func (w *world) given(line string) (jobID, run int) {
	w.Helper()
	jobID, run = w.wanted(videoID)
	const issuer = "https://id.test"
	require.NoError(w, w.s.People.EnsureRole(w.Context(), issuer, "ann", "moderator"))
	session := people.NewSession{TokenHash: make([]byte, 32), Created: begin, Expires: begin.AddDate(0, 1, 0)}
	who, err := w.s.People.SignIn(w.Context(), people.Identity{Issuer: issuer, Subject: "ann"}, session)
	require.NoError(w, err)
	text := spoken(line)
	text.Origin = transcript.Uploaded
	_, err = w.s.Jobs.ProvideTranscript(w.Context(), jobID, w.item(jobID).ID, who.ID, text)
	require.NoError(w, err)
	return jobID, run
}

// Analyzing again asks the source again. What a reader gave yields to what the publisher has, and to nothing worse.
func TestAGivenTranscriptStaysUntilThereIsABetterOne(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		_, run := w.given("Given by hand.")
		for _, c := range []struct {
			source transcript.Transcript
			origin transcript.Origin
			reads  string
		}{
			{spoken(), transcript.Publisher, "Given by hand."},
			{spoken("Heard by a machine."), transcript.Automatic, "Given by hand."},
			{spoken("What the publisher wrote."), transcript.Publisher, "What the publisher wrote."},
		} {
			_, _, err := w.s.Jobs.FinishRun(w.Context(), run, work.RunFailed, jobs.Failure{})
			require.NoError(w, err)
			_, run = w.wanted(videoID)
			w.site.transcript = c.source
			w.site.transcript.Origin = c.origin
			require.NoError(w, w.transcript(run))
			plan, err := w.fetch.PlanChunks(w.Context(), stage(run, work.StageExtract))
			require.NoError(w, err)
			text, err := w.texts.Get(w.Context(), plan.TranscriptID)
			require.NoError(w, err)
			require.Equal(w, c.reads, text.Document.Text)
		}
	})
}

// A transcript that somebody gave ends the fetching, also when the word of it never reached the workflow.
func TestAGivenTranscriptIsNotFetchedOver(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		_, run := w.given("Given by hand.")
		w.site.err = fault.New(fault.Unavailable, "No answer.")
		require.NoError(w, w.fetch.FetchEpisode(w.Context(), stage(run, work.StageEpisode)))
		require.NoError(w, w.transcript(run))
		require.Empty(w, w.site.asked)
		require.EqualValues(w, work.StepSkipped, w.step(run, work.StageEpisode).State)
		plan, err := w.fetch.PlanChunks(w.Context(), stage(run, work.StageExtract))
		require.NoError(w, err)
		text, err := w.texts.Get(w.Context(), plan.TranscriptID)
		require.NoError(w, err)
		require.Equal(w, "Given by hand.", text.Document.Text)
	})
}
