package catalogue

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"
	"golang.org/x/sync/errgroup"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
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
//
// The parts are looked for at once, each as the database is at its moment.
func (s *Store) Search(ctx context.Context, query string, limit int, v database.Viewer) (SearchResults, error) {
	q := search{s: s, t: readTerms(query), limit: min(database.PageSize(limit), 50), v: v, named: make(chan nameHit, 1)}
	if len(q.t.words) == 0 {
		return SearchResults{}, nil
	}
	g, at := errgroup.WithContext(ctx)
	g.Go(func() error { return q.entities(at) })
	if v.UserID != 0 {
		g.Go(func() error { return s.Read(at, q.passages) })
	}
	g.Go(func() error {
		if err := together(at, q.channels, q.episodes); err != nil {
			return err
		}
		return q.misspelled(at)
	})
	if err := g.Wait(); err != nil {
		return SearchResults{}, s.Fault(err)
	}
	return q.out, nil
}

// search is one search.
type search struct {
	s     *Store
	t     terms
	limit int // of each part
	v     database.Viewer
	out   SearchResults
	named chan nameHit // the entity that the query names best, of the class fitsNothing when there is none
}

// together looks for some parts at once.
func together(ctx context.Context, parts ...func(ctx context.Context) error) error {
	g, at := errgroup.WithContext(ctx)
	for _, part := range parts {
		g.Go(func() error { return part(at) })
	}
	return g.Wait()
}

func (q *search) entities(ctx context.Context) error {
	hits, err := nameSearch{s: q.s, to: q.s.Searched, t: q.t, want: q.limit}.entityHits(ctx, true)
	if err != nil {
		return err
	}
	if len(hits) == 0 {
		q.named <- nameHit{class: fitsNothing}
		return nil
	}
	q.named <- hits[0]
	hits = hits[:min(q.limit, len(hits))]
	ids := make([]int, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	listed, err := q.s.listedByID(ctx, ids)
	for _, id := range ids {
		if e := listed[id]; e != nil { // the directory may have stopped listing it
			q.out.Entities = append(q.out.Entities, e)
		}
	}
	return err
}

func (q *search) channels(ctx context.Context) (err error) {
	q.out.Channels, err = q.s.Searched.Channel.Query().Where(withEpisodes(database.Viewer{}), q.s.foundTerms(searchChannels, q.t)).
		Order(bestNames(q.t, dbchannel.FieldFolded), namesFirstOrder(q.t), dbchannel.ByMentionCount(sql.OrderDesc()), dbchannel.ByID()).
		Limit(q.limit).All(ctx)
	return err
}

func (q *search) passages(ctx context.Context, tx *db.Tx) (err error) {
	q.out.Passages, err = q.s.searchPassages(ctx, tx, q.t, q.limit, q.v)
	return err
}

// misspelled looks for channels and episodes whose names are spelled like the query, where none are spelled as it.
func (q *search) misspelled(ctx context.Context) error {
	channels, episodes := len(q.out.Channels) == 0, len(q.out.Episodes) == 0
	if !channels && !episodes {
		return nil
	}
	var best nameHit
	select {
	case best = <-q.named:
	case <-ctx.Done():
		return ctx.Err()
	}
	var parts []func(ctx context.Context) error
	if channels && best.class >= fitsAlike { // else the query is the name of something
		parts = append(parts, func(ctx context.Context) error { return q.s.Read(ctx, q.misspelledChannels) })
	}
	if episodes {
		parts = append(parts, func(ctx context.Context) error { return q.misspelledEpisodes(ctx, best) })
	}
	return together(ctx, parts...)
}

func (q *search) misspelledChannels(ctx context.Context, tx *db.Tx) error {
	ids, err := q.s.spelledAlike(tx, q.t).misspelled(ctx, searchChannels)
	if err != nil || len(ids) == 0 {
		return err
	}
	found, err := tx.Channel.Query().Where(withEpisodes(database.Viewer{}), dbchannel.IDIn(ids...)).All(ctx)
	slices.SortFunc(found, func(a, b *db.Channel) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	q.out.Channels = found[:min(q.limit, len(found))]
	return err
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
