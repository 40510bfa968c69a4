package offline

import (
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// Limits on what creators publish with an episode.
const (
	maxLinks       = 300
	maxDescription = 30_000 // bytes
	maxNoteName    = 120    // bytes
)

// note is a name the creator published, looked for in the transcript.
type note struct {
	typ     mention.Type
	name    string
	author  string
	url     string
	signals []mention.Signal
	owned   bool // the page is its own: a company, unless the talk has it as a thing
	guessed bool // nothing the creator wrote says what it is
}

// notes looks for what the creator links to or lists. Without a place in the chunk nothing is claimed.
func (r *reader) notes() {
	notes := append(notesFromLinks(r.about, r.known), notesFromText(r.about, r.known)...)
	lexicon := extract.NewLexicon()
	for i, n := range notes {
		for _, form := range spokenForms(n) {
			lexicon.Add(form, int32(i))
		}
	}
	for _, m := range lexicon.Find(r.words, r.noteBelievable) {
		n := notes[m.Values[0]]
		f := find{typ: n.typ, name: n.name, first: m.First, last: m.Last, rank: rankLink, signals: n.signals, url: n.url}
		if t, ok := r.typeBeside(m.First, m.Last); n.owned && ok && t == mention.Product {
			f.typ = t
		}
		if n.guessed {
			if t, ok := r.typeInTalk(n.name, m.First, m.Last); ok {
				f.typ, f.signals = t, append(slices.Clone(f.signals), extract.SignalTypeCue)
			} else {
				f.signals = append(slices.Clone(f.signals), extract.SignalGuessedType)
			}
		}
		if n.typ == mention.Book && n.author != "" {
			f.description, f.claims.Author = "Book by "+n.author, n.author
		}
		r.add(f)
	}
}

// noteBelievable wants more than one everyday word.
func (r *reader) noteBelievable(m extract.Match) bool {
	uncommon, upper := 0, 0
	for i := m.First; i <= m.Last; i++ {
		if !r.common(i) {
			uncommon++
		}
		if r.words[i].Upper {
			upper++
		}
	}
	n := m.Last - m.First + 1
	switch {
	case n == 1:
		return uncommon == 1 && len(r.fold(m.First)) >= 3 && (r.lower || r.words[m.First].Upper)
	case uncommon == 0 && n < 4:
		return !r.lower && (upper >= 2 || upper == 1 && r.upper(m.First) && r.aboutReading(m.First))
	}
	return true
}

// spokenForms lists how a published name may be said: as it is, without its subtitle, without a leading article.
func spokenForms(n note) []string {
	forms := []string{n.name}
	for _, sep := range []string{":", " – ", " — ", " - ", ". ", " (", "? ", "! "} {
		if short, _, found := strings.Cut(n.name, sep); found && len(extract.Words(short)) >= 1 && len(short) >= 5 {
			forms = append(forms, strings.TrimSpace(short))
		}
	}
	for _, f := range forms {
		if strings.Contains(f, " & ") {
			forms = append(forms, strings.ReplaceAll(f, " & ", " and "))
		}
	}
	for _, f := range forms {
		for _, article := range []string{"The ", "A ", "An ", "Der ", "Die ", "Das "} {
			if rest, found := strings.CutPrefix(f, article); found && strings.Contains(rest, " ") {
				forms = append(forms, rest)
			}
		}
	}
	return forms
}

// authorNote makes a person of a book's author, who is often named in the talk as well.
func authorNote(author string, known *gazetteer) []note {
	if author == "" || leadingName(author) != author || !personal(author, known) && len(extract.Words(author)) > 3 {
		return nil
	}
	return []note{{typ: mention.Person, name: author, signals: []mention.Signal{mention.SignalShowNotes, extract.SignalTypeCue}}}
}

func withoutArticle(name string) string {
	for _, article := range []string{"The ", "the ", "A ", "An "} {
		if rest, found := strings.CutPrefix(name, article); found {
			return rest
		}
	}
	return name
}

func capitalizedAll(words []extract.Word) bool {
	for i, w := range words {
		if !w.Upper && !(i > 0 && small[w.Fold]) {
			return false
		}
	}
	return true
}

// notesFromText reads lines of the description as references to books: bibliographies, "Title by Author" where the author
// is a person, quoted titles on lines that speak of a book.
func notesFromText(about extract.Context, known *gazetteer) []note {
	text := wording.FirstBytes(about.Description, maxDescription)
	var notes []note
	for line := range strings.Lines(text) {
		line = strings.Trim(strings.TrimSpace(line), "*-•–> \t\"")
		if len(line) < 8 || len(line) > 3*maxNoteName || len(notes) >= maxLinks {
			continue
		}
		if n, ok := referenceIn(line); ok {
			if n.name != "" {
				notes = append(notes, n)
			}
			continue
		}
		if m := quoted.FindStringSubmatch(line); m != nil && bookLine.MatchString(line) && usableName(m[1]) && strings.Contains(m[1], " ") {
			notes = append(notes, note{typ: mention.Book, name: strings.TrimSpace(m[1]), signals: []mention.Signal{mention.SignalShowNotes}})
			continue
		}
		if title, author := splitAuthor(line, known); author != "" && usableName(title) && len(title) <= maxNoteName {
			signals := []mention.Signal{mention.SignalShowNotes}
			if len(extract.Words(title)) > 1 {
				signals = append(signals, mention.SignalCue) // "Title by Author" is a cue, written instead of spoken
			}
			notes = append(notes, note{typ: mention.Book, name: title, author: author, signals: signals})
			notes = append(notes, authorNote(author, known)...)
		}
	}
	return notes
}

var (
	quoted   = regexp.MustCompile(`["“„»]([^"“”„«»]{4,100})["”“«]`)
	bookLine = regexp.MustCompile(`(?i)\b(?:book|books|buch|novel|roman)\b`)
)

// splitAuthor cuts "Title by Author", "Title von Author" and "Author: Title"; the author must look like a person.
func splitAuthor(s string, known *gazetteer) (title, author string) {
	for _, sep := range []string{" by ", " von "} {
		for at := strings.Index(s, sep); at > 0; {
			t, a := strings.Trim(s[:at], "\"“”„‘’'*_, "), strings.TrimSpace(s[at+len(sep):])
			if name := leadingName(a); name != "" && isTitle(t) &&
				(looksLikePerson(name, known) || capitalized(extract.Words(t)) && capitalizedAll(extract.Words(t))) {
				return t, name
			}
			next := strings.Index(s[at+len(sep):], sep)
			if next < 0 {
				break
			}
			at += len(sep) + next
		}
	}
	for _, sep := range []string{" – ", " - "} {
		if at := strings.LastIndex(s, sep); at > 0 {
			t, a := strings.TrimSpace(s[:at]), strings.TrimSpace(s[at+len(sep):])
			if looksLikePerson(a, known) {
				return strings.Trim(t, "\"“”„‘’'*_, "), a
			}
		}
	}
	for _, sep := range []string{": ", ", "} {
		if a, t, found := strings.Cut(s, sep); found && looksLikePerson(strings.TrimSpace(a), known) && len(t) > 3 {
			return strings.Trim(t, "\"“”„‘’'*_, "), strings.TrimSpace(a)
		}
	}
	return s, ""
}

// isTitle reports whether what stands before "by" may be a title: no address, and no remark on who did it ("Parecon – developed by").
func isTitle(s string) bool {
	words := extract.Words(s)
	if len(words) == 0 || strings.Contains(s, "://") {
		return false
	}
	last := words[len(words)-1]
	return last.Upper || !doneBy[last.Fold]
}

// doneBy are words before "by" and "von" that say what somebody did, not what a book is called.
var doneBy = words(`written developed created made produced edited hosted invented built presented inspired published recorded founded
	designed led run composed directed sponsored supported brought geschrieben entwickelt gemacht produziert herausgegeben
	moderiert erfunden gebaut gegründet veröffentlicht geleitet`)

func looksLikePerson(s string, known *gazetteer) bool {
	words := extract.Words(s)
	if len(words) < 2 || len(words) > 4 || !known.given[words[0].Fold] || strings.ContainsAny(s, "–—|") {
		return false
	}
	for _, w := range words[1:] {
		if !w.Upper && !particles[w.Fold] || w.Gap != extract.GapSpace {
			return false
		}
	}
	return true
}

// typeOfName types a published name: a person by its given name, a company by its ending, what the built-in lists say,
// else the fallback.
func typeOfName(name string, known *gazetteer, fallback mention.Type) mention.Type {
	words := extract.Words(name)
	if m := known.names.Find(words, nil); len(m) == 1 && m[0].First == 0 && m[0].Last == len(words)-1 {
		return known.entries[m[0].Values[0]].typ
	}
	if looksLikePerson(name, known) {
		return mention.Person
	}
	if len(words) > 1 && companyEnds[words[len(words)-1].Fold] {
		return mention.Company
	}
	return fallback
}

var genericTexts = words(`here link website site video episode podcast blog article post book homepage wikipedia wiki twitter
	github linkedin youtube instagram facebook newsletter discord patreon transcript paper hier webseite folge artikel buch video`)

// usableName refuses link texts that name nothing.
func usableName(name string) bool {
	words := extract.Words(name)
	if len(words) == 0 || len(words) > extract.MaxPhraseWords || len(name) > maxNoteName {
		return false
	}
	for _, w := range words {
		if !extract.IsCommon(w.Fold) && !genericTexts[w.Fold] && len(w.Fold) > 2 {
			return true
		}
	}
	return len(words) >= 2 && capitalized(words)
}

func capitalized(words []extract.Word) bool {
	n := 0
	for _, w := range words {
		if w.Upper {
			n++
		}
	}
	return n >= 2
}
