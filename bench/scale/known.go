package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mentionary/activities"
	"mentionary/internal/store"
)

const (
	knownRow      = "known names, all"
	knownAfterRow = "known names after 60"
	knownGoal     = 5 * time.Millisecond // an episode
	knownMemory   = 300 << 20            // bytes
)

// measureKnownAll reads and prepares all names of the directory, as the first episode of a process has it done.
func measureKnownAll(ctx context.Context, target string) (out measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	peak, begun := watchMemory(), time.Now()
	known := activities.KnownNames{Store: s}
	_, err = known.Names(ctx)
	took, most := time.Since(begun), peak()
	out = measured{Name: knownRow, P50: milliseconds(took), MB: int(most >> 20), Goal: fmt.Sprintf("<= %d MB", knownMemory>>20)}
	out.Reached = most <= knownMemory
	return out, err
}

// measureKnownAfter asks for the known names after each of some publications, as the next episode does.
func measureKnownAfter(ctx context.Context, target string) (out measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	known := activities.KnownNames{Store: s}
	if _, err := known.Names(ctx); err != nil {
		return out, err
	}
	var took timing
	err = publishSome(ctx, s, target, func(int, time.Duration) error {
		begun := time.Now()
		_, err := known.Names(ctx)
		took = append(took, time.Since(begun))
		return err
	})
	out = measured{
		Name: knownAfterRow, P50: milliseconds(took.at(.5)), P95: milliseconds(took.at(.95)),
		Goal: fmt.Sprintf("p50 <= %.0f ms", milliseconds(knownGoal)),
	}
	out.Reached = out.P50 <= milliseconds(knownGoal)
	return out, err
}
