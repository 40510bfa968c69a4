package openai

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"mentionary/internal/audio"
	"mentionary/internal/speech"
	"mentionary/internal/transcript"
)

// read makes of an answer what was heard in a piece. It reports whether it was a transcription at all.
func read(body []byte, piece audio.Piece) (speech.Heard, bool) {
	var a answer
	body = sentOnce(bytes.TrimSpace(body))
	if !bytes.HasPrefix(body, []byte("{")) || json.Unmarshal(body, &a) != nil {
		return speech.Heard{}, false
	}
	if a.Text == nil && !a.Segments.told && !a.Words.told {
		return speech.Heard{}, false
	}
	r := reader{from: piece.StartMS, to: piece.EndMS}
	if r.to <= r.from { // a file whose length could not be told: the server's word, as far as it goes
		r.to = r.from + max(0, milliseconds(a.Duration))
	}
	heard := speech.Heard{Language: a.language(), MS: r.to - r.from}
	lines := r.lines(a)
	if heard.Spread = len(lines) > 0 && r.spreads(lines); heard.Spread {
		heard.Cues = r.spread(lines)
	} else {
		heard.Cues = r.timed(lines)
	}
	heard.Cues = withoutLoops(heard.Cues)
	return heard, true
}

// sentOnce returns the first of two equal answers that came as one, else what came.
func sentOnce(body []byte) []byte {
	var first json.RawMessage
	if json.NewDecoder(bytes.NewReader(body)).Decode(&first) == nil && bytes.Equal(bytes.TrimSpace(body[len(first):]), first) {
		return first
	}
	return body
}

func milliseconds(n number) int {
	if !n.told {
		return -1
	}
	return int(math.Round(math.Max(-1, math.Min(n.value*1000, transcript.MaxDurationMS))))
}

// reader reads the lines of one answer; times are milliseconds within the episode.
type reader struct{ from, to int }

// line is something said, with its times where they can be true.
type line struct {
	text, speaker string
	start, end    int // -1: not told, or it cannot be
	words         []word
}

// Whisper's own bounds for taking a segment for no speech.
const (
	noSpeech   = 0.6
	noSpeechBy = -1.0
)

// lines are the segments of an answer; without any, words in groups; without any, its text as one.
func (r reader) lines(a answer) []line {
	var out []line
	known := map[segmentKey]bool{}
	for _, s := range a.Segments.parts {
		if key := s.key(); known[key] && s.Start.told && s.End.told {
			continue // told twice: nobody says the same twice at the same time
		} else {
			known[key] = true
		}
		if s.NoSpeech.told && s.Logprob.told && s.NoSpeech.value > noSpeech && s.Logprob.value < noSpeechBy {
			continue
		}
		l := line{text: clean(string(s.Text)), speaker: transcript.CleanText(string(s.Speaker), transcript.MaxSpeakerRunes), words: s.Words.parts}
		if l.text == "" {
			continue
		}
		l.start, l.end = r.time(s.Start), r.time(s.End)
		if l.words == nil {
			l.words = between(a.Words.parts, s)
		}
		out = append(out, l)
	}
	switch {
	case len(out) > 0 || len(a.Segments.parts) > 0:
		return r.rising(out)
	case len(a.Words.parts) > 0:
		return r.rising(r.grouped(a))
	case a.Text != nil && clean(*a.Text) != "":
		return []line{{text: clean(*a.Text), start: -1, end: -1}}
	}
	return nil
}

// aside is a line that only tells what else is to be heard: "[Music]", "(upbeat music)", "*laughs*", "♪ [applause] ♪". What stands in
// round brackets may be said, too, so only a few words of it are taken for such.
var aside = regexp.MustCompile(`^(?:\[[^\]]*\]|【[^】]*】|\*[^*]*\*|\([^\s)]*(?:\s+[^\s)]+){0,3}\s*\)|[\s\pP\pS]+)+$`)

// clean is text for a line: without what nobody says, such as notes alone.
func clean(s string) string {
	s = transcript.CleanText(s, 0)
	if aside.MatchString(s) {
		return ""
	}
	return s
}

// slack is how far out of the piece a time may lie and still mean its edge, in milliseconds.
const slack = 1_000

// time is a time within the episode, -1 when it is none within the piece.
func (r reader) time(n number) int {
	if !n.told || n.value < -1 || n.value > transcript.MaxDurationMS/1000 {
		return -1
	}
	ms := r.from + int(math.Round(n.value*1000))
	if ms < r.from-slack || ms > r.to+slack {
		return -1
	}
	return min(max(ms, r.from), r.to)
}

// between are the words that begin in a segment.
func between(words []word, s segment) []word {
	if !s.Start.told || !s.End.told {
		return nil
	}
	const tenth = 0.1
	from := 0
	for from < len(words) && words[from].Start.value < s.Start.value-tenth {
		from++
	}
	to := from
	for to < len(words) && words[to].Start.value < s.End.value {
		to++
	}
	return words[from:to]
}

// How many words without segments make a line, and which silence ends one, in seconds.
const (
	groupWords = 14
	groupGap   = 0.8
)

// grouped makes lines of words. Where the text has as many words as there are, theirs is the spelling: words come without
// punctuation.
func (r reader) grouped(a answer) []line {
	words := a.Words.parts
	spelled := make([]string, len(words))
	for i, w := range words {
		spelled[i] = w.said()
	}
	if a.Text != nil {
		if fields := strings.Fields(*a.Text); len(fields) == len(words) {
			spelled = fields
		}
	}
	var out []line
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && to-from < groupWords && !endsSentence(spelled[to-1]) &&
			words[to].Start.value-words[to-1].End.value < groupGap {
			to++
		}
		l := line{text: clean(strings.Join(spelled[from:to], " ")), start: r.time(words[from].Start), end: r.time(words[to-1].End)}
		if l.text != "" {
			l.words = words[from:to]
			out = append(out, l)
		}
		from = to
	}
	return out
}

// rising forgets times that run backwards.
func (r reader) rising(lines []line) []line {
	last := r.from
	for i := range lines {
		l := &lines[i]
		if l.start < last || l.end >= 0 && l.end < l.start {
			l.start, l.end = -1, -1
			continue
		}
		last = l.start
	}
	return lines
}

// spreads reports whether the times of lines are of no use: fewer than half are told.
func (r reader) spreads(lines []line) bool {
	told := 0
	for _, l := range lines {
		if l.start >= 0 {
			told++
		}
	}
	return 2*told < len(lines) || told == 0
}

// spread gives the sentences of all lines the piece's time, evenly by characters.
func (r reader) spread(lines []line) []transcript.Cue {
	var cues []transcript.Cue
	total, done := 0, 0
	for _, l := range lines {
		total += utf8.RuneCountInString(l.text)
	}
	for _, l := range lines {
		size := utf8.RuneCountInString(l.text)
		part := line{text: l.text, speaker: l.speaker, start: r.from + (r.to-r.from)*done/total}
		done += size
		part.end = r.from + (r.to-r.from)*done/total
		cues = append(cues, part.cues()...)
	}
	return cues
}

// timed makes cues of lines. A line without a time lies between its neighbors.
func (r reader) timed(lines []line) []transcript.Cue {
	var cues []transcript.Cue
	at := r.from
	for i, l := range lines {
		if l.start < 0 {
			l.start, l.words = at, nil
		}
		next := r.to
		for _, n := range lines[i+1:] {
			if n.start >= 0 {
				next = max(n.start, l.start)
				break
			}
		}
		if l.end < l.start {
			l.end = min(next, l.start+slowestMS*len(strings.Fields(l.text)))
		}
		at = l.end
		cues = append(cues, l.cues()...)
	}
	return cues
}

// slowestMS is what a word takes in a line that does not say when it ends.
const slowestMS = 400
