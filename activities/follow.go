package activities

import (
	"context"

	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// Starter starts the workflow of a job whose row is written. One that is started already is left alone.
type Starter interface {
	StartJob(ctx context.Context, job jobs.JobRef) error
}

// Follows looks at followed channels.
type Follows struct {
	Store *store.Store
	Jobs  Starter
}

// SubmitFollow submits the newest episodes of a followed channel and starts the job, which is nobody's child. There is
// nothing to submit when nobody follows the channel any more or while the last look has not ended.
//
// Idempotent: jobs are keyed by channel and time, workflows by their id.
func (a *Follows) SubmitFollow(ctx context.Context, in FollowInput) (Followed, error) {
	j, made, err := a.Store.Jobs.CreateFollowJob(ctx, in.ChannelID, in.At)
	if err != nil || !made {
		return Followed{}, err
	}
	return Followed{JobID: j.JobID}, a.Jobs.StartJob(ctx, j)
}
