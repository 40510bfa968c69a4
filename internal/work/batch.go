package work

// Names of the workflows of batches as the server stores them.
const (
	Batch          = "Batch"
	RecurringBatch = "RecurringBatch"
)

// SignalBatch tells a Batch that somebody paused, resumed or cancelled it: rows decide, this only hurries.
const SignalBatch = "batchChanged"

// BatchKind says what the lines of a batch are, as the tabs of its page do. The words are stored: never rename one.
type BatchKind string

// The kinds of batches.
const (
	BatchURLs     BatchKind = "urls"     // any addresses, each by the defaults of its kind
	BatchChannel  BatchKind = "channel"  // a channel or feed, with a selection of its episodes
	BatchPlaylist BatchKind = "playlist" // a playlist
)

// BatchState is how a batch stands. The words are stored: never rename one.
type BatchState string

// The states of a batch. A pause is a flag beside them.
const (
	BatchQueued    BatchState = "queued"    // the rows exist, no line was tried yet
	BatchRunning   BatchState = "running"   // one line after the other is submitted
	BatchCompleted BatchState = "completed" // every line was tried
	BatchCancelled BatchState = "cancelled"
)

// Open reports whether further lines may be submitted.
func (s BatchState) Open() bool { return s == BatchQueued || s == BatchRunning }

// LineState is how one line of a batch stands. The words are stored: never rename one.
type LineState string

// The states of a line.
const (
	LinePending   LineState = "pending"   // not its turn yet
	LineAccepted  LineState = "accepted"  // it is a job now
	LineFailed    LineState = "failed"    // it was refused
	LineCancelled LineState = "cancelled" // the batch was cancelled before its turn
)

// BatchWorkflowID is the id of a batch's workflow; key is the batch's own.
func BatchWorkflowID(key string) string { return "batch/" + key }

// RecurringPrefix is what the ids of all schedules of recurring batches begin with.
const RecurringPrefix = "recurring/"

// RecurringID is the id of a recurring batch's schedule; key is its own random key.
func RecurringID(key string) string { return RecurringPrefix + key }

// BatchInput starts Batch. Ids only: everything else is read from rows.
type BatchInput struct {
	BatchID int `json:"batchId"`
	Handled int `json:"handled,omitempty"` // lines settled in earlier parts of this workflow (continue-as-new)
	Part    int `json:"part,omitempty"`
}

// BatchResult is what Batch answers, for operators.
type BatchResult struct {
	State    BatchState `json:"state"`
	Accepted int        `json:"accepted"`
	Failed   int        `json:"failed"`
}

// RecurringInput starts RecurringBatch.
type RecurringInput struct {
	RecurringID int `json:"recurringId"`
}

// RecurringResult is what RecurringBatch answers, for operators.
type RecurringResult struct {
	BatchID int `json:"batchId,omitempty"` // 0: there was nothing to submit
}

// Values lists the words, which the schema takes from here.
func (BatchKind) Values() []string { return words(BatchURLs, BatchChannel, BatchPlaylist) }

// Values lists the words.
func (BatchState) Values() []string {
	return words(BatchQueued, BatchRunning, BatchCompleted, BatchCancelled)
}

// Values lists the words.
func (LineState) Values() []string {
	return words(LinePending, LineAccepted, LineFailed, LineCancelled)
}
