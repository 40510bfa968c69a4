package catalogue

import (
	"context"
	stdsql "database/sql"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/store/database"
)

// takesOneStatement reports whether one statement reads everything: an index has the list in its order, so that what belongs to a row
// is looked up for the rows of the page only, and the page begins where the list does, or so many rows later.
func (f EntityFilter) takesOneStatement(order entityOrder) bool {
	return f.Search == "" && f.Channel == "" && f.After == "" && !f.WithEpisodes && !order.ofEachType(f)
}

// listColumns are the columns of an entity that lists show and are ordered by, as scanListed reads them.
var listColumns = strings.Join([]string{
	dbentity.FieldID, dbentity.FieldType, dbentity.FieldName, dbentity.FieldSlug, dbentity.FieldSortKey, dbentity.FieldDescription,
	dbentity.FieldAuthor, dbentity.FieldCompany, dbentity.FieldCountry, dbentity.FieldTitle, dbentity.FieldField, dbentity.FieldCategory,
	dbentity.FieldTopic, dbentity.FieldMentionCount, dbentity.FieldEpisodeCount, dbentity.FieldLatestEpisodeID,
	dbentity.FieldRecommenderCount, dbentity.FieldTalkedCount,
}, ", ")

// entitiesAtOnce asks for a page with links and total in one statement, which sees one state without a transaction. A page without rows has
// no total. Of entities it fills in listColumns, of links what metadata is chosen by.
func (s *Store) entitiesAtOnce(ctx context.Context, f EntityFilter, order entityOrder) (page EntityPage, err error) {
	limit := database.PageSize(f.Limit)
	from := sql.Dialect(s.Dialect())
	q := from.SelectExpr(sql.Raw(listColumns)).From(sql.Table(dbentity.Table))
	for _, p := range f.limits() {
		p(q)
	}
	total := keptTotal(database.KeptEntities, f.Type)
	if f.narrowed() {
		total = from.SelectExpr(sql.Expr("COUNT(*)")).From(q.Clone().Select(q.C(dbentity.FieldID)).Limit(countUpTo + 1).As("n"))
	}
	q.AppendSelectExpr(sql.Expr(s.linksOf(q.C(dbentity.FieldID)))).AppendSelectExprAs(total, "total")
	order.order(q)
	statement, args := q.Offset(f.Offset).Limit(limit + 1).Query()
	read := 0
	page.Entities = make([]*db.Entity, 0, limit+1)
	err = s.EachRow(ctx, statement, args, func(rows *stdsql.Rows) error {
		e, err := scanListed(rows, &read)
		page.Entities = append(page.Entities, e)
		return err
	})
	if page.Total = exactly(read); f.narrowed() {
		page.Total = totalOf(read)
	}
	if len(page.Entities) > limit {
		page.Entities = page.Entities[:limit]
		page.Next = order.token(page.Entities[limit-1], false)
	}
	return page, err
}

// listedByID asks for the entities with some ids that the directory lists, with links, in one statement. Of entities it fills in
// listColumns, of links what metadata is chosen by.
func (s *Store) listedByID(ctx context.Context, ids []int) (map[int]*db.Entity, error) {
	statement, args := s.Bind("SELECT "+listColumns+", "+s.linksOf("entities.id")+", 0 FROM entities WHERE id IN ? AND "+
		database.ListedEntity(""), database.IDs(ids))
	none, out := 0, make(map[int]*db.Entity, len(ids))
	err := s.EachRow(ctx, statement, args, func(rows *stdsql.Rows) error {
		e, err := scanListed(rows, &none)
		out[e.ID] = e
		return err
	})
	return out, err
}

// keptTotal is how much the directory lists of something (KeptEntities, KeptEpisodes), of a type unless it is "".
func keptTotal(what, typ string) sql.Querier {
	return sql.ExprFunc(func(b *sql.Builder) {
		b.WriteString("SELECT CAST(COALESCE(SUM(entries), 0) AS BIGINT) FROM totals WHERE what = '" + what + "'")
		if typ != "" {
			b.WriteString(" AND type = ").Arg(typ)
		}
	})
}

// linksOf is LiveLinks of an entity in one text: a line for each, with kind, trust and address, none of which has a space.
func (s *Store) linksOf(entity string) string {
	joined := "group_concat(l.kind || ' ' || l.source || ' ' || l.url, char(10))"
	if s.Postgres() {
		joined = "string_agg(l.kind || ' ' || l.source || ' ' || l.url, chr(10))"
	}
	return "COALESCE((SELECT " + joined + " FROM links l WHERE l.entity_id = " + entity + " AND " + database.GoodLink("l.") + "), '')"
}

// scanListed reads a row of listColumns, links and total.
func scanListed(rows *stdsql.Rows, total *int) (*db.Entity, error) {
	e := &db.Entity{}
	links := ""
	err := rows.Scan((*database.Number)(&e.ID), (*string)(&e.Type), &e.Name, &e.Slug, &e.SortKey, &e.Description, &e.Author, &e.Company,
		&e.Country, &e.Title, &e.Field, &e.Category, &e.Topic, (*database.Number)(&e.MentionCount), (*database.Number)(&e.EpisodeCount),
		(*database.Number)(&e.LatestEpisodeID), (*database.Number)(&e.RecommenderCount), (*database.Number)(&e.TalkedCount), &links,
		(*database.Number)(total))
	for links != "" {
		var line string
		line, links, _ = strings.Cut(links, "\n")
		l := &db.Link{EntityID: e.ID}
		l.Kind, line, _ = strings.Cut(line, " ")
		l.Source, l.URL, _ = strings.Cut(line, " ")
		e.Edges.Links = append(e.Edges.Links, l)
	}
	return e, err
}
