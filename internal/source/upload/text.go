package upload

import (
	"regexp"
	"strings"
	"unicode"

	"mentionary/internal/transcript"
)

// markBytes is how much of a line is searched for times and names.
const markBytes = 300

const (
	stampPattern = `\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`
	namePattern  = `[\p{Lu}\d][^\[\]():<>"!?]{0,59}?`
)

var (
	markdownLink = regexp.MustCompile(`\[([^\[\]]*)\]\(https?://[^\s()]*\)`)
	// "Ann (00:01:02): text", "[Ann] [00:03] text", "(00:12) text"
	bracketed = regexp.MustCompile(`^(?:\[?(` + namePattern + `)\]?\s*)?[\[(](` + stampPattern + `)[\])]\s*:?\s*(.*)$`)
	// "00:00:09 text", "00:09" alone, "00:09 - text"
	leading = regexp.MustCompile(`^(` + stampPattern + `)(?:\s*[-–:]\s+|\s+|$)(.*)$`)
	// "Ann  0:12" alone on its line
	trailing = regexp.MustCompile(`^(` + namePattern + `)\s+(` + stampPattern + `)$`)
	// "Ann: text", "Ann:" alone
	colon = regexp.MustCompile(`^(` + namePattern + `):(?:\s+|$)(.*)$`)
)

// mark is what stands in front of the words of a line.
type mark struct {
	speaker string
	start   int // -1: no time
	end     int // 0: not given
	text    string
}

// parseText reads plain text and Markdown: paragraphs divided by blank lines, with the names and times that transcripts
// carry at the beginning of lines when there are any. Front matter and headings of Markdown are left out.
func parseText(text string) (transcript.Transcript, error) {
	speakers := regularSpeakers(text)
	var p textParser
	in := newLines(text)
	for in.next() {
		if in.number == 1 && strings.TrimSpace(in.text) == "---" {
			skipFrontMatter(in)
			continue
		}
		if blank(in.text) {
			p.endParagraph()
			continue
		}
		if isHeading(in.text) {
			p.endParagraph()
			continue
		}
		p.line(readMark(in.text, speakers))
		if len(p.cues) > maxRawCues {
			return transcript.Transcript{}, tooManyCues()
		}
	}
	p.endParagraph()
	return transcript.Transcript{Cues: p.timed()}, nil
}

// skipFrontMatter goes to the closing line of the front matter; without one within 200 lines nothing is skipped.
func skipFrontMatter(in *lines) {
	look := *in
	for look.next() && look.number < 200 {
		if strings.TrimSpace(look.text) == "---" {
			*in = look
			return
		}
	}
}

func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	n := len(line) - len(rest)
	return n > 0 && n <= 6 && (rest == "" || rest[0] == ' ')
}

// plainLine takes the Markdown off the beginning of a line: links around times and emphasis around names.
func plainLine(line string) (head, tail string) {
	line = strings.TrimSpace(line)
	head, tail = line[:min(len(line), markBytes)], line[min(len(line), markBytes):]
	if strings.Contains(head, "](") {
		head = markdownLink.ReplaceAllString(head, "$1")
	}
	if strings.HasPrefix(head, "**") || strings.HasPrefix(head, "__") {
		if i := strings.Index(head[2:], head[:2]); i > 0 {
			head = head[2:2+i] + head[4+i:]
		}
	}
	return head, tail
}

// readMark reads names and times at the beginning of a line. speakers are the names that count without a time.
func readMark(line string, speakers map[string]bool) mark {
	head, tail := plainLine(line)
	if start, end, rest, ok := parseBracketRange(head); ok {
		name, text := speakerOf(rest, speakers)
		return mark{speaker: name, start: start, end: end, text: text + tail}
	}
	if m := bracketed.FindStringSubmatch(head); m != nil && (m[1] == "" || isName(m[1])) {
		if at, ok := parseStamp(m[2]); ok {
			name, text := speakerOf(m[3], speakers)
			if m[1] != "" {
				name, text = m[1], m[3]
			}
			return mark{speaker: name, start: at, text: text + tail}
		}
	}
	if m := leading.FindStringSubmatch(head); m != nil {
		if at, ok := parseStamp(m[1]); ok {
			name, text := speakerOf(m[2], speakers)
			return mark{speaker: name, start: at, text: text + tail}
		}
	}
	if m := trailing.FindStringSubmatch(head); m != nil && tail == "" && isName(m[1]) {
		if at, ok := parseStamp(m[2]); ok {
			return mark{speaker: m[1], start: at}
		}
	}
	name, text := speakerOf(head, speakers)
	return mark{speaker: name, start: -1, text: text + tail}
}

// speakerOf splits "Ann: text" and "[Ann] text" when Ann is one of the speakers.
func speakerOf(s string, speakers map[string]bool) (name, text string) {
	if name, text := splitSpeaker(s); name != "" && speakers[name] {
		return name, text
	}
	return "", s
}

func splitSpeaker(s string) (name, text string) {
	if strings.HasPrefix(s, "[") {
		if inner, rest, found := strings.Cut(s[1:], "]"); found && isName(inner) {
			return inner, strings.TrimLeft(rest, ": ")
		}
		return "", s
	}
	if !strings.Contains(s, ":") { // most lines, and the pattern takes long to see it
		return "", s
	}
	if m := colon.FindStringSubmatch(s); m != nil && isName(m[1]) {
		return m[1], m[2]
	}
	return "", s
}

// regularSpeakers finds the names that stand in front of a colon (or in brackets) again and again: at least twice each,
// and together in front of every tenth paragraph. "Note: ..." once is text.
func regularSpeakers(text string) map[string]bool {
	counts, paragraphs := nameCounts{}, 0
	afterBlank := true
	for in := newLines(text); in.next(); {
		if blank(in.text) {
			afterBlank = true
			continue
		}
		if afterBlank {
			paragraphs++
		}
		afterBlank = false
		head, _ := plainLine(in.text)
		if m := leading.FindStringSubmatch(head); m != nil {
			head = m[2]
		} else if m := bracketed.FindStringSubmatch(head); m != nil && m[1] == "" {
			head = m[3]
		}
		counts.add(head)
	}
	return counts.regular(paragraphs, 10)
}

// isName reports whether s looks like a person or a role: one to five words that begin with a capital or a digit, small
// words between them aside.
func isName(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	for i, w := range words {
		first := firstRune(strings.TrimLeft(w, `'"“‘`))
		small := w == "de" || w == "da" || w == "der" || w == "den" || w == "van" || w == "von" || w == "la" || w == "del" ||
			w == "el" || w == "al" || w == "bin" || w == "ten" || w == "and" || w == "&"
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) && !unicode.In(first, unicode.Lo) && (!small || i == 0) {
			return false
		}
	}
	return !digits(strings.ReplaceAll(s, " ", ""))
}
