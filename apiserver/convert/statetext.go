package convert

import (
	"fmt"
	"slices"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// waits says why something waits for another attempt. %s is who did not answer. When the attempt is made is a field of
// its own, because only the browser knows the reader's time zone.
var waits = map[fault.Kind]string{
	fault.Unavailable: "%s could not be reached. " + triedAgain,
	fault.Blocked:     "%s turned us away. " + triedAgain,
	fault.RateLimited: "%s asked us to slow down. " + triedAgain,
	fault.Budget:      "The spending cap is reached. It continues when there is budget again.",
	fault.Internal:    "Something went wrong on our side. " + triedAgain,
}

const triedAgain = "It will be tried again."

// otherSide names the other side of a stage: the source, or what later stages work with.
func otherSide(p media.Platform, stage work.Stage) string {
	switch stage {
	case work.StageExtract, work.StageConsolidate:
		return "The model"
	case work.StageLinks, work.StageCheck:
		return "A website"
	}
	return source.SiteOf(p).Name
}

// waitText says why a stage of something from p waits, and for what. The stored sentence is preferred where only it knows the
// cause: budgets have several, and so has a model. A server that answered with its own failure was reached.
func waitText(p media.Platform, stage work.Stage, class fault.Kind, stored string) string {
	name, sentence := otherSide(p, stage), waits[class]
	byModel := stage == work.StageExtract && class != fault.Internal
	switch {
	case stored != "" && class == fault.Budget:
		return stored
	case stored != "" && (byModel || stage == work.StageTranscript && strings.HasPrefix(stored, work.Listening)):
		return comesBack(stored)
	case strings.HasSuffix(stored, work.ShowUnknown):
		return comesBack(stored)
	case class == fault.Unavailable && strings.Contains(stored, ownProblem):
		return sentences(name+" "+ownProblem+".", triedAgain)
	case strings.Contains(sentence, "%s"):
		return fmt.Sprintf(sentence, name)
	case sentence != "":
		return sentence
	case stored != "":
		return stored
	}
	return waits[fault.Internal]
}

// comesBack says of a stored failure, once and not as something for people to do, that it is tried again.
func comesBack(stored string) string {
	if strings.Contains(stored, "tried again") || strings.Contains(stored, "next try") {
		return stored
	}
	return sentences(strings.TrimSuffix(stored, " Try again later."), triedAgain)
}

// ownProblem is what sources say of a server that answers with a failure of its own (5xx).
const ownProblem = "is having problems"

// The pages show a state as a word ("Paused") before these sentences, so that they say what the word does not: why, how
// far, and what can be done.
const (
	startsSoon      = "It starts in a moment."
	needsTranscript = "There is no transcript. Upload one to continue."
	pausedText      = "Resume the job to continue."
	orGive          = "You can also upload a transcript."
	missingParts    = "Some parts of the transcript could not be read."
)

// sentences puts those that are not empty one after the other.
func sentences(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

// jobText is the sentence about a job. rows are its items when they are known.
func jobText(j *store.Job, rows []ItemRow) string {
	total, done := j.ItemsTotal, j.ItemsDone
	if len(rows) == 1 && total == 1 {
		return itemText(j, rows[0])
	}
	switch state := j.State; state {
	case work.Queued:
		return startsSoon
	case work.Running, work.Waiting:
		return openText(j)
	case work.Completed:
		switch total {
		case 0:
			return "There was nothing to analyze."
		case 1:
			return "The episode is analyzed."
		}
		return fmt.Sprintf("All %d episodes are analyzed.", total)
	case work.Partial:
		switch {
		case done < total:
			return sentences(progress(j), attention(total-done-j.ItemsFailed))
		case total == 1:
			return missingParts + " Open the job to see what can be done."
		}
		return fmt.Sprintf("All %d episodes are analyzed, some only in part. Retry the job to complete them.", total)
	case work.Failed:
		switch {
		case j.ErrorText != "":
			return j.ErrorText
		case total == 1:
			return "The episode could not be analyzed. Open the job to see why."
		}
		return "None of the episodes could be analyzed. Open the job to see why."
	case work.Cancelled:
		if done > 0 {
			return sentences(progress(j), "Retry the job to continue with the rest.")
		}
		return "Retry the job to start it again."
	}
	return ""
}

// openText is the sentence about a job that goes on or waits.
func openText(j *store.Job) string {
	waiting := j.State == work.Waiting
	switch {
	case j.Paused:
		return sentences(progress(j), pausedText)
	case waiting && j.ErrorClass != "":
		return sentences(progress(j), waitText(j.Ref.Platform, work.Stage(j.ErrorStage), fault.Kind(j.ErrorClass), j.ErrorText))
	case waiting && j.ItemsTotal > 1:
		return "None of the episodes has a transcript. Upload transcripts to continue."
	case waiting:
		return needsTranscript
	case !j.Listed:
		return "Looking for the episodes."
	case j.ItemsTotal == 1:
		return "The episode is being analyzed."
	}
	return progress(j)
}

// progress says how far a collection is.
func progress(j *store.Job) string {
	switch {
	case j.ItemsTotal <= 1:
		return ""
	case j.ItemsFailed == 0:
		return fmt.Sprintf("%d of %d episodes are analyzed.", j.ItemsDone, j.ItemsTotal)
	}
	return fmt.Sprintf("%d of %d episodes are analyzed, %d failed.", j.ItemsDone, j.ItemsTotal, j.ItemsFailed)
}

func attention(n int) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return "1 episode needs attention."
	}
	return fmt.Sprintf("%d episodes need attention.", n)
}

// itemText is the sentence about an item.
func itemText(j *store.Job, row ItemRow) string {
	switch row.Item.State {
	case work.ItemPending:
		switch {
		case j.Paused:
			return pausedText
		case j.ItemsTotal == 1:
			return startsSoon
		}
		return "It starts when an earlier episode is finished."
	case work.ItemRunning:
		return runningText(row)
	case work.ItemParked:
		st := current(row.Steps)
		if st != nil && work.StageTranscript.Before(st.Stage) {
			return runningText(row) // it is no source that it waits for
		}
		if st != nil && strings.HasPrefix(st.Text, work.Listening) {
			return sentences(comesBack(st.Text), orGive) // it is not the source that does not answer
		}
		return fmt.Sprintf("%s has not answered for a while. %s %s", otherSide(row.Item.Ref.Platform, work.StageEpisode), triedAgain, orGive)
	case work.ItemNeedsTranscript:
		text := row.Item.ErrorText
		switch {
		case !strings.Contains(text, work.NotHeard) && !strings.Contains(text, work.NoAudio):
			return needsTranscript
		case strings.Contains(strings.ToLower(text), "add a transcript"):
			return text
		}
		return sentences(text, "Upload a transcript to continue.")
	case work.ItemDone:
		return sentences("The episode is analyzed.", found(row.Episode), unpublished(row.Episode))
	case work.ItemPartial:
		what := "Retry it to read them again."
		if st := current(row.Steps); st != nil && st.State == work.StepRetrying {
			what = "They will be tried again."
		}
		return sentences(missingParts, what, found(row.Episode))
	case work.ItemAlready:
		return sentences("It was analyzed before, so nothing had to be done.", found(row.Episode))
	case work.ItemFailed:
		if row.Item.ErrorText != "" && fault.Kind(row.Item.ErrorClass) != fault.Internal {
			return row.Item.ErrorText
		}
		return "Something went wrong on our side. Retry it, or upload a transcript."
	case work.ItemCancelled:
		return "Retry it to analyze it."
	}
	return ""
}

// runningText is the sentence about an item whose run is live.
func runningText(row ItemRow) string {
	st := current(row.Steps)
	switch {
	case st == nil && len(row.Steps) > 0:
		return "Almost done." // all stages are, the run is about to be closed
	case st == nil:
		return startsSoon
	}
	text := stepText(row.Item.Ref.Platform, st)
	switch {
	case st.State == work.StepRunning && listens(st):
		return sentences(whyListening(row), text)
	case st.State != work.StepRetrying:
		if text != "" {
			text = ": " + strings.TrimSuffix(text, ".")
		}
		return stages[st.Stage] + text + "."
	case canProvide(row):
		return sentences(text, orGive)
	}
	return text
}

// listens reports whether the audio of an episode is fetched or heard.
func listens(st *store.RunStep) bool {
	return st.Stage == work.StageTranscript && (st.Total > 0 || strings.HasPrefix(st.Text, work.FetchingAudio))
}

// whyListening says why the audio of an item's episode is listened to; empty where the viewer may not know the episode.
func whyListening(row ItemRow) string {
	if row.Episode == nil {
		return ""
	}
	if row.Again {
		return work.HeardAgain + "."
	}
	missing := source.NoTranscript(media.Platform(row.Episode.Platform), len(row.Episode.TranscriptRefs))
	return missing + ", so the audio is listened to."
}

func found(e *store.Episode) string {
	switch {
	case e == nil || !e.IsProcessed:
		return ""
	case e.EntityCount == 0:
		return "No mentions were found."
	}
	return fmt.Sprintf("Found %s in %s.", wording.Count(e.EntityCount, "entity", "entities"),
		wording.Count(e.MentionCount, "mention", "mentions"))
}

// current is the step that people wait for: the first that is under way, else the first that has not begun.
func current(steps []*store.RunStep) *store.RunStep {
	for _, states := range [][]work.StepState{{work.StepRunning}, {work.StepRetrying}, {work.StepWaiting}} {
		for _, st := range steps {
			if slices.Contains(states, st.State) {
				return st
			}
		}
	}
	return nil
}

// stages says what is going on in each stage; how far it is follows.
var stages = map[work.Stage]string{
	work.StageEpisode:     "Fetching the episode",
	work.StageTranscript:  "Fetching the transcript",
	work.StageExtract:     "Finding mentions",
	work.StageConsolidate: "Putting mentions together",
	work.StagePublish:     "Publishing",
	work.StageLinks:       "Finding links",
	work.StageCheck:       "Checking links",
}

// stepText says how far a step is, what came of it, or why it waits or failed.
func stepText(p media.Platform, st *store.RunStep) string {
	stage, state := st.Stage, st.State
	listening := stage == work.StageTranscript && st.Total > 0
	switch {
	case listening && state == work.StepRetrying:
		return sentences(heard(st), waitText(p, stage, fault.Kind(st.ErrorClass), st.Text))
	case state == work.StepRetrying:
		return waitText(p, stage, fault.Kind(st.ErrorClass), st.Text)
	case state == work.StepFailed && fault.Kind(st.ErrorClass) == fault.Internal:
		return "Something went wrong on our side."
	case listening && state == work.StepRunning:
		return heard(st)
	case stage == work.StageExtract && st.Total > 0 && state != work.StepFailed:
		return sentences(fmt.Sprintf("%d of %s read.", st.Done, wording.Count(st.Total, "part", "parts")), silence(st))
	}
	return st.Text
}

// heard says how far listening is.
func heard(st *store.RunStep) string {
	return fmt.Sprintf("%d of %s heard.", st.Done, wording.Count(st.Total, "part", "parts"))
}

// silence is what is written into the step of the model while it keeps silent; empty when it does not.
func silence(st *store.RunStep) string {
	if st.State == work.StepRunning {
		return st.Text
	}
	return ""
}

// unpublished says who sees what was found in private; empty when everybody does.
func unpublished(e *store.Episode) string {
	switch {
	case e == nil || review(e) == "":
		return ""
	case review(e) == "refused":
		return "A moderator looked at it and did not publish it."
	default:
		return "Waiting for a moderator to publish it."
	}
}
