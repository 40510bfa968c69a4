package work

// State is the state of a job.
type State string

// The job states.
const (
	Queued    State = "queued"    // the row exists, the workflow has not begun
	Running   State = "running"   // items are being worked on
	Waiting   State = "waiting"   // nothing moves until something outside changes (transcript, source, budget)
	Completed State = "completed" // every item is done
	Partial   State = "partial"   // finished, but some items failed or still need something
	Failed    State = "failed"    // finished, nothing succeeded
	Cancelled State = "cancelled"
)

// Open reports whether work on the job may still go on.
func (s State) Open() bool { return s == Queued || s == Running || s == Waiting }

// Public is the word SPEC.md's REST answers use: pending, running, waiting, completed, failed, cancelled.
func (s State) Public() string {
	switch s {
	case Queued:
		return "pending"
	case Partial:
		return string(Completed)
	default:
		return string(s)
	}
}

// RunState is the state of a run.
type RunState string

// The run states. Only one run of an episode is live at a time.
const (
	RunLive            RunState = "live"
	RunDone            RunState = "done"
	RunPartial         RunState = "partial" // published, but some chunks could not be read
	RunFailed          RunState = "failed"
	RunCancelled       RunState = "cancelled"
	RunNeedsTranscript RunState = "needs_transcript"
)

// ItemState is the state of one line of a job.
type ItemState string

// The item states.
const (
	ItemPending         ItemState = "pending"          // not wanted yet
	ItemRunning         ItemState = "running"          // its run is live
	ItemParked          ItemState = "parked"           // out of the window: it waits long for its source or for the model; the run goes on
	ItemNeedsTranscript ItemState = "needs_transcript" // somebody can give one
	ItemDone            ItemState = "done"
	ItemPartial         ItemState = "partial"
	ItemAlready         ItemState = "already" // analyzed before, nothing to do
	ItemFailed          ItemState = "failed"
	ItemCancelled       ItemState = "cancelled"
)

// Settled reports whether the item no longer occupies the window of its job.
func (s ItemState) Settled() bool { return s != ItemPending && s != ItemRunning }

// Succeeded reports whether the episode of the item is published.
func (s ItemState) Succeeded() bool { return s == ItemDone || s == ItemPartial || s == ItemAlready }

// ItemStateOf maps the state of a closed run to the item that waited for it; a live run gives ItemRunning.
func ItemStateOf(r RunState) ItemState {
	switch r {
	case RunDone:
		return ItemDone
	case RunPartial:
		return ItemPartial
	case RunFailed:
		return ItemFailed
	case RunCancelled:
		return ItemCancelled
	case RunNeedsTranscript:
		return ItemNeedsTranscript
	default:
		return ItemRunning
	}
}

// Outcome is the closing state of a job none of whose items is tried any longer.
func Outcome(items []ItemState) State {
	var ok, rest int
	for _, s := range items {
		if s.Succeeded() && s != ItemPartial {
			ok++
		} else {
			rest++
		}
	}
	switch {
	case rest == 0:
		return Completed
	case ok == 0 && !anyUseful(items):
		return Failed
	default:
		return Partial
	}
}

func anyUseful(items []ItemState) bool {
	for _, s := range items {
		if s == ItemPartial || s == ItemNeedsTranscript {
			return true
		}
	}
	return false
}

// Stage is a step of a run, in the order people see.
type Stage string

// The stages of a run.
const (
	StageEpisode     Stage = "episode"     // fetch what the source says about the episode
	StageTranscript  Stage = "transcript"  // fetch its transcript
	StageExtract     Stage = "extract"     // read chunk by chunk
	StageConsolidate Stage = "consolidate" // put mentions together
	StagePublish     Stage = "publish"     // from here the episode is public
	StageLinks       Stage = "links"       // find links of new entities
	StageCheck       Stage = "check"       // check links
)

// Stages lists the stages in order.
func Stages() []Stage {
	return []Stage{StageEpisode, StageTranscript, StageExtract, StageConsolidate, StagePublish, StageLinks, StageCheck}
}

// Before reports whether s comes before other. The empty stage, "from the start", comes before all.
func (s Stage) Before(other Stage) bool { return s.index() < other.index() }

func (s Stage) index() int {
	if s == "" {
		return -1
	}
	for i, x := range Stages() {
		if x == s {
			return i
		}
	}
	return len(Stages())
}

// What stored sentences of the stage of transcripts say when audio is listened to: it is brought here, it failed and is tried again,
// it came to nothing, or there is none.
const (
	FetchingAudio = "Fetching the audio"
	Listening     = "Listening to the audio: "
	NotHeard      = "its audio could not be heard"
	NoAudio       = "there is no audio to listen to"
	HeardAgain    = "A moderator asked for a new transcript"
)

// ShowUnknown ends the stored sentence of a listing that waits for a podcast app or directory, and not for the show's own server.
const ShowUnknown = "so the show behind the link is not known yet."

// StepState is the state of one stage of a run.
type StepState string

// The step states.
const (
	StepWaiting   StepState = "waiting" // not begun; in a run that has ended: not reached
	StepRunning   StepState = "running"
	StepRetrying  StepState = "retrying" // failed, will be tried again at the stored time
	StepDone      StepState = "done"
	StepSkipped   StepState = "skipped" // not needed
	StepFailed    StepState = "failed"
	StepCancelled StepState = "cancelled" // under way when its run was cancelled
)

// Values lists the words of a type, which the schema takes from here.
func (State) Values() []string {
	return words(Queued, Running, Waiting, Completed, Partial, Failed, Cancelled)
}

// Values lists the words.
func (RunState) Values() []string {
	return words(RunLive, RunDone, RunPartial, RunFailed, RunCancelled, RunNeedsTranscript)
}

// Values lists the words.
func (ItemState) Values() []string {
	return words(ItemPending, ItemRunning, ItemParked, ItemNeedsTranscript, ItemDone, ItemPartial, ItemAlready, ItemFailed, ItemCancelled)
}

// Values lists the words.
func (Stage) Values() []string { return words(Stages()...) }

// Values lists the words.
func (StepState) Values() []string {
	return words(StepWaiting, StepRunning, StepRetrying, StepDone, StepSkipped, StepFailed, StepCancelled)
}

func words[T ~string](all ...T) []string {
	out := make([]string, len(all))
	for i, x := range all {
		out[i] = string(x)
	}
	return out
}
