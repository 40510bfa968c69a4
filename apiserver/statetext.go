package apiserver

import (
	"fmt"
	"strings"

	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store"
)

// waits says why something waits for another attempt. %s is who did not answer. When the attempt is made is a field of
// its own, because only the browser knows the reader's time zone.
var waits = map[fault.Kind]string{
	fault.Unavailable: "%s could not be reached. It is tried again at the time shown, or upload a transcript.",
	fault.Blocked:     "%s turned us away. It is tried again at the time shown, or upload a transcript.",
	fault.RateLimited: "%s asked us to slow down. It is tried again at the time shown, or upload a transcript.",
	fault.Budget:      "The spending cap is reached. It goes on when there is budget again.",
	fault.Internal:    "Something went wrong on our side. It is tried again at the time shown.",
}

// sources names who is asked for an episode.
var sources = map[media.Platform]string{media.YouTube: "YouTube", media.Feed: "The podcast's server", media.Upload: "The file store"}

// who names the other side of a stage: the source, or what later stages work with.
func who(p media.Platform, stage job.Stage) string {
	switch stage {
	case job.StageExtract, job.StageConsolidate:
		return "The model"
	case job.StageLinks, job.StageCheck:
		return "A website"
	}
	if name := sources[p]; name != "" {
		return name
	}
	return "The source"
}

// waitText prefers the stored sentence where only it knows the cause: budgets have several, and what the model did is never
// mended by uploading a transcript. The row of a job does not say which stage failed, but such sentences name the model.
func waitText(class, name, stored string) string {
	switch sentence := waits[fault.Kind(class)]; {
	case stored != "" && (fault.Kind(class) == fault.Budget || aboutModel(class, stored)):
		return stored
	case strings.Contains(sentence, "%s"):
		return fmt.Sprintf(sentence, name)
	case sentence != "":
		return sentence
	case stored != "":
		return stored
	}
	return waits[fault.Internal]
}

func aboutModel(class, stored string) bool {
	return fault.Kind(class) != fault.Internal && (strings.HasPrefix(stored, "The model") || strings.Contains(stored, "model server"))
}

const (
	needsTranscript = "There is no transcript. Upload one to go on."
	pausedText      = "Paused. Resume it to go on."
)

// jobText is the sentence about a job. rows are its items when they are known.
func jobText(j *store.Job, rows []itemRow) string {
	total, done, failed := j.ItemsTotal, j.ItemsDone, j.ItemsFailed
	if len(rows) == 1 && total == 1 {
		return itemText(j, rows[0])
	}
	switch state := job.State(j.State); state {
	case job.Queued:
		return "It starts in a moment."
	case job.Running, job.Waiting:
		switch {
		case j.Paused:
			return pausedText
		case state == job.Waiting && j.ErrorClass != "":
			// Which stage it was the row does not say; the source is the likeliest.
			return waitText(j.ErrorClass, who(j.Ref.Platform, job.StageEpisode), j.ErrorText)
		case state == job.Waiting:
			return needsTranscript
		case !j.Listed:
			return "Looking for the episodes."
		case total == 1:
			return "The episode is being analysed."
		}
		return fmt.Sprintf("%d of %d episodes are done.", done, total) + failures(failed)
	case job.Completed:
		switch total {
		case 0:
			return "There was nothing to analyse."
		case 1:
			return "The episode is analysed."
		}
		return fmt.Sprintf("All %d episodes are done.", total)
	case job.Partial:
		return fmt.Sprintf("%d of %d episodes are done.", done, total) + failures(failed) + open(total-done-failed)
	case job.Failed:
		if j.ErrorText != "" {
			return j.ErrorText
		}
		return "Nothing could be analysed. Retry it, or look at the episodes for the reasons."
	case job.Cancelled:
		if done > 0 {
			return fmt.Sprintf("Cancelled. %d of %d episodes were done before.", done, total)
		}
		return "Cancelled."
	}
	return ""
}

func failures(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" %d failed.", n)
}

func open(n int) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return " 1 needs attention."
	}
	return fmt.Sprintf(" %d need attention.", n)
}

// itemText is the sentence about an item.
func itemText(j *store.Job, row itemRow) string {
	platform := row.item.Ref.Platform
	switch job.ItemState(row.item.State) {
	case job.ItemPending:
		if j.Paused {
			return pausedText
		}
		return "It waits for its turn."
	case job.ItemRunning:
		if step := current(row.steps); step != nil {
			return stepText(platform, step)
		}
		return "It starts in a moment."
	case job.ItemParked:
		return fmt.Sprintf("%s has not answered for a while. It is tried again at the time shown, or upload a transcript.", who(platform, job.StageEpisode))
	case job.ItemNeedsTranscript:
		return needsTranscript
	case job.ItemDone:
		return "Analysed." + found(row.episode) + unpublished(row.episode)
	case job.ItemPartial:
		return "Published, but some parts could not be read. Retry to read them again." + found(row.episode)
	case job.ItemAlready:
		return "Already analysed." + found(row.episode)
	case job.ItemFailed:
		if row.item.ErrorText != "" && fault.Kind(row.item.ErrorClass) != fault.Internal {
			return row.item.ErrorText
		}
		return "Something went wrong on our side. Retry it, or upload a transcript."
	case job.ItemCancelled:
		return "Cancelled."
	}
	return ""
}

func found(e *store.Episode) string {
	if e == nil || e.EntityCount == 0 {
		return ""
	}
	return fmt.Sprintf(" %d found.", e.EntityCount)
}

// current is the step that people wait for: the first that is neither done nor skipped.
func current(steps []*store.RunStep) *store.RunStep {
	for _, st := range steps {
		switch job.StepState(st.State) {
		case job.StepRunning, job.StepRetrying, job.StepFailed, job.StepWaiting:
			return st
		}
	}
	return nil
}

// stages says what is going on in each stage; with a total, how far it is follows.
var stages = map[job.Stage]string{
	job.StageEpisode:     "Reading what the source says",
	job.StageTranscript:  "Fetching the transcript",
	job.StageExtract:     "Reading the transcript",
	job.StageConsolidate: "Putting the mentions together",
	job.StagePublish:     "Publishing",
	job.StageLinks:       "Looking for links",
	job.StageCheck:       "Checking links",
}

// stepText is the sentence about a step.
func stepText(p media.Platform, st *store.RunStep) string {
	stage := job.Stage(st.Stage)
	switch job.StepState(st.State) {
	case job.StepRetrying:
		return waitText(st.ErrorClass, who(p, stage), st.Text)
	case job.StepRunning, job.StepWaiting:
		if st.Text != "" {
			return st.Text
		}
		if st.Total > 0 {
			return fmt.Sprintf("%s: %d of %d", stages[stage], st.Done, st.Total)
		}
		return stages[stage]
	}
	return st.Text
}

// unpublished says who sees what was found in private; empty when everybody does.
func unpublished(e *store.Episode) string {
	switch {
	case e == nil || review(e) == "":
		return ""
	case review(e) == "refused":
		return " Only you and moderators see it: a moderator did not publish it."
	default:
		return " Only you and moderators see it until a moderator publishes it."
	}
}
