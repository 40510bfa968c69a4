package upload

import (
	"html"
	"strings"

	"mentionary/internal/transcript"
)

// maxTagBytes is the longest markup tag; a "<" without a ">" that near is text.
const maxTagBytes = 400

// appendCue adds the text of one caption to cues: markup is removed, entities are resolved, and every voice (<v Name>)
// gives a cue of its own with the same times. It stops when there are more than maxRawCues.
func appendCue(cues []transcript.Cue, start, end int, text string) []transcript.Cue {
	var b strings.Builder
	speaker := ""
	flush := func() {
		if s := b.String(); !blank(s) {
			cues = append(cues, transcript.Cue{StartMS: start, EndMS: end, Speaker: speaker, Text: s})
		}
		b.Reset()
	}
	for text != "" && len(cues) <= maxRawCues {
		i := strings.IndexAny(text, "<{&")
		if i < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		if text[0] == '&' {
			n := entityLength(text)
			b.WriteString(html.UnescapeString(text[:n]))
			text = text[n:]
			continue
		}
		tag, n := tagOf(text)
		if n == 0 {
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		text = text[n:]
		if name, ok := voiceOf(tag); ok {
			flush()
			speaker = html.UnescapeString(name)
		}
	}
	flush()
	return cues
}

// tagOf recognizes a tag at the beginning of s and returns its inside and its length, 0 when s is text: <i>, </b>,
// <c.yellow>, <00:01.000>, and the {\an8} of SRT.
func tagOf(s string) (inside string, length int) {
	if len(s) < 3 {
		return "", 0
	}
	end := byte('>')
	if s[0] == '{' {
		if s[1] != '\\' {
			return "", 0
		}
		end = '}'
	} else if c := s[1] | 0x20; (c < 'a' || c > 'z') && s[1] != '/' && (s[1] < '0' || s[1] > '9') && s[1] != '.' {
		return "", 0
	}
	n := strings.IndexByte(s[:min(len(s), maxTagBytes)], end)
	if n < 0 {
		return "", 0
	}
	inside = s[1:n]
	if inside[0] >= '0' && inside[0] <= '9' {
		if _, ok := parseStamp(inside); !ok {
			return "", 0 // "x <3 and y> 2"
		}
	}
	return inside, n + 1
}

// voiceOf reads the name of <v Name> and <v.class Name>.
func voiceOf(tag string) (name string, ok bool) {
	if tag == "" || tag[0] != 'v' || len(tag) > 1 && tag[1] != ' ' && tag[1] != '.' && tag[1] != '\t' {
		return "", false
	}
	_, name, _ = strings.Cut(strings.ReplaceAll(tag, "\t", " "), " ")
	return strings.TrimSpace(name), true
}

// entityLength is the length of the entity s begins with, 1 when it is a lone ampersand.
func entityLength(s string) int {
	if n := strings.IndexByte(s[:min(len(s), 12)], ';'); n > 0 {
		return n + 1
	}
	return 1
}
