package uploads

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func TestUploadsWaitForRoomAndAreSentAwayWithATimeWhenTooMuchWaits(t *testing.T) {
	t.Parallel()
	u := newRoom()
	var leaves []func()
	for range 3 {
		leave, err := u.enter(t.Context(), 16<<20)
		require.NoError(t, err)
		leaves = append(leaves, leave)
	}
	small, err := u.enter(t.Context(), 1000)
	require.NoError(t, err, "small files have room of their own")
	small()

	var waiting sync.WaitGroup
	inside := make(chan func(), maxWaiting)
	for range maxWaiting {
		waiting.Go(func() {
			leave, err := u.enter(t.Context(), -1)
			if err != nil {
				t.Errorf("%v", err)
				return
			}
			leave()
			inside <- leave
		})
	}
	require.Eventually(t, func() bool { return u.waiting.Load() == maxWaiting }, 10*time.Second, time.Millisecond)
	require.Empty(t, inside)
	_, err = u.enter(t.Context(), largeUpload)
	require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
	require.Equal(t, uploadAgain, fault.Of(err).RetryAfter)
	require.Equal(t, "Many files are arriving at the moment. Please send this one again in 10 seconds.", fault.Of(err).Sentence)
	for _, leave := range leaves {
		leave()
	}
	waiting.Wait()
	require.Len(t, inside, maxWaiting, "those who waited come in")

	full, err := u.enter(t.Context(), largeRoom)
	require.NoError(t, err)
	defer full()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = u.enter(gone, largeUpload)
	require.ErrorIs(t, err, context.Canceled, "who goes away leaves the line")
	require.Zero(t, u.waiting.Load())
}

func TestOneLargeFileIsTakenApartAtATime(t *testing.T) {
	t.Parallel()
	u := newRoom()
	var all sync.WaitGroup
	var mu sync.Mutex
	at, most := 0, 0
	for range 5 {
		all.Go(func() {
			err := u.takeApart(t.Context(), largeUpload, func() error {
				mu.Lock()
				at++
				most = max(most, at)
				mu.Unlock()
				mu.Lock()
				at--
				mu.Unlock()
				return nil
			})
			if err != nil {
				t.Errorf("%v", err)
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, most)
	require.NoError(t, u.takeApart(t.Context(), largeUpload, func() error {
		return u.takeApart(t.Context(), 1000, func() error { return nil }) // small ones do not wait
	}))
}
