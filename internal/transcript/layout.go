package transcript

import (
	"sort"
	"strings"
)

// Document is a transcript laid out as one text. Offsets are bytes in Text; stored mentions point into it, so the layout
// must never change for the same cues.
type Document struct {
	Text string

	starts []int // offset of each cue
	ends   []int
}

// Layout joins the cues' texts by a single space, or by a newline where the speaker changes.
func Layout(cues []Cue) Document {
	size := 0
	for _, c := range cues {
		size += len(c.Text) + 1
	}
	var b strings.Builder
	b.Grow(size)
	d := Document{starts: make([]int, len(cues)), ends: make([]int, len(cues))}
	for i, c := range cues {
		if i > 0 {
			if c.Speaker != cues[i-1].Speaker {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
		}
		d.starts[i] = b.Len()
		b.WriteString(c.Text)
		d.ends[i] = b.Len()
	}
	d.Text = b.String()
	return d
}

// Len is the number of cues.
func (d Document) Len() int { return len(d.starts) }

// CueAt is the index of the cue that holds the byte at offset. The joint after a cue belongs to that cue; offsets outside
// the text give the first or the last cue. It is -1 for a document without cues.
func (d Document) CueAt(offset int) int {
	if len(d.starts) == 0 {
		return -1
	}
	return max(0, sort.SearchInts(d.starts, offset+1)-1)
}

// CueSpan is where cue i lies in Text: Text[start:end] is the cue's text. It is 0, 0 for an index that does not exist.
func (d Document) CueSpan(i int) (start, end int) {
	if i < 0 || i >= len(d.starts) {
		return 0, 0
	}
	return d.starts[i], d.ends[i]
}
