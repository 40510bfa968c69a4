package transcript

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
)

// DefaultChunkWords is the size of chunks extractors read: about 900 tokens of English.
const DefaultChunkWords = 700

// Chunks cuts a transcript into stretches of whole cues that follow one another without overlap: a chunk ends one byte (the
// joint) before the next begins. A chunk has between maxWords/2 and maxWords words, unless single cues are longer or the
// whole transcript is shorter.
//
// Where it cuts is defined by content, so that the hashes (the cache key of paid work) survive edits: among the joints in
// reach it takes the best by kind (the speaker changes, then a sentence ends, then any), and of equals the one with the
// greatest value of a hash over the lengths of the cues around it. Lengths in time stay the same when a word is corrected
// and when everything moves (another advertisement in front). An edit therefore changes its own chunk, and a neighbor only
// when it changes the kind of a joint or moves the best joint out of reach; after that the cuts fall into step again
// because the reaches overlap.
//
// Where all cues take the same time, as machines cut them, joints are equal in value, too. Then the last in reach is taken: each
// chunk may be a paid call.
func Chunks(t Transcript, maxWords int) []Chunk {
	return cut(t, maxWords, func(best, j joint) bool { return !j.less(best) })
}

// FormerChunks is Chunks as it was until the last of equal joints was taken: of equals it takes the first. What was read by that cut is
// understood by it only.
func FormerChunks(t Transcript, maxWords int) []Chunk {
	return cut(t, maxWords, joint.less)
}

// cut makes chunks; better reports whether a joint is taken rather than the best before it.
func cut(t Transcript, maxWords int, better func(best, j joint) bool) []Chunk {
	if len(t.Cues) == 0 {
		return nil
	}
	if maxWords <= 0 {
		maxWords = DefaultChunkWords
	}
	doc := Layout(t.Cues)
	words := make([]int, len(t.Cues)+1) // words[i]: words before cue i
	for i, c := range t.Cues {
		words[i+1] = words[i] + CountWords(c.Text)
	}
	joints := rankJoints(t)
	var chunks []Chunk
	for first := 0; first < len(t.Cues); {
		last := lastOfChunk(words, joints, first, maxWords, better)
		start, end := doc.starts[first], doc.ends[last]
		text := doc.Text[start:end]
		chunks = append(chunks, Chunk{
			Index: len(chunks), FirstCue: first, LastCue: last, Start: start, End: end, Text: text,
			Hash: hashText(t.Language, text), LowerCase: withoutCapitals(text),
		})
		first = last + 1
	}
	return chunks
}

// lastOfChunk chooses the last cue of the chunk that begins with cue first.
func lastOfChunk(words []int, joints []joint, first, maxWords int, better func(best, j joint) bool) int {
	final := len(words) - 2
	rest := words[final+1] - words[first]
	if rest <= maxWords {
		return final
	}
	least := maxWords / 2
	most := min(maxWords, max(least, rest-least)) // leaves enough for the last chunk
	best := -1
	for i := first; i < final; i++ {
		size := words[i+1] - words[first]
		if size > most {
			if best < 0 {
				best = max(first, i-1) // no joint in reach: stay below the limit when a cue allows it
			}
			break
		}
		if size >= least && (best < 0 || better(joints[best], joints[i])) {
			best = i
		}
	}
	if best < 0 {
		return max(first, final-1) // the last cue alone is over the limit
	}
	return best
}

// joint is the place between cue i and cue i+1.
type joint struct {
	kind  int // 2: the speaker changes, 1: a sentence ends, 0: anything else
	value uint64
}

func (j joint) less(k joint) bool { return j.kind < k.kind || j.kind == k.kind && j.value < k.value }

func rankJoints(t Transcript) []joint {
	timed := t.Timed()
	joints := make([]joint, max(0, len(t.Cues)-1))
	for i := range joints {
		a, b := t.Cues[i], t.Cues[i+1]
		switch {
		case a.Speaker != b.Speaker:
			joints[i].kind = 2
		case endsSentence(a.Text):
			joints[i].kind = 1
		}
		h := fnv.New64a()
		if timed {
			var n [24]byte
			binary.BigEndian.PutUint64(n[:], uint64(int64(a.EndMS-a.StartMS)))
			binary.BigEndian.PutUint64(n[8:], uint64(int64(b.StartMS-a.StartMS)))
			binary.BigEndian.PutUint64(n[16:], uint64(int64(b.EndMS-b.StartMS)))
			_, _ = h.Write(n[:]) // a hash never fails
		} else {
			_, _ = h.Write([]byte(firstWords(b.Text, 3)))
		}
		joints[i].value = h.Sum64()
	}
	return joints
}

// firstWords is the beginning of s up to the n-th space.
func firstWords(s string, n int) string {
	for i := range len(s) {
		if s[i] == ' ' {
			if n--; n == 0 {
				return s[:i]
			}
		}
	}
	return s
}

func hashText(language, text string) string {
	sum := sha256.Sum256([]byte(language + "\x00" + text))
	return hex.EncodeToString(sum[:])
}
