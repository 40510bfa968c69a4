package upload

import (
	"strings"

	"mentionary/internal/transcript"
)

const (
	longParagraph = 80 // words; longer ones are cut at sentence ends
	pieceWords    = 60
	msPerWord     = 400 // an easy pace of speech, for text after the last time
)

// textParser turns the marked lines of a text file into cues, one per paragraph.
type textParser struct {
	cues    []transcript.Cue
	stamped []bool // cue i carries a time of its own
	body    strings.Builder
	current mark // of the paragraph in body
	open    bool
	speaker string // stays until the next name
}

func (p *textParser) line(m mark) {
	if m.speaker != "" || m.start >= 0 {
		// A name and a time on two lines in a row belong together.
		if p.open && blank(p.body.String()) {
			if m.speaker == "" {
				m.speaker = p.current.speaker
			}
			if m.start < 0 {
				m.start = p.current.start
			}
		}
		p.finish()
		p.current, p.open = m, true
		if m.speaker != "" {
			p.speaker = m.speaker
		}
	} else if !p.open {
		p.current, p.open = mark{start: -1}, true
	}
	if p.body.Len() > 0 {
		p.body.WriteByte(' ')
	}
	p.body.WriteString(strings.TrimSpace(m.text))
}

// endParagraph is called at blank lines. A mark without words yet waits for the next paragraph.
func (p *textParser) endParagraph() {
	if p.open && blank(p.body.String()) {
		return
	}
	p.finish()
}

func (p *textParser) finish() {
	text := p.body.String()
	p.body.Reset()
	if !p.open || blank(text) {
		p.open = false
		return
	}
	p.open = false
	c := transcript.Cue{StartMS: max(0, p.current.start), EndMS: p.current.end, Speaker: p.speaker, Text: text}
	for i, piece := range splitSpeech(c) {
		p.cues = append(p.cues, piece)
		p.stamped = append(p.stamped, i == 0 && p.current.start >= 0)
	}
}

// timed gives times to the cues between two stamps in proportion to their length, and to those after the last stamp by
// the pace of speech. Text without any stamp stays without times.
func (p *textParser) timed() []transcript.Cue {
	first := 0
	for first < len(p.cues) && !p.stamped[first] {
		first++
	}
	if first == len(p.cues) {
		return p.cues
	}
	if first > 0 {
		p.stamped[0] = true // what comes before the first stamp begins at 0
	}
	for i := 0; i < len(p.cues); {
		j, length := i+1, len(p.cues[i].Text)
		for j < len(p.cues) && !p.stamped[j] {
			length += len(p.cues[j].Text)
			j++
		}
		p.share(i, j, length)
		i = j
	}
	return p.cues
}

// share gives cues i to j-1 their part of the time between the stamp of i and the stamp of j.
func (p *textParser) share(i, j, length int) {
	start := p.cues[i].StartMS
	var end int
	switch {
	case p.cues[i].EndMS > start:
		end = p.cues[i].EndMS
	case j < len(p.cues):
		end = max(start, p.cues[j].StartMS)
	default:
		words := 0
		for _, c := range p.cues[i:j] {
			words += transcript.CountWords(c.Text)
		}
		end = start + msPerWord*words
	}
	done := 0
	for k := i; k < j; k++ {
		p.cues[k].StartMS = start + (end-start)*done/length
		done += len(p.cues[k].Text)
		p.cues[k].EndMS = start + (end-start)*done/length
	}
}

// splitSpeech cuts a long paragraph at sentence ends to cues of about pieceWords words, so that search and evidence can
// point into it. Times are not shared here.
func splitSpeech(c transcript.Cue) []transcript.Cue {
	if len(c.Text) < longParagraph*2 || transcript.CountWords(c.Text) <= longParagraph {
		return []transcript.Cue{c}
	}
	var out []transcript.Cue
	text, words, from := c.Text, 0, 0
	for i := 0; i < len(text); i++ {
		if text[i] != ' ' && text[i] != '\n' {
			continue
		}
		words++
		ended := strings.ContainsRune(".?!…", lastRune(strings.TrimRight(text[from:i], `"'”’) `)))
		if words >= pieceWords/2 && ended || words >= pieceWords*2 {
			out = append(out, transcript.Cue{StartMS: c.StartMS, EndMS: c.EndMS, Speaker: c.Speaker, Text: text[from:i]})
			from, words = i+1, 0
		}
	}
	if from < len(text) {
		out = append(out, transcript.Cue{StartMS: c.StartMS, EndMS: c.EndMS, Speaker: c.Speaker, Text: text[from:]})
	}
	return out
}
