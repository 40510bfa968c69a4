package activities_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/budget"
	"mentionary/internal/extract/llm"
	"mentionary/internal/extract/llm/llmtest"
	"mentionary/internal/extract/offline"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/telemetry"
	"mentionary/internal/work"
)

// finds is a good model that finds the book and the database.
func finds() llmtest.Script {
	return llmtest.Good(
		llmtest.Planted{
			Type: mention.Book, Name: "Thinking, Fast and Slow", Stance: mention.Used,
			Claims: map[string]string{"author": "Daniel Kahneman"},
		},
		llmtest.Planted{Type: mention.Product, Name: "PostgreSQL"},
	)
}

// modelWorld is a world whose chunks a scripted model reads.
func modelWorld(t *testing.T, open storetest.Open, script llmtest.Script) (*world, *llmtest.Server) {
	t.Helper()
	return modelWorldWithin(t, open, script, 20*time.Second)
}

// modelWorldWithin is modelWorld with the time that a call of the model may take.
func modelWorldWithin(t *testing.T, open storetest.Open, script llmtest.Script, within time.Duration) (*world, *llmtest.Server) {
	t.Helper()
	server := llmtest.New(t, script)
	x, err := llm.New(llm.Options{BaseURL: server.URL, Key: llmtest.Key, Model: llmtest.Model, HTTPClient: server.Client(), Timeout: within})
	require.NoError(t, err)
	return newWorld(t, open, x), server
}

// spent is what the server says that all calls cost.
func spent(s *llmtest.Server) int {
	n := 0
	for _, c := range s.Calls() {
		n += c.PromptTokens + c.CompletionTokens
	}
	return n
}

// requireSpent requires that the day's ledger holds exactly so many tokens and no open reservation.
func (w *world) requireSpent(tokens int) {
	w.Helper()
	_, run := w.wanted("ledger00000")
	require.NoError(w, w.s.Jobs.SetBudget(w.Context(), jobs.BudgetSystem, tokens+10))
	_, err := w.s.Jobs.ReserveTokens(w.Context(), run, 0, 11)
	require.True(w, fault.Is(err, fault.Budget), "more than %d: %v", tokens, err)
	require.Greater(w, fault.Of(err).RetryAfter, time.Hour, "nothing is left open")
	_, err = w.s.Jobs.ReserveTokens(w.Context(), run, 0, 10)
	require.NoError(w, err, "no more than %d", tokens)
}

func (w *world) read(run int, plan activities.Plan) error {
	return w.extract.ExtractChunk(w.Context(), chunk(run, plan, 0))
}

func (w *world) publishes(run int) activities.PublishResult {
	w.Helper()
	out, err := w.publish.PublishEpisode(w.Context(), stage(run, work.StagePublish))
	require.NoError(w, err)
	return out
}

func TestAModelReadsAChunkAndItsCostIsSettled(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, server := modelWorld(t, open, finds())
			_, run, plan := w.planned(videoID)
			require.NoError(t, w.read(run, plan))
			require.NoError(t, w.read(run, plan), "run twice: the second finds the first's answer")
			require.Len(t, server.Paid(), 1)
			w.publishes(run)
			require.Subset(t, w.names(), []string{"Thinking, Fast and Slow", "PostgreSQL"})
			require.EqualValues(t, work.StepDone, w.step(run, work.StageExtract).State)
			require.Equal(t, "2 mentions found.", w.step(run, work.StageConsolidate).Text, "nothing was left out, so it is not said")
			w.requireSpent(spent(server))
		})
	}
}

func TestAChunkThatWasReadInAnotherRunCostsNothing(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, finds())
	_, first, plan := w.planned(videoID)
	require.NoError(t, w.read(first, plan))
	_, second, again := w.planned("anothervid0")
	require.NotEqual(t, plan.TranscriptID, again.TranscriptID)
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1))
	require.NoError(t, w.read(second, again), "a used-up budget does not matter")
	require.Len(t, server.Paid(), 1)
	require.Equal(t, 2, w.publishes(second).Entities)
}

func TestAMalformedAnswerIsRepairedOnceAndPaid(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.MalformedFirst(finds()))
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.read(run, plan))
	require.Len(t, server.Paid(), 2)
	w.requireSpent(spent(server))
}

func TestAModelThatCannotAnswerFailsTheChunkForGoodAndIsPaid(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.Declines())
	_, run, plan := w.planned(videoID)
	err := w.read(run, plan)
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
	require.Len(t, server.Paid(), 1)
	w.requireSpent(spent(server))
}

// The model is taken for an attacker who wrote the transcript: what it invents is never published.
func TestAHostileModelPublishesNothing(t *testing.T) {
	t.Parallel()
	w, _ := modelWorld(t, storetest.SQLite, llmtest.Hostile())
	w.extract.Beside = offline.New()
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.read(run, plan))
	out := w.publishes(run)
	require.Positive(t, out.Rejected)
	_, err := w.links.ResolveLinks(t.Context(), stage(run, work.StageLinks))
	require.NoError(t, err)
	require.Contains(t, w.names(), "Thinking, Fast and Slow", "what the built-in extractor finds stays")
	page, err := w.s.Catalogue.Entities(t.Context(), catalogue.EntityFilter{})
	require.NoError(t, err)
	for _, e := range page.Entities {
		for _, said := range []string{e.Name, e.Description, e.Author, e.Company, e.Title} {
			require.NotContains(t, strings.ToLower(said), "evil")
		}
		for _, l := range e.Edges.Links {
			require.NotContains(t, l.URL, "evil")
		}
	}
}

func TestARateLimitSaysWhenToComeBackAndIsNotPaid(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.RateLimited(6, 42, finds()))
	_, run, plan := w.planned(videoID)
	for range 6 {
		err := w.read(run, plan)
		require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
		require.Equal(t, 42*time.Second, fault.Of(err).RetryAfter)
	}
	require.NoError(t, w.read(run, plan), "being turned away uses up no calls")
	require.NotEmpty(t, server.Paid())
}

func TestAServerThatIsAwayIsNotPaid(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.Status(503, "overloaded"))
	_, run, plan := w.planned(videoID)
	for range 5 {
		require.True(t, fault.Is(w.read(run, plan), fault.Unavailable))
	}
	server.SetScript(finds())
	require.NoError(t, w.read(run, plan))
}

// A call that timed out may have been worked on. Over all tries a chunk is paid for three times at most.
func TestAChunkIsPaidThreeTimesAtMost(t *testing.T) {
	t.Parallel()
	silent := func(c llmtest.Call) llmtest.Reply {
		if c.Probe {
			return llmtest.Reply{Content: llmtest.Answer()}
		}
		return llmtest.Reply{Hang: true}
	}
	w, server := modelWorldWithin(t, storetest.SQLite, silent, 400*time.Millisecond)
	_, run, plan := w.planned(videoID)
	tries := 0
	for {
		tries++
		require.Less(t, tries, 10)
		err := w.read(run, plan)
		if fault.Is(err, fault.Unsupported) {
			require.Contains(t, fault.Of(err).Sentence, "built-in extractor")
			break
		}
		require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	}
	require.Greater(t, tries, 2)
	require.LessOrEqual(t, len(server.Paid()), llm.MaxCalls)
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1<<20))
	_, other := w.wanted("ledger00000")
	_, err := w.s.Jobs.ReserveTokens(t.Context(), other, 0, 1<<20-spent(server))
	require.NoError(t, err, "the last refusal leaves nothing reserved")
}

func TestAnEmptyBudgetWaitsForMidnightWithoutACall(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, finds())
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 10))
	_, run, plan := w.planned(videoID)
	err := w.read(run, plan)
	require.True(t, fault.Is(err, fault.Budget), "%v", err)
	require.InDelta(t, 2*time.Hour.Seconds(), fault.Of(err).RetryAfter.Seconds(), 60)
	require.Equal(t, "The day's cap for the language model is lower than one part of the transcript needs. An administrator has to raise the "+
		"cap of everything together.",
		fault.Of(err).Sentence)
	require.Empty(t, server.Calls())
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 100_000))
	require.NoError(t, w.read(run, plan))
}

func TestTheBuiltInExtractorTouchesNoBudget(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1))
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.read(run, plan))
	w.requireSpent(0)
}

// What is reserved covers what an ordinary chunk costs, repair included, whatever it is written in.
func TestAReservationCoversTheCost(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"english":  "We talked about the book Thinking, Fast and Slow for quite a while this week. ",
		"japanese": "今週は「ファスト&スロー」という本についてしばらく話しました。 ",
		"digits":   "8 6 7 5 3 0 9 1 2 4 ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, server := modelWorld(t, storetest.SQLite, llmtest.MalformedFirst(finds()))
			w.site.transcript = spoken(strings.Repeat(line, 4000/len(line)))
			_, run, plan := w.planned(videoID)
			require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 30_000))
			require.NoError(t, w.read(run, plan))
			require.Less(t, spent(server), 2*(4_000+2_000+4_000))
		})
	}
}

// long is a talk that a small model cannot read at once.
func long(w *world) {
	w.site.transcript = spoken(
		strings.Repeat("We talked about this and that for a while. ", 12)+"Then I read Thinking, Fast and Slow twice.",
		"And then there was more to say about it. "+strings.Repeat("Nobody minded the noise outside. ",
			12)+"We all use PostgreSQL for everything.",
	)
}

func TestAChunkThatIsTooLongIsReadInHalves(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.ContextTooLong(700, finds()))
	long(w)
	_, run, plan := w.planned(videoID)
	require.Equal(t, 1, plan.Chunks)
	require.NoError(t, w.read(run, plan))
	read := server.Paid()
	require.Len(t, read, 3)
	require.Equal(t, read[0].Chunk, read[1].Chunk+" "+read[2].Chunk, "cut where a sentence ends, nothing lost")
	require.Equal(t, 2, w.publishes(run).Entities)
	w.requireSpent(spent(server) - read[0].PromptTokens) // a refused call is not charged
}

func TestAHalfThatIsStillTooLongFailsTheChunk(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.ContextTooLong(100, finds()))
	long(w)
	_, run, plan := w.planned(videoID)
	require.True(t, fault.Is(w.read(run, plan), fault.TooLarge))
	require.Len(t, server.Paid(), 2)
	w.site.transcript = spoken(strings.Repeat("a", 500))
	_, unsplit, plan := w.planned("onelongword")
	require.True(t, fault.Is(w.read(unsplit, plan), fault.TooLarge), "a text without a space stays whole")
	require.Len(t, server.Paid(), 3)
}

// What was called is to be paid, also when the run was closed meanwhile.
func TestAnAnswerThatComesTooLateIsPaid(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, nil)
	jobID, run, plan := w.planned(videoID)
	good := finds()
	server.SetScript(func(c llmtest.Call) llmtest.Reply {
		if !c.Probe {
			_, err := w.s.Jobs.CancelJob(t.Context(), jobID)
			require.NoError(t, err)
		}
		return good(c)
	})
	require.True(t, fault.Is(w.read(run, plan), fault.Stale))
	w.requireSpent(spent(server))
}

// usage is a good model whose server reports the given usage.
func usage(reported map[string]any) llmtest.Script {
	good := finds()
	return func(c llmtest.Call) llmtest.Reply {
		answer := good(c)
		if c.Probe {
			answer.Content = llmtest.Answer()
		}
		body, _ := json.Marshal(map[string]any{
			"id": "x", "object": "chat.completion", "created": 1, "model": c.Model, "usage": reported,
			"choices": []any{map[string]any{
				"index": 0, "finish_reason": "stop",
				"message": map[string]any{"role": "assistant", "content": answer.Content},
			}},
		})
		return llmtest.Reply{Raw: string(body)}
	}
}

// What a server says about its own charges is a claim: it neither lifts the cap nor stops everybody until midnight.
func TestAServersUsageIsBelievedWithinWhatWasReserved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reported map[string]any
		used     func(reserved int) int
	}{
		"negative": {map[string]any{
			"prompt_tokens": -1_000_000, "completion_tokens": -5,
			"prompt_tokens_details": map[string]any{"cached_tokens": -7},
		}, func(int) int { return 0 }},
		"a billion": {
			map[string]any{"prompt_tokens": 1_000_000_000_000, "completion_tokens": 9_000_000_000_000_000_000},
			func(reserved int) int { return reserved },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := modelWorld(t, storetest.SQLite, usage(c.reported))
			var log bytes.Buffer
			w.extract.Log = slog.New(slog.NewTextHandler(&log, nil))
			w.extract.Metrics = telemetry.NewMetrics("v", "test", budget.Prices{llmtest.Model: {Prompt: 1, Cached: 1, Completion: 1}})
			const limit = 1_000_000
			require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, limit))
			_, run, plan := w.planned(videoID)
			require.NoError(t, w.read(run, plan))
			budgets, err := w.s.Jobs.Budgets(t.Context(), budget.Model)
			require.NoError(t, err)
			used := budgets[0].Used
			require.GreaterOrEqual(t, used, 0)
			require.Less(t, used, 30_000, "never more than one reservation")
			require.Equal(t, c.used(used), used)
			scraped := httptest.NewRecorder()
			w.extract.Metrics.Handler().ServeHTTP(scraped, httptest.NewRequest(http.MethodGet, "/metrics", nil))
			require.Contains(t, scraped.Body.String(), "mentionary_model_usage_disbelieved_total{model=\""+llmtest.Model+"\"} 1")
			require.Contains(t, log.String(), "usage that cannot be")
			require.NotContains(t, log.String(), llmtest.Key)
		})
	}
}

// A refused key is said as such, by every chunk, without asking again and without waiting for a budget nobody could spend.
func TestARefusedKeyIsNotHiddenBehindTheBudget(t *testing.T) {
	t.Parallel()
	w, server := modelWorld(t, storetest.SQLite, llmtest.Status(401, "invalid_api_key"))
	_, run, plan := w.planned(videoID)
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 25_000))
	refused := func() {
		t.Helper()
		err := w.read(run, plan)
		require.True(t, fault.Is(err, fault.Denied), "%v", err)
		require.Contains(t, fault.Of(err).Sentence, "The model server refused the key.")
	}
	refused()
	calls := len(server.Calls())
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1)) // nothing is left
	refused()
	require.Len(t, server.Calls(), calls, "the key is not tried again at once")
	require.NoError(t, w.s.Jobs.SetBudget(t.Context(), jobs.BudgetSystem, 1<<20))
	server.SetScript(finds())
	w.pass(2 * time.Minute)
	require.NoError(t, w.read(run, plan), "later it is, and no call was paid for the refusals")
}

// After ten seconds the row says that the model does not answer and how long it may; then the call ends and is tried again.
func TestAHangingModelIsSaidAndEnds(t *testing.T) {
	t.Parallel()
	var told func()
	armed := make(chan time.Duration, 8)
	server := llmtest.New(t, llmtest.Slow())
	x, err := llm.New(llm.Options{
		BaseURL: server.URL, Key: llmtest.Key, Model: llmtest.Model, Timeout: time.Minute,
		HTTPClient: &http.Client{Transport: hangs{tell: func() { told() }}},
		AfterFunc: func(d time.Duration, f func()) func() bool {
			armed <- d
			told = f
			return func() bool { return false } // it has been called
		},
	})
	require.NoError(t, err)
	w := newWorld(t, storetest.SQLite, x)
	w.extract.Now = w.now
	_, run, plan := w.planned(videoID)
	err = w.read(run, plan)
	require.Equal(t, 10*time.Second, <-armed)
	require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
	require.Equal(t, "The model server did not answer in time.", fault.Of(err).Sentence)
	step := w.step(run, work.StageExtract)
	require.Equal(t, work.StepRunning, step.State)
	require.Regexp(t, `^The model has not answered for 10 seconds; it has until 22:00:5\d UTC, then it is asked again\.$`, step.Text)
	x, err = llm.New(llm.Options{
		BaseURL: server.URL, Key: llmtest.Key, Model: llmtest.Model, HTTPClient: server.Client(),
		Timeout: 20 * time.Second,
	})
	require.NoError(t, err)
	w.extract.Extractor = x
	server.SetScript(finds())
	require.NoError(t, w.read(run, plan))
	require.Empty(t, w.step(run, work.StageExtract).Text, "it has answered")
}

// hangs is a connection on which nothing comes back: the ten seconds pass, then the time limit of the call.
type hangs struct{ tell func() }

func (h hangs) RoundTrip(*http.Request) (*http.Response, error) {
	h.tell()
	return nil, context.DeadlineExceeded
}
