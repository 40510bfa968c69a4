package demo

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Speech is timed at 150 words a minute, with a breath between speakers and a
// longer pause where a chapter begins.
const (
	wordTime     = time.Minute / 150
	turnPause    = 350 * time.Millisecond
	chapterPause = 2 * time.Second
)

// A cue ends at a sentence when it has cueSentence words, at a comma when it
// has cueComma, and anywhere at cueWords, unless the sentence is over within
// cueTail more words. The longest cue is thus 22 words, 8.8 seconds.
const (
	cueSentence = 6
	cueComma    = 12
	cueWords    = 18
	cueTail     = 4
)

// script is a parsed episode: what is said, when, and where chapters begin.
type script struct {
	cues     []cue
	chapters []chapter
}

// cue is a stretch of one speaker's words.
type cue struct {
	start, end time.Duration
	speaker    string // full name
	turn       bool   // the speaker begins to talk here
	words      []string
}

func (c cue) text() string { return strings.Join(c.words, " ") }

type chapter struct {
	start time.Duration
	title string
	url   string // may be empty
}

// spokenLine is "[mm:ss] Speaker: text"; the time is optional.
var spokenLine = regexp.MustCompile(`^(?:\[(\d{1,3}):([0-5]\d)\] )?(\pL+): (.+)$`)

// parseScript reads the hand-written form: a line for each turn, and
// "## Title" or "## Title | address" where a chapter begins. Speakers are
// named by the first name of one of the people. A time moves the clock
// forward, never back; without one a turn follows the one before it.
func parseScript(text string, people []person) (script, error) {
	names := make(map[string]string, len(people))
	for _, p := range people {
		first, _, _ := strings.Cut(p.Name, " ")
		names[first] = p.Name
	}

	var s script
	var clock time.Duration
	var opening *chapter // waits for the turn that gives it its time
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			title, url, _ := strings.Cut(heading, " | ")
			opening = &chapter{title: title, url: url}
			continue
		}
		match := spokenLine.FindStringSubmatch(line)
		if match == nil {
			return script{}, fmt.Errorf("line %d is neither a chapter nor \"Speaker: text\"", i+1)
		}
		speaker, ok := names[match[3]]
		if !ok {
			return script{}, fmt.Errorf("line %d: nobody in this episode is called %q", i+1, match[3])
		}
		switch {
		case match[1] != "":
			at := clockTime(match[1], match[2])
			if at < clock {
				return script{}, fmt.Errorf("line %d: %v lies before the end of the line before it, %v", i+1, at, clock)
			}
			clock = at
		case len(s.cues) == 0:
		case opening != nil:
			clock += chapterPause
		default:
			clock += turnPause
		}
		if opening != nil {
			opening.start = clock
			s.chapters = append(s.chapters, *opening)
			opening = nil
		}
		for j, words := range splitCues(strings.Fields(match[4])) {
			end := clock + time.Duration(len(words))*wordTime
			s.cues = append(s.cues, cue{start: clock, end: end, speaker: speaker, turn: j == 0, words: words})
			clock = end
		}
	}
	if len(s.cues) == 0 {
		return script{}, errors.New("nobody says anything")
	}
	return s, nil
}

// clockTime reads digits that spokenLine has already matched.
func clockTime(minutes, seconds string) time.Duration {
	m, _ := strconv.Atoi(minutes)
	s, _ := strconv.Atoi(seconds)
	return time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// splitCues divides a turn into cues short enough to be read.
func splitCues(words []string) [][]string {
	var cues [][]string
	start := 0
	for i, word := range words {
		n := i + 1 - start
		if endsSentence(word) && n >= cueSentence ||
			strings.HasSuffix(word, ",") && n >= cueComma ||
			n >= cueWords+cueTail ||
			n >= cueWords && !sentenceEndsWithin(words[i+1:], cueWords+cueTail-n) {
			cues = append(cues, words[start:i+1])
			start = i + 1
		}
	}
	if start < len(words) {
		cues = append(cues, words[start:])
	}
	return cues
}

func sentenceEndsWithin(words []string, n int) bool {
	for _, word := range words[:min(n, len(words))] {
		if endsSentence(word) {
			return true
		}
	}
	return false
}

func endsSentence(word string) bool { return strings.ContainsAny(word[len(word)-1:], ".!?") }
