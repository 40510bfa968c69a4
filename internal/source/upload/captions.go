package upload

import (
	"strings"

	"mentionary/internal/transcript"
)

const badTiming = `the line should say when the cue starts and ends, like "00:01:02.500 --> 00:01:04.000".`

// timings counts the timing lines of a file. Single broken lines are passed over; a file with more broken than good lines
// is refused with the first of them.
type timings struct {
	good, bad int
	firstBad  int
}

func (c *timings) add(ok bool, line int) {
	if ok {
		c.good++
		return
	}
	if c.bad++; c.bad == 1 {
		c.firstBad = line
	}
}

func (c *timings) err() error {
	if c.bad > c.good {
		return broken(c.firstBad, badTiming)
	}
	return nil
}

// parseVTT reads WebVTT: blocks divided by blank lines. A block without a timing line (NOTE, STYLE, REGION) says nothing;
// hours are optional, settings and identifiers are ignored.
func parseVTT(text string) (transcript.Transcript, error) {
	var t transcript.Transcript
	var count timings
	in := newLines(text)
	header := true
	open := false // inside the text of a cue
	start, end := 0, 0
	var body strings.Builder
	flush := func() {
		if open {
			t.Cues = appendCue(t.Cues, start, end, body.String())
		}
		open = false
		body.Reset()
	}
	for in.next() {
		switch {
		case in.text == "": // a line of one space does not end a cue: YouTube's automatic captions are full of them
			flush()
			header = false
		case strings.Contains(in.text, "-->"):
			flush()
			header = false
			var ok bool
			start, end, ok = parseTiming(in.text)
			count.add(ok, in.number)
			open = ok
		case open:
			body.WriteString(in.text)
			body.WriteByte('\n')
		case header:
			if key, value, found := strings.Cut(in.text, ":"); found && strings.EqualFold(key, "language") {
				t.Language = Language(value)
			}
		}
		if len(t.Cues) > maxRawCues {
			return t, tooManyCues()
		}
	}
	flush()
	if len(t.Cues) > maxRawCues {
		return t, tooManyCues()
	}
	return t, count.err()
}

// parseSRT reads SubRip: a number, a timing line, text. Text may hold blank lines; a line of digits right above a timing
// line is the number of the next cue when the first cue has one.
func parseSRT(text string) (transcript.Transcript, error) {
	var t transcript.Transcript
	var count timings
	in := newLines(text)
	start, end := 0, 0
	open, numbered := false, false
	before := "" // the line that was read last; it may turn out to be a number
	var body strings.Builder
	for in.next() {
		if !strings.Contains(in.text, "-->") {
			if open && before != "" {
				body.WriteString(before)
				body.WriteByte('\n')
			}
			before = strings.TrimSpace(in.text)
			if before == "" {
				body.WriteByte('\n')
			}
			continue
		}
		isNumber := digits(before)
		if count.good == 0 {
			numbered = isNumber
		}
		if open {
			if !isNumber || !numbered {
				body.WriteString(before)
			}
			t.Cues = appendCue(t.Cues, start, end, body.String())
		}
		body.Reset()
		before = ""
		start, end, open = parseTiming(in.text)
		count.add(open, in.number)
		if len(t.Cues) > maxRawCues {
			return t, tooManyCues()
		}
	}
	if open {
		body.WriteString(before)
		t.Cues = appendCue(t.Cues, start, end, body.String())
	}
	if len(t.Cues) > maxRawCues {
		return t, tooManyCues()
	}
	return t, count.err()
}
