package extract

import (
	"context"
	"time"
)

// SlowAfter is how long a call of a model may take before those who wait for it are told.
const SlowAfter = 10 * time.Second

type slowKey struct{}

// OnSlow returns a context for Extractor.Extract under which f is called, from another goroutine, whenever a call of a model
// has not been answered for SlowAfter: left is the time that the call still has. Extract returns after f.
func OnSlow(ctx context.Context, f func(left time.Duration)) context.Context {
	return context.WithValue(ctx, slowKey{}, f)
}

// TellSlow is for extractors: it calls what OnSlow put into the context, if anything.
func TellSlow(ctx context.Context, left time.Duration) {
	if f, ok := ctx.Value(slowKey{}).(func(time.Duration)); ok {
		f(left)
	}
}
