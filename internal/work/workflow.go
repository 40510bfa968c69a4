package work

import "fmt"

// Names of the workflows as the server stores them.
const (
	AnalyzeJob     = "AnalyzeJob"
	AnalyzeEpisode = "AnalyzeEpisode"
	FollowChannel  = "FollowChannel"
)

// Names of the signals.
const (
	SignalHurry      = "hurry"        // to AnalyzeJob: its rows changed; rows decide, this only hurries
	SignalRunDone    = "runDone"      // to AnalyzeJob: the former name of SignalHurry, which older processes send (docs/adr/0027)
	SignalPause      = "pause"        // to AnalyzeJob: the pause flag of the row changed
	SignalTranscript = "transcript"   // to AnalyzeEpisode: a transcript was given
	SignalBudget     = "budgetRaised" // to AnalyzeEpisode: a chunk that waits for the model's budget may ask again
)

// Queue is a task queue.
type Queue string

// The task queues, each with its own concurrency.
const (
	QueueMain  Queue = "mentionary"       // workflows and database work
	QueueFetch Queue = "mentionary-fetch" // everything that waits for other people's servers
	QueueModel Queue = "mentionary-model" // extraction
	// QueueSpeech is hearing audio.
	QueueSpeech Queue = "mentionary-speech"
)

// Search attributes, made with the namespace.
const (
	AttrKind      = "MentionaryKind"
	AttrPlatform  = "MentionaryPlatform"
	AttrChannel   = "MentionaryChannel"
	AttrStage     = "MentionaryStage"
	AttrSubmitter = "MentionarySubmitter"
	AttrError     = "MentionaryErrorClass"
)

// WorkflowID is the id of a job's workflow; key is the job's own random key.
func WorkflowID(key string) string { return "job/" + key }

// RunWorkflowID is the id of a run's workflow.
func RunWorkflowID(episodeID, number int, key string) string {
	return fmt.Sprintf("episode/%d/%d-%s", episodeID, number, key)
}

// FollowPrefix is what the ids of all follow schedules begin with.
const FollowPrefix = "follow/"

// FollowID is the id of a followed channel's schedule. The server makes the ids of its workflows from it: it appends the
// time.
func FollowID(channelID int) string { return fmt.Sprintf("%s%d", FollowPrefix, channelID) }

// FollowInput starts FollowChannel.
type FollowInput struct {
	ChannelID int `json:"channelId"`
}

// FollowResult is what FollowChannel answers, for operators.
type FollowResult struct {
	JobID int `json:"jobId,omitempty"` // 0: there was nothing to submit
}

// JobInput starts AnalyzeJob. Ids only: everything else is read from rows.
type JobInput struct {
	JobID     int    `json:"jobId"`
	Submitter string `json:"submitter"` // random public id of the submitter, the fairness key
	Handled   int    `json:"handled"`   // items settled in earlier parts of this workflow (continue-as-new)
	Listed    bool   `json:"listed"`    // the input was resolved in an earlier part
	Part      int    `json:"part"`
}

// JobResult is what AnalyzeJob answers, for operators.
type JobResult struct {
	State State `json:"state"`
	Items int   `json:"items"`
}

// RunInput starts AnalyzeEpisode.
type RunInput struct {
	RunID     int    `json:"runId"`
	EpisodeID int    `json:"episodeId"`
	Submitter string `json:"submitter"`
	// From is the stage to begin at; earlier stages keep what a former run stored. Empty means the first.
	From Stage `json:"from,omitempty"`
}

// RunResult is what AnalyzeEpisode answers, for operators.
type RunResult struct {
	State    RunState `json:"state"`
	Mentions int      `json:"mentions"`
}
