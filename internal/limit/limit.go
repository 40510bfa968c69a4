package limit

import (
	"math"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/wording"
)

const (
	// SubmitWindow is the stretch of time in which a person's submissions are counted.
	SubmitWindow = time.Hour
	// UploadWindow is the stretch of time in which a person's files are counted.
	UploadWindow = 24 * time.Hour
	// ReportWindow is the stretch of time in which a person's reports are counted.
	ReportWindow = 24 * time.Hour
	// AskWindow is the stretch of time in which it is counted how often a person made us ask servers outside at once.
	AskWindow = 10 * time.Minute
)

// lookAgain is when to look again at open work: nobody knows when work ends.
const lookAgain = time.Minute

// Submissions refuses a job when as many as perHour were submitted since oldest, which is not SubmitWindow ago yet.
func Submissions(perHour int, oldest, now time.Time) error {
	wait := oldest.Add(SubmitWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return refuse(wait, "You have submitted %s within an hour, which is the limit. Come back in %s.", wording.Count(perHour, "job", "jobs"),
		inWords(wait))
}

// OpenJobs refuses a job when so many have not ended.
func OpenJobs(limit, open int) error {
	if limit == 0 || open < limit {
		return nil
	}
	return refuse(lookAgain, "You have %s that have not ended, which is the limit. Wait until some have ended, or cancel some of them, and "+
		"submit this again.", wording.Count(open, "job", "jobs"))
}

// OpenEpisodes refuses a job when so many episodes of open jobs have not ended.
func OpenEpisodes(limit, open int) error {
	if limit == 0 || open < limit {
		return nil
	}
	return refuse(lookAgain, "Your jobs still have %s to work on, which is the limit. Wait until some are done, or cancel some jobs, and "+
		"submit this again.", wording.Count(open, "episode", "episodes"))
}

// UnusedFiles refuses a file when as many as perDay that no job uses were sent since oldest, which is not UploadWindow ago
// yet.
func UnusedFiles(perDay int, oldest, now time.Time) error {
	wait := oldest.Add(UploadWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return refuse(wait, "You have uploaded %s in a day that no job uses yet, which is the limit. Submit some of them first, or come back "+
		"in %s.", wording.Count(perDay, "file", "files"), inWords(wait))
}

// Reports refuses a report when as many as perDay were sent since oldest, which is not ReportWindow ago yet.
func Reports(perDay int, oldest, now time.Time) error {
	wait := oldest.Add(ReportWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return refuse(wait, "You have reported %s in a day, which is the limit. Thank you. Come back in %s.",
		wording.Count(perDay, "thing", "things"), inWords(wait))
}

// Asks refuses to ask servers outside for a person who made us ask as many as most times since oldest, which is not AskWindow ago
// yet.
func Asks(most int, oldest, now time.Time) error {
	wait := oldest.Add(AskWindow).Sub(now)
	if wait <= 0 {
		return nil
	}
	return refuse(wait, "You have searched for shows and opened their lists %s within ten minutes, which is the limit. Come back in %s.",
		wording.Count(most, "time", "times"), inWords(wait))
}

// File is one that a person has sent.
type File struct {
	Size int // bytes
	Sent time.Time
}

// FileBytes refuses a file of so many bytes when it would be more than perDay together with those sent within UploadWindow,
// oldest first. One that would not fit alone is fault.TooLarge.
func FileBytes(perDay, size int, sent []File, now time.Time) error {
	if perDay == 0 {
		return nil
	}
	if size > perDay {
		return fault.Newf(fault.TooLarge, "The file is larger than the %s of files that you may upload in a day. Split it.",
			wording.Size(int64(perDay)))
	}
	total := size
	for _, f := range sent {
		total += f.Size
	}
	var wait time.Duration
	for _, f := range sent { // until so many of them are too old to count that there is room
		if total <= perDay {
			break
		}
		total -= f.Size
		wait = f.Sent.Add(UploadWindow).Sub(now)
	}
	if wait <= 0 {
		return nil
	}
	return refuse(wait, "With this file you would have uploaded more than %s within a day, which is the limit. Come back in %s.",
		wording.Size(int64(perDay)), inWords(wait))
}

func refuse(wait time.Duration, sentence string, args ...any) error {
	return fault.Newf(fault.RateLimited, sentence, args...).WithRetryAfter(wait)
}

// inWords says how long to wait, rounded up: in seconds below two minutes, in minutes below two hours, else in hours.
func inWords(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return wording.Count(int(math.Ceil(d.Seconds())), "second", "seconds")
	case d < 2*time.Hour:
		return wording.Count(int(math.Ceil(d.Minutes())), "minute", "minutes")
	default:
		return wording.Count(int(math.Ceil(d.Hours())), "hour", "hours")
	}
}
