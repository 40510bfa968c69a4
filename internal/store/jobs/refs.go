package jobs

import (
	"context"
	"fmt"
	"time"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// RunRef names a run and its workflow.
type RunRef struct {
	RunID     int
	EpisodeID int
	Number    int
	Key       string
	Submitter string // random public id of the payer, "system" when nobody pays
	From      work.Stage
	Title     string // of the episode, for operators
}

// WorkflowID is the id of the run's workflow.
func (r RunRef) WorkflowID() string { return work.RunWorkflowID(r.EpisodeID, r.Number, r.Key) }

// RunRef returns what the engine needs to address a run's workflow.
func (s *Store) RunRef(ctx context.Context, tx *db.Tx, r *db.Run) (RunRef, error) {
	ref := RunRef{
		RunID: r.ID, EpisodeID: r.EpisodeID, Number: r.Number, Key: r.Key,
		Submitter: database.SystemSubmitter, From: work.Stage(r.FromStage),
	}
	ep, err := tx.Episode.Query().Where(dbepisode.ID(r.EpisodeID)).Select(dbepisode.FieldTitle, dbepisode.FieldVisibility).Only(ctx)
	if err != nil {
		return ref, err
	}
	ref.Title = ep.Title
	if ep.Visibility == dbepisode.VisibilityPrivate {
		ref.Title = "a private upload" // histories of workflows outlive rows
	}
	if r.PayerID == nil {
		return ref, nil
	}
	u, err := tx.User.Query().Where(dbuser.ID(*r.PayerID)).Only(ctx)
	if err == nil {
		ref.Submitter = u.PublicID
	}
	return ref, db.MaskNotFound(err)
}

func (s *Store) runRefs(ctx context.Context, tx *db.Tx, rows []*db.Run) ([]RunRef, error) {
	refs := make([]RunRef, 0, len(rows))
	for _, r := range rows {
		ref, err := s.RunRef(ctx, tx, r)
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

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
func (r JobRef) WorkflowID() string {
	return work.WorkflowID(fmt.Sprintf("%s-%d", r.Key, r.Incarnation))
}

// RefWithUser returns what the engine needs to address the workflow of a job, which was read with its user.
func RefWithUser(j *db.Job) JobRef {
	if u := j.Edges.User; u != nil {
		return RefOf(j, u.PublicID)
	}
	return RefOf(j, database.SystemSubmitter)
}

// RefOf returns what the engine needs to address the workflow of a job; submitter is the public id of who sent it.
func RefOf(j *db.Job, submitter string) JobRef {
	r := JobRef{
		JobID: j.ID, Key: j.Key, Incarnation: j.Incarnation, Submitter: submitter,
		Kind: j.Kind, Platform: j.Ref.Platform, Title: j.Title,
	}
	// Histories of workflows outlive rows: names of private files and addresses as typed do not go there.
	if r.Title == "" || r.Kind == media.KindUpload {
		r.Title = string(r.Kind)
	}
	return r
}

func jobRefs(rows []*db.Job) []JobRef {
	refs := make([]JobRef, 0, len(rows))
	for _, j := range rows {
		refs = append(refs, RefWithUser(j))
	}
	return refs
}

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
	RequestID      string // of the call that submits it; empty: none
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
	Stage       work.Stage // of a run; empty while a job's input is listed
	Text        string
	NextAttempt time.Time // zero: no further attempt
	Attempt     int
}
