package upload

import (
	"strconv"
	"strings"

	"mentionary/internal/transcript"
)

// parseTSV reads the tables Whisper writes: start, end (both milliseconds) and text, divided by tabs.
func parseTSV(text string) (transcript.Transcript, error) {
	var t transcript.Transcript
	in := newLines(text)
	for in.next() {
		if blank(in.text) || strings.HasPrefix(strings.ToLower(in.text), "start\t") {
			continue
		}
		columns := strings.SplitN(in.text, "\t", 3)
		if len(columns) < 3 {
			return t, broken(in.number, "a line needs start, end and text, divided by tabs.")
		}
		start, ok1 := parseMillis(columns[0])
		end, ok2 := parseMillis(columns[1])
		if !ok1 || !ok2 {
			return t, broken(in.number, "start and end should be whole milliseconds.")
		}
		if t.Cues = append(t.Cues, transcript.Cue{StartMS: start, EndMS: end, Text: columns[2]}); len(t.Cues) > maxRawCues {
			return t, tooManyCues()
		}
	}
	return t, nil
}

func parseMillis(s string) (int, bool) {
	s = strings.TrimSpace(s)
	if !digits(s) || len(s) > 10 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
