package transcript

import "strings"

// leadBytes bounds the lead of a chunk: a long sentence.
const leadBytes = 200

// WithLead returns a chunk that begins with the sentence before it, as far as it fits into 200 bytes: chunks for readers that need to
// know what was being talked about, and may find a name that the cut went through. Index, cues and hash stay those of the chunk.
func (d Document) WithLead(c Chunk) Chunk {
	if c.Start == 0 {
		return c
	}
	joint := c.Start - 1
	from := max(0, joint-leadBytes)
	before := d.Text[from:joint]
	at := sentenceStart(before)
	if at < 0 && from > 0 {
		at = strings.IndexByte(before, ' ') + 1 // the first whole word
		if at == 0 {
			return c
		}
	}
	c.Start = from + max(0, at)
	c.Text = d.Text[c.Start:c.End]
	return c
}

// sentenceStart returns where the last sentence or the last speaker's part of a text begins, -1 when the text may begin inside it.
func sentenceStart(text string) int {
	for i := len(text) - 2; i > 0; i-- {
		if text[i] == '\n' || text[i] == ' ' && endsSentence(text[:i]) {
			return i + 1
		}
	}
	return -1
}
