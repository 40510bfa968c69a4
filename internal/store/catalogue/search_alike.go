package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// Bounds of the answers to a misspelled query.
const (
	minLikeness     = 0.4 // of a whole name
	minWordLikeness = 0.5 // of the words of a query, each to the word of the name that is most like it
	minWordShare    = 0.3 // of trigrams that PostgreSQL compares further
	maxMisspelled   = 50  // names that are compared
)

// spelledAlike looks for rows whose names are spelled like a query. It keeps what it found for the other questions of a search.
type spelledAlike struct {
	s     *Store
	tx    *db.Tx
	t     terms
	found map[string][]int // by table
	meant *nameHit         // the entity that the query names best, once it is known
}

func (s *Store) spelledAlike(tx *db.Tx, t terms) *spelledAlike {
	return &spelledAlike{s: s, tx: tx, t: t, found: map[string][]int{}}
}

// condition limits a list to rows that the query means when nothing is spelled as it; nil when there is none: rows whose names are spelled
// alike, of episodes also by the names of their channels. Where a query is the name of something, no title of an episode is guessed, and
// where it nearly is, episodes with that name are meant.
func (a *spelledAlike) condition(ctx context.Context, what string) (condition, error) {
	if what == searchEpisodes {
		switch meant, err := a.entity(ctx); {
		case err != nil || meant.class < fitsAlike:
			return nil, err
		default:
			if name, means := meant.nearly(); means {
				return a.s.foundTerms(searchEpisodes, readTerms(name)), nil
			}
		}
	}
	ids, err := a.misspelled(ctx, what)
	if err != nil {
		return nil, err
	}
	column := "id"
	if len(ids) == 0 && what == searchEpisodes {
		column = "channel_id"
		if ids, err = a.misspelled(ctx, searchChannels); err != nil {
			return nil, err
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return func(sel *sql.Selector) { sel.Where(sql.ExprP(sel.C(column) + " IN " + database.In(ids))) }, nil
}

// entity returns what the query names best, of the class fitsNothing when it names nothing.
func (a *spelledAlike) entity(ctx context.Context) (nameHit, error) {
	if a.meant == nil {
		hits, err := nameSearch{s: a.s, to: a.tx, t: a.t, want: 1}.entityHits(ctx, true)
		if err != nil {
			return nameHit{}, err
		}
		a.meant = &nameHit{class: fitsNothing}
		if len(hits) > 0 {
			a.meant = &hits[0]
		}
	}
	return *a.meant, nil
}

// misspelled returns ids of rows whose names are spelled like the phrase, the most alike first.
func (a *spelledAlike) misspelled(ctx context.Context, table string) ([]int, error) {
	if ids, again := a.found[table]; again {
		return ids, nil
	}
	if len([]rune(a.t.phrase)) <= trigramRunes {
		return nil, nil
	}
	if trigrams, err := a.s.HasTrigrams(ctx); err != nil || !trigrams {
		return nil, err
	}
	best := map[int]float64{}
	names, err := a.namesLike(ctx, database.SearchTableOf(table))
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		best[n.ID] = max(best[n.ID], alike(a.t, n.Name))
	}
	var ids []int
	for id, score := range best {
		if score > 0 {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y int) int { return cmp.Or(cmp.Compare(best[y], best[x]), cmp.Compare(x, y)) })
	a.found[table] = ids
	return ids, nil
}

// idName is a row with its name, or with one of its names.
type idName struct {
	ID   int    `sql:"id"`
	Name string `sql:"name"`
}

// namesLike asks the index of trigrams for names that share most with the phrase.
func (a *spelledAlike) namesLike(ctx context.Context, st database.SearchTable) ([]idName, error) {
	const row = "x.id AS id, x.folded AS name"
	s, t := a.s, a.t
	if !s.Postgres() {
		return database.Query[idName](ctx, s.DB, a.tx, "SELECT "+row+" FROM "+st.TrigramIndex()+" f JOIN "+st.Table+
			" x ON x.id = f.rowid WHERE f.folded MATCH ? ORDER BY f.rank LIMIT ?", t.anyTrigram(), maxMisspelled)
	}
	share := strconv.FormatFloat(minWordShare, 'f', -1, 64)
	if len(a.found) == 0 { // it holds for the whole transaction
		if err := s.Exec(ctx, a.tx, "SELECT set_config('pg_trgm.word_similarity_threshold', '"+share+"', true)"); err != nil {
			return nil, err
		}
	}
	return database.Query[idName](ctx, s.DB, a.tx, "SELECT "+row+" FROM "+s.SearchedTable(st)+
		" x WHERE ? <% folded ORDER BY word_similarity(?, folded) DESC LIMIT ?", t.phrase, t.phrase, maxMisspelled)
}

// alike says how much a folded name is spelled like the phrase, as a whole or word by word; 0 when it is not.
func alike(t terms, name string) float64 {
	best := likeness(t.phrase, name)
	if best < minLikeness {
		best = 0
	}
	words := strings.Fields(name)
	sum := 0.0
	for _, w := range t.words {
		most := 0.0
		for _, n := range words {
			most = max(most, likeness(w, n))
		}
		if most < minWordLikeness {
			return best
		}
		sum += most
	}
	return max(best, sum/float64(len(t.words)))
}

// likeness is the share of trigrams that two folded texts have in common (Dice), 0 to 1; the texts are padded so that
// their beginnings weigh more.
func likeness(a, b string) float64 {
	x, y := trigramsOf(a), trigramsOf(b)
	if len(x)+len(y) == 0 {
		return 0
	}
	shared := 0
	for t := range x {
		if y[t] {
			shared++
		}
	}
	return 2 * float64(shared) / float64(len(x)+len(y))
}

func trigramsOf(s string) map[string]bool {
	runes := []rune("  " + s + " ")
	out := map[string]bool{}
	for i := 0; i+trigramRunes <= len(runes); i++ {
		out[string(runes[i:i+trigramRunes])] = true
	}
	return out
}
