package openai

import (
	"strings"
	"unicode/utf8"

	"mentionary/internal/transcript"
)

// What one cue holds at most.
const (
	longCueMS    = 15_000
	longCueWords = 40
	longCueRunes = 400 // of scripts without spaces
)

// cues are the line, cut at the ends of sentences when it is long. Where the times of its words are told, it is always cut, and into
// short pieces: a mention begins where its cue does. Else times are even by characters.
func (l line) cues() []transcript.Cue {
	fields := strings.Fields(l.text)
	timed, longest := len(l.words) == len(fields), longCueWords
	if timed {
		longest = groupWords
	} else if l.end-l.start <= longCueMS && len(fields) <= longCueWords && utf8.RuneCountInString(l.text) <= longCueRunes {
		return []transcript.Cue{{StartMS: l.start, EndMS: l.end, Speaker: l.speaker, Text: l.text}}
	}
	var out []transcript.Cue
	total, done, word := utf8.RuneCountInString(l.text), 0, 0
	for _, text := range sentences(l.text, longest) {
		runes, words := utf8.RuneCountInString(text), len(strings.Fields(text))
		c := transcript.Cue{
			StartMS: l.start + (l.end-l.start)*done/total, EndMS: l.start + (l.end-l.start)*min(total, done+runes)/total,
			Speaker: l.speaker, Text: text,
		}
		if timed {
			c.StartMS = l.wordTime(word, c.StartMS)
		}
		if n := len(out); n > 0 {
			c.StartMS = max(c.StartMS, out[n-1].StartMS)
			out[n-1].EndMS = max(out[n-1].StartMS, min(out[n-1].EndMS, c.StartMS))
		}
		c.EndMS = max(c.EndMS, c.StartMS)
		out = append(out, c)
		done, word = done+runes+1, word+words
	}
	return out
}

// wordTime is when word n of the line begins, or other when that cannot be: words are told from the piece's beginning, as
// the line is, so that their distance to the line's first word counts.
func (l line) wordTime(n, other int) int {
	if n >= len(l.words) || !l.words[n].Start.told || !l.words[0].Start.told {
		return other
	}
	at := float64(l.start) + (l.words[n].Start.value-l.words[0].Start.value)*1000
	if at < float64(l.start) || at > float64(l.end) {
		return other
	}
	return int(at)
}

// sentences cuts text after the ends of sentences, and where it gets too long without one.
func sentences(text string, mostWords int) []string {
	var out []string
	begun, words, runes := 0, 0, 0
	cut := func(at int) {
		if part := strings.TrimSpace(text[begun:at]); part != "" {
			out = append(out, part)
		}
		begun, words, runes = at, 0, 0
	}
	for at, r := range text {
		runes++
		next := at + utf8.RuneLen(r)
		switch {
		case r == ' ':
			words++
			if words >= mostWords || runes >= longCueRunes || endsSentence(text[begun:at]) {
				cut(next)
			}
		case strings.ContainsRune("。？！", r), runes >= 2*longCueRunes:
			cut(next)
		}
	}
	cut(len(text))
	return out
}

// endsSentence reports whether a text ends with a mark that ends sentences.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, "\"'”’»)]")
	r, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && strings.ContainsRune(".?!…。？！؟", r)
}

const (
	repeats   = 5  // a line so many times in a row is none of a person's
	loopWords = 20 // of one line
	loopShare = 6  // a line whose words come so often each
)

// withoutLoops drops what models make up in silence and music: lines again and again (the first stays) and lines of a few
// words again and again.
func withoutLoops(cues []transcript.Cue) []transcript.Cue {
	var out []transcript.Cue
	for from := 0; from < len(cues); {
		to := from + 1
		for to < len(cues) && same(cues[to].Text, cues[from].Text) {
			to++
		}
		switch {
		case loops(cues[from].Text):
		case to-from >= repeats:
			out = append(out, cues[from])
		default:
			out = append(out, cues[from:to]...)
		}
		from = to
	}
	return out
}

func same(a, b string) bool {
	const around = " .,!?…"
	return strings.EqualFold(strings.Trim(a, around), strings.Trim(b, around))
}

// loops reports whether a text says a few words over and over.
func loops(text string) bool {
	fields := strings.Fields(strings.ToLower(text))
	known := map[string]bool{}
	for _, f := range fields {
		known[strings.Trim(f, ".,!?…")] = true
	}
	return len(fields) >= loopWords && len(known)*loopShare <= len(fields)
}
