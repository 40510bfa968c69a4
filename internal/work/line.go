package work

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind says what a piece of work is: a line of the list of everything that runs or ran.
type Kind string

// The kinds of work.
const (
	KindJob   Kind = "job"
	KindLook  Kind = "look" // a job of a followed channel's schedule
	KindRun   Kind = "run"
	KindBatch Kind = "batch"
	KindPass  Kind = "pass"
	// KindReading stands in keys only: a pass that reads earlier episodes again is a pass whose rows lie elsewhere.
	KindReading Kind = "reading"
)

// Kinds lists the kinds of work, in the order in which those that began at the same time are listed.
func Kinds() []Kind { return []Kind{KindJob, KindLook, KindRun, KindBatch, KindPass, KindReading} }

// Key names a piece of work in addresses and calls: "job-31". A look is a job and has a job's key.
type Key struct {
	Kind Kind
	ID   int
}

// String is the key as addresses have it.
func (k Key) String() string { return fmt.Sprintf("%s-%d", k.Kind, k.ID) }

// ParseKey reads a key.
func ParseKey(text string) (Key, bool) {
	kind, number, _ := strings.Cut(text, "-")
	id, err := strconv.ParseInt(number, 10, 32)
	k := Key{Kind(kind), int(id)}
	switch k.Kind {
	case KindJob, KindRun, KindBatch, KindPass, KindReading:
		return k, err == nil && id > 0 && k.String() == text
	}
	return Key{}, false
}

// Condition is how a piece of work stands, in one vocabulary for all kinds.
type Condition string

// The conditions.
const (
	IsQueued          Condition = "queued"
	IsRunning         Condition = "running"
	IsWaiting         Condition = "waiting" // for its next attempt
	IsPaused          Condition = "paused"
	IsNeedsTranscript Condition = "needs_transcript"
	IsCompleted       Condition = "completed"
	IsPartial         Condition = "partial"
	IsFailed          Condition = "failed"
	IsCancelled       Condition = "cancelled"
)

// Open reports whether the work may still go on by itself or by somebody's doing.
func (c Condition) Open() bool {
	return c == IsQueued || c == IsRunning || c == IsWaiting || c == IsPaused
}
