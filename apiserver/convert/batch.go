package convert

import (
	"cmp"
	"fmt"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/source/lines"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// Batch is a batch without its lines.
func Batch(b jobs.BatchRow) *v1.Batch {
	open := b.State.Open()
	out := &v1.Batch{
		Id: Number(b.ID), Kind: string(b.Kind), Title: b.Title, State: string(b.State), Paused: b.Paused && open,
		Total: Number(b.LinesTotal), Successful: Number(b.LinesAccepted), Failed: Number(b.LinesFailed), Submitter: Submitter(b.Submitter),
		Config: Selection(b.Selection), CreatedAt: At(&b.CreatedAt), FinishedAt: At(b.FinishedAt), CanPause: open, CanCancel: open,
		Version: Number(b.Version), HeldText: heldText(b.Batch, b.Submitter),
	}
	if b.RecurringID != nil {
		id := Number(*b.RecurringID)
		out.ScheduleId = &id
	}
	return out
}

// heldTexts say why a batch paused by itself. %s is whose it is.
var heldTexts = map[jobs.BatchHold]string{
	jobs.HeldByRole:   "%s may no longer run batches, so it stopped before the next line.",
	jobs.HeldByStatus: "The account of %s is deactivated, so it stopped before the next line.",
}

// heldText says why a batch paused by itself, and what to do; empty when it did not.
func heldText(b *store.Batch, submitter *store.User) string {
	sentence, ok := heldTexts[jobs.BatchHold(b.Held)]
	if !ok || !b.Paused {
		return ""
	}
	return fmt.Sprintf(sentence, Submitter(submitter)) + " Nothing is lost: whoever resumes it runs the rest in their own name."
}

// Selection is a selection as it is asked for; nil without one.
func Selection(s media.Selection) *v1.EpisodeSelection {
	if s.Mode == "" {
		return nil
	}
	out := &v1.EpisodeSelection{Mode: string(s.Mode)}
	count, days := Number(s.Count), Number(s.Days)
	switch s.Mode {
	case media.SelectRecent:
		out.EpisodeCount = &count
	case media.SelectDateRange:
		out.DateRange = &days
	}
	return out
}

// lineStatus is what SPEC.md section 3 calls the state of a line.
var lineStatus = map[work.LineState]string{
	work.LinePending: "pending", work.LineAccepted: "success", work.LineFailed: "error", work.LineCancelled: "cancelled",
}

// lineFailed is said of a line that failed without a sentence of its own (SPEC.md section 8).
var lineFailed = map[work.BatchKind]string{
	work.BatchURLs: "Processing failed", work.BatchChannel: "Channel processing failed", work.BatchPlaylist: "Playlist processing failed",
}

// BatchItem is one line of a batch of the kind, without its job.
func BatchItem(kind work.BatchKind, line *store.BatchItem) *v1.BatchItem {
	out := &v1.BatchItem{
		Index: Number(line.Position), Url: line.Input, Type: line.Kind, Status: lineStatus[line.State], FinishedAt: At(line.FinishedAt),
	}
	if line.State == work.LineFailed {
		out.Error = cmp.Or(line.ErrorText, lineFailed[kind])
	}
	return out
}

// DroppedLine is a line that a batch does not take.
func DroppedLine(d lines.Dropped) *v1.DroppedLine {
	return &v1.DroppedLine{Line: Number(d.Number), Text: d.Text, Reason: d.Reason, Duplicate: d.DuplicateOf != 0}
}
