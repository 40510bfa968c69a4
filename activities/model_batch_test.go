package activities_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/budget"
	"mentionary/internal/extract/llm"
	"mentionary/internal/extract/llm/llmtest"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

// playlist is a world with a run of three chunks that a job of two videos wants, read by a scripted model in batches.
func playlist(t *testing.T, open storetest.Open, script llmtest.Script) (*world, *llmtest.Server, activities.ModelBatch) {
	t.Helper()
	server := llmtest.New(t, script)
	x, err := llm.New(llm.Options{BaseURL: server.URL, Key: llmtest.Key, Model: llmtest.Model, HTTPClient: server.Client()})
	require.NoError(t, err)
	w := newWorld(t, open, x)
	w.fetch.Batches, w.extract.Batches = true, x
	var lines []string
	for i := range 3 {
		lines = append(lines, fmt.Sprintf("We all use PostgreSQL in part %d, and %s.", i, strings.Repeat("nothing is said in it, ", 130)))
	}
	w.site.transcript = spoken(lines...)
	list := media.Ref{Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: "PL1", URL: "https://www.youtube.com/playlist?list=PL1"}
	jobID := w.submit(media.KindPlaylist, list, media.DefaultSelection(media.KindPlaylist))
	_, err = w.s.Jobs.AddItems(t.Context(), jobID, []jobs.NewItem{{Ref: video(videoID)}, {Ref: video("anothervid0")}}, "", "", true)
	require.NoError(t, err)
	_, err = w.jobs.WantEpisode(t.Context(), activities.WantInput{JobID: jobID, ItemID: w.items(jobID)[0].ID})
	require.NoError(t, err)
	run := *w.items(jobID)[0].RunID
	require.NoError(t, w.fetch.FetchEpisode(t.Context(), stage(run, work.StageEpisode)))
	require.NoError(t, w.transcript(run))
	plan, err := w.fetch.PlanChunks(t.Context(), stage(run, work.StageExtract))
	require.NoError(t, err)
	require.Equal(t, 3, plan.Chunks)
	require.NotEmpty(t, plan.BatchKey)
	return w, server, activities.ModelBatch{
		RunStage: stage(run, work.StageExtract), TranscriptID: plan.TranscriptID, Chunks: plan.Chunks, Key: plan.BatchKey,
	}
}

func (w *world) submitsBatch(in activities.ModelBatch) activities.ModelBatch {
	w.Helper()
	out, err := w.extract.SubmitModelBatch(w.Context(), in)
	require.NoError(w, err)
	return out
}

// isRead returns the chunks of a run that are stored.
func (w *world) isRead(run int) map[int]string {
	w.Helper()
	read, err := w.s.Jobs.ChunksRead(w.Context(), run)
	require.NoError(w, err)
	return read
}

// readsRest reads like any run what a batch has not answered.
func (w *world) readsRest(in activities.ModelBatch) {
	w.Helper()
	_, err := w.extract.ReadChunks(w.Context(), activities.ChunksInput{
		RunStage: in.RunStage, TranscriptID: in.TranscriptID, Chunks: in.Chunks, Which: []int{0, 1, 2},
	})
	require.NoError(w, err)
}

func TestAPlaylistIsReadInABatchAtAPriceOfItsOwn(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		w, server, in := playlist(t, open, finds())
		batch := w.submitsBatch(in)
		require.Equal(t, []int{0, 1, 2}, batch.Which)
		require.Equal(t, batch.ID, w.submitsBatch(in).ID, "the second try finds the batch of the first")
		require.Len(t, server.Batches(), 1)
		over, err := w.extract.LookAtModelBatch(t.Context(), batch)
		require.NoError(t, err)
		require.False(t, over)
		require.Regexp(t, `^Waiting for the model's batch since 22:00 UTC; it may take a day\.$`, w.step(batch.RunID, work.StageExtract).Text)

		server.EndBatches("completed", 3)
		over, err = w.extract.LookAtModelBatch(t.Context(), batch)
		require.NoError(t, err)
		require.True(t, over)
		require.NoError(t, w.extract.CollectModelBatch(t.Context(), batch))
		require.NoError(t, w.extract.CollectModelBatch(t.Context(), batch), "run twice")
		require.Len(t, w.isRead(batch.RunID), 3)
		require.EqualValues(t, work.StepDone, w.step(batch.RunID, work.StageExtract).State)
		w.readsRest(in)
		require.Len(t, server.Paid(), 3, "nothing is left to read")
		w.publishes(batch.RunID)
		require.Contains(t, w.names(), "PostgreSQL")
		spending, err := w.s.Jobs.Spending(t.Context(), database.PeriodOf(begin, 1), 10)
		require.NoError(t, err)
		require.Len(t, spending.Days, 1)
		require.Equal(t, budget.InBatch(llmtest.Model), spending.Days[0].Model)
		require.Equal(t, 3, spending.Days[0].Calls)
		w.requireSpent(spent(server))
	})
}

func TestWhatABatchHasNotAnsweredIsReadLikeAnyRun(t *testing.T) {
	t.Parallel()
	w, server, in := playlist(t, storetest.SQLite, llmtest.InOrder(llmtest.Good(), finds(), llmtest.Malformed(), finds()))
	batch := w.submitsBatch(in)
	server.EndBatches("expired", 2) // one of them answers nonsense
	require.NoError(t, w.extract.CollectModelBatch(t.Context(), batch))
	require.Len(t, w.isRead(batch.RunID), 1)
	w.readsRest(in)
	require.Len(t, w.isRead(batch.RunID), 3)
	require.Len(t, server.Paid(), 4)
	w.requireSpent(spent(server))
}

func TestSomebodyWhoWaitsIsAnsweredDirectly(t *testing.T) {
	t.Parallel()
	w, _, in := playlist(t, storetest.SQLite, finds())
	_, run := w.wanted(videoID)
	require.Equal(t, in.RunID, run, "a run that both want")
	plan, err := w.fetch.PlanChunks(t.Context(), in.RunStage)
	require.NoError(t, err)
	require.Empty(t, plan.BatchKey)
	w.fetch.Batches = false
	plan, err = w.fetch.PlanChunks(t.Context(), in.RunStage)
	require.NoError(t, err)
	require.Empty(t, plan.BatchKey)
}

func TestABatchThatWasMadeAndNotHeardOfIsFound(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		w, server, in := playlist(t, open, finds())
		server.BreakBatches()
		_, err := w.extract.SubmitModelBatch(t.Context(), in)
		require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
		batch := w.submitsBatch(in)
		require.Len(t, server.Batches(), 1)
		require.Equal(t, server.Batches()[0].ID, batch.ID)
		server.EndBatches("completed", 3)
		require.NoError(t, w.extract.CollectModelBatch(t.Context(), batch))
		spending, err := w.s.Jobs.Spending(t.Context(), database.PeriodOf(begin, 1), 10)
		require.NoError(t, err)
		require.Equal(t, 3, spending.Days[0].Calls, "a try that was not heard of is no call")
	})
}

func TestAServerWithoutBatchesIsNotAskedForOneForAnHour(t *testing.T) {
	t.Parallel()
	w, server, in := playlist(t, storetest.SQLite, finds())
	server.RefuseBatches(http.StatusNotFound)
	require.Empty(t, w.submitsBatch(in).ID)
	server.RefuseBatches(0)
	require.Empty(t, w.submitsBatch(in).ID)
	require.Empty(t, server.Batches())
	w.requireSpent(spent(server))
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 0))
	w.pass(61 * time.Minute)
	require.NotEmpty(t, w.submitsBatch(in).ID)
}

func TestABatchHasWhatTheBudgetGoesAsFarAs(t *testing.T) {
	t.Parallel()
	w, server, in := playlist(t, storetest.SQLite, finds())
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1))
	_, err := w.extract.SubmitModelBatch(t.Context(), in)
	require.True(t, fault.Is(err, fault.Budget), "%v", err)
	require.Empty(t, server.Batches())
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 30_000))
	require.Equal(t, []int{0, 1}, w.submitsBatch(in).Which)
	require.Len(t, server.Batches()[0].Lines, 2)
}

// The model is taken for an attacker: it answers what it was not asked, and claims to have used what cannot be.
func TestAHostileBatchIsBookedWithinWhatWasReserved(t *testing.T) {
	t.Parallel()
	w, server, in := playlist(t, storetest.SQLite, finds())
	batch := w.submitsBatch(in)
	line := `{"custom_id":"chunk-%d","response":{"status_code":200,"body":{"model":"dear",` +
		`"choices":[{"message":{"content":"{\"entities\":[]}"}}],"usage":{"prompt_tokens":%d,"completion_tokens":1}}}}` + "\n"
	server.SetBatch(0, "completed",
		fmt.Sprintf(line, 1, int64(1e12))+fmt.Sprintf(line, 2, -5)+fmt.Sprintf(line, 7, 1)+fmt.Sprintf(line, -1, 1))
	batch.Which = []int{1, 2}
	require.NoError(t, w.extract.CollectModelBatch(t.Context(), batch))
	require.Len(t, w.isRead(batch.RunID), 2)
	require.NoError(t, w.s.Jobs.SettleTokens(t.Context(), batch.RunID, 0, batch.Probe))
	spending, err := w.s.Jobs.Spending(t.Context(), database.PeriodOf(begin, 1), 10)
	require.NoError(t, err)
	day := spending.Days[0]
	require.Less(t, day.Prompt, 30_000)
	require.Equal(t, 2, day.Calls)
	require.Equal(t, budget.InBatch(llmtest.Model), day.Model, "whatever model it names")
}

func TestABatchThatNobodyWaitsForIsCanceledAndGivenBack(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*activities.ModelBatch){
		"known": func(*activities.ModelBatch) {}, "not heard of": func(b *activities.ModelBatch) { b.ID, b.Which = "", nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, server, in := playlist(t, storetest.SQLite, finds())
			batch := w.submitsBatch(in)
			change(&batch)
			require.NoError(t, w.extract.DropModelBatch(t.Context(), batch))
			require.Equal(t, "cancelling", server.Batches()[0].Status)
			w.requireSpent(spent(server))
		})
	}
}

func TestAnotherModelKeepsNothingOfABatch(t *testing.T) {
	t.Parallel()
	w, server, in := playlist(t, storetest.SQLite, finds())
	batch := w.submitsBatch(in)
	server.EndBatches("completed", 3)
	x, err := llm.New(llm.Options{BaseURL: server.URL, Key: llmtest.Key, Model: "another", HTTPClient: server.Client()})
	require.NoError(t, err)
	w.extract.Extractor, w.extract.Batches = x, x
	_, err = w.extract.LookAtModelBatch(t.Context(), batch)
	require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	err = w.extract.CollectModelBatch(t.Context(), batch)
	require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	require.Empty(t, w.submitsBatch(in).ID)
}

func TestARunThatWaitsForItsBatchLeavesTheWindowAndKeepsItsTokensForADay(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		w, _, in := playlist(t, open, finds())
		const job = 1
		window, err := w.jobs.NextItems(t.Context(), activities.WindowInput{JobID: job, Size: 1})
		require.NoError(t, err)
		require.Equal(t, 1, window.Running)
		w.submitsBatch(in)
		w.pass(20 * time.Hour)
		require.NoError(t, w.s.Jobs.ReleaseReservations(t.Context(), w.now().Add(-time.Hour)))
		window, err = w.jobs.NextItems(t.Context(), activities.WindowInput{JobID: job, Size: 1})
		require.NoError(t, err)
		require.Zero(t, window.Running)
		require.Len(t, window.Start, 1, "the next one begins")
		require.EqualValues(t, work.ItemParked, w.items(job)[0].State)
		w.pass(9 * time.Hour)
		require.NoError(t, w.s.Jobs.ReleaseReservations(t.Context(), w.now().Add(-time.Hour)))
		calls, err := w.s.Jobs.ReserveTokens(t.Context(), in.RunID, 0, 1)
		require.NoError(t, err)
		require.Equal(t, 1, calls, "nobody waits for it any more: it counts as called")
	})
}
