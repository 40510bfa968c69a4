package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func upperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

var (
	// particles stand within a family name.
	particles = words(`van von de der den del da la le bin al ibn di du ter`)
	// notInGerman are particles that are other words in German: "im August den Skandal", and where somebody is from.
	notInGerman = words(`von den der`)
	// personTitles stand before a name.
	personTitles = words(`mr mrs ms dr professor prof president senator congressman governor chancellor sir lady king queen pope
		captain general judge justice frau herr herrn doktor bundeskanzler bundeskanzlerin minister`)
	// firmsOfGeneral stand behind "General" in names of firms.
	firmsOfGeneral = words(`dynamics mills electric motors atomics assembly catalyst magic foods store hospital counsel`)
	// plainTitles are borne by everybody.
	plainTitles = words(`mr mrs ms frau herr herrn sir lady`)
	// guestCues stand before a guest's name, last word first, folded.
	guestCues = [][]string{
		{"guest", "my"},
		{"guest", "our"},
		{"is", "guest"},
		{"is", "today", "guest"},
		{"is", "guest", "today"},
		{"by", "joined"},
		{"with", "conversation"},
		{"welcome"},
		{"with", "speaking"},
		{"with", "talking"},
		{"gast", "mein"},
		{"gast", "unser"},
		{"mit", "gesprach"},
		{"is", "name", "my"},
		{"ist", "name", "mein"},
	}
	// roles follow or precede a name with an organization: "founder of X".
	roles = words(`founder cofounder founders ceo cto cfo coo president director professor author editor partner head chairman
		engineer gründer gründerin geschäftsführer professorin autor autorin chef chefin`)
)

// nameEnd returns the last word of a person's name that begins at word i, i-1 when none does: a given name or a
// capitalized word, particles, and capitalized family names.
func (r *reader) nameEnd(i int) int {
	if i >= len(r.words) || r.possessive(i) && r.lower {
		return i - 1
	}
	if r.lower {
		if r.known.given[r.fold(i)] && i+1 < len(r.words) && r.words[i+1].Gap == extract.GapSpace && !r.common(i+1) && len(r.fold(i+1)) > 2 &&
			!r.known.given[r.fold(i+1)] {
			return i + 1
		}
		return i - 1
	}
	if !r.upper(i) || r.common(i) && !r.known.given[r.fold(i)] {
		return i - 1
	}
	last := i
	for j := i + 1; j < len(r.words) && j < i+5; j++ {
		if r.words[j].Gap != extract.GapSpace || r.possessive(j-1) || saysI(r.fold(j)) || r.dashed(j) ||
			r.another(i, j) {
			break
		}
		if r.text[r.words[j].Start-1] == '-' && j == i+1 && !r.known.given[r.fold(j)] || r.german && r.endsInGerman(last > i, j) {
			break // a compound ("Nora-Vint-Haus"), or the name has ended
		}
		switch {
		case r.upper(j) && !(r.common(j) && j > i+1) && !roles[r.fold(j)]:
			last = j
			continue
		case particles[r.fold(j)] && r.upper(j+1) && r.words[j+1].Gap == extract.GapSpace:
			continue
		case particles[r.fold(j)] && particles[r.fold(j+1)] && r.upper(j+2):
			continue
		}
		break
	}
	for last > i && (r.words[last].End-r.words[last].Start == 1 || r.fold(last) == r.fold(i) || r.fold(last) == r.fold(last-1)) {
		last-- // "Nora Vint I": a letter ends no name, nor does a word that is said twice
	}
	return last
}

// dashed reports whether a dash or "&" stands alone before word i: who is named before it has no part of what follows.
func (r *reader) dashed(i int) bool {
	if i == 0 {
		return false
	}
	between := r.text[r.words[i-1].End:r.words[i].Start]
	return strings.Contains(between, " -") || strings.Contains(between, "&")
}

// another reports whether a second name begins at word j behind the full one that begins at i, with no comma between them: "Ada Vint Nora
// Brekke", "Ada Vint Ada Vint".
func (r *reader) another(i, j int) bool {
	return j == i+2 && !r.lower && r.fullName(i) && r.fullName(j)
}

// fullName reports whether a given name and a family name that is no given one stand at word i, with capitals.
func (r *reader) fullName(i int) bool {
	return r.given(i) && r.upper(i+1) && !r.common(i+1) && !r.given(i+1) && r.words[i+1].Gap == extract.GapSpace
}

// pastStutter returns the last of the same words that begin at i: who is not edited says some twice ("Nora Nora Vint").
func (r *reader) pastStutter(i int) int {
	for n := 0; n < maxStutter && i+1 < len(r.words) && r.fold(i+1) == r.fold(i) && r.words[i+1].Gap == extract.GapSpace; n++ {
		i++
	}
	return i
}

const maxStutter = 4 // words; a text of one word is no stutter

// possessive reports whether word i carries a possessive "'s", or the apostrophe alone behind an s: a name ends there ("Nora's Toaster"
// is no person, nor is "Hans’ Toaster").
func (r *reader) possessive(i int) bool {
	rest := r.text[r.words[i].End:]
	return strings.HasPrefix(rest, "'s") || strings.HasPrefix(rest, "’s") ||
		strings.HasSuffix(r.fold(i), "s") && (strings.HasPrefix(rest, "' ") || strings.HasPrefix(rest, "’ "))
}

// nameAfter returns the last word of a person's name at word i when it follows in the same sentence, i-1 otherwise.
func (r *reader) nameAfter(i int) int {
	if i >= len(r.words) || r.words[i].Gap == extract.GapSentence && i > 0 && r.words[i-1].End+1 != r.words[i].Start {
		return i - 1
	}
	return r.nameEnd(i)
}

func (r *reader) personName(i, j int) string {
	name := r.between(i, j)
	if r.lower {
		parts := strings.Fields(name)
		for n, p := range parts {
			parts[n] = upperFirst(p)
		}
		name = strings.Join(parts, " ")
	}
	return name
}

// isPerson reports whether the words are built like a person's name.
func (r *reader) isPerson(i, j int) bool {
	return j > i && j < len(r.words) && j-i <= 3 && r.known.given[r.fold(i)] && !r.common(j)
}

// endsInGerman reports whether a word ends a name in German that it would belong to elsewhere: behind a full name, or before
// another name ("ein Roman von Nora Vint").
func (r *reader) endsInGerman(full bool, i int) bool {
	return full && notInGerman[r.fold(i)] || r.fold(i) == "von" && i+1 < len(r.words) && r.given(i+1)
}

// people finds names built like a person's, names behind a title and names that guest phrases introduce.
func (r *reader) people() {
	for i := 0; i < len(r.words); i++ {
		if r.given(i) {
			i = r.pastStutter(i)
		}
		w := r.words[i]
		if r.given(i) && !(r.german && w.Fold == "per") && !r.endsPlace(i) { // "Per Post" begins a sentence
			if end := r.nameEnd(i); end > i && !r.endsLikeThing(i, end) && (!r.common(end) || !r.common(i)) &&
				!r.known.things[r.fold(end)] && !thingNouns[r.fold(end)] &&
				(!r.words[end].AllCaps || r.words[i].AllCaps) && !r.onlyWords(i, end) { // "Gaia GPS"
				f := r.person(r.hyphened(i), end, extract.SignalNamePattern)
				r.add(f)
				i = end
				continue
			}
			if !extract.IsCommon(w.Fold) && (r.lower || r.uncapital[w.Fold] == 0) && len(w.Fold) >= 3 && !r.inCompound(i) {
				r.add(find{
					typ: mention.Person, name: r.personName(i, i), first: i, last: i, rank: rankRun,
					signals: []mention.Signal{extract.SignalGivenName},
				})
			}
			continue
		}
		if personTitles[w.Fold] && w.Upper && !r.lower && !r.possessive(i) && !r.continues(i) && r.upper(i+1) && !r.common(i+1) &&
			r.words[i+1].Gap == extract.GapSpace {
			if end := r.nameEnd(i + 1); end > i && !(w.Fold == "general" && firmsOfGeneral[r.fold(end)]) {
				f := r.person(i+1, end, mention.SignalCue)
				f.rank = rankPattern
				if end == i+1 && plainTitles[w.Fold] {
					f.signals = []mention.Signal{extract.SignalGivenName} // a Mr. Somebody: nobody knows who is meant
				}
				r.add(f)
			}
		}
		r.guestAfter(i)
	}
}

// continues reports whether a word goes on with a name that began before it: "General" in "the Seros General Catalog" is nobody's title.
func (r *reader) continues(i int) bool {
	return i > 0 && r.words[i].Gap == extract.GapSpace && r.upper(i-1) && !r.common(i-1) && !personTitles[r.fold(i-1)]
}

// hyphened returns where a given name of two begins of which word i is the second: "Bo-Nora Vint".
func (r *reader) hyphened(i int) int {
	if i > 0 && r.upper(i-1) && !r.lower && r.words[i-1].End+1 == r.words[i].Start && r.text[r.words[i-1].End] == '-' {
		return i - 1
	}
	return i
}

// inCompound reports whether a hyphen ties word i to the next: "Nora" in "Nora-Vint-Haus".
func (r *reader) inCompound(i int) bool {
	return i+1 < len(r.words) && r.words[i].End+1 == r.words[i+1].Start && r.text[r.words[i].End] == '-'
}

// endsLikeThing reports whether words that begin with a given name end as names of firms, places or kinds of things do: "Nora College",
// "Milan CPUs", "Victoria British Columbia".
func (r *reader) endsLikeThing(i, j int) bool {
	last := r.fold(j)
	if namesThing(last) || demonyms[r.fold(i)] && demonyms[last] || !r.lower && r.isPlural(j) {
		return true
	}
	if j-i < 2 {
		return false
	}
	k, ok := r.listed(i+1, j)
	return ok && k.typ == mention.Location
}

// endsPlace reports whether a given name is the end of a place's: "York" in "New York".
func (r *reader) endsPlace(i int) bool {
	k, ok := r.listed(i-1, i)
	return ok && k.typ == mention.Location && r.words[i].Gap == extract.GapSpace
}

func (r *reader) given(i int) bool {
	return r.known.given[r.fold(i)] && (r.lower || r.words[i].Upper)
}

func (r *reader) guestAfter(i int) {
	for _, cue := range guestCues {
		if cue[0] != r.fold(i) || !r.preceded(i, cue) {
			continue
		}
		first := i + 1
		for first < len(r.words) && (r.fold(first) == "today" || r.fold(first) == "is" || r.fold(first) == "heute" || r.fold(first) == "ist") {
			first++
		}
		first = r.pastStutter(first)
		if end := r.nameAfter(first); end > first {
			f := r.person(first, end, mention.SignalCue)
			f.rank = rankCue
			r.add(f)
		}
		return
	}
}

// person makes the find for a name and reads the job that stands behind it.
func (r *reader) person(i, j int, signal mention.Signal) find {
	f := find{typ: mention.Person, name: r.personName(i, j), first: i, last: j, rank: rankPattern, signals: []mention.Signal{signal}}
	if signal == extract.SignalNamePattern && j > i && !r.lower && !r.common(j) && !r.known.given[r.fold(j)] {
		f.signals = append(f.signals, mention.SignalCapitalised)
	}
	for k := j + 1; k < min(len(r.words), j+5); k++ {
		if r.words[k].Gap == extract.GapSentence {
			break
		}
		if !roles[r.fold(k)] {
			continue
		}
		f.claims.Title = r.between(k, k)
		if p := r.fold(k + 1); (p == "of" || p == "at" || p == "von") && r.upper(k+2) && !r.lower {
			if end := r.runEnd(k + 2); end >= k+2 {
				f.claims.Company = r.between(k+2, end)
			}
		}
		break
	}
	return f
}
