package extract

import (
	"slices"
	"strings"

	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// named is the outcome of looking for a candidate's name in its quote.
type named struct {
	name       string // what is proven: the candidate's name, or the part of it that was said
	start, end int    // where, in the searched text
}

// naming finds the words of the located quote chunk.Text[start:end] that name a candidate, whatever extractor it comes from.
// The words that the extractor points at count when they are the name: written alike, an alias, a short form of a name
// that the episode knows in full, or the name by ear. Where they are not, the name is looked for in the quote itself.
// Of a longer name than was said only what was said is proven ("Kahneman" of "Daniel Kahneman").
func (e *episode) naming(chunk transcript.Chunk, start, end int, c mention.Candidate) (named, bool) {
	quote := chunk.Text[start:end]
	for _, form := range formsToFind(c) {
		from, to, _, ok := Locate(quote, form)
		if !ok {
			continue
		}
		if n, ok := e.names(c, quote[from:to]); ok && e.canName(chunk, c.Type, start+from+n.start, start+from+n.end) {
			n.start, n.end = start+from+n.start, start+from+n.end
			return n, true
		}
	}
	return named{}, false
}

// formsToFind lists what to look for in a quote, best first: the words the extractor points at, the name, its aliases, a
// title without its subtitle, a person's family name.
func formsToFind(c mention.Candidate) []string {
	forms := append([]string{c.Surface, c.Name}, c.Aliases...)
	if c.Type.Names() == mention.WorkTitle {
		forms = append(forms, titleHead(c.Name))
	}
	if words := Words(c.Name); c.Type.Names() == mention.PersonName && len(words) > 1 {
		forms = append(forms, c.Name[words[len(words)-1].Start:])
	}
	return forms
}

// names decides whether said names the candidate; start and end of the answer are bytes of said.
func (e *episode) names(c mention.Candidate, said string) (named, bool) {
	whole := named{c.Name, 0, len(said)}
	key, name := Key(said), Key(c.Name)
	if key == "" {
		return named{}, false
	}
	if key == name || e.sameThing(c, key) || match.SameName(c.Type, c.Name, said) {
		return whole, true
	}
	for _, form := range append([]string{c.Name}, c.Aliases...) { // the extractor pointed at more words than the name
		if from, to, _, ok := Locate(said, form); ok {
			return named{c.Name, from, to}, true
		}
	}
	if slices.Contains(shortForms(c.Type, c.Name), key) && e.knowsInFull(c.Type, c.Name) {
		return whole, true
	}
	if part := partOf(c, said); part != "" {
		return named{part, 0, len(said)}, true
	}
	return named{}, false
}

// partOf is the part of a candidate's name that was said, empty when what was said is none that names something alone: the
// family name of a person, the beginning of anything else, its acronym. A given name alone is nobody.
func partOf(c mention.Candidate, said string) string {
	full, part := Words(c.Name), Words(said)
	if len(full) > 1 && articles[full[0].Fold] && len(part) > 0 && !articles[part[0].Fold] {
		full = full[1:]
	}
	if len(part) == 0 || len(part) >= len(full) {
		return ""
	}
	if isAcronymOf(said, c.Name) && part[0].End-part[0].Start >= 3 {
		return said[part[0].Start:part[0].End]
	}
	from := 0
	if c.Type.Names() == mention.PersonName {
		from = len(full) - len(part)
	}
	telling := false
	for i, w := range part {
		if w.Fold != full[from+i].Fold {
			return ""
		}
		telling = telling || !functionWords[w.Fold] && (len(w.Fold) >= 3 || w.AllCaps)
	}
	if !telling {
		return ""
	}
	return c.Name[full[from].Start:full[from+len(part)-1].End]
}

// sameThing reports whether a key is an alias of the candidate's name, by the built-in lists (Candidate.Aliases) or by the
// directory.
func (e *episode) sameThing(c mention.Candidate, key string) bool {
	for _, a := range c.Aliases {
		if Key(a) == key {
			return true
		}
	}
	name := Key(c.Name)
	return slices.ContainsFunc(e.known, func(n *Names) bool { return n.sameThing(c.Type, name, key) })
}

// knowsInFull reports whether a full name is known to the episode or the directory, so that a short form of it may stand
// for it: it is said in the transcript, written in the notes, borne by a participant, or in the directory.
func (e *episode) knowsInFull(t mention.Type, name string) bool {
	key := Key(name)
	if slices.ContainsFunc(e.known, func(n *Names) bool { return n.knows(t, key) }) {
		return true
	}
	known, asked := e.inFull[key]
	if !asked {
		known = strings.Contains(e.everything(), " "+key+" ")
		e.inFull[key] = known
	}
	return known
}

// everything returns the folded words of transcript, notes and participants. It is made when it is first needed.
func (e *episode) everything() string {
	if e.full == "" {
		e.inFull = map[string]bool{}
		e.full = foldedWords(e.words) + "|" + foldedWords(Words(e.notesText())) + "|"
		for name := range strings.Lines(e.participants()) {
			e.full += " " + Key(name) + " |"
		}
	}
	return e.full
}

// foldedWords joins the folded words of a text by single spaces, with one at either end.
func foldedWords(words []Word) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, w := range words {
		b.WriteString(w.Fold)
		b.WriteByte(' ')
	}
	return b.String()
}

// canName reports whether the words at chunk.Text[start:end] can be a name at all. Everyday words need more than an extractor's
// word: a capital that no beginning of a sentence explains, or, where there are none to lean on or an idea is named, the
// company of another word.
func (e *episode) canName(chunk transcript.Chunk, t mention.Type, start, end int) bool {
	said := chunk.Text[start:end]
	words := Words(said)
	uncommon, content, capital := 0, 0, 0
	for _, w := range words {
		if !IsCommon(w.Fold) {
			uncommon++
		}
		if !functionWords[w.Fold] {
			content++
		}
		if w.Upper {
			capital++
		}
	}
	switch {
	case len(words) == 0:
		return false
	case uncommon > 0:
		return true
	case len(words) > 1 && content > 0 && (capital > 1 || t.Names() == mention.Term || t.Names() == mention.WorkTitle || chunk.LowerCase):
		return true
	case capital == 0:
		return strings.ToLower(said) != said // "reMarkable"
	}
	return len(words) > 1 || e.capitalInside(words[0].Fold)
}

// capitalInside reports whether a word stands somewhere in the episode with a capital that does not come from the beginning
// of a sentence.
func (e *episode) capitalInside(fold string) bool {
	if e.capitals == nil {
		e.capitals = map[string]bool{}
		for _, w := range e.words {
			if w.Upper && w.Gap != GapSentence {
				e.capitals[w.Fold] = true
			}
		}
	}
	return e.capitals[fold]
}
