package offline

import (
	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// Head nouns of names: what a name ends in, or has before "of", says what it names.
var (
	companyEnds = words(`inc corp corporation llc ltd gmbh ag labs laboratory laboratories technologies technology systems software
		capital ventures investors foundation university universität institute institut bank group
		company records studios partners press media college school academy association council caucus committee society agency museum
		hospital church orchestra center centre department ministry party union club faculty commission federation brotherhood league
		alliance coalition airlines airways guild magazine times post journal tribune gazette herald chronicle`)
	// firmEnds are those of companyEnds that hardly anything else ends in: there are unions of states, clubs in a town and records that
	// are broken.
	firmEnds = words(`inc corp corporation llc ltd gmbh labs laboratory laboratories technologies ventures investors capital foundation
		university universität institute institut bank studios college academy hospital orchestra`)
	// schools are those of firmEnds that say enough without a capital.
	schools   = words(`university college hospital orchestra`)
	placeEnds = words(`river lake mountain mountains street avenue road county park island islands beach bridge valley airport bay
		ocean canyon creek boulevard square forest desert peninsula expressway highway freeway motorway turnpike parkway village plaza
		lighthouse sea springs shelf harbor harbour glacier falls hills heights stadium arena casino`)
	// familyToo are head nouns that are family names, too: a given name before them makes a person.
	familyToo = words(`church press bank partners river lake mountain street road park beach bridge valley bay creek square forest village
		hills post`)
)

// head returns the word that says what the name i to j names: the one before the first "of", else the last.
func (r *reader) head(i, j int) int {
	for k := i + 1; k < j; k++ {
		if r.fold(k) == "of" {
			return k - 1
		}
	}
	return j
}

// headNoun reports whether a word is a head noun of organizations or places.
func headNoun(fold string) bool { return companyEnds[fold] || placeEnds[fold] }

// namesThing reports whether a word ends names of organizations and places but no person's: "Ross Sea", "Nora College".
func namesThing(fold string) bool { return headNoun(fold) && !familyToo[fold] }

// withinOrganization reports whether a known name is a part of an organization's: "Oslo" in "Oslo University" and in "University of
// Oslo". Who says so does not speak of the place.
func (r *reader) withinOrganization(m extract.Match) bool {
	first, last := r.organizationAround(m)
	return first < m.First || last > m.Last
}

// organizationAround returns the words of the organization that a known name is a part of, those of the name when there is none. Without
// capitals only schools and the like are known by their nouns.
func (r *reader) organizationAround(m extract.Match) (first, last int) {
	heads := companyEnds
	if r.lower {
		heads = schools
	}
	noun := func(i int) bool { return heads[r.fold(i)] && (r.lower || r.upper(i)) }
	joined := func(i int) bool { return r.words[i].Gap == extract.GapSpace }
	switch next, of := m.Last+1, m.First-1; {
	case next < len(r.words) && joined(next) && noun(next) && !r.possessive(m.Last):
		return m.First, next
	case of > 0 && r.fold(of) == "of" && joined(m.First) && joined(of) && noun(of-1):
		return of - 1, m.Last
	}
	return m.First, m.Last
}

// organizations finds what its place and its noun name in transcripts without capitals: "oslo university", "the university of oslo".
func (r *reader) organizations() {
	if !r.lower || r.german {
		return
	}
	for _, m := range r.known.names.Find(r.words, nil) {
		if r.known.entries[m.Values[0]].typ != mention.Location {
			continue
		}
		if i, j := r.organizationAround(m); j-i > m.Last-m.First {
			r.add(find{
				typ: mention.Company, name: titleCase(r.between(i, j)), first: i, last: j, rank: rankRun,
				signals: []mention.Signal{mention.SignalCue},
			})
		}
	}
}

// places finds names of places where places stand, in transcripts without capitals: "we live in galesburg".
func (r *reader) places() {
	if !r.lower || r.german {
		return
	}
	for i := range r.words {
		if r.words[i].Gap != extract.GapSpace || articles[r.fold(i)] || !r.whereTo(i) && !r.placed(i) {
			continue
		}
		for j := min(i+2, len(r.words)-1); j >= i; j-- {
			if j == i && (r.common(i) || len(r.fold(i)) < leastPlace) || !extract.IsPlaceName(extract.Key(r.between(i, j))) {
				continue
			}
			r.add(find{
				typ: mention.Location, name: titleCase(r.between(i, j)), first: i, last: j, rank: rankRun,
				signals: []mention.Signal{mention.SignalCue},
			})
			break
		}
	}
}

const leastPlace = 5 // letters: shorter words are misheard ones too often

// onlyPlaces reports whether each word of a run is a well-known place by itself: a list without commas.
func (r *reader) onlyPlaces(i, j int) bool {
	for k := i; k <= j; k++ {
		if !r.isPlace(k) {
			return false
		}
	}
	return true
}
