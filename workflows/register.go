package workflows

import (
	"go.temporal.io/sdk/workflow"

	"mentionary/internal/work"
)

// Registry is what workflows are made known to: a worker, a test environment, a replayer.
type Registry interface {
	RegisterWorkflowWithOptions(w any, options workflow.RegisterOptions)
}

// Register makes all workflows known under the names that the server stores.
func Register(r Registry) {
	add := func(name string, w any) { r.RegisterWorkflowWithOptions(w, workflow.RegisterOptions{Name: name}) }
	add(work.AnalyzeJob, AnalyzeJob)
	add(work.AnalyzeEpisode, AnalyzeEpisode)
	add(work.FollowChannel, FollowChannel)
	add(work.LinkPass, LinkPass)
	add(work.DuplicatePass, DuplicatePass)
	add(work.LookupPass, LookupPass)
	add(work.ReadAgain, ReadAgain)
	add(work.Batch, Batch)
	add(work.RecurringBatch, RecurringBatch)
}
