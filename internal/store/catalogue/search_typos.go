package catalogue

import (
	"context"
	"strings"

	"mentionary/internal/store/database"
)

// Bounds of misspelled names.
const (
	maxEdits      = 2
	pieces        = 3
	mostOfAPiece  = 2000 // names that have a piece of the query
	leastForTypos = 4    // letters of a query
)

// alike finds names that are spelled like the phrase. Of three pieces of the query at least one stands as it is in a name with two
// letters wrong, so that names with a piece are compared. The first piece stands at the beginning, where people err least.
func (n nameSearch) alike(ctx context.Context) ([]nameHit, error) {
	if len([]rune(n.t.phrase)) < leastForTypos {
		return nil, nil
	}
	if trigrams, err := n.s.HasTrigrams(ctx); err != nil || !trigrams {
		return nil, err
	}
	var found []nameHit
	for _, table := range []string{"entities", "alias"} {
		some, err := n.withPieces(ctx, table)
		if err != nil {
			return nil, err
		}
		found = append(found, some...)
	}
	var hits []nameHit
	for _, h := range found {
		h.class, h.edits = fitsAlike, editsBetween(n.t.phrase, h.Name, maxEdits)
		if h.edits > maxEdits {
			score := alike(n.t, h.Name)
			if score == 0 {
				continue
			}
			h.edits = maxEdits + 1 + int((1-score)*100) // behind those with few letters wrong, the most alike first
		}
		hits = append(hits, h)
	}
	return hits, nil
}

// withPieces reads names that have a piece of the query.
func (n nameSearch) withPieces(ctx context.Context, table string) ([]nameHit, error) {
	joined := ""
	name := "e.folded"
	if table == "alias" {
		joined, name = " JOIN alias a ON a.entity_id = e.id", "a.folded"
	}
	row := name[:1]
	of := piecesOf(n.t.phrase)
	searched := n.s.SearchedTable(database.SearchTableOf(table))
	var parts []string
	var args []any
	for _, p := range of {
		if n.s.Postgres() {
			parts = append(parts, "SELECT id FROM (SELECT id FROM "+searched+" WHERE folded LIKE ? LIMIT ?) x")
			args = append(args, "%"+p+"%", mostOfAPiece)
			continue
		}
		index := database.SearchTableOf(table).TrigramIndex()
		parts = append(parts, "SELECT rowid FROM (SELECT rowid FROM "+index+" WHERE folded MATCH ? LIMIT ?)")
		args = append(args, quote(p), mostOfAPiece)
	}
	return n.query(ctx, `SELECT e.id, e.mention_count AS mentions, `+name+` AS name FROM entities e`+joined+` WHERE `+row+`.id IN (`+
		strings.Join(parts, " UNION ")+`) AND `+database.ListedEntity("e.")+n.ofType("e."), args...)
}

// piecesOf cuts a phrase of at least leastForTypos letters into three pieces of at least three letters, which overlap in short ones.
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
