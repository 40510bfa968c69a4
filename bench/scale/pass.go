package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

const passRow = "pass for duplicates, an entity"

// Goals of looking for duplicates in a whole directory.
const (
	passGoal   = 60 * time.Microsecond // an entity: a million in a minute
	passMemory = 1 << 30               // bytes
)

// measurePass looks for duplicates among all entities of the directory, type by type. Its time is that of one entity.
func measurePass(ctx context.Context, target string) (out measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	peak := watchMemory()
	begun, entities := time.Now(), 0
	for _, typ := range mention.Types() {
		ref, err := s.Curate.StartPass(ctx, curate.NewPass{Kind: work.PassDuplicates, Type: string(typ), All: true})
		if err != nil {
			return out, err
		}
		for more := true; more; {
			if more, err = s.Curate.PassDuplicates(ctx, ref.PassID, 300_000); err != nil {
				return out, err
			}
		}
		if _, err := s.Curate.FinishPass(ctx, ref.PassID, work.PassDone, ""); err != nil {
			return out, err
		}
		p, err := s.Curate.PassByID(ctx, ref.PassID)
		if err != nil {
			return out, err
		}
		entities += p.Done
	}
	took, most := time.Since(begun), peak()
	out = measured{
		Name: passRow, P50: milliseconds(took) / float64(max(1, entities)), MB: int(most >> 20),
		Goal: fmt.Sprintf("<= %.2f ms, <= %d MB", milliseconds(passGoal), passMemory>>20),
	}
	out.Reached = out.P50 <= milliseconds(passGoal) && most <= passMemory
	return out, nil
}

// watchMemory looks at the memory of Go until it is asked for the most that was in use.
func watchMemory() (most func() uint64) {
	stop, answer := make(chan struct{}), make(chan uint64)
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		var most uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse+m.StackInuse)
			select {
			case <-stop:
				answer <- most
				return
			case <-tick.C:
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-answer
	}
}
