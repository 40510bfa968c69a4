package catalogue

import (
	"cmp"
	"context"
	"slices"

	"mentionary/internal/mention"
	"mentionary/internal/nameindex"
	"mentionary/internal/store/database"
)

// Bounds of a search for names.
const (
	mostTexts     = 2000 // entities whose other texts are looked at
	fewTexts      = 300  // the same where a few are wanted; the first ones, which are mentioned most
	maxEdits      = 2    // letters of a name that are wrong
	leastForTypos = 4    // letters of a query
	mostCompared  = 100  // names of which it is looked at how alike they are, where more than maxEdits letters are wrong
)

// How well an entity fits a query, best first: as a name does (nameindex.Fit), or worse.
const (
	fitsElsewhere = int(nameindex.Nothing) + iota // the words are in other texts of the entity
	fitsAlike                                     // is spelled like it
	fitsNothing                                   // nothing fits
)

// nameHit is an entity that a search found.
type nameHit struct {
	ID       int
	Mentions int
	Name     string // folded, by which it was found; empty where it was not found by name
	class    int
	edits    int // of fitsAlike
}

// byName reports whether it was found by a name that is spelled as the query.
func (h nameHit) byName() bool { return h.class < fitsElsewhere }

// nearly returns the name that a query is but for a few letters; ok is false where it is none.
func (h nameHit) nearly() (name string, ok bool) {
	return h.Name, h.class == fitsAlike && h.edits <= maxEdits
}

// nameSearch looks for entities, of one type or of all.
type nameSearch struct {
	s    *Store
	to   database.Asked
	t    terms
	typ  mention.Type // empty: all
	want int          // so many of the best
}

// entityHits returns entities that a query finds, best first: by how well a name fits, then by mentions. It is exact for the first
// want, and may return more. spelledAlike says that misspelled ones are looked for when there are few.
func (n nameSearch) entityHits(ctx context.Context, spelledAlike bool) ([]nameHit, error) {
	names, err := n.s.namesIn(ctx, n.to)
	if err != nil {
		return nil, err
	}
	hits := nameHits(names.Find(nameindex.Query{
		Phrase: n.t.phrase, Words: n.t.words, Type: n.typ, Inside: n.t.substring(), Want: n.want,
	}))
	if len(hits) < n.want {
		elsewhere, err := n.elsewhere(ctx, names)
		if err != nil {
			return nil, err
		}
		hits = ordered(append(hits, elsewhere...))
	}
	letters := len([]rune(n.t.phrase))
	if spelledAlike && letters >= leastForTypos && (len(hits) == 0 || len(hits) < fewHits && letters >= leastBeside) {
		hits = ordered(append(hits, n.alike(names, len(hits) == 0)...))
	}
	return hits, nil
}

// Misspelled names are looked for when nothing is spelled as the query, and beside few hits of one in which two letters are not much.
const (
	fewHits     = 3 // hits, less than that
	leastBeside = 9 // letters of the query
)

// nameHits are what was found by names.
func nameHits(found []nameindex.Hit) []nameHit {
	out := make([]nameHit, len(found))
	for i, h := range found {
		out[i] = nameHit{ID: h.ID, Mentions: h.Mentions, Name: h.Name, class: int(h.Fit)}
	}
	return out
}

// ordered returns each entity once, best first.
func ordered(hits []nameHit) []nameHit {
	slices.SortFunc(hits, func(a, b nameHit) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.edits, b.edits), cmp.Compare(b.Mentions, a.Mentions), cmp.Compare(a.ID, b.ID))
	})
	seen := make(map[int]bool, len(hits))
	return slices.DeleteFunc(hits, func(h nameHit) bool {
		again := seen[h.ID]
		seen[h.ID] = true
		return again
	})
}

// alike finds names that are spelled like the phrase: with two letters wrong at most or, when nothing else was found, less alike.
func (n nameSearch) alike(names *nameindex.Index, nothingElse bool) []nameHit {
	found := names.Misspelled(n.t.phrase, n.typ, maxEdits, n.want)
	less := 0
	if len(found) == 0 && nothingElse {
		less = maxEdits + 1
		found = names.Resembling(n.t.phrase, n.typ, mostCompared, func(name string) float64 { return alike(n.t, name) })
	}
	hits := nameHits(found)
	for i, h := range found {
		hits[i].class, hits[i].edits = fitsAlike, less+h.Edits
	}
	return hits
}

// elsewhere finds the words in any order, in names and in other texts of an entity, where a single letter beside longer words says nothing.
func (n nameSearch) elsewhere(ctx context.Context, names *nameindex.Index) ([]nameHit, error) {
	st := database.SearchTableOf(searchEntities)
	found, arg := `SELECT rowid FROM `+st.WordIndex()+` WHERE `+st.WordIndex()+` MATCH ?`, n.t.telling().sqliteWords()
	if n.s.Postgres() {
		found = `SELECT id FROM ` + n.s.SearchedTable(st) + ` WHERE (` + st.Vector() + `) @@ to_tsquery('simple', ?)`
		arg = n.t.telling().postgresWords()
	}
	ids, err := database.Query[int](ctx, n.s.DB, n.to, found+` LIMIT ?`, arg, min(mostTexts, max(fewTexts, 2*n.want)))
	if err != nil {
		return nil, err
	}
	hits := nameHits(names.Known(ids, n.typ))
	for i := range hits {
		hits[i].class = fitsElsewhere
	}
	return hits, nil
}
