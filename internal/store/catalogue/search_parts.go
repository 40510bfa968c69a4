package catalogue

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// condition limits a list.
type condition = func(*sql.Selector)

// list is the question for a list that a search may limit: conditions P, orders O.
type list[Q any, P, O ~func(*sql.Selector)] interface {
	Clone() Q
	Where(...P) Q
	Order(...O) Q
	Exist(context.Context) (bool, error)
}

// limitToFound limits a list to what a search finds: what is spelled as the terms or, when the list has nothing of it, what
// is spelled like them. With namesFirst, what is spelled as the terms and found by name comes first; it reports whether that
// is so.
func limitToFound[Q list[Q, P, O], P, O ~func(*sql.Selector)](
	ctx context.Context, s *Store, tx *db.Tx, q Q, what string, t terms, namesFirst bool,
) (bool, error) {
	found := s.foundTerms(what, t)
	some, err := q.Clone().Where(P(found)).Exist(ctx)
	if err != nil {
		return false, err
	}
	if !some {
		alike, err := s.spelledAlike(tx, t).condition(ctx, what)
		if err != nil {
			return false, err
		}
		if alike != nil {
			q.Where(P(alike))
			return false, nil
		}
	}
	q.Where(P(found))
	if namesFirst {
		q.Order(O(namesFirstOrder(t)))
	}
	return namesFirst, nil
}

// foundTerms limits a list to rows that a search finds.
func (s *Store) foundTerms(what string, t terms) condition { return s.among(s.partsOf(what, t), t) }

// namesFirstOrder orders rows whose folded names have the terms before those in whose other texts they are.
func namesFirstOrder(t terms) condition {
	return func(sel *sql.Selector) {
		if len(t.words) > 0 {
			sel.OrderExpr(sql.ExprFunc(func(b *sql.Builder) {
				named, args := t.inName(sel.C("folded"))
				writeBound(b, "CASE WHEN "+named+" THEN 0 ELSE 1 END", args...)
			}))
		}
	}
}

func (s *Store) among(parts []searchPart, t terms) condition {
	if len(t.words) == 0 {
		return func(sel *sql.Selector) { sel.Where(sql.False()) }
	}
	return func(sel *sql.Selector) {
		sel.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(sel.C("id")).WriteString(" IN (")
			union(b, parts)
			b.WriteString(")")
		}))
	}
}

// searchPart is a question for ids with one parameter.
type searchPart struct {
	statement string
	arg       string
}

// union writes the question for the ids that any of the parts finds.
func union(b *sql.Builder, parts []searchPart) {
	for i, p := range parts {
		if i > 0 {
			b.WriteString(" UNION ")
		}
		writeBound(b, p.statement, p.arg)
	}
}

// writeBound writes text whose parameters are written as "?".
func writeBound(b *sql.Builder, text string, args ...any) {
	for _, arg := range args {
		before, after, _ := strings.Cut(text, "?")
		b.WriteString(before).Arg(arg)
		text = after
	}
	b.WriteString(text)
}

// partsOf are the questions whose answers together are what the terms find. Episodes are found by the names of their channels too,
// which are no names of theirs.
func (s *Store) partsOf(what string, t terms) []searchPart {
	parts := s.searchParts(what, "id", t)
	switch what {
	case searchEntities:
		return append(parts, s.searchParts("alias", "entity_id", t)...)
	case searchEpisodes:
		return append(parts, s.inChannelsNamed(t))
	}
	return parts
}

// inChannelsNamed finds the episodes of channels by the channels' names. SQLite is not asked with LIKE: it prepares a statement anew for
// each pattern that it is given as a parameter of a condition, which takes longer than running it.
func (s *Store) inChannelsNamed(t terms) searchPart {
	const from = "SELECT id FROM episodes WHERE channel_id IN (SELECT id FROM channels WHERE "
	name, text := "folded", t.phrase
	if !t.substring() { // then where a word begins
		name, text = "' ' || folded", " "+t.phrase
	}
	if s.Postgres() {
		return searchPart{from + name + ` LIKE ? ESCAPE '\')`, like(text)}
	}
	return searchPart{from + "instr(" + name + ", ?) > 0)", text}
}

// searchParts are those of one table.
func (s *Store) searchParts(table, id string, t terms) []searchPart {
	st := database.SearchTableOf(table)
	if s.Postgres() {
		return s.postgresParts(st, id, t)
	}
	return sqliteParts(st, id, t)
}

func sqliteParts(st database.SearchTable, id string, t terms) []searchPart {
	in := func(index, match string) searchPart {
		found := "SELECT rowid FROM " + index + " WHERE " + index + " MATCH ?"
		if id != "id" {
			found = "SELECT " + id + " FROM " + st.Table + " WHERE id IN (" + found + ")"
		}
		return searchPart{found, match}
	}
	parts := []searchPart{in(st.WordIndex(), t.sqliteWords())}
	switch {
	case !t.substring() || st.UnspacedOnly && !t.unspaced:
	case t.scan():
		p := "SELECT " + id + " FROM " + st.Table + " WHERE " + st.Name() + ` LIKE ? ESCAPE '\'`
		if st.UnspacedOnly {
			p += " AND " + strings.ReplaceAll(st.SQLiteCondition(), "#", st.Table)
		}
		parts = append(parts, searchPart{p, like(t.phrase)})
	default:
		parts = append(parts, in(st.TrigramIndex(), quote(t.phrase)))
	}
	return parts
}

func (s *Store) postgresParts(st database.SearchTable, id string, t terms) []searchPart {
	from := "SELECT " + id + " FROM " + s.SearchedTable(st) + " WHERE "
	parts := []searchPart{{from + "(" + st.Vector() + ") @@ to_tsquery('simple', ?)", t.postgresWords()}}
	if !t.substring() || st.UnspacedOnly && !t.unspaced {
		return parts
	}
	p := from + st.Name() + ` LIKE ? ESCAPE '\'`
	if st.UnspacedOnly {
		p += " AND " + st.PostgresCondition("")
	}
	return append(parts, searchPart{p, like(t.phrase)})
}
