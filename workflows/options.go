package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// The retry intents. No other file contains a timeout of an activity.

const (
	heartbeat  = 5 * time.Second
	sourceLife = 7 * 24 * time.Hour // how long a source is asked again before a run gives up
)

// final names the fault kinds that no retry mends.
func final() []string {
	kinds := fault.Final()
	words := make([]string, 0, len(kinds))
	for _, k := range kinds {
		words = append(words, string(k))
	}
	return words
}

// quickWrite is for steps that only touch our own rows: local activities, tried until the database answers.
func quickWrite(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout:    10 * time.Second,
		ScheduleToCloseTimeout: time.Hour,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 100 * time.Millisecond, MaximumInterval: 10 * time.Second, NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}

// remoteFetch is for steps that wait for other people's servers.
func remoteFetch(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              string(work.QueueFetch),
		StartToCloseTimeout:    10 * time.Minute,
		ScheduleToCloseTimeout: sourceLife,
		HeartbeatTimeout:       heartbeat,
		WaitForCancellation:    true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 5 * time.Second, MaximumInterval: 15 * time.Minute,
			NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}

// modelCall is for reading one chunk.
func modelCall(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              string(work.QueueModel),
		StartToCloseTimeout:    10 * time.Minute,
		ScheduleToCloseTimeout: 26 * time.Hour, // a cap that renews at midnight is waited for
		HeartbeatTimeout:       heartbeat,
		WaitForCancellation:    true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 2 * time.Second, MaximumInterval: 5 * time.Minute,
			NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}

// audioFetch is for bringing a long file here and looking at it. A try goes on where the one before ended.
func audioFetch(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              string(work.QueueFetch),
		StartToCloseTimeout:    2 * time.Hour,
		ScheduleToCloseTimeout: sourceLife,
		HeartbeatTimeout:       heartbeat,
		WaitForCancellation:    true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 5 * time.Second, MaximumInterval: 15 * time.Minute,
			NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}

// speechCall is for hearing one piece of audio. The queue may be long: a server on this machine hears little more than one piece at
// once.
func speechCall(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              string(work.QueueSpeech),
		StartToCloseTimeout:    2 * time.Hour, // a worker without the file fetches it first
		ScheduleToCloseTimeout: sourceLife,
		HeartbeatTimeout:       heartbeat,
		WaitForCancellation:    true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 2 * time.Second, MaximumInterval: 5 * time.Minute,
			NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}

// heavyWrite is for publishing: our own rows, but too much work for a local activity.
func heavyWrite(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		TaskQueue:              string(work.QueueMain),
		StartToCloseTimeout:    5 * time.Minute,
		ScheduleToCloseTimeout: 24 * time.Hour,
		HeartbeatTimeout:       heartbeat,
		WaitForCancellation:    true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, MaximumInterval: time.Minute,
			NonRetryableErrorTypes: final(),
		},
		Summary: summary,
	})
}
