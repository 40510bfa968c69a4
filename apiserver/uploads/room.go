package uploads

import (
	"context"
	"runtime/debug"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"mentionary/internal/fault"
)

// The room that uploads have in the memory of this process. Files are held while they are read; taking one apart needs
// several times its size, so large ones are taken apart one after the other.
const (
	largeUpload    = 1 << 20  // bytes of a request from which on it is large; transcripts of an hour are smaller
	smallRoom      = 16 << 20 // bytes of small requests that are read at once
	largeRoom      = 48 << 20 // bytes of large ones
	maxWaiting     = 64       // requests before the room
	uploadPatience = 30 * time.Second
	uploadAgain    = 10 * time.Second // what those who are sent away are told
	frugal         = 20               // percent that garbage may add while a large file is taken apart
)

// room lets uploads in as their sizes allow. What does not fit waits before it is read; when too much waits or the
// wait is too long, it is sent away and told when to come back.
type room struct {
	small, large *semaphore.Weighted
	apart        *semaphore.Weighted // one large file is taken apart at a time
	waiting      atomic.Int64
}

func newRoom() *room {
	return &room{small: semaphore.NewWeighted(smallRoom), large: semaphore.NewWeighted(largeRoom), apart: semaphore.NewWeighted(1)}
}

// enter waits for room for a request of size bytes, as it says itself; -1 is unknown. leave gives the room back.
func (r *room) enter(ctx context.Context, size int64) (leave func(), err error) {
	if size < 0 {
		size = maxUploadRequest
	}
	size = max(size, 64<<10) // every request has buffers
	part := r.small
	if size >= largeUpload {
		part = r.large
	}
	if err := r.wait(ctx, part, size); err != nil {
		return nil, err
	}
	return func() { part.Release(size) }, nil
}

// takeApart calls work, which needs several times size bytes; what it leaves behind is given back before the next large
// file.
func (r *room) takeApart(ctx context.Context, size int, work func() error) error {
	if size < largeUpload {
		return work()
	}
	if err := r.wait(ctx, r.apart, 1); err != nil {
		return err
	}
	defer r.apart.Release(1)
	defer debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(frugal))
	return work()
}

func (r *room) wait(ctx context.Context, part *semaphore.Weighted, size int64) error {
	if part.TryAcquire(size) {
		return nil
	}
	if r.waiting.Add(1) > maxWaiting {
		r.waiting.Add(-1)
		return busy()
	}
	defer r.waiting.Add(-1)
	patient, cancel := context.WithTimeout(ctx, uploadPatience)
	defer cancel()
	if err := part.Acquire(patient, size); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return busy()
	}
	return nil
}

func busy() error {
	return fault.Newf(fault.RateLimited, "Many files are arriving at the moment. Please send this one again in %d seconds.",
		int(uploadAgain.Seconds())).WithRetryAfter(uploadAgain)
}
