package transcript

import "strings"

const (
	// maxOverlapWords bounds the comparison of neighbors; rolling captions repeat a line or two.
	maxOverlapWords = 40
	// rollingShare is the share of neighbors that must overlap before a transcript counts as rolling. People repeat
	// themselves now and then; only machines do it in every third cue.
	rollingShare = 0.3
)

// unroll removes what automatic captions repeat: every cue shows the line before once more and adds one, with cues of a few
// milliseconds in between that only repeat. Words that the cue before ended with are removed from the beginning of a cue;
// a cue with nothing new is dropped and lends its time to the one before. It counts changed and dropped cues and leaves
// transcripts alone that do not roll.
func unroll(cues []Cue) ([]Cue, int) {
	if !rolls(cues) {
		return cues, 0
	}
	out := make([]Cue, 0, len(cues))
	changed := 0
	var before []string
	for i, c := range cues {
		words := strings.Fields(c.Text)
		k := 0
		if i > 0 && cues[i-1].Speaker == c.Speaker {
			k = overlap(before, words)
		}
		before = words
		if k > 0 {
			changed++
		}
		if k > 0 && k == len(words) {
			last := &out[len(out)-1]
			last.EndMS = max(last.EndMS, c.EndMS)
			continue
		}
		c.Text = strings.Join(words[k:], " ")
		out = append(out, c)
	}
	return out, changed
}

// rolls reports whether enough neighbors overlap by two words or more.
func rolls(cues []Cue) bool {
	if len(cues) < 3 {
		return false
	}
	pairs := 0
	before := strings.Fields(cues[0].Text)
	for _, c := range cues[1:] {
		words := strings.Fields(c.Text)
		if overlap(before, words) >= 2 {
			pairs++
		}
		before = words
	}
	return float64(pairs) >= rollingShare*float64(len(cues)-1)
}

// overlap is the number of words that end a and begin b, at most maxOverlapWords.
func overlap(a, b []string) int {
	for k := min(len(a), len(b), maxOverlapWords); k > 0; k-- {
		tail := a[len(a)-k:]
		i := 0
		for i < k && tail[i] == b[i] {
			i++
		}
		if i == k {
			return k
		}
	}
	return 0
}
