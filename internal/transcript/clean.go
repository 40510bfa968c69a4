package transcript

import (
	"sort"
	"strings"
	"unicode/utf8"

	"mentionary/internal/wording"
)

// MaxSpeakerRunes is the longest speaker name kept.
const MaxSpeakerRunes = 100

// Report says what Clean did, in cues.
type Report struct {
	In         int // cues given
	Out        int // cues returned
	Empty      int // dropped: no text left
	Clamped    int // a time below 0 or above 24 h
	Reordered  int // began before the cue in front of it
	EndsMended int // ended at or before their start
	Rolling    int // dropped or shortened: repeated what the cue before said
	Split      int // cut up: longer than MaxCueRunes
	Dropped    int // beyond MaxCues
}

// Clean makes cues from outside safe and ordered: text and speakers by CleanText, empty cues dropped, times within 0 and
// 24 h, ordered by start (stable), ends after starts, rolling repetitions of automatic captions removed, no cue over
// MaxCueRunes, no more than MaxCues. The input is not changed. Cues without any time keep 0 for start and end.
func Clean(cues []Cue) ([]Cue, Report) {
	rep := Report{In: len(cues)}
	out := make([]Cue, 0, len(cues))
	for _, c := range cues {
		if c.Text = CleanText(c.Text, 0); c.Text == "" {
			rep.Empty++
			continue
		}
		c.Speaker = CleanText(c.Speaker, MaxSpeakerRunes)
		start, end := clampTime(c.StartMS), clampTime(c.EndMS)
		if start != c.StartMS || end != c.EndMS {
			rep.Clamped++
		}
		c.StartMS, c.EndMS = start, end
		if n := len(out); n > 0 && c.StartMS < out[n-1].StartMS {
			rep.Reordered++
		}
		out = append(out, c)
	}
	if rep.Reordered > 0 {
		sort.SliceStable(out, func(i, j int) bool { return out[i].StartMS < out[j].StartMS })
	}
	out, rep.Rolling = unroll(out)
	rep.EndsMended = mendEnds(out)
	out, rep.Split = splitLong(out)
	if len(out) > MaxCues {
		rep.Dropped = len(out) - MaxCues
		out = out[:MaxCues]
	}
	rep.Out = len(out)
	return out, rep
}

func clampTime(ms int) int { return min(max(ms, 0), MaxDurationMS) }

// msPerWord is an easy pace of speech (150 words a minute), for cues that say when they begin but not when they end.
const msPerWord = 400

// mendEnds gives cues that end at or before their start the start of the next later cue as end, but no more time than
// saying them slowly takes; it works in place and counts.
func mendEnds(cues []Cue) int {
	if !(Transcript{Cues: cues}).Timed() {
		return 0
	}
	mended, next := 0, 0 // next is the start of the next later cue, 0 when there is none
	for i := len(cues) - 1; i >= 0; i-- {
		c := &cues[i]
		if i+1 < len(cues) && cues[i+1].StartMS > c.StartMS {
			next = cues[i+1].StartMS
		}
		if c.EndMS > c.StartMS {
			continue
		}
		mended++
		c.EndMS = c.StartMS + 2*msPerWord*max(2, CountWords(c.Text))
		if next > c.StartMS {
			c.EndMS = min(c.EndMS, next)
		}
	}
	return mended
}

// splitLong cuts cues over MaxCueRunes at sentence ends or spaces; the parts share the time by length.
func splitLong(cues []Cue) (out []Cue, split int) {
	long := false
	for _, c := range cues {
		long = long || len(c.Text) > MaxCueRunes && utf8.RuneCountInString(c.Text) > MaxCueRunes
	}
	if !long {
		return cues, 0
	}
	for _, c := range cues {
		if len(c.Text) <= MaxCueRunes {
			out = append(out, c)
			continue
		}
		parts := splitText(c.Text, MaxCueRunes)
		if len(parts) > 1 {
			split++
		}
		done, total, span := 0, len(c.Text), max(0, c.EndMS-c.StartMS)
		for i, p := range parts {
			part := Cue{StartMS: c.StartMS + span*done/total, EndMS: c.EndMS, Speaker: c.Speaker, Text: p}
			done += len(p)
			if i+1 < len(parts) {
				part.EndMS = c.StartMS + span*done/total
			}
			out = append(out, part)
		}
	}
	// Parts of a long cue may start after the cue that follows it (people talking over one another).
	sort.SliceStable(out, func(i, j int) bool { return out[i].StartMS < out[j].StartMS })
	return out, split
}

// splitText cuts s into parts of at most limit runes: after the last sentence end in the second half, else at the last
// space, else hard.
func splitText(s string, limit int) []string {
	var parts []string
	for {
		head := len(wording.FirstRunes(s, limit))
		if head == len(s) {
			return append(parts, s)
		}
		cut := head
		if i := lastSentenceEnd(s[:head+1]); i > head/2 {
			cut = i
		} else if i := strings.LastIndexByte(s[:head+1], ' '); i > 0 {
			cut = i
		}
		parts = append(parts, s[:cut])
		if s = strings.TrimLeft(s[cut:], " "); s == "" {
			return parts
		}
	}
}

// lastSentenceEnd is the offset of the last space that follows the end of a sentence, 0 when there is none.
func lastSentenceEnd(s string) int {
	for end := len(s); end > 0; {
		i := strings.LastIndexByte(s[:end], ' ')
		if i <= 0 {
			return 0
		}
		core := strings.TrimRight(s[:i], closers)
		if endsSentence(core) {
			return i
		}
		end = len(core) // among closing signs there is nothing else to find: they are not looked at twice
	}
	return 0
}
