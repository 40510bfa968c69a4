package eval

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

const conversationsPart = "Conversations annotated by others (GUM)"

type annotated struct {
	Show      string       `json:"show"`
	Episode   string       `json:"episode"`
	Title     string       `json:"title"`
	Sentences [][]string   `json:"sentences"`
	Entities  []annotation `json:"entities"`
}

type annotation struct {
	Name   string   `json:"name"`
	Names  []string `json:"names"`
	Type   string   `json:"type"`
	Proper bool     `json:"proper"`
	Core   bool     `json:"core"`
	GUM    string   `json:"gum_type"`
}

// fits reports whether a type can be the annotated one. What was annotated under none of our types may be anything but a
// person, a company or a place.
func (a annotation) fits(t mention.Type) bool {
	if a.Type == "" {
		return t != mention.Person && t != mention.Company && t != mention.Location
	}
	return string(t) == a.Type
}

// names returns the words that were annotated. Annotators take a possessive into a name ("Nora Vint 's"), nobody else does.
func (a annotation) names() []string {
	names := append([]string{a.Name}, a.Names...)
	for i, n := range names {
		names[i] = strings.TrimSpace(strings.TrimSuffix(n, "'s"))
	}
	return names
}

var spoken = map[string]bool{"gum/podcast": true, "gum/vlog": true, "gum/interview": true, "gum/conversation": true}

// conversations reads the spoken documents.
func conversations(data string) ([]annotated, error) {
	var out []annotated
	err := jsonLines(filepath.Join(data, "gold", "gum.jsonl"), func(a annotated) {
		if spoken[a.Show] {
			out = append(out, a)
		}
	})
	return out, err
}

// staged is a conversation as captions, a sentence each, as written or in lower case.
func (a annotated) staged(lower bool) staged {
	var cues []transcript.Cue
	for _, s := range a.Sentences {
		text := s[1]
		if lower {
			text = strings.ToLower(text)
		}
		cues = append(cues, transcript.Cue{Speaker: s[0], Text: text})
	}
	return staged{Show: a.Show, Title: a.Title, Language: "en", Name: a.Episode + ".vtt", File: captions(cues, false)}
}

// conversationScores are the scores of the conversations in one spelling.
type conversationScores struct {
	label  string
	scores scores
	bands  bands
}

func (s *conversationScores) judge(a annotated, mentions []said, tell func(string, ...any)) {
	all := found(mentions)
	anyType := func(annotation, entity) bool { return true }
	s.compare(a, all, "loose, all found", 0, same, anyType)
	s.compare(a, all, "loose, published", extract.Published, same, anyType)
	s.compare(a, all, "exact, published", extract.Published, sameKey, anyType)
	s.compare(a, all, "exact and typed, published", extract.Published, sameKey, func(e annotation, f entity) bool { return e.fits(f.typ) })
	s.weigh(a, all, tell)
	s.tellMissed(a, all, tell)
}

// tellMissed tells of the core entities that no reader sees under their very name and type, with what was found instead.
func (s *conversationScores) tellMissed(a annotated, all []entity, tell func(string, ...any)) {
	for _, e := range a.Entities {
		if !e.Core {
			continue
		}
		seen := false
		var instead []string
		for _, f := range all {
			if !e.namedBy(f, same) {
				continue
			}
			seen = seen || e.namedBy(f, sameKey) && e.fits(f.typ) && f.confidence >= extract.Published
			instead = append(instead, fmt.Sprintf("%s %q %.2f %v", f.typ, f.name, f.confidence, f.signals))
		}
		if !seen {
			tell("missed %s, %s: %s %q; found: %s", s.label, a.Episode, e.Type, e.Name, strings.Join(instead, ", "))
		}
	}
}

// compare scores the names found in a conversation with at least some confidence against its core entities.
func (s *conversationScores) compare(a annotated, all []entity, measure string, least float64, same func(a, b string) bool,
	fits func(annotation, entity) bool,
) {
	sc := s.scores.of(s.label + ", " + measure)
	wanted := make([]bool, len(a.Entities))
	for _, f := range all {
		if f.confidence < least {
			continue
		}
		right := false
		for i, e := range a.Entities {
			if e.counts() && e.namedBy(f, same) && fits(e, f) {
				right, wanted[i] = true, true
			}
		}
		sc.find(right)
	}
	for i, e := range a.Entities {
		if e.Core {
			sc.want(wanted[i])
		}
	}
}

// counts reports whether an annotation may be found: names, and what the text is about.
func (a annotation) counts() bool { return a.Core || a.Proper }

// namedBy reports whether what was found bears an annotated name, or was found at those very words: who says Vint may mean somebody whom
// the directory knows as Nora Vint.
func (a annotation) namedBy(f entity, same func(a, b string) bool) bool {
	return slices.ContainsFunc(a.names(), func(n string) bool {
		return same(n, f.name) || slices.ContainsFunc(f.surfaces, func(s string) bool { return same(n, s) })
	})
}

// weigh keeps how sure each name was said to be, and whether it is right: its very name under its type.
func (s *conversationScores) weigh(a annotated, all []entity, tell func(string, ...any)) {
	for _, f := range all {
		right := false
		for _, e := range a.Entities {
			right = right || e.counts() && e.fits(f.typ) && e.namedBy(f, sameKey)
		}
		s.bands.add(f.typ, f.signals, f.confidence, right)
		if !right && f.confidence >= extract.Published {
			tell("wrong  %s %s %q %.2f %v", a.Episode, f.typ, f.name, f.confidence, f.signals)
		}
	}
}

func (s *conversationScores) report(r *Report) {
	for _, name := range s.scores.order {
		goal := ""
		if strings.HasSuffix(name, "loose, all found") {
			goal = ">= 0.70"
		}
		r.score(conversationsPart, name, *s.scores.of(name), goal)
	}
}
