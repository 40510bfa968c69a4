package transcript

// The rule of SPEC.md for the paragraphs of the transcript page.
const (
	paragraphCues  = 6
	paragraphGapMS = 30_000
)

// Paragraph is a stretch of cues that readers see as one, labeled with its start.
type Paragraph struct {
	FirstCue int
	LastCue  int // inclusive
	StartMS  int
}

// Paragraphs groups cues for reading: a new paragraph begins at cues 0, 6, 12, ... and wherever a cue starts more than 30
// seconds after the start of the cue before it.
func Paragraphs(cues []Cue) []Paragraph {
	var out []Paragraph
	for i, c := range cues {
		if i%paragraphCues == 0 || c.StartMS-cues[i-1].StartMS > paragraphGapMS {
			out = append(out, Paragraph{FirstCue: i, StartMS: c.StartMS})
		}
		out[len(out)-1].LastCue = i
	}
	return out
}
