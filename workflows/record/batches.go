//go:build !slim

package main

import (
	"context"
	"sync"
	"time"

	"mentionary/activities"
	"mentionary/internal/fault"
)

// submitModelBatch asks for all chunks in one batch, where there are batches.
func submitModelBatch(_ context.Context, in activities.ModelBatch) (activities.ModelBatch, error) {
	if in.RunID != batchless {
		in.ID, in.Which = "batch_0", []int{0, 1, 2, 3, 4, 5}
		in.Since = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	}
	return in, nil
}

// lookAtModelBatch finds that a batch has ended when it looks for the third time, unless nothing is said of it.
func lookAtModelBatch() func(context.Context, activities.ModelBatch) (bool, error) {
	var mu sync.Mutex
	looks := map[int]int{}
	return func(_ context.Context, in activities.ModelBatch) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		looks[in.RunID]++
		if in.RunID == refusing && looks[in.RunID] == 2 {
			return false, final(fault.Unsupported, "The model's server does not know this batch.")
		}
		return looks[in.RunID] == 3, nil
	}
}
