package catalogue

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// The orders of entities, some of channels too.
const (
	SortMentions = "mentions" // most mentioned first, then by name: the default
	SortName     = "name"
	SortAuthor   = "author"
	SortCompany  = "company"
	SortCountry  = "country"
	SortEpisodes = "episodes" // in most episodes first
	SortRecent   = "recent"   // in the newest episode first

	SortRecommended = "recommended" // by most recommenders first
	sortTalked      = "talked"      // SortMentions where only people who are talked about are asked for
)

// entityOrder orders entities by a column, then name, then id, which makes every place in the list unique.
type entityOrder struct {
	sort   string
	column string // empty: by name only
	number bool   // the column holds numbers, highest first; else texts, lowest first
}

func entityOrderOf(f EntityFilter) (entityOrder, error) {
	switch f.Sort {
	case "", SortMentions:
		if f.Part == PartTalked {
			return entityOrder{sortTalked, dbentity.FieldTalkedCount, true}, nil
		}
		return entityOrder{SortMentions, dbentity.FieldMentionCount, true}, nil
	case SortRecommended:
		return entityOrder{SortRecommended, dbentity.FieldRecommenderCount, true}, nil
	case SortName:
		return entityOrder{sort: SortName}, nil
	case SortAuthor:
		return entityOrder{SortAuthor, dbentity.FieldAuthor, false}, nil
	case SortCompany:
		return entityOrder{SortCompany, dbentity.FieldCompany, false}, nil
	case SortCountry:
		return entityOrder{SortCountry, dbentity.FieldCountry, false}, nil
	case SortEpisodes:
		return entityOrder{SortEpisodes, dbentity.FieldEpisodeCount, true}, nil
	case SortRecent:
		return entityOrder{SortRecent, dbentity.FieldLatestEpisodeID, true}, nil
	}
	return entityOrder{}, fault.Newf(fault.BadInput, "Entities cannot be sorted by %q.", f.Sort).WithField("sort")
}

// place is where a page ended.
type place struct {
	Sort   string `json:"s"`
	Number int    `json:"n,omitempty"`
	Text   string `json:"t,omitempty"`
	Name   string `json:"k"`
	ID     int    `json:"i"`
	// PastNames: of a search, past what was found by name.
	PastNames bool `json:"m,omitempty"`
}

// maxToken bounds a page token in bytes.
const maxToken = 2000

func (o entityOrder) token(e *db.Entity, pastNames bool) string {
	p := place{Sort: o.sort, Name: e.SortKey, ID: e.ID, PastNames: pastNames}
	switch o.column {
	case dbentity.FieldMentionCount:
		p.Number = e.MentionCount
	case dbentity.FieldEpisodeCount:
		p.Number = e.EpisodeCount
	case dbentity.FieldLatestEpisodeID:
		p.Number = e.LatestEpisodeID
	case dbentity.FieldRecommenderCount:
		p.Number = e.RecommenderCount
	case dbentity.FieldTalkedCount:
		p.Number = e.TalkedCount
	case dbentity.FieldAuthor:
		p.Text = e.Author
	case dbentity.FieldCompany:
		p.Text = e.Company
	case dbentity.FieldCountry:
		p.Text = e.Country
	}
	if p.Text == "" {
		p.Text = database.AfterAll
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return "" // numbers and texts always marshal
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

func (o entityOrder) read(token string) (place, error) {
	var p place
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err == nil && len(token) <= maxToken {
		err = json.Unmarshal(raw, &p)
	}
	if err != nil || p.Sort != o.sort {
		return p, fault.New(fault.BadInput, "This page of the list cannot be found. Start again from the first page.").WithField("pageToken")
	}
	return p, nil
}

func (o entityOrder) expr(s *sql.Selector) string {
	c := s.C(o.column)
	if o.number {
		return c
	}
	return database.OrEmptyLast(c)
}

// order is the ORDER BY of the list.
func (o entityOrder) order(s *sql.Selector) {
	switch {
	case o.number:
		s.OrderBy(sql.Desc(o.expr(s)))
	case o.column != "":
		s.OrderExpr(sql.Expr(o.expr(s)))
	}
	s.OrderBy(s.C(dbentity.FieldSortKey), s.C(dbentity.FieldID))
}

// page reads the page of a list that a filter asks for, and the token of the next one. byName are the ids of what comes first in a
// list that begins with what a search found by name; there are none in other lists.
func (o entityOrder) page(
	ctx context.Context, q *db.EntityQuery, f EntityFilter, byName []int,
) (rows []*db.Entity, next string, err error) {
	limit := database.PageSize(f.Limit)
	q.Order(o.order)
	if f.After == "" {
		if q, err = o.amongFirst(ctx, q, f, f.Offset+limit+1); err != nil {
			return nil, "", err
		}
		rows, err = q.Offset(f.Offset).Limit(limit + 1).WithLinks(LiveLinks).All(ctx)
	} else {
		at, broken := o.read(f.After)
		if broken != nil {
			return nil, "", broken
		}
		rows, err = o.rowsAfter(ctx, q, f, at, byName, limit+1)
	}
	if err != nil || len(rows) <= limit {
		return rows, "", err
	}
	rows = rows[:limit]
	last := rows[limit-1]
	return rows, o.token(last, len(byName) > 0 && !slices.Contains(byName, last.ID)), nil
}

// ofEachType reports whether a list is put together of the first of each type.
func (o entityOrder) ofEachType(f EntityFilter) bool {
	return f.Type == "" && f.Search == "" && slices.Contains([]string{SortEpisodes, SortRecent, SortRecommended}, o.sort)
}

// amongFirst limits a list of all types to the first n of each, which an index has in the order of the list: such lists have no index of
// their own, because whoever publishes would pay for it. The most mentioned of all types are asked for often, and have one.
func (o entityOrder) amongFirst(ctx context.Context, q *db.EntityQuery, f EntityFilter, n int) (*db.EntityQuery, error) {
	if !o.ofEachType(f) {
		return q, nil
	}
	var ids []int
	for _, t := range mention.Types() {
		first, err := q.Clone().Where(dbentity.TypeEQ(t)).Limit(n).IDs(ctx)
		if err != nil {
			return nil, err
		}
		ids = append(ids, first...)
	}
	return q.Where(idIn(ids)), nil
}

// rowsAfter reads the rows after a place. What comes after it is asked for in parts, each of which an index in the list's order
// begins with, until there are enough: no database looks for the place itself when the parts are one condition.
func (o entityOrder) rowsAfter(
	ctx context.Context, q *db.EntityQuery, f EntityFilter, at place, byName []int, limit int,
) (rows []*db.Entity, err error) {
	if len(byName) > 0 { // what a search found is bounded, and in another order
		return q.Where(o.afterNames(at, byName)).Limit(limit).WithLinks(LiveLinks).All(ctx)
	}
	for _, part := range o.parts(at) {
		after, err := o.amongFirst(ctx, q.Clone().Where(part), f, limit-len(rows))
		if err != nil {
			return nil, err
		}
		more, err := after.Limit(limit - len(rows)).WithLinks(LiveLinks).All(ctx)
		rows = append(rows, more...)
		if err != nil || len(rows) == limit {
			return rows, err
		}
	}
	return rows, nil
}

// parts are what comes after a place, in the list's order: the same value and name, the same value, all others.
func (o entityOrder) parts(p place) []predicate.Entity {
	var value any = p.Text
	beyond := " > "
	if o.number {
		value, beyond = p.Number, " < "
	}
	part := func(write func(s *sql.Selector, b *sql.Builder)) predicate.Entity {
		return func(s *sql.Selector) { s.Where(sql.P(func(b *sql.Builder) { write(s, b) })) }
	}
	same := func(s *sql.Selector, b *sql.Builder) {
		if o.column != "" {
			b.WriteString(o.expr(s) + " = ").Arg(value).WriteString(" AND ")
		}
	}
	out := []predicate.Entity{
		part(func(s *sql.Selector, b *sql.Builder) {
			same(s, b)
			b.WriteString(s.C(dbentity.FieldSortKey) + " = ").Arg(p.Name).WriteString(" AND " + s.C(dbentity.FieldID) + " > ").Arg(p.ID)
		}),
		part(func(s *sql.Selector, b *sql.Builder) {
			same(s, b)
			b.WriteString(s.C(dbentity.FieldSortKey) + " > ").Arg(p.Name)
		}),
	}
	if o.column != "" {
		out = append(out, part(func(s *sql.Selector, b *sql.Builder) { b.WriteString(o.expr(s) + beyond).Arg(value) }))
	}
	return out
}

// afterNames is what comes after a place in a list that begins with what a search found by name.
func (o entityOrder) afterNames(p place, ids []int) predicate.Entity {
	after, byName := dbentity.Or(o.parts(p)...), idIn(ids)
	if p.PastNames {
		return dbentity.And(dbentity.Not(byName), after)
	}
	return dbentity.Or(dbentity.And(byName, after), dbentity.Not(byName))
}
