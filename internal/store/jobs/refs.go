package jobs

import (
	"time"

	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// RunRef names a run and its workflow.
type RunRef struct {
	RunID     int
	EpisodeID int
	Number    int
	Key       string
	Submitter string // random public id of the payer, "system" when nobody pays
	From      job.Stage
	Title     string // of the episode, for operators
}

// WorkflowID is the id of the run's workflow.
func (r RunRef) WorkflowID() string { return job.RunWorkflowID(r.EpisodeID, r.Number, r.Key) }

// JobRef names a job and its workflow.
type JobRef struct {
	JobID       int
	Key         string
	Incarnation int
	Submitter   string
	Kind        media.InputKind
	Platform    media.Platform
	Title       string
}

// WorkflowID is the id of the job's present workflow.
func (r JobRef) WorkflowID() string { return job.WorkflowID(database.JobKey(r.Key, r.Incarnation)) }

// NewJob is a submission.
type NewJob struct {
	UserID         *int // nil: the system
	Kind           media.InputKind
	Input          string // as typed
	Ref            media.Ref
	Selection      media.Selection
	UploadIDs      []string
	Title          string
	IdempotencyKey string // empty: none
	Limits         SubmitLimits
}

// NewItem is one line of a job as its listing found it.
type NewItem struct {
	Ref   media.Ref
	Title string
}

// Failure is what went wrong, as it is stored: the kind and the sentence of a fault.
type Failure struct {
	Class       string
	Stage       job.Stage // of a run; empty while a job's input is listed
	Text        string
	NextAttempt time.Time // zero: no further attempt
	Attempt     int
}
