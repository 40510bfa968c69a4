package demo

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// captionWords is how many words a line of automatic captions holds.
const captionWords = 7

// settle is the length of the cue that repeats a finished line alone, as
// video sites emit it between two rolling lines.
const settle = 10 * time.Millisecond

// heard is a word as a recognizer writes it, with the time it begins.
type heard struct {
	word string
	at   time.Duration
}

// renderCaptions writes the cues the way automatic captions come: no
// speakers, no capitals, no punctuation, and lines that roll. Each cue shows
// the line before above the one that is being spoken, whose words carry their
// times; a very short cue then repeats the finished line alone. Whoever reads
// such a file meets every line three times.
func renderCaptions(cues []cue, language string) []byte {
	var words []heard
	var end time.Duration
	for _, c := range cues {
		for i, spoken := range c.words {
			for _, word := range bareWords(spoken) {
				words = append(words, heard{word, c.start + time.Duration(i)*wordTime})
			}
		}
		end = c.end
	}

	var b strings.Builder
	fmt.Fprintf(&b, "WEBVTT\nKind: captions\nLanguage: %s\n", language)
	above := " "
	for i := 0; i < len(words); i += captionWords {
		line := words[i:min(i+captionWords, len(words))]
		lineEnd := end
		if next := i + captionWords; next < len(words) {
			lineEnd = words[next].at
		}
		timed, plain := captionLine(line)
		fmt.Fprintf(&b, "\n%s --> %s align:start position:0%%\n%s\n%s\n",
			clock(line[0].at, "."), clock(lineEnd-settle, "."), above, timed)
		fmt.Fprintf(&b, "\n%s --> %s align:start position:0%%\n%s\n \n",
			clock(lineEnd-settle, "."), clock(lineEnd, "."), plain)
		above = plain
	}
	return []byte(b.String())
}

// captionLine writes a line with the time of each word after the first, and
// the same line without times.
func captionLine(line []heard) (timed, plain string) {
	var withTimes, words strings.Builder
	for i, h := range line {
		word := vttEscape.Replace(h.word)
		if i == 0 {
			withTimes.WriteString(word)
			words.WriteString(word)
			continue
		}
		fmt.Fprintf(&withTimes, "<%s><c> %s</c>", clock(h.at, "."), word)
		words.WriteString(" " + word)
	}
	return withTimes.String(), words.String()
}

// bareWords lowers a word and drops its punctuation; "sixty-four" becomes two
// words, and an apostrophe inside a word stays.
func bareWords(word string) []string {
	parts := strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
	bare := parts[:0]
	for _, part := range parts {
		if part = strings.Trim(part, "'"); part != "" {
			bare = append(bare, part)
		}
	}
	return bare
}
