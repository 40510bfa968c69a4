package activities

import (
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/work"
)

// Inputs and results carry ids, counts and small enums: they are kept in workflow histories.

// RunStage names the run and the stage an activity works for, so that failures are recorded where people look.
type RunStage struct {
	RunID int        `json:"runId"`
	Stage work.Stage `json:"stage"`
}

// step makes RunStage recognizable to the interceptor, also where it is embedded.
func (s RunStage) step() RunStage { return s }

// JobOnly names a job.
type JobOnly struct {
	JobID int `json:"jobId"`
}

// Listing names the job whose input an activity lists; its failures are recorded there.
type Listing struct {
	JobID int `json:"jobId"`
}

func (l Listing) listing() int { return l.JobID }

// ListResult says how far the listing of a job's input is.
type ListResult struct {
	Items  int    `json:"items"`
	Listed bool   `json:"listed"`
	Title  string `json:"title,omitempty"`
}

// Plan says what is to be read.
type Plan struct {
	TranscriptID int    `json:"transcriptId"`
	Chunks       int    `json:"chunks"`
	Missing      bool   `json:"missing,omitempty"`  // there is no transcript
	BatchKey     string `json:"batchKey,omitempty"` // of the batch in which the model's server is asked first; empty: it is not
}

// ModelBatch is a batch of the model's server: chunks of a run that it is asked for together.
type ModelBatch struct {
	RunStage
	TranscriptID int           `json:"transcriptId"`
	Chunks       int           `json:"chunks"` // of the transcript
	Key          string        `json:"key"`
	ID           string        `json:"id,omitempty"` // the server's; empty: there is none
	Which        []int         `json:"which,omitempty"`
	Since        time.Time     `json:"since,omitzero"`
	Probe        extract.Usage `json:"probe,omitzero"` // what finding out took how to ask
}

// Fetched says what became of fetching a transcript.
type Fetched struct {
	Listen bool `json:"listen,omitempty"` // there is none, and there is audio that can be listened to
}

// AudioPlan says in how many pieces a run's audio is heard.
type AudioPlan struct {
	Pieces int `json:"pieces"`
}

// PieceInput names one piece of a run's audio, from 0.
type PieceInput struct {
	RunStage
	Piece  int `json:"piece"`
	Pieces int `json:"pieces"`
}

// ChunkInput names one chunk of a run's transcript.
type ChunkInput struct {
	RunStage
	TranscriptID int `json:"transcriptId"`
	Chunk        int `json:"chunk"`
	Chunks       int `json:"chunks"`
}

// ChunksInput names chunks of a run's transcript that one activity reads, one after the other.
type ChunksInput struct {
	RunStage
	TranscriptID int   `json:"transcriptId"`
	Which        []int `json:"which"`
	Chunks       int   `json:"chunks"`
}

// ChunksRead says how many of the chunks an activity has looked at, from the first, and which of them cannot be read.
type ChunksRead struct {
	Looked int    `json:"looked"`
	Failed []int  `json:"failed,omitempty"`
	Class  string `json:"class,omitempty"` // of the last failure
	Text   string `json:"text,omitempty"`
}

// PublishResult counts what became public.
type PublishResult struct {
	Mentions int `json:"mentions"`
	Entities int `json:"entities"`
	New      int `json:"new"`
	Rejected int `json:"rejected"`
}

// LinkResult counts links.
type LinkResult struct {
	Links int `json:"links"`
}

// Settle names a run that is published in part, and when its missing chunks are tried again.
type Settle struct {
	RunStage
	Again time.Time `json:"again"`
}

// Finish closes a run.
type Finish struct {
	RunID int           `json:"runId"`
	State work.RunState `json:"state"`
	Class string        `json:"class,omitempty"`
	Text  string        `json:"text,omitempty"`
}

// WindowInput asks for the next items of a job.
type WindowInput struct {
	JobID int `json:"jobId"`
	Size  int `json:"size"`
}

// Window is what a job may do next.
type Window struct {
	Start   []int `json:"start,omitempty"`
	Open    int   `json:"open"`
	Running int   `json:"running"`
	Paused  bool  `json:"paused,omitempty"`
	Settled int   `json:"settled"`
}

// WantInput names an item of a job.
type WantInput struct {
	JobID  int `json:"jobId"`
	ItemID int `json:"itemId"`
}

// Closed is the answer to CloseJob.
type Closed struct {
	State work.State `json:"state"`
	Open  bool       `json:"open,omitempty"` // there is still something to do
}

// JobFailure says why the input of a job cannot be listed.
type JobFailure struct {
	JobID int    `json:"jobId"`
	Class string `json:"class"`
	Text  string `json:"text"`
}

// FollowInput names a followed channel and the time of its schedule.
type FollowInput struct {
	ChannelID int       `json:"channelId"`
	At        time.Time `json:"at"`
}

// Followed is the answer to SubmitFollow.
type Followed struct {
	JobID int `json:"jobId,omitempty"` // 0: there was nothing to submit
}

// PassPage names a page of a pass's list, counted from 0.
type PassPage struct {
	PassID int `json:"passId"`
	Page   int `json:"page"`
}

// PassProgress says how far a pass is.
type PassProgress struct {
	Done  int  `json:"done"`
	Total int  `json:"total"`
	More  bool `json:"more,omitempty"` // there are further pages
}

// PassEnd says how a pass ends.
type PassEnd struct {
	PassID int            `json:"passId"`
	State  work.PassState `json:"state"`
	Reason string         `json:"reason,omitempty"` // why it failed, as a sentence
}

// ReadingOnly names a pass that reads earlier episodes again.
type ReadingOnly struct {
	RereadingID int `json:"rereadingId"`
}

// ReadingProgress says how far such a pass is.
type ReadingProgress struct {
	LookedAt int  `json:"lookedAt"` // names
	Read     int  `json:"read"`     // episodes
	Changed  int  `json:"changed"`  // of them
	More     bool `json:"more,omitempty"`
}

// ReadingEnd says how such a pass ends.
type ReadingEnd struct {
	RereadingID int            `json:"rereadingId"`
	State       work.PassState `json:"state"`
	Reason      string         `json:"reason,omitempty"` // why it failed, as a sentence
}
