package work

import "time"

// TaskQueue is what waits for workers under one name, and who they are.
type TaskQueue struct {
	Name     Queue
	Backlog  int // tasks, as the engine estimates it
	Oldest   time.Duration
	In, Out  float64 // tasks a second, of late
	Paused   bool
	PausedBy string // display name
	PausedAt time.Time
	Workers  []QueueWorker
}

// QueueWorker is one process that works on a queue.
type QueueWorker struct {
	Identity string // process and host
	Version  string // of the program; empty when it does not tell
	Seen     time.Time
	Slots    int // steps it may do at once; 0 when it does not tell
	Used     int
}

// Queues lists the task queues.
func Queues() []Queue { return []Queue{QueueMain, QueueFetch, QueueModel, QueueSpeech} }
