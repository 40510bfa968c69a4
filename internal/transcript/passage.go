package transcript

// Sizes of passages in words: long enough to mean something, short enough to link to.
const (
	passageWords    = 60
	maxPassageWords = 90
)

// Passages groups whole cues to stretches of about 60 to 90 words for search. From 60 words on a passage ends where the
// speaker changes or a sentence ends; it passes 90 only when a single cue does.
func Passages(cues []Cue) []Passage {
	doc := Layout(cues)
	var out []Passage
	first, size := 0, 0
	for i, c := range cues {
		size += CountWords(c.Text)
		if i+1 < len(cues) {
			next := cues[i+1]
			rounded := c.Speaker != next.Speaker || endsSentence(c.Text)
			if size+CountWords(next.Text) <= maxPassageWords && (size < passageWords || !rounded) {
				continue
			}
		}
		p := Passage{
			Index: len(out), FirstCue: first, LastCue: i, StartMS: cues[first].StartMS,
			Text: doc.Text[doc.starts[first]:doc.ends[i]],
		}
		for _, x := range cues[first : i+1] {
			p.EndMS = max(p.EndMS, x.EndMS)
		}
		out = append(out, p)
		first, size = i+1, 0
	}
	return out
}
