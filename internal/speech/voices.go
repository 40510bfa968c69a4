package speech

import (
	"fmt"
	"regexp"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/transcript"
)

// label is what servers call voices that they have no name for.
var label = regexp.MustCompile(`(?i)^(speaker|spk|person|voice|participant|unknown|guest|host)?[\s_#-]*([a-z]|[0-9]{0,4})$`)

// isLabel reports whether a speaker is one that the server has no name for. The empty speaker is none.
func isLabel(speaker string) bool {
	if speaker == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(speaker)
	return label.MatchString(speaker) || unicode.IsLower(first) || !unicode.IsLetter(first)
}

// voices follows those who speak from piece to piece. The zero value has heard nobody.
type voices struct{ heard int }

// leastFollowed is how many words of an overlap must be said by the same two labels to take them for one voice.
const leastFollowed = 3

// follow gives the labels of right names that hold for all pieces: that of the voice which says the same words on the left side of the
// overlap (l, r and same, as they were aligned), or a new one. It returns a copy.
func (v *voices) follow(left, right []transcript.Cue, l, r []token, same []pair) []transcript.Cue {
	type both struct{ left, right string }
	words, ofLeft, ofRight := map[both]int{}, map[string]int{}, map[string]int{}
	for _, p := range same {
		b := both{left[l[p.l].cue].Speaker, right[r[p.r].cue].Speaker}
		words[b]++
		ofLeft[b.left]++
		ofRight[b.right]++
	}
	called := map[string]string{}
	for b, n := range words { // more than half of both: at most one for each label
		if b.left != "" && n >= leastFollowed && 2*n > ofLeft[b.left] && 2*n > ofRight[b.right] {
			called[b.right] = b.left
		}
	}
	out := append([]transcript.Cue(nil), right...)
	for i, c := range out {
		if !isLabel(c.Speaker) {
			continue
		}
		name, ok := called[c.Speaker]
		if !ok {
			v.heard++
			name = fmt.Sprintf("voice %d", v.heard)
			called[c.Speaker] = name
		}
		out[i].Speaker = name
	}
	return out
}
