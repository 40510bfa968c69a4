//go:build !slim

package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"

	tlog "go.temporal.io/server/common/log"
	"go.temporal.io/server/common/log/tag"
)

// failure is the first thing the server could not go on after.
type failure struct {
	once     sync.Once
	err      error
	happened chan struct{}
}

func newFailure() *failure { return &failure{happened: make(chan struct{})} }

func (f *failure) set(err error) {
	f.once.Do(func() { f.err = err; close(f.happened) })
}

// Err returns what happened, nil when nothing did.
func (f *failure) Err() error {
	select {
	case <-f.happened:
		return f.err
	default:
		return nil
	}
}

// guard runs what may call Fatal, which ends its goroutine, in a goroutine of its own and returns what went wrong.
func (f *failure) guard(run func() error) error {
	var err error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			// A sync.OnceValue turns the end of its goroutine into a panic; after Fatal that tells nothing new.
			if p := recover(); p != nil && f.Err() == nil {
				panic(p)
			}
		}()
		err = run()
	}()
	<-ended
	return errors.Join(err, f.Err())
}

// logger passes the server's warnings and errors on; what it tells about its everyday work is dropped.
type logger struct {
	out     *slog.Logger
	failure *failure
	muted   *atomic.Bool
}

var (
	_ tlog.Logger     = (*logger)(nil)
	_ tlog.WithLogger = (*logger)(nil)
)

func newLogger(out *slog.Logger, f *failure) *logger {
	return &logger{out: out.With("component", "temporal"), failure: f, muted: new(atomic.Bool)}
}

// mute drops everything from now on, also from loggers made with With.
func (l *logger) mute() { l.muted.Store(true) }

func (l *logger) log(level slog.Level, msg string, tags []tag.Tag) {
	ctx := context.Background()
	if l.muted.Load() || !l.out.Enabled(ctx, level) {
		return
	}
	l.out.LogAttrs(ctx, level, msg, attrs(tags)...)
}

func attrs(tags []tag.Tag) []slog.Attr {
	list := make([]slog.Attr, len(tags))
	for i, t := range tags {
		list[i] = slog.Any(t.Key(), t.Value())
	}
	return list
}

// Debug is dropped.
func (*logger) Debug(string, ...tag.Tag) {}

// Info is dropped.
func (*logger) Info(string, ...tag.Tag) {}

// Warn is passed on.
func (l *logger) Warn(msg string, tags ...tag.Tag) { l.log(slog.LevelWarn, msg, tags) }

// Error is passed on.
func (l *logger) Error(msg string, tags ...tag.Tag) { l.log(slog.LevelError, msg, tags) }

// DPanic is an error: it panics only in the server's own development.
func (l *logger) DPanic(msg string, tags ...tag.Tag) { l.log(slog.LevelError, msg, tags) }

// Panic logs and panics, as its callers rely on.
func (l *logger) Panic(msg string, tags ...tag.Tag) {
	l.log(slog.LevelError, msg, tags)
	panic(msg)
}

// Fatal marks the server as failed and ends the calling goroutine. Callers rely on it not to return; ending the whole
// process, as the server would, is the caller's decision: it sees Done.
func (l *logger) Fatal(msg string, tags ...tag.Tag) {
	l.log(slog.LevelError, msg, tags)
	err := errors.New(msg)
	for _, t := range tags {
		if z, ok := t.(tag.ZapTag); ok {
			if cause, ok := z.Field().Interface.(error); ok {
				err = fmt.Errorf("%s: %w", msg, cause)
			}
		}
	}
	l.failure.set(err)
	runtime.Goexit()
}

// With returns a logger that adds the tags to every line.
func (l *logger) With(tags ...tag.Tag) tlog.Logger {
	c := *l
	c.out = slog.New(l.out.Handler().WithAttrs(attrs(tags)))
	return &c
}
