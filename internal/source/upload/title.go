package upload

import (
	"regexp"
	"strings"
	"time"

	"mentionary/internal/transcript"
)

var (
	nameDate    = regexp.MustCompile(`^(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?:[-_. ]+|$)`)
	nameVideoID = regexp.MustCompile(`\s*\[[A-Za-z0-9_-]{11}\]$`)
	nameEnding  = regexp.MustCompile(`(?i)[-_. ]+(transcript|transcription|captions|subtitles|final)$`)
)

// TitleOf makes a title of a transcript's file name: without folders, extension, language, video id, words like
// "transcript" and a date in front; dashes and underscores between words become spaces, and words are written as in a title. The date is
// zero when the name has
// none.
func TitleOf(name string) (title string, date time.Time) {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	base, tag := stem(name)
	if m := nameDate.FindStringSubmatch(base); m != nil {
		if t, err := time.Parse("20060102", m[1]+m[2]+m[3]); err == nil && t.Year() >= 1990 && t.Year() < 2100 {
			date = t
			if rest := base[len(m[0]):]; rest != "" {
				base = rest
			}
		}
	}
	base = nameVideoID.ReplaceAllString(base, "")
	for range 3 {
		base = nameEnding.ReplaceAllString(base, "")
	}
	spaced := strings.Contains(strings.TrimSpace(base), " ")
	base = strings.ReplaceAll(base, "_", " ")
	if !spaced && (date.IsZero() || !strings.HasPrefix(base, name[:4])) {
		base = strings.ReplaceAll(base, "-", " ")
	}
	title = transcript.CleanText(base, maxTitleRunes)
	if title == "" {
		return "Untitled upload", date
	}
	return inTitleCase(title, tag == "" || strings.HasPrefix(Language(tag), "en")), date
}
