package analytics_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/analytics"
	"mentionary/internal/store/people"
)

// rows keep events and salts.
type rows struct {
	mu     sync.Mutex
	saved  []people.NewEvent
	writes int
	salts  map[string]string
	err    error
}

func (r *rows) SaveEvents(_ context.Context, events []people.NewEvent) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes++
	if r.err != nil {
		return r.err
	}
	r.saved = append(r.saved, events...)
	return nil
}

func (r *rows) DaySalt(_ context.Context, day time.Time, fresh string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := day.Format(time.DateOnly)
	if r.salts == nil {
		r.salts = map[string]string{}
	}
	if r.salts[key] == "" {
		r.salts[key] = fresh
	}
	return r.salts[key], nil
}

// recording runs a recorder in a bubble of its own time; the answer stops it and waits.
func recording(t *testing.T, r *rows, log *bytes.Buffer) (rec *analytics.Recorder, stop func()) {
	t.Helper()
	rec = analytics.New(r, time.Now, slog.New(slog.NewTextHandler(log, nil)))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- rec.Run(ctx) }()
	return rec, func() { cancel(); require.NoError(t, <-done) }
}

func TestVisitorsAreTheSameForADayAndStrangersTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rows{}
		rec, stop := recording(t, r, &bytes.Buffer{})
		other, stopOther := recording(t, r, &bytes.Buffer{}) // another process
		rec.Record("search", "192.0.2.7", "Firefox")
		time.Sleep(2 * time.Second)
		rec.Record("search", "192.0.2.7", "Firefox")
		other.Record("search", "192.0.2.7", "Firefox")
		rec.Record("search", "192.0.2.8", "Firefox")
		rec.Record("search", "192.0.2.7", "Chrome")
		time.Sleep(24 * time.Hour)
		rec.Record("search", "192.0.2.7", "Firefox")
		stop()
		stopOther()
		require.Len(t, r.saved, 6, "what waits is written before the process ends")
		count := map[string]int{}
		for _, e := range r.saved {
			count[e.Visitor]++
			require.Regexp(t, `^[0-9a-f]{32}$`, e.Visitor)
		}
		require.Len(t, count, 4)
		require.Equal(t, 3, count[r.saved[0].Visitor], "the same browser on the same day, whichever process it asked")
		require.NotEqual(t, r.saved[0].Visitor, r.saved[5].Visitor)
		require.Len(t, r.salts, 2)
	})
}

func TestEventsAreWrittenTogetherEachSecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rows{}
		rec, stop := recording(t, r, &bytes.Buffer{})
		for range 100 {
			rec.Record("search", "192.0.2.7", "x")
		}
		time.Sleep(1500 * time.Millisecond)
		r.mu.Lock()
		require.Len(t, r.saved, 100)
		require.Equal(t, 1, r.writes)
		r.mu.Unlock()
		stop()
	})
}

func TestTooManyEventsAreDroppedAndCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, log := &rows{}, &bytes.Buffer{}
		rec, stop := recording(t, r, log)
		synctest.Wait()
		for range 10_007 {
			rec.Record("search", "192.0.2.7", "x")
		}
		stop()
		require.Len(t, r.saved, 10_000)
		require.Contains(t, log.String(), "events=7")
	})
}

func TestEventsThatCannotBeWrittenAreLostWithoutHarm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, log := &rows{err: errors.New("disk full")}, &bytes.Buffer{}
		rec, stop := recording(t, r, log)
		rec.Record("search", "192.0.2.7", "secret agent")
		time.Sleep(1500 * time.Millisecond)
		r.mu.Lock()
		r.err = nil
		r.mu.Unlock()
		rec.Record("search", "192.0.2.7", "x")
		stop()
		require.Len(t, r.saved, 1)
		require.Contains(t, log.String(), "disk full")
		require.NotContains(t, log.String(), "192.0.2.7")
		require.NotContains(t, log.String(), "secret agent")
	})
}
