package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

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

func (a annotation) fits(t mention.Type) bool {
	if a.Type == "" {
		return t != mention.Person && t != mention.Company && t != mention.Location
	}
	return string(t) == a.Type
}

var spoken = map[string]bool{"gum/podcast": true, "gum/vlog": true, "gum/interview": true, "gum/conversation": true}

// measureAnnotated compares with an exhaustive annotation: as written and in lower case, everything found and what would
// be published.
func measureAnnotated(data string, r runner, t *table) error {
	scores := map[string]*score{}
	get := func(k string) *score {
		if scores[k] == nil {
			scores[k] = &score{}
		}
		return scores[k]
	}
	bySignals := map[string]*score{}
	err := lines(filepath.Join(data, "gold", "gum.jsonl"), func(a annotated) error {
		if !spoken[a.Show] {
			return nil
		}
		for _, lower := range []bool{false, true} {
			var cues []transcript.Cue
			for _, s := range a.Sentences {
				text := s[1]
				if lower {
					text = strings.ToLower(text)
				}
				cues = append(cues, transcript.Cue{Speaker: s[0], Text: text})
			}
			result, _, err := r.episode(cues, extract.Context{Language: "en", Title: a.Title})
			if err != nil {
				return err
			}
			found := entities(result.Mentions)
			label := "as written"
			if lower {
				label = "lower case"
			}
			compare(a, found, 0, get(label+", all found"), r.details, bySignals)
			compare(a, found, extract.Published, get(label+", published"), false, nil)
			compareStrictly(a, found, get(label+", published, exact"), get(label+", published, exact and typed"), r.details && !lower)
			if !lower {
				compare(a, found, 0, get(a.Show), false, nil)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, k := range []string{
		"as written, all found", "as written, published", "lower case, all found", "lower case, published",
		"as written, published, exact", "as written, published, exact and typed",
		"lower case, published, exact", "lower case, published, exact and typed",
		"gum/podcast", "gum/vlog", "gum/interview", "gum/conversation",
	} {
		goal := ""
		if k == "as written, all found" {
			goal = "F1 >= 0.70"
		}
		t.row("conversations, "+k, get(k).String(), goal)
	}
	t.row("lower case / as written", fmt.Sprintf("%.3f", get("lower case, all found").f1()/get("as written, all found").f1()), ">= 0.95")
	if r.details {
		for k, s := range bySignals {
			fmt.Printf("signals %-60s precision %.2f of %d\n", k, s.precision(), s.found)
		}
	}
	return nil
}

// compare scores what was found in one conversation against its core entities.
func compare(a annotated, found []entity, least float64, s *score, details bool, bySignals map[string]*score) {
	wanted := make([]bool, len(a.Entities))
	for _, f := range found {
		if f.confidence < least {
			continue
		}
		right := false
		for i, e := range a.Entities {
			if !e.Core && !e.Proper {
				continue
			}
			for _, n := range append([]string{e.Name}, e.Names...) {
				if same(n, f.name) {
					right, wanted[i] = true, true
				}
			}
		}
		s.found++
		if right {
			s.right++
		}
		if details && !right {
			fmt.Printf("wrong  %-24s %-9s %.2f %-30s %v\n", a.Episode, f.typ, f.confidence, f.name, f.signals)
		}
		if bySignals != nil {
			k := fmt.Sprint(f.signals)
			if bySignals[k] == nil {
				bySignals[k] = &score{}
			}
			bySignals[k].found++
			if right {
				bySignals[k].right++
			}
		}
	}
	for i, e := range a.Entities {
		if !e.Core {
			continue
		}
		s.wanted++
		if wanted[i] {
			s.hit++
		} else if details {
			fmt.Printf("missed %-24s %-9s %s %v\n", a.Episode, e.GUM, e.Name, e.Names)
		}
	}
}

// compareStrictly scores what is published: the very name, and the very name under the annotated type. What was annotated
// under none of our types may be anything but a person, a company or a place.
func compareStrictly(a annotated, found []entity, exact, typed *score, details bool) {
	wantedExact, wantedTyped := make([]bool, len(a.Entities)), make([]bool, len(a.Entities))
	for _, f := range found {
		if f.confidence < extract.Published {
			continue
		}
		exactly, rightly, as := false, false, ""
		for i, e := range a.Entities {
			if !e.Core && !e.Proper {
				continue
			}
			for _, n := range append([]string{e.Name}, e.Names...) {
				if extract.Key(n) != extract.Key(f.name) {
					continue
				}
				exactly, wantedExact[i], as = true, true, e.GUM
				if e.fits(f.typ) {
					rightly, wantedTyped[i] = true, true
				}
			}
		}
		exact.found++
		typed.found++
		if exactly {
			exact.right++
		}
		if rightly {
			typed.right++
		} else if details {
			fmt.Printf("untyped %-23s %-9s %.2f %-30s %s %v\n", a.Episode, f.typ, f.confidence, f.name, as, f.signals)
		}
	}
	for i, e := range a.Entities {
		if !e.Core {
			continue
		}
		exact.wanted++
		typed.wanted++
		if wantedExact[i] {
			exact.hit++
		}
		if wantedTyped[i] {
			typed.hit++
		}
	}
}
