package storetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// leaver is an asker who goes away in the middle of a transaction: before it sends the statement that holds `at`, and not
// before the database has rolled back what was begun.
type leaver struct {
	mu   sync.Mutex
	at   string
	s    *store.Store
	stop context.CancelFunc
}

func (l *leaver) hear(statement string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at == "" || !strings.Contains(statement, l.at) {
		return
	}
	l.at = ""
	l.stop()
	for l.s.PoolInUse() > 0 {
		runtime.Gosched()
	}
}

// leaves runs do with a context that ends before the statement that holds `at`.
func (l *leaver) leaves(t *testing.T, at string, do func(ctx context.Context) error) error {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	l.mu.Lock()
	l.at, l.stop = at, stop
	l.mu.Unlock()
	err := do(ctx)
	require.Error(t, ctx.Err(), "nothing was sent that holds %q", at)
	return err
}

// leavingSuite holds that an asker who goes away is told so, and is no failure of the database.
func leavingSuite(t *testing.T, open Open) {
	one := func(t *testing.T) (*world, *leaver) {
		t.Helper()
		l := &leaver{}
		w := newWorld(t, func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			l.s = open(t, append(opts, database.WithStatements(l.hear))...)
			return l.s
		})
		return w, l
	}
	t.Run("what was read before its asker went away is the answer", func(t *testing.T) {
		t.Parallel()
		w, l := one(t)
		require.NoError(t, l.leaves(t, "rollbacked", func(ctx context.Context) error {
			_, err := w.s.Jobs.WorkFigures(ctx)
			return err
		}))
	})
	t.Run("a question of one who is gone is not asked", func(t *testing.T) {
		t.Parallel()
		w, l := one(t)
		require.ErrorIs(t, l.leaves(t, "follows", func(ctx context.Context) error {
			_, err := w.s.Jobs.WorkFigures(ctx)
			return err
		}), context.Canceled)
	})
	t.Run("a write whose asker goes away before the commit is not done, and says why", func(t *testing.T) {
		t.Parallel()
		w, l := one(t)
		require.ErrorIs(t, l.leaves(t, "committed", func(ctx context.Context) error {
			_, err := w.s.FactOnce(ctx, "left", "yes")
			return err
		}), context.Canceled)
		kept, err := w.s.FactOnce(w.ctx, "left", "no")
		require.NoError(t, err)
		require.Equal(t, "no", kept)
	})
	t.Run("many read at once while others go away", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		var all sync.WaitGroup
		for n := range 16 {
			all.Go(func() {
				for range 40 {
					ctx, stop := context.WithCancel(w.ctx)
					if n%2 == 0 {
						go func() { // somewhere in the middle, wherever that is
							for range rand.IntN(200) {
								runtime.Gosched()
							}
							stop()
						}()
					}
					_, err := w.s.People.PeopleFigures(ctx)
					if err == nil {
						_, err = w.s.Jobs.WorkFigures(ctx)
					}
					gone := n%2 == 0 && errors.Is(err, context.Canceled)
					assert.True(t, err == nil || gone, "%v", err)
					stop()
				}
			})
		}
		all.Wait()
	})
}
