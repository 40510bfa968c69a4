package source

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// Limits of what is kept from an episode's description.
const (
	MaxTitle       = 500    // characters
	MaxDescription = 20_000 // characters
	MaxLinks       = 500
	MaxChapters    = 500
	MaxPeople      = 100
)

var (
	linkPattern    = regexp.MustCompile(`(?i)https?://[^\s<>"'` + "`" + `|\\^{}]+`)
	chapterPattern = regexp.MustCompile(`^\W{0,3}((?:\d{1,2}:)?\d{1,3}:\d{2})\W{1,4}(\S.*)$`)
)

// CleanURL returns an address from outside as an absolute http or https address, resolved against base (may be empty),
// or "" when it is not one, carries credentials or is too long.
func CleanURL(base, raw string) string {
	raw = strings.TrimSpace(raw)
	if raw == "" || len(raw) > MaxAddress || strings.ContainsFunc(raw, forbiddenInAddress) {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	if b, err := url.Parse(base); err == nil && base != "" {
		u = b.ResolveReference(u)
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !validHost(u.Hostname()) {
		return ""
	}
	return u.String()
}

// PlainLinks finds the addresses written out in plain text, in order and each once. The text of a link is what stands before it, from the
// address before on, which is where people say what the address is; behind an address that begins its line it is what follows. An address
// that has a line to itself is what the line before it says, if that ends in a colon and is no heading of several.
func PlainLinks(text string) []media.Link {
	var links []media.Link
	seen := map[string]bool{}
	lines := strings.Split(strings.ReplaceAll(text, `\_`, "_"), "\n") // as Markdown writes it
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	for n, line := range lines {
		places := linkPattern.FindAllStringIndex(line, -1)
		for i, at := range places {
			address := CleanURL("", trimAddress(line[at[0]:at[1]]))
			if address == "" || seen[address] {
				continue
			}
			seen[address] = true
			said := labelOf(line, places, i)
			if said == "" && i == 0 {
				said = labelAbove(lines, n)
			}
			if links = append(links, media.Link{URL: address, Text: said}); len(links) == MaxLinks {
				return links
			}
		}
	}
	return links
}

// labelOf returns what a line says of its i-th address.
func labelOf(line string, places [][]int, i int) string {
	before, behind := 0, len(line)
	if i > 0 {
		before = places[i-1][1]
	}
	if i+1 < len(places) {
		behind = places[i+1][0]
	}
	if s := label(line[before:places[i][0]]); strings.ContainsFunc(s, unicode.IsLetter) || i > 0 {
		return s
	}
	return label(line[places[i][1]:behind])
}

// labelAbove returns what the line before line n says of the address that line n is, "" when it says nothing or is the heading of more
// addresses.
func labelAbove(lines []string, n int) string {
	if n == 0 || n+1 < len(lines) && linkPattern.MatchString(lines[n+1]) {
		return ""
	}
	above, colon := strings.CutSuffix(strings.TrimSpace(lines[n-1]), ":")
	if !colon || linkPattern.MatchString(above) {
		return ""
	}
	return label(above)
}

// label strips what joins a text to its address or to the one before: colons, dashes, brackets, "and".
func label(s string) string {
	s = strings.Trim(transcript.CleanText(s, MaxTitle), " ,;:-–—|•*()[]")
	for _, joint := range []string{"and ", "und ", "or ", "oder "} {
		s = strings.TrimPrefix(s, joint)
	}
	if open := strings.LastIndexByte(s, '('); open > 0 && !strings.Contains(s[open:], ")") {
		s = strings.TrimSpace(s[:open]) // "Arthur Whitney (wiki: https://..."
	}
	return s
}

// trimAddress cuts the punctuation that ends a sentence, not an address.
func trimAddress(s string) string {
	for s != "" {
		last := s[len(s)-1]
		if strings.IndexByte(".,;:!?*_", last) >= 0 ||
			last == ')' && strings.Count(s, ")") > strings.Count(s, "(") ||
			last == ']' && strings.Count(s, "]") > strings.Count(s, "[") {
			s = s[:len(s)-1]
			continue
		}
		break
	}
	return s
}

// PlainChapters reads the chapters people write into a description: at least three lines "0:00 Title" with rising
// times, the first at the start.
func PlainChapters(text string) []media.Chapter {
	var chapters []media.Chapter
	for line := range strings.Lines(text) {
		m := chapterPattern.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil || len(chapters) == MaxChapters {
			continue
		}
		start, ok := ClockTime(m[1])
		if !ok || len(chapters) == 0 && start != 0 || len(chapters) > 0 && start <= chapters[len(chapters)-1].Start {
			continue
		}
		chapters = append(chapters, media.Chapter{Start: start, Title: transcript.CleanText(m[2], MaxTitle)})
	}
	if len(chapters) < 3 {
		return nil
	}
	return chapters
}

// ClockTime reads "h:mm:ss", "mm:ss" or seconds, with an optional fraction, up to 100 hours.
func ClockTime(s string) (time.Duration, bool) {
	parts := strings.Split(strings.TrimSpace(s), ":")
	if len(parts) > 3 {
		return 0, false
	}
	var seconds float64
	for _, p := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if err != nil || !(n >= 0 && n < 360_000) {
			return 0, false
		}
		seconds = seconds*60 + n
	}
	if seconds >= 360_000 {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}
