package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Bounds of a search for names. What is rarer than mostHits is found by an index and put in order here; what is more frequent is met
// soon on a walk from the most mentioned name on. So no search reads more than a few thousand names, however many there are.
const (
	mostHits  = 2000
	nearWalk  = 2000   // names that are looked at before an index of trigrams is asked: of frequent letters it has very long lists
	aliasWalk = 10_000 // entities whose aliases are looked at when names with a frequent beginning are many
	farWalk   = 50_000 // names that are looked at for what is frequent
	fewTexts  = 300    // entities whose other texts are looked at where a few are wanted; the first ones, which are mentioned most
)

// How well a name fits a query, best first.
const (
	fitsWhole     = iota // it is the query
	fitsBeginning        // begins with it
	fitsWord             // has a word that begins with it
	fitsInside           // has it inside a word
	fitsWords            // has all its words, in any order, as beginnings of words
	fitsElsewhere        // they are in other texts of the entity
	fitsAlike            // is spelled like it
	fitsNothing          // nothing fits
)

// nameHit is an entity that a search found by one of its names.
type nameHit struct {
	ID       int    `sql:"id"`
	Mentions int    `sql:"mentions"`
	Name     string `sql:"name"` // folded
	class    int
	edits    int // of fitsAlike
}

// nameSearch looks for entities, of one type or of all.
type nameSearch struct {
	s    *Store
	tx   *db.Tx
	t    terms
	typ  mention.Type // empty: all
	want int          // so many of the best
}

// entityHits returns entities that a query finds, best first: by how well a name fits, then by mentions. It is exact for the first
// want, and may return more. spelledAlike says that misspelled ones are looked for when there are few.
func (n nameSearch) entityHits(ctx context.Context, spelledAlike bool) ([]nameHit, error) {
	hits, err := n.beginnings(ctx)
	if err != nil {
		return nil, err
	}
	if len(hits) < n.want && n.t.substring() {
		inside, err := n.inside(ctx)
		if err != nil {
			return nil, err
		}
		hits = n.ordered(append(hits, inside...))
	}
	if len(hits) < n.want {
		elsewhere, err := n.elsewhere(ctx)
		if err != nil {
			return nil, err
		}
		hits = n.ordered(append(hits, elsewhere...))
	}
	long := len([]rune(n.t.phrase)) >= leastBeside
	if spelledAlike && (len(hits) == 0 || len(hits) < fewHits && long) {
		alike, err := n.alike(ctx, len(hits) == 0)
		if err != nil {
			return nil, err
		}
		hits = n.ordered(append(hits, alike...))
	}
	return hits, nil
}

// Misspelled names are looked for when nothing is spelled as the query, and beside few hits of one in which two letters are not much.
const (
	fewHits     = 3 // hits, less than that
	leastBeside = 9 // letters of the query
)

// ordered classifies hits and returns each entity once, best first.
func (n nameSearch) ordered(hits []nameHit) []nameHit {
	for i, h := range hits {
		if h.class < fitsWords {
			hits[i].class = n.classOf(h.Name)
		}
	}
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

// classOf says how a folded name fits the query.
func (n nameSearch) classOf(name string) int {
	switch q := n.t.phrase; {
	case name == q:
		return fitsWhole
	case strings.HasPrefix(name, q):
		return fitsBeginning
	case strings.Contains(" "+name, " "+q):
		return fitsWord
	case strings.Contains(name, q):
		return fitsInside
	}
	for _, w := range n.t.words {
		if !strings.Contains(" "+name, " "+w) {
			return fitsElsewhere
		}
	}
	return fitsWords
}

// afterPrefix is the first text behind all that begin with a prefix.
func afterPrefix(prefix string) string { return prefix + "\U0010FFFF" }

// between are the conditions of what lies between two texts in the order of bytes, whatever the language of the database.
func (n nameSearch) between() (from, until string) {
	if n.s.Postgres() {
		return " ~>=~ ?", " ~<~ ?"
	}
	return " >= ?", " < ?"
}

// beginnings finds names that begin with the phrase.
func (n nameSearch) beginnings(ctx context.Context) ([]nameHit, error) {
	from, until := n.between()
	low, high := n.t.phrase, afterPrefix(n.t.phrase)
	hits, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, e.folded AS name FROM entities e WHERE `+database.ListedEntity("e.")+
		` AND e.folded`+from+` AND e.folded`+until+n.ofType("e.")+` LIMIT ?`, low, high, mostHits+1)
	if err != nil {
		return nil, err
	}
	least := 0
	if len(hits) > mostHits {
		whole, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, e.folded AS name FROM entities e WHERE `+
			database.ListedEntity("e.")+` AND e.folded = ?`+n.ofType("e.")+` LIMIT ?`, low, mostHits)
		if err != nil {
			return nil, err
		}
		if hits, err = n.walk(ctx, farWalk, n.starts("w.folded"), low); err != nil {
			return nil, err
		}
		if len(hits) == n.want {
			least = hits[n.want-1].Mentions
		}
		hits = append(hits, whole...)
	}
	others, err := n.aliases(ctx, "a.folded"+from+" AND a.folded"+until, least, low, high)
	return n.ordered(append(hits, others...)), err
}

// aliases finds entities by an alias. least says how often an entity must be mentioned to be among the best: where that is more than once,
// they are found on a walk from the most mentioned one on, which ends there.
func (n nameSearch) aliases(ctx context.Context, condition string, least int, args ...any) ([]nameHit, error) {
	from := ` FROM alias a JOIN entities e ON e.id = a.entity_id WHERE ` + database.ListedEntity("e.")
	if least > 1 {
		from = ` FROM (SELECT id, mention_count, type FROM entities WHERE ` + database.ListedEntity("") +
			` AND mention_count >= ? ORDER BY mention_count DESC, sort_key, id LIMIT ?) e CROSS JOIN alias a WHERE a.entity_id = e.id`
		args = append([]any{least, aliasWalk}, args...)
	}
	return n.query(ctx, `SELECT e.id, e.mention_count AS mentions, a.folded AS name`+from+` AND `+condition+n.ofType("e.")+` LIMIT ?`,
		append(args, mostHits)...)
}

// starts is the condition that a text begins with a parameter.
func (n nameSearch) starts(text string) string {
	if n.s.Postgres() {
		return "starts_with(" + text + ", ?)"
	}
	return "instr(" + text + ", ?) = 1"
}

// has is the condition that a text has a parameter inside.
func (n nameSearch) has(text string) string {
	if n.s.Postgres() {
		return "strpos(" + text + ", ?) > 0"
	}
	return "instr(" + text + ", ?) > 0"
}

// walk looks at so many names, the most mentioned first, and returns the first that fulfill a condition.
func (n nameSearch) walk(ctx context.Context, names int, condition, arg string) ([]nameHit, error) {
	return n.query(ctx, `SELECT w.id, w.mention_count AS mentions, w.folded AS name FROM (SELECT id, mention_count, folded, type FROM entities
		WHERE `+database.ListedEntity("")+` ORDER BY mention_count DESC, sort_key, id LIMIT ?) w WHERE `+condition+n.ofType("w.")+` LIMIT ?`,
		names, arg, n.want)
}

// inside finds names that have the phrase anywhere.
func (n nameSearch) inside(ctx context.Context) ([]nameHit, error) {
	near, err := n.walk(ctx, nearWalk, n.has("' ' || w.folded"), " "+n.t.phrase)
	if err != nil || len(near) >= n.want {
		return near, err // words that begin with it: better than all others inside words
	}
	containing, arg := n.containing()
	hits, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, e.folded AS name FROM entities e`+containing("entities", "e")+`
		WHERE `+database.ListedEntity("e.")+n.ofType("e.")+` LIMIT ?`, arg, mostHits+1)
	if err != nil {
		return nil, err
	}
	if len(hits) > mostHits {
		words, err := n.walk(ctx, farWalk, n.has("' ' || w.folded"), " "+n.t.phrase)
		if err != nil {
			return nil, err
		}
		if hits, err = n.walk(ctx, farWalk, n.has("w.folded"), n.t.phrase); err != nil {
			return nil, err
		}
		hits = append(hits, words...)
	}
	others, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, a.folded AS name FROM alias a`+containing("alias", "a")+`
		JOIN entities e ON e.id = a.entity_id WHERE `+database.ListedEntity("e.")+n.ofType("e.")+` LIMIT ?`, arg, mostHits)
	return append(hits, others...), err
}

// containing joins the rows of a table whose folded names have the phrase.
func (n nameSearch) containing() (join func(table, row string) string, arg string) {
	trigrams := !n.s.Postgres() && !n.t.scan()
	join = func(table, row string) string {
		st := database.SearchTableOf(table)
		found := "id AS found FROM " + n.s.SearchedTable(st) + ` WHERE folded LIKE ? ESCAPE '\'`
		if trigrams {
			found = "rowid AS found FROM " + st.TrigramIndex() + " WHERE folded MATCH ?"
		}
		return " JOIN (SELECT " + found + ") f ON f.found = " + row + ".id"
	}
	if trigrams {
		return join, quote(n.t.phrase)
	}
	return join, like(n.t.phrase)
}

// elsewhere finds the words in any order, in names and in other texts of an entity, where a single letter beside longer words says nothing.
func (n nameSearch) elsewhere(ctx context.Context) ([]nameHit, error) {
	st := database.SearchTableOf(searchEntities)
	from := ` FROM (SELECT rowid AS found FROM ` + st.WordIndex() + ` WHERE ` + st.WordIndex() + ` MATCH ? LIMIT ?) f
		JOIN entities e ON e.id = f.found WHERE `
	arg := n.t.telling().sqliteWords()
	if n.s.Postgres() {
		from, arg = ` FROM (SELECT id AS found FROM `+n.s.SearchedTable(st)+` WHERE (`+st.Vector()+`) @@ to_tsquery('simple', ?) LIMIT ?) f
			JOIN entities e ON e.id = f.found WHERE `, n.t.telling().postgresWords()
	}
	hits, err := n.query(ctx, `SELECT e.id, e.mention_count AS mentions, e.folded AS name`+from+database.ListedEntity("e.")+n.ofType("e."),
		arg, min(mostHits, max(fewTexts, 2*n.want)))
	for i := range hits {
		hits[i].class = max(fitsWords, n.classOf(hits[i].Name))
	}
	return hits, err
}

// ofType limits a question to the type that is looked for; prefix names the row.
func (n nameSearch) ofType(prefix string) string {
	if n.typ == "" {
		return ""
	}
	for _, t := range mention.Types() { // nothing else becomes part of a statement
		if t == n.typ {
			return " AND " + prefix + "type = '" + string(t) + "'"
		}
	}
	return " AND 1 = 0"
}

func (n nameSearch) query(ctx context.Context, question string, args ...any) ([]nameHit, error) {
	return database.Query[nameHit](ctx, n.s.DB, n.tx, question, args...)
}
