package upload

import (
	"slices"

	"mentionary/internal/transcript"
)

// labelEvery is the least share of cues that begin with a speaker's name where captions carry names: one in 25. Names stand
// where the speaker changes, so long turns make them rare.
const labelEvery = 25

// takeLabels turns "Ann Lee: text" at the beginning of cues into speakers. A name holds until the next one. Names count
// when they come at least twice each and are not rare, so that "Note: ..." stays text; captions that name their speakers
// in another way are left alone.
func takeLabels(cues []transcript.Cue) []transcript.Cue {
	speakers := labels(cues)
	if len(speakers) == 0 {
		return cues
	}
	current := ""
	for i := range cues {
		if name, text := speakerOf(cues[i].Text, speakers); name != "" {
			current, cues[i].Text = name, text
		}
		cues[i].Speaker = current
	}
	return slices.DeleteFunc(cues, func(c transcript.Cue) bool { return c.Text == "" }) // a name alone
}

// labels finds the names that stand before a colon again and again.
func labels(cues []transcript.Cue) map[string]bool {
	counts := map[string]int{}
	for _, c := range cues {
		if c.Speaker != "" {
			return nil
		}
		if name, _ := splitSpeaker(c.Text); name != "" && (counts[name] > 0 || len(counts) < 1000) {
			counts[name]++
		}
	}
	speakers, turns := map[string]bool{}, 0
	for name, n := range counts {
		if n >= 2 {
			speakers[name] = true
			turns += n
		}
	}
	if turns*labelEvery < len(cues) {
		return nil
	}
	return speakers
}
