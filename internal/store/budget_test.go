package store_test

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
)

var paidRecipe = extract.Recipe{Extractor: "llm", Model: "m", PromptVersion: "1", SchemaVersion: "1"}

// bank is a database whose clock a test moves.
type bank struct {
	*testing.T
	s  *store.Store
	mu sync.Mutex
	at time.Time
}

func (b *bank) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = b.at.Add(time.Millisecond) // no two wants are equally old
	return b.at
}

func (b *bank) pass(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = b.at.Add(d)
}

// onBoth runs a test on SQLite and on PostgreSQL. The clock stands at ten in the evening.
func onBoth(t *testing.T, test func(b *bank)) {
	t.Helper()
	for name, open := range map[string]storetest.Open{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &bank{T: t, at: time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC)}
			b.s = open(t, database.WithClock(b.now))
			test(b)
		})
	}
}

func (b *bank) person(name, role string) *store.User {
	b.Helper()
	require.NoError(b, b.s.People.EnsureRole(b.Context(), "https://id.test", name, role))
	u, err := b.s.People.UserBySubject(b.Context(), "https://id.test", name)
	require.NoError(b, err)
	return u
}

// want makes a person's job (nobody's for nil) want a video; jobs of one video share its run.
func (b *bank) want(by *store.User, video string) (jobID int, run jobs.RunRef) {
	b.Helper()
	in := jobs.NewJob{Kind: media.KindVideo, Input: video, Ref: watch(video)}
	if by != nil {
		in.UserID = &by.ID
	}
	j, _, err := b.s.Jobs.CreateJob(b.Context(), in)
	require.NoError(b, err)
	_, err = b.s.Jobs.AddItems(b.Context(), j.ID, []jobs.NewItem{{Ref: watch(video), Title: video}}, "", "", true)
	require.NoError(b, err)
	w, err := b.s.Jobs.NextItems(b.Context(), j.ID, 1)
	require.NoError(b, err)
	got, err := b.s.Jobs.WantEpisode(b.Context(), j.ID, w.Start[0], paidRecipe)
	require.NoError(b, err)
	require.NotZero(b, got.Run.RunID)
	return j.ID, got.Run
}

func watch(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id, URL: "https://www.youtube.com/watch?v=" + id}
}

func (b *bank) limit(scope string, tokens int) {
	b.Helper()
	require.NoError(b, b.s.Jobs.SetBudget(b.Context(), scope, tokens))
}

func (b *bank) reserve(run jobs.RunRef, chunk, tokens int) error {
	_, err := b.s.Jobs.ReserveTokens(b.Context(), run.RunID, chunk, tokens)
	return err
}

// reserves requires that so many tokens are free.
func (b *bank) reserves(run jobs.RunRef, chunk, tokens int) {
	b.Helper()
	require.NoError(b, b.reserve(run, chunk, tokens))
}

// refuses requires that so many tokens are not free until the given time has passed.
func (b *bank) refuses(run jobs.RunRef, chunk, tokens int, wait time.Duration) {
	b.Helper()
	err := b.reserve(run, chunk, tokens)
	require.True(b, fault.Is(err, fault.Budget), "%v", err)
	require.InDelta(b, wait.Seconds(), fault.Of(err).RetryAfter.Seconds(), 10)
}

func (b *bank) settle(run jobs.RunRef, chunk, tokens, calls int) {
	b.Helper()
	cost := extract.Usage{Model: "m", PromptTokens: tokens / 2, CompletionTokens: tokens - tokens/2, Calls: calls}
	require.NoError(b, b.s.Jobs.SettleTokens(b.Context(), run.RunID, chunk, cost))
}

const toMidnight = 2 * time.Hour

func TestWithoutACapEverythingFits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.reserves(run, 0, 1<<40)
		b.limit(jobs.BudgetSystem, 10)
		b.refuses(run, 1, 1, time.Minute)
		b.limit(jobs.BudgetSystem, 0)
		b.reserves(run, 1, 1<<40)
	})
}

func TestACapHoldsReservedAndSpentTokensUntilMidnight(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.limit(jobs.BudgetSystem, 1000)
		b.reserves(run, 0, 700)
		b.reserves(run, 0, 700) // the same chunk again replaces its reservation
		b.refuses(run, 1, 400, time.Minute)
		b.settle(run, 0, 100, 1)
		b.settle(run, 0, 100, 1) // settling twice is settling once
		b.reserves(run, 1, 900)
		b.settle(run, 1, 900, 1)
		b.refuses(run, 2, 1, toMidnight)
		err := b.reserve(run, 2, 1)
		require.Equal(t, "The day's budget for the language model is used up; work continues after midnight UTC, "+
			"or when an administrator raises the cap of everything together.", fault.Of(err).Sentence)
		b.pass(toMidnight)
		b.reserves(run, 2, 1000)
	})
}

func TestAFailedTryCountsAndMovesToTheDayOfTheNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.limit(jobs.BudgetSystem, 1000)
		b.reserves(run, 0, 500)
		b.settle(run, 0, 400, 2)
		b.refuses(run, 0, 601, toMidnight)
		b.pass(toMidnight)
		calls, err := b.s.Jobs.ReserveTokens(t.Context(), run.RunID, 0, 600)
		require.NoError(t, err)
		require.Equal(t, 2, calls)
		b.refuses(run, 1, 1, time.Minute)
	})
}

func TestEachPersonHasACapOfTheirOwn(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		ann, bob := b.person("ann", "user"), b.person("bob", "user")
		_, hers := b.want(ann, "a")
		_, his := b.want(bob, "b")
		_, nobodys := b.want(nil, "c")
		b.limit(jobs.BudgetDefault, 100)
		b.limit(jobs.BudgetOf(bob.ID), 300)
		b.limit(jobs.BudgetSystem, 1000)
		b.reserves(hers, 0, 100)
		b.settle(hers, 0, 100, 1)
		b.refuses(hers, 1, 1, toMidnight)
		b.reserves(his, 0, 300)
		b.settle(his, 0, 300, 1)
		b.refuses(his, 1, 1, toMidnight)
		b.reserves(nobodys, 0, 600)
		b.settle(nobodys, 0, 600, 1)
		b.refuses(nobodys, 1, 1, toMidnight)
	})
}

func TestWhoAskedFirstPaysThenTheNext(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		ann, bob := b.person("ann", "user"), b.person("bob", "user")
		annsJob, run := b.want(ann, "a")
		_, same := b.want(bob, "a")
		require.Equal(t, run.RunID, same.RunID)
		require.Equal(t, ann.PublicID, same.Submitter)
		b.limit(jobs.BudgetDefault, 100)
		b.reserves(run, 0, 100) // Ann
		b.settle(run, 0, 100, 1)
		b.reserves(run, 1, 90) // Bob, since Ann cannot
		b.settle(run, 1, 90, 1)
		b.refuses(run, 2, 50, toMidnight)

		_, err := b.s.Jobs.CancelJob(t.Context(), annsJob)
		require.NoError(t, err)
		b.reserves(run, 2, 10)
		b.refuses(run, 3, 1, time.Minute)
		work, err := b.s.Jobs.RunWork(t.Context(), run.RunID)
		require.NoError(t, err)
		require.Equal(t, bob.ID, *work.Run.PayerID)
	})
}

func TestTheSystemPaysWhenItIsTheNextToHaveAsked(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		ann := b.person("ann", "user")
		annsJob, run := b.want(ann, "a")
		b.want(nil, "a")
		b.limit(jobs.BudgetDefault, 100)
		b.reserves(run, 0, 1000)
		_, err := b.s.Jobs.CancelJob(t.Context(), annsJob)
		require.NoError(t, err)
		work, err := b.s.Jobs.RunWork(t.Context(), run.RunID)
		require.NoError(t, err)
		require.Nil(t, work.Run.PayerID)
	})
}

func TestReservationsOfDeadCallsAreGivenBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.limit(jobs.BudgetSystem, 1000)
		b.reserves(run, 0, 1000)
		require.NoError(t, b.s.Jobs.ReleaseReservations(t.Context(), b.now().Add(-time.Hour)))
		b.refuses(run, 1, 1, time.Minute)
		b.pass(61 * time.Minute)
		for range 2 {
			require.NoError(t, b.s.Jobs.ReleaseReservations(t.Context(), b.now().Add(-time.Hour)))
		}
		b.reserves(run, 1, 1000)
		b.settle(run, 1, 0, 1)
		calls, err := b.s.Jobs.ReserveTokens(t.Context(), run.RunID, 0, 1)
		require.NoError(t, err)
		require.Equal(t, 1, calls, "the dead call counts as paid")
		calls, err = b.s.Jobs.ReserveTokens(t.Context(), run.RunID, 0, 1)
		require.NoError(t, err)
		require.Equal(t, 2, calls, "and so does one whose reservation is still open")
	})
}

func TestAClosedRunReservesNothingButPaysWhatWasCalled(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		_, other := b.want(nil, "b")
		b.limit(jobs.BudgetSystem, 1000)
		b.reserves(run, 0, 1000)
		_, _, err := b.s.Jobs.FinishRun(t.Context(), run.RunID, work.RunCancelled, jobs.Failure{})
		require.NoError(t, err)
		require.True(t, fault.Is(b.reserve(run, 1, 1), fault.Stale))
		b.settle(run, 0, 600, 1)
		b.reserves(other, 0, 400)
		b.refuses(other, 1, 1, time.Minute)
	})
}

// A cap is never passed, however many workers reserve at once. Without the lock on the caps this fails on PostgreSQL.
func TestManyReserveAtOnceWithinTheCap(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		const workers, each = 16, 100
		b.limit(jobs.BudgetSystem, 5*each)
		var runs []jobs.RunRef
		for i := range workers {
			_, run := b.want(nil, string(rune('a'+i)))
			runs = append(runs, run)
		}
		var wg sync.WaitGroup
		errs := make([]error, workers)
		for i, run := range runs {
			wg.Go(func() { errs[i] = b.reserve(run, 0, each) })
		}
		wg.Wait()
		got := 0
		for _, err := range errs {
			if err == nil {
				got++
				continue
			}
			require.True(t, fault.Is(err, fault.Budget), "%v", err)
		}
		require.Equal(t, 5, got)
	})
}

// What a server reports neither gives back what others spent nor takes more than was set aside.
func TestWhatAServerReportsIsBookedWithinTheReservation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.limit(jobs.BudgetSystem, 1000)
		settle := func(chunk int, cost extract.Usage) {
			cost.Model, cost.Calls = "m", 1
			require.NoError(t, b.s.Jobs.SettleTokens(t.Context(), run.RunID, chunk, cost))
		}
		b.reserves(run, 0, 300)
		settle(0, extract.Usage{PromptTokens: -1_000_000, CachedTokens: -5, CompletionTokens: -1, ReasoningTokens: -1})
		b.refuses(run, 1, 1001, toMidnight)
		b.reserves(run, 1, 300)
		settle(1, extract.Usage{PromptTokens: 1 << 40, CachedTokens: 1 << 41, CompletionTokens: 1 << 40, ReasoningTokens: 1 << 41})
		b.refuses(run, 2, 701, toMidnight)
		b.reserves(run, 2, 700)
	})
}

// Each cause of waiting has its own sentence: only what is really spent waits for midnight.
func TestABudgetSaysWhyItRefuses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(b *bank) {
		_, run := b.want(nil, "a")
		b.limit(jobs.BudgetSystem, 1000)
		says := func(chunk, tokens int, wait time.Duration, sentence string) {
			t.Helper()
			err := b.reserve(run, chunk, tokens)
			require.True(t, fault.Is(err, fault.Budget), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, sentence)
			require.InDelta(t, wait.Seconds(), fault.Of(err).RetryAfter.Seconds(), 10)
		}
		says(0, 1001, toMidnight, "cap for the language model is lower than one part")
		b.reserves(run, 0, 900)
		says(1, 200, time.Minute, "set aside for calls under way")
		b.settle(run, 0, 900, 1)
		says(1, 200, toMidnight, "Too little is left")
		b.reserves(run, 1, 100)
		b.settle(run, 1, 100, 1)
		says(2, 1, toMidnight, "is used up")
	})
}
