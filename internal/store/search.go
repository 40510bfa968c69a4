package store

import (
	"cmp"
	"context"
	stdsql "database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/ent/db/installation"
	dbpassage "mentionary/ent/db/passage"
	"mentionary/ent/db/predicate"
	"mentionary/internal/match"
)

// What can be searched.
const (
	searchEntities = "entities" // by name, author and alias
	searchEpisodes = "episodes" // by title and description
	searchChannels = "channels" // by name and author
)

// SearchResults is what a query found, best first in each part.
type SearchResults struct {
	Entities []*Entity // with their links
	Episodes []*Episode
	Channels []*Channel
	Passages []PassageHit // for people who are signed in
}

// PassageHit is a stretch of a transcript.
type PassageHit struct {
	Episode *Episode
	Text    string
	StartMS int
}

// Bounds of the answers to a misspelled query.
const (
	minLikeness   = 0.4
	maxMisspelled = 50 // names that are compared
)

// Search looks for a query in names, titles and transcripts: every word as the beginning of a word, the whole query
// inside words, and names that are spelled alike when there are few others. limit bounds each part. The query is text of
// a stranger: nothing in it is read as a query language.
func (s *Store) Search(ctx context.Context, query string, limit int, v Viewer) (SearchResults, error) {
	var out SearchResults
	t := readTerms(query)
	if len(t.words) == 0 {
		return out, nil
	}
	limit = min(pageSize(limit), 50)
	trigrams, err := s.hasTrigrams(ctx)
	if err != nil {
		return out, s.fault(err)
	}
	err = s.read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if out.Entities, err = s.searchEntities(ctx, tx, t, limit, trigrams); err != nil {
			return err
		}
		if out.Channels, err = s.searchChannels(ctx, tx, t, limit, trigrams); err != nil {
			return err
		}
		out.Episodes, err = tx.Episode.Query().Where(dbepisode.IsProcessed(true), v.visible(), s.foundTerms(searchEpisodes, t)).
			Order(dbepisode.ByPublishedAt(sql.OrderDesc(), sql.OrderNullsLast()), dbepisode.ByID(sql.OrderDesc())).Limit(limit).WithChannel().All(ctx)
		if err != nil || v.UserID == 0 {
			return err
		}
		out.Passages, err = s.searchPassages(ctx, tx, t, limit, v)
		return err
	})
	return out, err
}

func (s *Store) searchEntities(ctx context.Context, tx *db.Tx, t terms, limit int, trigrams bool) ([]*Entity, error) {
	rows, err := tx.Entity.Query().Where(listed, s.foundTerms(searchEntities, t)).
		Order(bestNames(t, dbentity.FieldSortKey), dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).Limit(limit).WithLinks(liveLinks).All(ctx)
	if err != nil || len(rows) >= limit || !trigrams {
		return rows, err
	}
	ids, err := s.misspelled(ctx, tx, searchEntities, t)
	if err != nil || len(ids) == 0 {
		return rows, err
	}
	alike, err := tx.Entity.Query().Where(listed, dbentity.IDIn(ids...)).WithLinks(liveLinks).All(ctx)
	slices.SortFunc(alike, func(a, b *Entity) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	for _, e := range alike {
		if len(rows) < limit && !slices.ContainsFunc(rows, func(r *Entity) bool { return r.ID == e.ID }) {
			rows = append(rows, e)
		}
	}
	return rows, err
}

func (s *Store) searchChannels(ctx context.Context, tx *db.Tx, t terms, limit int, trigrams bool) ([]*Channel, error) {
	rows, err := tx.Channel.Query().Where(withEpisodes(Viewer{}), s.foundTerms(searchChannels, t)).
		Order(bestNames(t, dbchannel.FieldSortKey), dbchannel.ByMentionCount(sql.OrderDesc()), dbchannel.ByID()).Limit(limit).All(ctx)
	if err != nil || len(rows) >= limit || !trigrams {
		return rows, err
	}
	ids, err := s.misspelled(ctx, tx, searchChannels, t)
	if err != nil || len(ids) == 0 {
		return rows, err
	}
	alike, err := tx.Channel.Query().Where(withEpisodes(Viewer{}), dbchannel.IDIn(ids...)).All(ctx)
	slices.SortFunc(alike, func(a, b *Channel) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	for _, c := range alike {
		if len(rows) < limit && !slices.ContainsFunc(rows, func(r *Channel) bool { return r.ID == c.ID }) {
			rows = append(rows, c)
		}
	}
	return rows, err
}

// bestNames orders names that are the query first, then those that begin with it.
func bestNames(t terms, column string) func(*sql.Selector) {
	key := match.SortKey(t.phrase)
	return func(s *sql.Selector) {
		s.OrderExpr(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("CASE WHEN " + s.C(column) + " = ").Arg(key).WriteString(" THEN 0 WHEN " + s.C(column) + " LIKE ").
				Arg(strings.TrimPrefix(like(key), "%")).WriteString(` ESCAPE '\' THEN 1 ELSE 2 END`)
		}))
	}
}

// found limits a list to rows that a search finds.
func (s *Store) found(what, query string) func(*sql.Selector) {
	return s.foundTerms(what, readTerms(query))
}

func (s *Store) foundTerms(what string, t terms) func(*sql.Selector) {
	if len(t.words) == 0 {
		return func(sel *sql.Selector) { sel.Where(sql.False()) }
	}
	parts := s.searchParts(what, "id", t)
	if what == searchEntities {
		parts = append(parts, s.searchParts("alias", "entity_id", t)...)
	}
	return func(sel *sql.Selector) {
		sel.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(sel.C("id")).WriteString(" IN (")
			for i, p := range parts {
				if i > 0 {
					b.WriteString(" UNION ")
				}
				before, after, _ := strings.Cut(p.statement, "?")
				b.WriteString(before).Arg(p.arg).WriteString(after)
			}
			b.WriteString(")")
		}))
	}
}

// searchPart is a question for ids with one parameter.
type searchPart struct {
	statement string
	arg       string
}

// searchParts are the questions whose answers together are what the terms find in a table.
func (s *Store) searchParts(table, id string, t terms) []searchPart {
	at := slices.IndexFunc(searchTables(), func(x searchTable) bool { return x.table == table })
	st := searchTables()[at]
	if s.postgres() {
		return st.postgresParts(id, t)
	}
	return st.sqliteParts(id, t)
}

func (st searchTable) sqliteParts(id string, t terms) []searchPart {
	from := "SELECT " + id + " FROM " + st.table + " WHERE id IN (SELECT rowid FROM "
	parts := []searchPart{{from + st.wordIndex() + " WHERE " + st.wordIndex() + " MATCH ?)", t.sqliteWords()}}
	switch {
	case !t.substring() || st.unspacedOnly && !t.unspaced:
	case t.scan():
		p := "SELECT " + id + " FROM " + st.table + " WHERE " + st.inside + ` LIKE ? ESCAPE '\'`
		if st.unspacedOnly {
			p += " AND " + strings.ReplaceAll(st.sqliteCondition(), "#", st.table)
		}
		parts = append(parts, searchPart{p, like(t.phrase)})
	default:
		parts = append(parts, searchPart{from + st.trigramIndex() + " WHERE " + st.trigramIndex() + " MATCH ?)", quote(t.phrase)})
	}
	return parts
}

func (st searchTable) postgresParts(id string, t terms) []searchPart {
	from := "SELECT " + id + " FROM " + st.table + " WHERE "
	parts := []searchPart{{from + st.vector() + " @@ to_tsquery('simple', ?)", t.postgresWords()}}
	if !t.substring() || st.unspacedOnly && !t.unspaced {
		return parts
	}
	p := from + "search_fold(" + st.inside + `) LIKE ? ESCAPE '\'`
	if st.unspacedOnly {
		p += " AND " + st.postgresCondition("")
	}
	return append(parts, searchPart{p, like(t.phrase)})
}

// misspelled answers ids of names that are spelled like the phrase, the most alike first.
func (s *Store) misspelled(ctx context.Context, tx *db.Tx, table string, t terms) ([]int, error) {
	if len([]rune(t.phrase)) <= trigramRunes {
		return nil, nil
	}
	best := map[int]float64{}
	for _, source := range [][2]string{{table, "id"}, {"alias", "entity_id"}} {
		if source[0] == "alias" && table != searchEntities {
			continue
		}
		statement := "SELECT x." + source[1] + ", x.name FROM search_" + source[0] + "_trigram f JOIN " + source[0] + " x ON x.id = f.rowid WHERE f.name MATCH ? ORDER BY f.rank LIMIT "
		arg := t.anyTrigram()
		if s.postgres() {
			statement, arg = "SELECT "+source[1]+", name FROM "+source[0]+" WHERE search_fold(name) % ? ORDER BY similarity(search_fold(name), ?) DESC LIMIT ", t.phrase
		}
		args := []any{arg}
		if s.postgres() {
			args = append(args, arg)
		}
		rows, err := tx.QueryContext(ctx, s.bind(statement+strconv.Itoa(maxMisspelled)), args...)
		if err != nil {
			return nil, err
		}
		names, err := scanNames(rows)
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			best[n.id] = max(best[n.id], likeness(t.phrase, foldText(n.name)))
		}
	}
	var ids []int
	for id, score := range best {
		if score >= minLikeness {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Or(cmp.Compare(best[b], best[a]), cmp.Compare(a, b)) })
	return ids, nil
}

// searchPassages finds stretches of the current transcripts of episodes that the viewer may read.
func (s *Store) searchPassages(ctx context.Context, tx *db.Tx, t terms, limit int, v Viewer) ([]PassageHit, error) {
	rows, err := tx.Passage.Query().Where(s.foundPassages(t, v)).Order(dbpassage.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	transcripts := make([]int, 0, len(rows))
	for _, p := range rows {
		transcripts = append(transcripts, p.TranscriptID)
	}
	episodes, err := tx.Episode.Query().Where(dbepisode.TranscriptIDIn(transcripts...)).WithChannel().All(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]PassageHit, 0, len(rows))
	for _, p := range rows {
		i := slices.IndexFunc(episodes, func(e *Episode) bool { return *e.TranscriptID == p.TranscriptID })
		out = append(out, PassageHit{Episode: episodes[i], Text: p.Text, StartMS: p.StartMs})
	}
	return out, nil
}

func (s *Store) foundPassages(t terms, v Viewer) predicate.Passage {
	found := s.foundTerms("passages", t)
	return func(sel *sql.Selector) {
		found(sel)
		readable := sql.Select(dbepisode.FieldTranscriptID).From(sql.Table(dbepisode.Table))
		readable.SetDialect(s.dialect)
		readable.Where(sql.And(sql.EQ(dbepisode.FieldIsProcessed, true), sql.NotNull(dbepisode.FieldTranscriptID)))
		v.visible()(readable)
		sel.Where(sql.In(sel.C(dbpassage.FieldTranscriptID), readable))
	}
}

// factNamed finds a fact about the installation.
func factNamed(name string) predicate.Installation { return installation.Name(name) }

// idName is a row of (id, name).
type idName struct {
	id   int
	name string
}

func scanNames(rows *stdsql.Rows) (names []idName, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var n idName
		if err := rows.Scan(&n.id, &n.name); err != nil {
			return nil, err
		}
		names = append(names, n)
	}
	return names, rows.Err()
}

func scanStrings(rows *stdsql.Rows) (texts []string, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var t string
		if err := rows.Scan(&t); err != nil {
			return nil, err
		}
		texts = append(texts, t)
	}
	return texts, rows.Err()
}
