package activities_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
)

const (
	paidTokens    = 10     // of each call
	oneReserved   = 16_000 // tokens, at least, for a part
	underReserved = 30_000 // tokens: two reservations are more
)

// paidReader is a reader that costs.
type paidReader struct{ *reader }

func (paidReader) Recipe() extract.Recipe { return extract.Recipe{Extractor: "scripted", Model: "m"} }

func (p paidReader) Extract(
	ctx context.Context, c transcript.Chunk, about extract.Context,
) ([]mention.Candidate, extract.Usage, error) {
	found, _, err := p.reader.Extract(ctx, c, about)
	return found, extract.Usage{Model: "m", PromptTokens: paidTokens, Calls: 1}, err
}

// used is what the day's ledger has, open reservations included.
func (w *world) used() int {
	w.Helper()
	all, err := w.s.Jobs.Budgets(context.WithoutCancel(w.Context()), budget.Model)
	require.NoError(w, err)
	return all[0].Used
}

func TestWhatTheNextCallMayCostIsReservedWithTheKeepingOfTheLastAnswer(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		var begun atomic.Int64
		counting := func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			return open(t, append(opts, database.WithStatements(func(s string) {
				if strings.HasSuffix(s, "started") {
					begun.Add(1)
				}
			}))...)
		}
		r := &reader{}
		w, in := longTalkTo(t, counting, paidReader{r})
		var writes []int64
		r.script = func(chunk int) error {
			writes = append(writes, begun.Load())
			open := w.used() - chunk*paidTokens
			require.Greater(t, open, oneReserved)
			require.Less(t, open, underReserved, "of the part that is asked for, and no other")
			begun.Store(0)
			return nil
		}
		out, err := w.extract.ReadChunks(t.Context(), in)
		require.NoError(t, err)
		require.Equal(t, activities.ChunksRead{Looked: 6}, out)
		require.Equal(t, []int{0, 1, 2, 3, 4, 5}, r.asked)
		require.Equal(t, []int64{1, 1, 1, 1}, writes[2:], "after the first, whose progress is told")
		require.Equal(t, 6*paidTokens, w.used())
		require.Equal(t, "done 6/6", w.progress(in.RunID))
	})
}

func TestNothingStaysReservedForAPartThatIsNotAskedFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script func(w *world, chunk int) error
		asked  int
	}{
		"the model is slow": {func(w *world, _ int) error { w.pass(3 * time.Second); return nil }, 2},
		"it fails": {func(_ *world, chunk int) error {
			if chunk == 2 {
				return fault.New(fault.Unavailable, "No answer.")
			}
			return nil
		}, 3},
		"the budget ends": {func(w *world, chunk int) error {
			if chunk == 1 {
				require.NoError(w, w.s.Jobs.SetBudget(w.Context(), jobs.BudgetSystem, 1))
			}
			return nil
		}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &reader{}
			w, in := longTalkTo(t, storetest.SQLite, paidReader{r})
			r.script = func(chunk int) error { return c.script(w, chunk) }
			_, _ = w.extract.ReadChunks(t.Context(), in) // whatever it says
			require.Len(t, r.asked, c.asked)
			require.Equal(t, c.asked*paidTokens, w.used())
		})
	}
}
