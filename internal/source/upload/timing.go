package upload

import (
	"strconv"
	"strings"
)

// parseStamp reads a time: [[h:]m:]s with an optional fraction after a point or comma, in milliseconds. Minutes and
// seconds above 59 are allowed only in the first place (75:12 is common, 1:75:12 is not a time).
func parseStamp(s string) (ms int, ok bool) {
	s = strings.TrimSuffix(strings.TrimSpace(s), "s")
	if s == "" || len(s) > 24 {
		return 0, false
	}
	whole, fraction := s, ""
	if i := strings.IndexAny(s, ".,"); i >= 0 {
		whole, fraction = s[:i], s[i+1:]
		if fraction == "" || !digits(fraction) {
			return 0, false
		}
	}
	parts := strings.Split(whole, ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := 0
	for i, p := range parts {
		if !digits(p) || len(p) > 7 || i > 0 && len(p) > 2 {
			return 0, false
		}
		n, _ := strconv.Atoi(p) // digits only
		if i > 0 && n > 59 {
			return 0, false
		}
		total = total*60 + n
	}
	n, _ := strconv.Atoi((fraction + "000")[:3]) // digits only
	return total*1000 + n, true
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// parseTiming reads the line above a cue: "start --> end settings". What stands in front of the start (a number on the
// same line) and brackets around the times are ignored.
func parseTiming(line string) (start, end int, ok bool) {
	left, right, found := strings.Cut(line, "-->")
	if !found {
		return 0, 0, false
	}
	before, after := strings.Fields(left), strings.Fields(right)
	if len(before) == 0 || len(after) == 0 {
		return 0, 0, false
	}
	start, ok1 := parseStamp(strings.TrimLeft(before[len(before)-1], "[("))
	end, ok2 := parseStamp(strings.TrimRight(after[0], ")]"))
	return start, end, ok1 && ok2
}

// parseBracketRange reads "[start --> end] text", as Whisper prints it.
func parseBracketRange(line string) (start, end int, rest string, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] != '[' && line[0] != '(' {
		return 0, 0, "", false
	}
	inner, rest, found := strings.Cut(line[1:], closing(line[0]))
	if !found || len(inner) > 80 {
		return 0, 0, "", false
	}
	for _, arrow := range []string{"-->", "->", "–", "—", "-"} {
		left, right, found := strings.Cut(inner, arrow)
		if !found {
			continue
		}
		start, ok1 := parseStamp(left)
		end, ok2 := parseStamp(right)
		// Two plain numbers with a dash between them are as likely years or scores.
		if ok1 && ok2 && (strings.Contains(arrow, ">") || strings.Contains(left, ":")) {
			return start, end, strings.TrimSpace(rest), true
		}
		return 0, 0, "", false
	}
	return 0, 0, "", false
}

func closing(open byte) string {
	if open == '[' {
		return "]"
	}
	return ")"
}
