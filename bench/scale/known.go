package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

// measureKnownAfter publishes episodes of 60 names and asks after each for the known names, as the next episode does.
func measureKnownAfter(ctx context.Context, target string) (out measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	plain, err := openPlain(target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	seed := uint64(time.Now().UnixNano())                // other episodes in each run: those of the last one are there
	w := writer{s: s, r: rand.New(rand.NewPCG(seed, 2))} //nolint:gosec // made-up names
	w.names = newNamer(w.r)
	known := activities.KnownNames{Store: s}
	if _, err := known.Names(ctx); err != nil {
		return out, err
	}
	var took timing
	for i := range publications {
		list, err := w.some(ctx, plain)
		if err != nil {
			return out, err
		}
		if _, err := w.publish(ctx, fmt.Sprintf("known-%d-%d", seed, i), list); err != nil {
			return out, err
		}
		begun := time.Now()
		if _, err := known.Names(ctx); err != nil {
			return out, err
		}
		took = append(took, time.Since(begun))
	}
	out = measured{
		Name: knownAfterRow, P50: milliseconds(took.at(.5)), P95: milliseconds(took.at(.95)),
		Goal: fmt.Sprintf("p50 <= %.0f ms", milliseconds(knownGoal)),
	}
	out.Reached = out.P50 <= milliseconds(knownGoal)
	return out, nil
}
