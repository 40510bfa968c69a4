package catalogue

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mentionary/internal/store/database"
)

// Bounds of misspelled names.
const (
	maxEdits       = 2
	mostOfAPiece   = 2000   // names that have a piece of the query
	fewOfAPiece    = 500    // the same where more than two letters are wrong
	mostBeginnings = 20_000 // names whose beginning is that of the query
	leastForTypos  = 4      // letters of a query
	leastForTwo    = 15     // letters of a query whose pieces are looked for together with a part of the other one
)

// alike finds names that are spelled like the phrase: with two letters wrong at most or, when nothing else was found, less alike.
func (n nameSearch) alike(ctx context.Context, nothingElse bool) ([]nameHit, error) {
	if len([]rune(n.t.phrase)) < leastForTypos {
		return nil, nil
	}
	if trigrams, err := n.s.HasTrigrams(ctx); err != nil || !trigrams {
		return nil, err
	}
	names, err := n.namesOfPieces(ctx, cutForTypos(n.t.phrase))
	if err != nil {
		return nil, err
	}
	hits, err := n.likely(ctx, names, func(name string) (int, bool) {
		edits := editsBetween(n.t.phrase, name, maxEdits)
		return edits, edits <= maxEdits
	})
	if err != nil || len(hits) > 0 || !nothingElse {
		return hits, err
	}
	if names, err = n.namesOfPieces(ctx, likePieces{any: piecesOf(n.t.phrase), most: fewOfAPiece}); err != nil {
		return nil, err
	}
	return n.likely(ctx, names, func(name string) (int, bool) {
		score := alike(n.t, name)
		return maxEdits + 1 + int((1-score)*100), score > 0 // the most alike first
	})
}

// likely returns the listed entities among names, those that a comparison lets through, by how many letters it says are wrong.
func (n nameSearch) likely(ctx context.Context, names []idName, compare func(name string) (edits int, like bool)) ([]nameHit, error) {
	least := map[int]int{}
	for _, x := range names {
		edits, like := compare(x.Name)
		if before, again := least[x.ID]; like && (!again || edits < before) {
			least[x.ID] = edits
		}
	}
	if len(least) == 0 {
		return nil, nil
	}
	hits, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, e.folded AS name FROM entities e WHERE e.id IN ? AND `+
		database.ListedEntity("e.")+n.ofType("e."), database.IDs(slices.Sorted(maps.Keys(least))))
	for i, h := range hits {
		hits[i].class, hits[i].edits = fitsAlike, least[h.ID]
	}
	return hits, err
}

// likePieces are what is looked for to find names that may be spelled like a query.
type likePieces struct {
	beginning string // of names; empty: none
	shortest  int    // letters of names with the beginning
	longest   int
	any       []string     // in names
	both      []twoOfThree // in names
	most      int          // names of each
}

// twoOfThree is a piece along with one of two others.
type twoOfThree struct{ piece, one, other string }

// cutForTypos says what a name with two letters of the query wrong has in common with it. Either it begins as the query does, or one
// letter at most is wrong in the rest, so that one half of the rest stands as it is and, in longer ones, half of the other half. The
// beginning is where people err least, and an index tells names with it without reading their rows.
func cutForTypos(phrase string) likePieces {
	r := []rune(phrase)
	first := max(trigramRunes, len(r)/4)
	out := likePieces{beginning: string(r[:first]), shortest: len(r) - maxEdits, longest: len(r) + maxEdits, most: mostOfAPiece}
	if len(r) < first+2*trigramRunes {
		out.any = piecesOf(phrase)[1:]
		return out
	}
	half := first + (len(r)-first)/2
	a, b := r[first:half], r[half:]
	if len(r) < leastForTwo {
		out.any = []string{string(a), string(b)}
		return out
	}
	out.both = []twoOfThree{
		{string(a), string(b[:len(b)/2]), string(b[len(b)/2:])},
		{string(b), string(a[:len(a)/2]), string(a[len(a)/2:])},
	}
	return out
}

// namesOfPieces reads names and aliases that have one of the pieces, with the ids of their entities.
func (n nameSearch) namesOfPieces(ctx context.Context, p likePieces) ([]idName, error) {
	var out []idName
	for _, of := range []struct{ table, id, listed string }{
		{"entities", "id", " AND " + database.ListedEntity("x.")}, {"alias", "entity_id", ""},
	} {
		if p.beginning != "" {
			from, until := n.between()
			some, err := database.Query[idName](ctx, n.s.DB, n.tx, `SELECT w.id, w.name FROM (SELECT x.`+of.id+` AS id, x.folded AS name FROM `+
				of.table+` x WHERE x.folded`+from+` AND x.folded`+until+of.listed+` LIMIT ?) w WHERE length(w.name) BETWEEN ? AND ?`,
				p.beginning, afterPrefix(p.beginning), mostBeginnings, p.shortest, p.longest)
			if err != nil {
				return nil, err
			}
			out = append(out, some...)
		}
		some, err := n.withPieces(ctx, of.table, of.id, p)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// withPieces reads names that have a piece of the query.
func (n nameSearch) withPieces(ctx context.Context, table, id string, p likePieces) ([]idName, error) {
	st := database.SearchTableOf(table)
	if n.s.Postgres() {
		return n.postgresPieces(ctx, st, id, p)
	}
	var either []string
	for _, x := range p.any {
		either = append(either, quote(x))
	}
	for _, x := range p.both {
		either = append(either, "("+quote(x.piece)+" AND ("+quote(x.one)+" OR "+quote(x.other)+"))")
	}
	parts, args := make([]string, 0, len(either)), make([]any, 0, 2*len(either))
	for _, x := range either {
		parts = append(parts, "SELECT rowid FROM (SELECT rowid FROM "+st.TrigramIndex()+" WHERE folded MATCH ? LIMIT ?)")
		args = append(args, x, p.most)
	}
	return database.Query[idName](ctx, n.s.DB, n.tx, "SELECT x."+id+" AS id, x.folded AS name FROM "+table+" x WHERE x.id IN ("+
		strings.Join(parts, " UNION ")+")", args...)
}

func (n nameSearch) postgresPieces(ctx context.Context, st database.SearchTable, id string, p likePieces) ([]idName, error) {
	var parts []string
	var args []any
	from := "(SELECT " + id + " AS id, folded AS name FROM " + n.s.SearchedTable(st) + " WHERE folded LIKE ?"
	for _, x := range p.any {
		parts = append(parts, from+" LIMIT ?)")
		args = append(args, like(x), p.most)
	}
	for _, x := range p.both {
		parts = append(parts, from+" AND (folded LIKE ? OR folded LIKE ?) LIMIT ?)")
		args = append(args, like(x.piece), like(x.one), like(x.other), p.most)
	}
	return database.Query[idName](ctx, n.s.DB, n.tx, strings.Join(parts, " UNION "), args...)
}

// pieces is in how many a phrase is cut.
const pieces = 3

// piecesOf cuts a phrase of at least leastForTypos letters into three pieces of at least three letters, which overlap in short ones. One of
// them stands as it is in most names with two letters wrong.
func piecesOf(phrase string) []string {
	r := []rune(phrase)
	size := max(trigramRunes, (len(r)+pieces-1)/pieces)
	var out []string
	for i := range pieces {
		at := i * (len(r) - size) / (pieces - 1)
		out = append(out, string(r[at:at+size]))
	}
	return out
}

// editsBetween is how many letters are replaced, added, forgotten or swapped with their neighbor between two texts (optimal string
// alignment); most+1 when more than most are.
func editsBetween(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	second, before, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range before {
		before[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			now[j] = min(now[j-1]+1, before[j]+1, before[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], second[j-2]+1)
			}
			least = min(least, now[j])
		}
		if least > most {
			return most + 1
		}
		second, before, now = before, now, second
	}
	return before[len(y)]
}
