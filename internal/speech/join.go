package speech

import (
	"strings"

	"github.com/agext/levenshtein"

	"mentionary/internal/audio"
	"mentionary/internal/transcript"
)

// Join makes one transcript of what was heard in pieces that overlap; heard[i] belongs to pieces[i]. No word is lost or
// doubled where they overlap, and times never run backwards.
//
// Where two pieces overlap, the end of one and the beginning of the next are aligned word by word: equal and similar words
// at about the same time are the same word. The cut is at the one nearest to the middle of the overlap, because the words
// at the edges of a piece are the ones that are misheard. Where nothing is found again, the middle of the overlap decides.
//
// A voice without a name is called the same in all pieces in which it could be followed over an overlap; see NameVoices.
func Join(pieces []audio.Piece, heard []Heard) transcript.Transcript {
	out := transcript.Transcript{Origin: transcript.Speech, Language: languageOf(heard)}
	var before audio.Piece
	var voices voices
	spread := false
	for i, p := range pieces[:min(len(heard), len(pieces))] {
		h := heard[i]
		s := seam{from: p.StartMS, to: before.EndMS, drift: driftTold, least: leastTold}
		if spread || h.Spread {
			s.drift = driftGuessed
		}
		out.Cues = s.join(out.Cues, h.Cues, &voices)
		before, spread = p, h.Spread
	}
	forward(out.Cues)
	return out
}

// languageOf is the language in which most was heard.
func languageOf(heard []Heard) string {
	ms, best := map[string]int{}, ""
	for _, h := range heard {
		if h.Language == "" {
			continue
		}
		ms[h.Language] += h.MS + 1
		if best == "" || ms[h.Language] > ms[best] {
			best = h.Language
		}
	}
	return best
}

// forward makes times rise.
func forward(cues []transcript.Cue) {
	for i := range cues {
		if i > 0 {
			cues[i].StartMS = max(cues[i].StartMS, cues[i-1].StartMS)
		}
		cues[i].EndMS = max(cues[i].EndMS, cues[i].StartMS)
	}
}

// seam is where two pieces overlap, in milliseconds.
type seam struct {
	from, to int
	drift    int     // how much later or earlier the same word may be on the other side
	least    float64 // what an alignment must be worth
}

const (
	driftTold    = 1_200
	driftGuessed = 60_000
	leastTold    = 0.5
	leastGuessed = 2 // a phrase: within a minute, some words come again by themselves
	maxAligned   = 400
)

// join appends what the right piece adds to the left ones. It may change left. Words are looked for at their times; where
// both sides say something else at the same time, further away: times may be guessed.
func (s seam) join(left, right []transcript.Cue, voices *voices) []transcript.Cue {
	last := lastCues(left, s.from-s.drift)
	l, r := s.endOf(tokensOf(last)), s.beginningOf(tokensOf(right))
	same := s.align(l, r)
	keepLeft, dropRight, sure := s.cut(l, r, same)
	if !sure && s.drift < driftGuessed {
		s.drift, s.least = driftGuessed, leastGuessed
		return s.join(left, right, voices)
	}
	right = voices.follow(last, right, l, r, same)
	if keepLeft < len(l) {
		left = endBefore(left, len(left)-len(last), l, keepLeft)
	}
	if dropRight > 0 {
		right = beginAfter(right, r, dropRight)
	}
	return append(left, right...)
}

// lastCues are the cues that end after a time, and all that follow the first of them.
func lastCues(cues []transcript.Cue, ms int) []transcript.Cue {
	i := len(cues)
	for i > 0 && cues[i-1].EndMS >= ms && len(cues)-i < maxAligned {
		i--
	}
	return cues[i:]
}

func (s seam) endOf(l []token) []token {
	i := len(l)
	for i > 0 && l[i-1].ms >= s.from-s.drift && len(l)-i < maxAligned {
		i--
	}
	return l[i:]
}

func (s seam) beginningOf(r []token) []token {
	i := 0
	for i < len(r) && r[i].ms <= s.to+s.drift && i < maxAligned {
		i++
	}
	return r[:i]
}

// cut says how many words of l to keep, and how many of r to drop; sure is false where only time could decide.
func (s seam) cut(l, r []token, same []pair) (keepLeft, dropRight int, sure bool) {
	middle := (s.from + s.to) / 2
	if len(same) > 0 {
		best := same[0]
		for _, p := range same[1:] {
			if distance(l[p.l].ms, middle) < distance(l[best.l].ms, middle) {
				best = p
			}
		}
		return best.l + 1, best.r + 1, true
	}
	if !s.holds(l) || !s.holds(r) {
		return len(l), 0, true // only one side said something there
	}
	for keepLeft < len(l) && l[keepLeft].ms < middle {
		keepLeft++
	}
	for dropRight < len(r) && r[dropRight].ms < middle {
		dropRight++
	}
	return keepLeft, dropRight, false
}

// holds reports whether a word lies in the overlap.
func (s seam) holds(words []token) bool {
	for _, w := range words {
		if w.ms >= s.from && w.ms <= s.to {
			return true
		}
	}
	return false
}

func distance(a, b int) int { return max(a-b, b-a) }

// pair is a word of the left side that is one of the right side.
type pair struct{ l, r int }

// What an alignment is worth: words found again count, more the closer they are in time.
const (
	sameWord    = 1.0
	similarWord = 0.6
	farWord     = 0.4 // taken off for the greatest drift
	otherWord   = -0.7
	missedWord  = -0.5
	likeness    = 0.7
)

// The ways to a field of an alignment.
const (
	both byte = iota // a word of each side
	onlyLeft
	onlyRight
)

// align finds the words that both sides heard: the best alignment of an end of l with a beginning of r.
func (s seam) align(l, r []token) []pair {
	worth, way := make([][]float64, len(l)+1), make([][]byte, len(l)+1)
	for i := range worth {
		worth[i], way[i] = make([]float64, len(r)+1), make([]byte, len(r)+1)
	}
	for j := 1; j <= len(r); j++ {
		worth[0][j] = missedWord * float64(j)
	}
	for i := 1; i <= len(l); i++ {
		for j := 1; j <= len(r); j++ {
			best, from := worth[i-1][j-1]+s.worth(l[i-1], r[j-1]), both
			if other := worth[i-1][j] + missedWord; other > best {
				best, from = other, onlyLeft
			}
			if other := worth[i][j-1] + missedWord; other > best {
				best, from = other, onlyRight
			}
			worth[i][j], way[i][j] = best, from
		}
	}
	end := 0
	for j := range r {
		if worth[len(l)][j+1] > worth[len(l)][end] {
			end = j + 1
		}
	}
	if worth[len(l)][end] < s.least {
		return nil
	}
	return s.pairs(l, r, way, end)
}

// pairs goes back the way of the best alignment, which ends after the last word of l and word end of r.
func (s seam) pairs(l, r []token, way [][]byte, end int) []pair {
	var same []pair
	for i, j := len(l), end; i > 0 && j > 0; {
		switch way[i][j] {
		case both:
			i, j = i-1, j-1
			if s.worth(l[i], r[j]) > 0 {
				same = append(same, pair{i, j})
			}
		case onlyLeft:
			i--
		default:
			j--
		}
	}
	return same
}

func (s seam) worth(l, r token) float64 {
	apart := distance(l.ms, r.ms)
	if apart > s.drift || l.key == "" || r.key == "" {
		return otherWord
	}
	far := farWord * float64(apart) / float64(s.drift)
	switch {
	case l.key == r.key:
		return sameWord - far
	case min(len(l.key), len(r.key)) >= 4 && levenshtein.Similarity(l.key, r.key, nil) >= likeness:
		return similarWord - far
	}
	return otherWord
}

// endBefore cuts cues off before word n of words, whose cues are counted from offset.
func endBefore(cues []transcript.Cue, offset int, words []token, n int) []transcript.Cue {
	w := words[n]
	i := offset + w.cue
	text := strings.TrimSpace(cues[i].Text[:w.from])
	if text == "" {
		return cues[:i]
	}
	cues[i].Text = text
	cues[i].EndMS = max(cues[i].StartMS, min(cues[i].EndMS, w.ms))
	return cues[:i+1]
}

// beginAfter drops the first n words of cues.
func beginAfter(cues []transcript.Cue, words []token, n int) []transcript.Cue {
	w := words[n-1]
	rest := append([]transcript.Cue(nil), cues[w.cue:]...)
	text := strings.TrimSpace(rest[0].Text[w.to:])
	if text == "" {
		return rest[1:]
	}
	rest[0].Text = text
	rest[0].StartMS = min(rest[0].EndMS, max(rest[0].StartMS, w.ms))
	return rest
}
