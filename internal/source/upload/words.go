package upload

import (
	"strings"
	"unicode/utf8"

	"mentionary/internal/transcript"
)

const (
	wordySegments = 2.5   // fewer words a segment on average: the file has one segment per word
	mergedWords   = 20    // words of a merged cue
	mergedRunes   = 30    // at least so many when a sentence ends
	mergedGapMS   = 2_000 // a pause this long divides cues
)

// mergeWords joins the segments of files that hold one word per segment to cues of about a sentence.
func mergeWords(cues []transcript.Cue) []transcript.Cue {
	words := 0
	for _, c := range cues {
		words += len(strings.Fields(c.Text))
	}
	if len(cues) < 5 || float64(words) > wordySegments*float64(len(cues)) {
		return cues
	}
	var out []transcript.Cue
	var b strings.Builder
	count := 0
	for i, c := range cues {
		text := strings.TrimSpace(c.Text)
		if count > 0 && splitsHere(cues[i-1], c, b.String(), count) {
			out[len(out)-1].Text = b.String()
			b.Reset()
			count = 0
		}
		if count == 0 {
			out = append(out, c)
		} else {
			if !strings.ContainsRune(".,;:!?%)]}…", firstRune(text)) {
				b.WriteByte(' ')
			}
			out[len(out)-1].EndMS = max(out[len(out)-1].EndMS, c.EndMS)
		}
		b.WriteString(text)
		count++
	}
	out[len(out)-1].Text = b.String()
	return out
}

// splitsHere decides whether a new cue begins between two segments; text is what the cue holds so far.
func splitsHere(a, b transcript.Cue, text string, words int) bool {
	return a.Speaker != b.Speaker || words >= mergedWords || b.StartMS-a.EndMS > mergedGapMS ||
		utf8.RuneCountInString(text) >= mergedRunes && strings.ContainsRune(".?!…", lastRune(strings.TrimRight(text, `"'”’)`)))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
