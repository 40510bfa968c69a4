package openai

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// number is one that servers write as a number, in quotes or not at all.
type number struct {
	value float64
	told  bool
}

// UnmarshalJSON never fails: what is no finite number was not told.
func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(b), `"`), 64)
	*n = number{v, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)}
	return nil
}

// text is one that some servers leave out, or write as something else.
type text string

// UnmarshalJSON never fails: what is no text is none.
func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = text(s)
	}
	return nil
}

// list is a list of which each part may be broken, or that is something else.
type list[T any] struct {
	told  bool
	parts []T
}

// UnmarshalJSON never fails: broken parts are left out.
func (l *list[T]) UnmarshalJSON(b []byte) error {
	var raw []json.RawMessage
	if json.Unmarshal(b, &raw) != nil || raw == nil {
		return nil
	}
	l.told = true
	for _, r := range raw {
		var part T
		if json.Unmarshal(r, &part) == nil {
			l.parts = append(l.parts, part)
		}
	}
	return nil
}

// word is a timed word. Its name differs between servers.
type word struct {
	Word  text   `json:"word"`
	Text  text   `json:"text"`
	Start number `json:"start"`
	End   number `json:"end"`
}

func (w word) said() string {
	if w.Word != "" {
		return strings.TrimSpace(string(w.Word))
	}
	return strings.TrimSpace(string(w.Text))
}

// segment is a line.
type segment struct {
	Text     text       `json:"text"`
	Start    number     `json:"start"`
	End      number     `json:"end"`
	Speaker  text       `json:"speaker"`
	Logprob  number     `json:"avg_logprob"`
	NoSpeech number     `json:"no_speech_prob"`
	Words    list[word] `json:"words"`
}

// segmentKey is what makes two segments one that was told twice.
type segmentKey struct {
	text       text
	start, end float64
}

func (s segment) key() segmentKey { return segmentKey{s.Text, s.Start.value, s.End.value} }

// answer is everything that any server tells.
type answer struct {
	Text      *string       `json:"text"`
	Language  text          `json:"language"`
	Languages list[coded]   `json:"languages"`
	Duration  number        `json:"duration"`
	Segments  list[segment] `json:"segments"`
	Words     list[word]    `json:"words"`
}

type coded struct {
	Code text `json:"code"`
}

// language is the one the server heard, BCP 47 or empty.
func (a answer) language() string {
	if a.Language != "" {
		return bcp47(string(a.Language))
	}
	if len(a.Languages.parts) == 1 {
		return bcp47(string(a.Languages.parts[0].Code))
	}
	return ""
}
