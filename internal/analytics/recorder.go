package analytics

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"mentionary/internal/store/people"
)

const (
	flushEvery   = time.Second
	maxWaiting   = 10_000           // events that wait to be written; more are dropped
	maxAgent     = 500              // bytes of a user agent that count
	lastFlush    = 2 * time.Second  // what writing gets when the process stops
	flushTimeout = 10 * time.Second // what it gets otherwise
)

// Rows is what the recorder asks of the store.
type Rows interface {
	SaveEvents(ctx context.Context, events []people.NewEvent) error
	DaySalt(ctx context.Context, day time.Time, fresh string) (string, error)
}

// Recorder buffers events. Record is safe for concurrent use; Run is called once.
type Recorder struct {
	rows    Rows
	now     func() time.Time
	log     *slog.Logger
	waiting chan seen
	dropped atomic.Int64 // since the last flush

	// The salt of one day; only Run uses it.
	saltDay string
	salt    []byte
}

// seen is an event with what its visitor is made of.
type seen struct {
	event, address, agent string
	at                    time.Time
}

// New returns a recorder that writes nothing until Run is called.
func New(rows Rows, now func() time.Time, log *slog.Logger) *Recorder {
	return &Recorder{rows: rows, now: now, log: log, waiting: make(chan seen, maxWaiting)}
}

// Record notes an event. It never blocks: what does not fit is dropped and counted.
func (r *Recorder) Record(event, address, agent string) {
	select {
	case r.waiting <- seen{event, address, agent[:min(len(agent), maxAgent)], r.now()}:
	default:
		r.dropped.Add(1)
	}
}

// Run writes what was noted each second until ctx ends, and what is left then.
func (r *Recorder) Run(ctx context.Context) error {
	t := time.NewTicker(flushEvery)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			r.flush(context.WithoutCancel(ctx), lastFlush)
			return nil
		case <-t.C:
			r.flush(ctx, flushTimeout)
		}
	}
}

// flush writes what waits. What cannot be written is lost and said so.
func (r *Recorder) flush(ctx context.Context, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if n := r.dropped.Swap(0); n > 0 {
		r.log.WarnContext(ctx, "events came faster than they are written and were dropped", "events", n)
	}
	batch := make([]people.NewEvent, 0, len(r.waiting))
	if cap(batch) == 0 {
		return
	}
	for range cap(batch) {
		s := <-r.waiting
		visitor, err := r.visitor(ctx, s)
		if err != nil {
			r.lost(ctx, cap(batch), err)
			return
		}
		batch = append(batch, people.NewEvent{Type: s.event, Visitor: visitor, At: s.at})
	}
	if err := r.rows.SaveEvents(ctx, batch); err != nil {
		r.lost(ctx, len(batch), err)
	}
}

func (r *Recorder) lost(ctx context.Context, n int, err error) {
	if !errors.Is(err, context.Canceled) {
		r.log.WarnContext(ctx, "events could not be written and are lost", "events", n, "error", err)
	}
}

// visitor is the first half of HMAC-SHA256 under the salt of the event's day.
func (r *Recorder) visitor(ctx context.Context, s seen) (string, error) {
	if day := s.at.UTC().Format(time.DateOnly); day != r.saltDay {
		fresh := make([]byte, sha256.Size)
		_, _ = rand.Read(fresh) // crypto/rand never fails
		kept, err := r.rows.DaySalt(ctx, s.at, hex.EncodeToString(fresh))
		if err != nil {
			return "", err
		}
		if r.salt, err = hex.DecodeString(kept); err != nil {
			return "", err
		}
		r.saltDay = day
	}
	h := hmac.New(sha256.New, r.salt)
	h.Write([]byte(s.address + "\x00" + s.agent))
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
