package workflows

import (
	"go.temporal.io/sdk/workflow"

	"mentionary/internal/job"
)

// Registry is what workflows are made known to: a worker, a test environment, a replayer.
type Registry interface {
	RegisterWorkflowWithOptions(w any, options workflow.RegisterOptions)
}

// Register makes all workflows known under the names that the server stores.
func Register(r Registry) {
	add := func(name string, w any) { r.RegisterWorkflowWithOptions(w, workflow.RegisterOptions{Name: name}) }
	add(job.AnalyzeJob, AnalyzeJob)
	add(job.AnalyzeEpisode, AnalyzeEpisode)
	add(job.FollowChannel, FollowChannel)
	add(job.LinkPass, LinkPass)
	add(job.DuplicatePass, DuplicatePass)
}
