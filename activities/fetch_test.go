package activities_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
)

// untouchable is a source that must not be asked.
type untouchable struct {
	source.Source
	t *testing.T
}

func (u untouchable) Episode(context.Context, media.Ref) (media.Episode, error) {
	u.t.Error("the source was asked for the episode")
	return media.Episode{}, nil
}

func (u untouchable) Transcript(context.Context, media.Episode) (transcript.Transcript, bool, error) {
	u.t.Error("the source was asked for the transcript")
	return transcript.Transcript{}, false, nil
}

// The row decides, not the signal: the workflow engine may be away when somebody gives a transcript.
func TestAGivenTranscriptIsTakenEvenWhenTheWorkflowWasNotTold(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := storetest.SQLite(t)
	by, err := s.SignIn(ctx, store.Identity{Issuer: "test", Subject: "una"}, store.NewSession{
		TokenHash: []byte("01234567890123456789012345678901"), Created: time.Now(), Expires: time.Now().Add(time.Hour),
	})
	require.NoError(t, err)
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: "abcdefghijk", URL: "https://www.youtube.com/watch?v=abcdefghijk"}
	j, _, err := s.CreateJob(ctx, store.NewJob{UserID: &by.ID, Kind: media.KindVideo, Input: ref.URL, Ref: ref})
	require.NoError(t, err)
	_, err = s.AddItems(ctx, j.ID, []store.NewItem{{Ref: ref, Title: "A talk"}}, "A talk", "", true)
	require.NoError(t, err)
	items, _, err := s.JobItems(ctx, j.ID, 10, 0)
	require.NoError(t, err)
	w, err := s.WantEpisode(ctx, j.ID, items[0].ID, extract.Recipe{Extractor: "test"})
	require.NoError(t, err)
	_, err = s.ProvideTranscript(ctx, j.ID, items[0].ID, by.ID, transcript.Transcript{
		Language: "en", Origin: transcript.Uploaded, Cues: []transcript.Cue{{StartMS: 0, EndMS: 900, Text: "hello there"}},
	})
	require.NoError(t, err)

	a := &activities.Fetch{Store: s, Texts: &activities.Texts{Store: s}, Sources: activities.Sources{media.YouTube: untouchable{t: t}}, Log: slog.New(slog.DiscardHandler)}
	require.NoError(t, a.FetchEpisode(ctx, activities.RunStage{RunID: w.Run.RunID, Stage: job.StageEpisode}))
	require.NoError(t, a.FetchTranscript(ctx, activities.RunStage{RunID: w.Run.RunID, Stage: job.StageTranscript}))
	plan, err := a.PlanChunks(ctx, activities.RunStage{RunID: w.Run.RunID, Stage: job.StageExtract})
	require.NoError(t, err)
	require.Equal(t, 1, plan.Chunks)
	steps, err := s.Steps(ctx, []int{w.Run.RunID})
	require.NoError(t, err)
	got := map[string]string{}
	for _, st := range steps[w.Run.RunID][:2] {
		got[string(st.Stage)] = string(st.State)
	}
	require.Equal(t, map[string]string{"episode": "skipped", "transcript": "done"}, got)
}
