package extract

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"mentionary/internal/mention"
)

// SignalReviewed says that a reviewer decided about the name on this channel.
const SignalReviewed mention.Signal = "reviewed"

// Taught is a line of a channel's glossary: words that are heard there, and what they mean or that they name nothing.
type Taught struct {
	Heard     string
	Key       string       // of Heard
	Type      mention.Type // of the claims it is about; empty: any but sponsors, which stand apart
	Sentence  string       // SentenceKey of the only sentence it is about, empty: everywhere
	Blocked   bool         // names nothing
	Meant     string       // what is meant, with its type, when it is not blocked
	MeantType mention.Type
	EntityID  int // the entity that is meant, where a reviewer chose one
}

// SentenceKey is by what a glossary knows a sentence again: a hash of its words, whatever their place.
func SentenceKey(quote string) string {
	sum := sha256.Sum256([]byte(Key(quote)))
	return hex.EncodeToString(sum[:16])
}

// TaughtNames are the names that a glossary adds to those of the directory: what is heard as another name of what is meant.
// Lines about one sentence add none.
func TaughtNames(glossary []Taught) []Known {
	var names []Known
	for _, t := range glossary {
		if t.Blocked || t.Sentence != "" || t.Key == Key(t.Meant) {
			continue
		}
		names = append(names, Known{EntityID: t.EntityID, Type: t.MeantType, Name: t.Meant, Aliases: []string{t.Heard}, Taught: true})
	}
	return names
}

// Obey applies a channel's glossary to what an episode came to: blocked names go, others become what is meant. Obeying
// twice is the same as once. The second result counts what was blocked.
func Obey(found []mention.Mention, glossary []Taught) (kept []mention.Mention, blocked int) {
	if len(glossary) == 0 {
		return found, 0
	}
	lines := make(map[taughtKey]Taught, len(glossary))
	for _, t := range glossary {
		lines[taughtKey{t.Key, t.Type, t.Sentence}] = t
	}
	type place struct {
		entity, quote int
		typ           mention.Type
		key           string
	}
	taken := map[place]bool{}
	for _, m := range found {
		t, ok := lineFor(lines, m)
		if ok && t.Blocked {
			blocked++
			continue
		}
		if ok {
			m = t.apply(m)
		}
		at := place{m.EntityID, m.QuoteStart, m.Type, Key(m.Name)}
		if taken[at] {
			continue
		}
		taken[at] = true
		kept = append(kept, m)
	}
	slices.SortStableFunc(kept, func(a, b mention.Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name))
	})
	return kept, blocked
}

type taughtKey struct {
	key      string
	typ      mention.Type
	sentence string
}

// lineFor is the line about a mention: one about its sentence before one about the name, one about its type before one
// about any.
func lineFor(lines map[taughtKey]Taught, m mention.Mention) (Taught, bool) {
	key := Key(m.Name)
	types := []mention.Type{m.Type, ""}
	if m.Type == mention.Sponsor {
		types = types[:1]
	}
	for _, sentence := range []string{SentenceKey(m.Quote), ""} {
		for _, typ := range types {
			if t, ok := lines[taughtKey{key, typ, sentence}]; ok {
				return t, true
			}
		}
	}
	return Taught{}, false
}

// apply makes a mention what a reviewer says it is. What was claimed about another thing is not claimed about this one.
func (t Taught) apply(m mention.Mention) mention.Mention {
	if !strings.EqualFold(m.Name, t.Meant) {
		m.Description, m.URL, m.Claims = "", "", mention.Claims{}
	}
	if t.MeantType == mention.Sponsor && m.Type != mention.Sponsor {
		m.Context = mention.Ad // a sponsor is named where it pays
	}
	m.Type, m.Name, m.EntityID = t.MeantType, t.Meant, t.EntityID
	return Reviewed(m)
}

// Reviewed is a mention that a reviewer vouches for.
func Reviewed(m mention.Mention) mention.Mention {
	if !slices.Contains(m.Signals, SignalReviewed) {
		m.Signals = append(slices.Clone(m.Signals), SignalReviewed)
		slices.Sort(m.Signals)
	}
	m.Confidence = max(m.Confidence, Confidence(m.Type, m.Signals, 1))
	return m
}
