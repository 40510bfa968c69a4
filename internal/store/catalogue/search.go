package catalogue

import (
	"context"
	"maps"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbpassage "mentionary/ent/db/passage"
	"mentionary/ent/db/predicate"
	"mentionary/internal/store/database"
)

// What can be searched.
const (
	searchEntities = "entities" // by name, alias, author, company, country, title, field, category and description
	searchEpisodes = "episodes" // by title, description and the name of the channel
	searchChannels = "channels" // by name, author and description
)

// SearchResults is what a query found, best first in each part.
type SearchResults struct {
	Entities []*db.Entity // with their links
	Episodes []*db.Episode
	Channels []*db.Channel
	Passages []PassageHit // for people who are signed in
}

// PassageHit is a stretch of a transcript.
type PassageHit struct {
	Episode *db.Episode
	Text    string
	StartMS int
	Given   bool // the transcript was given by a reader
}

// Search looks for a query in names, titles and transcripts: every word as the beginning of a word, the whole query
// inside words, and names that are spelled alike when there are few others. limit bounds each part. The query is text of
// a stranger: nothing in it is read as a query language.
func (s *Store) Search(ctx context.Context, query string, limit int, v database.Viewer) (SearchResults, error) {
	t := readTerms(query)
	if len(t.words) == 0 {
		return SearchResults{}, nil
	}
	limit = min(database.PageSize(limit), 50)
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out SearchResults, err error) {
		var best nameHit
		if out.Entities, best, err = s.searchEntities(ctx, tx, t, limit); err != nil {
			return out, err
		}
		alike := s.spelledAlike(tx, t)
		alike.meant = &best
		if out.Channels, err = s.searchChannels(ctx, tx, t, limit, alike); err != nil {
			return out, err
		}
		if out.Episodes, err = s.searchEpisodes(ctx, tx, t, limit, v, alike); err != nil || v.UserID == 0 {
			return out, err
		}
		out.Passages, err = s.searchPassages(ctx, tx, t, limit, v)
		return out, err
	})
}

// searchEntities also returns the best of what it found, of the class fitsNothing when there is none.
func (s *Store) searchEntities(ctx context.Context, tx *db.Tx, t terms, limit int) ([]*db.Entity, nameHit, error) {
	hits, err := nameSearch{s: s, tx: tx, t: t, want: limit}.entityHits(ctx, true)
	if err != nil || len(hits) == 0 {
		return nil, nameHit{class: fitsNothing}, err
	}
	hits = hits[:min(limit, len(hits))]
	at := make(map[int]int, len(hits))
	for i, h := range hits {
		at[h.ID] = i
	}
	rows, err := tx.Entity.Query().Where(dbentity.IDIn(slices.Collect(maps.Keys(at))...)).WithLinks(LiveLinks).All(ctx)
	slices.SortFunc(rows, func(a, b *db.Entity) int { return at[a.ID] - at[b.ID] })
	// Names may be those that a later transaction saw.
	rows = slices.DeleteFunc(rows, func(e *db.Entity) bool { return e.MentionCount == 0 || e.Hidden || e.MergedInto != nil })
	return rows, hits[0], err
}

func (s *Store) searchChannels(ctx context.Context, tx *db.Tx, t terms, limit int, spelled *spelledAlike) ([]*db.Channel, error) {
	rows, err := tx.Channel.Query().Where(withEpisodes(database.Viewer{}), s.foundTerms(searchChannels, t)).
		Order(bestNames(t, dbchannel.FieldFolded), namesFirstOrder(t), dbchannel.ByMentionCount(sql.OrderDesc()), dbchannel.ByID()).
		Limit(limit).All(ctx)
	if err != nil || len(rows) > 0 {
		return rows, err
	}
	if meant, err := spelled.entity(ctx); err != nil || meant.class < fitsAlike {
		return nil, err // the query is the name of something
	}
	ids, err := spelled.misspelled(ctx, searchChannels)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	rows, err = tx.Channel.Query().Where(withEpisodes(database.Viewer{}), dbchannel.IDIn(ids...)).All(ctx)
	slices.SortFunc(rows, func(a, b *db.Channel) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return rows[:min(limit, len(rows))], err
}

func (s *Store) searchEpisodes(
	ctx context.Context, tx *db.Tx, t terms, limit int, v database.Viewer, spelled *spelledAlike,
) ([]*db.Episode, error) {
	newest := func(found condition, first ...dbepisode.OrderOption) ([]*db.Episode, error) {
		order := append(first, dbepisode.ByPublishedAt(sql.OrderDesc(), sql.OrderNullsLast()), dbepisode.ByID(sql.OrderDesc()))
		// Their long texts are read of those that are shown, not of all that are put in order.
		ids, err := tx.Episode.Query().Where(dbepisode.IsProcessed(true), v.Visible(), found).Order(order...).Limit(limit).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return nil, err
		}
		rows, err := tx.Episode.Query().Where(dbepisode.IDIn(ids...)).WithChannel().All(ctx)
		slices.SortFunc(rows, func(a, b *db.Episode) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
		return rows, err
	}
	rows, err := newest(s.foundTerms(searchEpisodes, t), namesFirstOrder(t))
	if err != nil || len(rows) > 0 {
		return rows, err
	}
	alike, err := spelled.condition(ctx, searchEpisodes)
	if err != nil || alike == nil {
		return nil, err
	}
	return newest(alike)
}

// bestNames orders names that are the query first, then those that begin with it.
func bestNames(t terms, column string) func(*sql.Selector) {
	key := t.phrase
	return func(s *sql.Selector) {
		s.OrderExpr(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("CASE WHEN " + s.C(column) + " = ").Arg(key).WriteString(" THEN 0 WHEN " + s.C(column) + " LIKE ").
				Arg(strings.TrimPrefix(like(key), "%")).WriteString(` ESCAPE '\' THEN 1 ELSE 2 END`)
		}))
	}
}

// searchPassages finds stretches of the current transcripts of episodes that the viewer may read.
func (s *Store) searchPassages(ctx context.Context, tx *db.Tx, t terms, limit int, v database.Viewer) ([]PassageHit, error) {
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
		i := slices.IndexFunc(episodes, func(e *db.Episode) bool { return *e.TranscriptID == p.TranscriptID })
		out = append(out, PassageHit{Episode: episodes[i], Text: p.Text, StartMS: p.StartMs, Given: episodes[i].Given})
	}
	return out, nil
}

func (s *Store) foundPassages(t terms, v database.Viewer) predicate.Passage {
	found := s.foundTerms("passages", t)
	return func(sel *sql.Selector) {
		found(sel)
		readable := sql.Select(dbepisode.FieldTranscriptID).From(sql.Table(dbepisode.Table))
		readable.SetDialect(sel.Dialect())
		readable.Where(sql.And(sql.EQ(dbepisode.FieldIsProcessed, true), sql.NotNull(dbepisode.FieldTranscriptID)))
		v.Visible()(readable)
		sel.Where(sql.In(sel.C(dbpassage.FieldTranscriptID), readable))
	}
}
