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
	counts := nameCounts{}
	for _, c := range cues {
		if c.Speaker != "" {
			return nil
		}
		counts.add(c.Text)
	}
	return counts.regular(len(cues), labelEvery)
}

// nameCounts counts the names that texts begin with; after a thousand, only those that it knows.
type nameCounts map[string]int

func (n nameCounts) add(text string) {
	if name, _ := splitSpeaker(text); name != "" && (n[name] > 0 || len(n) < 1000) {
		n[name]++
	}
}

// regular returns the names that come at least twice, none when together they begin less than one in every so many texts.
func (n nameCounts) regular(texts, every int) map[string]bool {
	speakers, turns := map[string]bool{}, 0
	for name, times := range n {
		if times >= 2 {
			speakers[name] = true
			turns += times
		}
	}
	if turns*every < texts {
		return nil
	}
	return speakers
}
