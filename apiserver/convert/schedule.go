package convert

import (
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// RecurringBatch is the schedule of a recurring batch, with the time of its next run.
func RecurringBatch(r jobs.RecurringRow, next *time.Time) *v1.Schedule {
	out := &v1.Schedule{
		Kind: "batch", Id: Number(r.ID), Title: r.Title, Times: weekTimes(r.Weekdays, r.Hour, r.Minute), Paused: r.Paused, NextRunAt: At(next),
		WeekTime: &v1.WeekTime{Hour: Number(r.Hour), Minute: Number(r.Minute), TimeZone: r.TimeZone}, Lines: r.Lines,
		Config: Selection(r.Selection), CreatedAt: At(&r.CreatedAt),
	}
	for _, d := range r.Weekdays {
		out.WeekTime.Weekdays = append(out.WeekTime.Weekdays, Number(d))
	}
	if r.MadeBy != nil {
		name := Submitter(r.MadeBy)
		out.MadeBy = &name
	}
	if b := r.Last; b != nil {
		id := Number(b.ID)
		out.LastRun = &v1.ScheduleRun{At: At(&b.CreatedAt), BatchId: &id, State: string(b.State), Text: batchText(b)}
	}
	return out
}

// batchText says how far a batch is or what came of it.
func batchText(b *store.Batch) string {
	switch {
	case b.State == work.BatchCancelled:
		return "It was canceled."
	case b.State.Open():
		return fmt.Sprintf("%d of %s submitted.", b.LinesAccepted+b.LinesFailed, wording.Count(b.LinesTotal, "address", "addresses"))
	case b.LinesFailed > 0:
		return fmt.Sprintf("%s submitted, %d failed.", wording.Count(b.LinesAccepted, "address", "addresses"), b.LinesFailed)
	default:
		return wording.Count(b.LinesAccepted, "address", "addresses") + " submitted."
	}
}

// FollowedChannel is the schedule of a followed channel, with the time of its next look.
func FollowedChannel(f jobs.FollowedRow, next *time.Time) *v1.Schedule {
	c := f.Channel
	out := &v1.Schedule{
		Kind: "follow", Id: Number(c.ID), Title: c.Name, Times: "Every six hours", NextRunAt: At(next), Followers: Number(f.Followers),
		ChannelId: &c.PublicID,
	}
	if f.Schedule != nil {
		out.Paused = f.Schedule.Paused
	}
	if j := f.Last; j != nil {
		id := Number(j.ID)
		out.LastRun = &v1.ScheduleRun{At: At(&j.CreatedAt), JobId: &id, State: string(j.State), Text: jobText(j, nil)}
	}
	return out
}

// weekTimes says at which times of the week something happens: "Every Monday at 06:00".
func weekTimes(days []int, hour, minute int) string {
	at := fmt.Sprintf(" at %02d:%02d", hour, minute)
	days = slices.Clone(days)
	slices.SortFunc(days, func(a, b int) int { return (a+6)%7 - (b+6)%7 }) // the week begins on Monday
	switch {
	case len(days) == 7:
		return "Every day" + at
	case slices.Equal(days, []int{1, 2, 3, 4, 5}):
		return "Every weekday" + at
	}
	names := make([]string, 0, len(days))
	for _, d := range days {
		names = append(names, time.Weekday(d).String())
	}
	last := len(names) - 1
	if last == 0 {
		return "Every " + names[0] + at
	}
	return "Every " + strings.Join(names[:last], ", ") + " and " + names[last] + at
}
