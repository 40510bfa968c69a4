package outbound

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

// start waits for a turn at host and returns when it came, relative to since.
func start(t *testing.T, p Pacer, host string, since time.Time) (time.Duration, func()) {
	t.Helper()
	release, err := p.Wait(t.Context(), host)
	require.NoError(t, err)
	return time.Since(since), release
}

func TestPacerStartsOneRequestASecondPerHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{}, nil), time.Now()
		for i := range 4 {
			at, release := start(t, p, "example.org", begin)
			require.Equal(t, time.Duration(i)*time.Second, at)
			release()
			release() // a second release frees nothing else
		}
		at, release := start(t, p, "other.example", begin)
		defer release()
		require.Equal(t, 3*time.Second, at, "another host does not wait")
	})
}

func TestPacerTreatsSpellingsOfAHostAsOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{}, nil), time.Now()
		start(t, p, "Example.org.", begin)
		at, _ := start(t, p, "example.ORG", begin)
		require.Equal(t, time.Second, at)
	})
}

func TestPacerRunsTwoAtOnceAndKeepsTheSpacingWhenSlotsFallFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{}, nil), time.Now()
		_, first := start(t, p, "example.org", begin)
		_, second := start(t, p, "example.org", begin)

		var mu sync.Mutex
		var starts []time.Duration
		for range 2 {
			go func() {
				at, _ := start(t, p, "example.org", begin)
				mu.Lock()
				defer mu.Unlock()
				starts = append(starts, at)
			}()
		}
		time.Sleep(3 * time.Second) // both slots are taken until 4 s
		synctest.Wait()
		mu.Lock()
		require.Empty(t, starts)
		mu.Unlock()
		first()
		second()
		time.Sleep(2 * time.Second)
		synctest.Wait()
		require.Equal(t, []time.Duration{4 * time.Second, 5 * time.Second}, starts)
	})
}

func TestPacerHandsLongWaitsBackInsteadOfSleeping(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{AtOnce: 100}, nil), time.Now()
		var mu sync.Mutex
		var started int
		var refused []time.Duration
		for range 10 {
			go func() {
				_, err := p.Wait(t.Context(), "example.org")
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					started++
					return
				}
				if fault.Is(err, fault.RateLimited) {
					refused = append(refused, fault.Of(err).RetryAfter)
				}
				if time.Since(begin) != 0 {
					t.Errorf("a refused wait slept %s", time.Since(begin))
				}
			}()
			synctest.Wait()
		}
		require.Len(t, refused, 4)
		for _, d := range refused {
			require.Equal(t, 6*time.Second, d)
		}
		time.Sleep(6 * time.Second)
		synctest.Wait()
		require.Equal(t, 6, started, "starts at 0 to 5 s are within the longest wait")
	})
}

func TestPacerGivesUpOnASlotAfterTheLongestWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{AtOnce: 1, Every: time.Millisecond}, nil), time.Now()
		_, release := start(t, p, "example.org", begin)
		_, err := p.Wait(t.Context(), "example.org")
		require.True(t, fault.Is(err, fault.RateLimited))
		require.Equal(t, 5*time.Second, time.Since(begin))
		release()
		_, again := start(t, p, "example.org", begin)
		again()
	})
}

func TestPacerTakesAPlaceOnlyWhenTheTurnHasCome(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin, places := NewPacer(PacerLimits{}, nil), time.Now(), NewPlaces(1)
		at := func(host string) (time.Duration, func()) {
			release, err := p.WaitFor(t.Context(), host, places)
			require.NoError(t, err)
			return time.Since(begin), release
		}
		_, release := at("a.example")
		release()
		waits := make(chan time.Duration)
		go func() { // until a second has passed, and holds no place meanwhile
			when, release := at("a.example")
			release()
			waits <- when
		}()
		synctest.Wait()
		when, release := at("b.example")
		require.Zero(t, when)
		release()
		require.Equal(t, time.Second, <-waits)
	})
}

func TestPacerKeepsTheSpacingOfAHostThatWaitedForAPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin, places := NewPacer(PacerLimits{AtOnce: 3}, nil), time.Now(), NewPlaces(1)
		other, err := p.WaitFor(t.Context(), "other.example", places)
		require.NoError(t, err)
		starts := make(chan time.Duration, 3)
		for range 3 {
			go func() {
				release, err := p.WaitFor(t.Context(), "example.org", places)
				if err != nil {
					t.Error(err)
					return
				}
				starts <- time.Since(begin)
				release()
			}()
			synctest.Wait()
		}
		time.Sleep(20*time.Second + 300*time.Millisecond) // longer than a host may keep one waiting
		other()
		var last time.Duration
		for i := range 3 {
			at := <-starts
			require.GreaterOrEqual(t, at, 20*time.Second)
			if i > 0 {
				require.GreaterOrEqual(t, at-last, time.Second)
			}
			last = at
		}
		require.Less(t, last, 25*time.Second)
		require.Empty(t, places, "all are given back")
	})
}

func TestPacerGivesUpOnAPlaceWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, places := NewPacer(PacerLimits{}, nil), NewPlaces(1)
		release, err := p.WaitFor(t.Context(), "other.example", places)
		require.NoError(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err = p.WaitFor(ctx, "example.org", places)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		release()
		again, err := p.WaitFor(t.Context(), "example.org", places)
		require.NoError(t, err)
		again()
		require.Empty(t, places)
	})
}

func TestPacerObeysHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{}, nil), time.Now()
		p.Hold("example.org", 3*time.Second)
		p.Hold("example.org", time.Second)  // a shorter one does not shorten it
		p.Hold("example.org", -time.Second) // nor does nonsense
		at, release := start(t, p, "example.org", begin)
		release()
		require.Equal(t, 3*time.Second, at)

		p.Hold("example.org", time.Minute)
		_, err := p.Wait(t.Context(), "example.org")
		require.Equal(t, time.Minute, fault.Of(err).RetryAfter)
		require.Equal(t, 3*time.Second, time.Since(begin))
	})
}

func TestPacerHoldReachesThoseWhoAlreadySleep(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{}, nil), time.Now()
		start(t, p, "example.org", begin)
		done := make(chan time.Duration)
		go func() {
			at, _ := start(t, p, "example.org", begin)
			done <- at
		}()
		synctest.Wait()
		p.Hold("example.org", 4*time.Second)
		require.Equal(t, 4*time.Second, <-done)
	})
}

func TestPacerStopsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, begin := NewPacer(PacerLimits{AtOnce: 1}, nil), time.Now()
		_, release := start(t, p, "example.org", begin)
		for _, freed := range []bool{false, true} { // first while waiting for the slot, then for the start
			if freed {
				release()
			}
			ctx, cancel := context.WithCancel(t.Context())
			failed := make(chan error)
			go func() {
				_, err := p.Wait(ctx, "example.org")
				failed <- err
			}()
			synctest.Wait()
			cancel()
			require.ErrorIs(t, <-failed, context.Canceled)
			_, err := p.Wait(ctx, "example.org")
			require.ErrorIs(t, err, context.Canceled)
		}
		time.Sleep(5 * time.Second)
		_, again := start(t, p, "example.org", begin) // nothing was leaked
		again()
		require.Equal(t, 5*time.Second, time.Since(begin))
	})
}

func TestPacerForgetsIdleHosts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := NewPacer(PacerLimits{}, nil)
		busy, err := p.Wait(t.Context(), "busy.example")
		require.NoError(t, err)
		defer busy()
		p.Hold("held.example", time.Hour)
		for i := range 20_000 {
			release, err := p.Wait(t.Context(), fmt.Sprintf("h%d.example", i))
			require.NoError(t, err)
			release()
			if i%500 == 0 {
				time.Sleep(2 * time.Second)
			}
		}
		require.LessOrEqual(t, len(p.hosts), 2*sweepAt)
		require.Contains(t, p.hosts, "busy.example")
		require.Contains(t, p.hosts, "held.example")

		for i := range 3 * maxHosts { // hosts that all ask for a day cannot fill the memory
			p.Hold(fmt.Sprintf("x%d.example", i), 24*time.Hour)
		}
		require.LessOrEqual(t, len(p.hosts), maxHosts)
		require.Contains(t, p.hosts, "busy.example")
	})
}
