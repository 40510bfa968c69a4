package activities_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/work"
)

// starter notes the jobs it starts.
type starter struct{ started []int }

func (s *starter) StartJob(_ context.Context, j jobs.JobRef) error {
	s.started = append(s.started, j.JobID)
	return nil
}

// followed analyzes an episode of a channel and makes somebody follow the channel.
func (w *world) followed() (channelID int) {
	w.Helper()
	ctx := w.Context()
	_, runID, plan := w.planned(videoID)
	require.NoError(w, w.extract.ExtractChunk(ctx, chunk(runID, plan, 0)))
	_, err := w.publish.PublishEpisode(ctx, stage(runID, work.StagePublish))
	require.NoError(w, err)
	_, err = w.jobs.FinishRun(ctx, activities.Finish{RunID: runID, State: work.RunDone})
	require.NoError(w, err)
	ann, err := w.s.People.SignIn(ctx, people.Identity{Issuer: "https://id.test", Subject: "ann"}, people.NewSession{
		TokenHash: make([]byte, 32), Created: w.now(), Expires: w.now().Add(time.Hour),
	})
	require.NoError(w, err)
	_, ref, err := w.s.Jobs.FollowChannel(ctx, store.Viewer{UserID: ann.ID}, talk().Channel.ExternalID)
	require.NoError(w, err)
	return ref.ChannelID
}

func TestALookRunTwiceIsOneJob(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		engine := &starter{}
		look := &activities.Follows{Store: w.s, Jobs: engine}
		in := activities.FollowInput{ChannelID: w.followed(), At: begin}
		first, err := look.SubmitFollow(w.Context(), in)
		require.NoError(w, err)
		again, err := look.SubmitFollow(w.Context(), in)
		require.NoError(w, err)
		require.Equal(w, first, again)
		require.Equal(w, []int{first.JobID, first.JobID}, engine.started, "starting is asked for again: the engine joins what runs")
		_, all, err := w.s.Jobs.Jobs(w.Context(), 0, 10, 0)
		require.NoError(w, err)
		require.Equal(w, 2, all, "the one that analyzed the episode, and the look")

		in.At = begin.Add(6 * time.Hour)
		none, err := look.SubmitFollow(w.Context(), in)
		require.NoError(w, err)
		require.Zero(w, none.JobID, "the last look has not ended")
		none, err = look.SubmitFollow(w.Context(), activities.FollowInput{ChannelID: 4242, At: begin})
		require.NoError(w, err)
		require.Zero(w, none.JobID)
		require.Len(w, engine.started, 2)
	})
}

// A look takes the newest episodes; those that are analyzed already are settled at once and cost nothing.
func TestALookAnalyzesOnlyWhatIsNew(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	look := &activities.Follows{Store: w.s, Jobs: &starter{}}
	got, err := look.SubmitFollow(w.Context(), activities.FollowInput{ChannelID: w.followed(), At: begin})
	require.NoError(t, err)
	w.site.offers(1)
	known := talk()
	page := w.site.pages[""]
	page.Episodes = append(page.Episodes, known)
	w.site.pages[""] = page
	listed, err := w.list.ListInput(w.Context(), activities.Listing(got))
	require.NoError(t, err)
	require.Equal(t, 2, listed.Items)
	states := map[work.ItemState]int{}
	for _, it := range w.items(got.JobID) {
		state, err := w.jobs.WantEpisode(w.Context(), activities.WantInput{JobID: got.JobID, ItemID: it.ID})
		require.NoError(t, err)
		states[state]++
	}
	require.Equal(t, map[work.ItemState]int{work.ItemAlready: 1, work.ItemRunning: 1}, states)
}
