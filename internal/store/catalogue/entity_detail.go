package catalogue

import (
	"context"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
)

// EntityEpisodes lists the episodes that mention an entity, the newest analysis first, with the number of all.
func (s *Store) EntityEpisodes(ctx context.Context, id int, v database.Viewer, limit, offset int) ([]EntityEpisode, int, error) {
	var out []EntityEpisode
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := FindEntity(ctx, tx, id, v)
		if err != nil {
			return err
		}
		q := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(e.ID), dbepisodeentity.MentionCountGT(0),
			dbepisodeentity.HasEpisodeWith(dbepisode.IsProcessed(true), v.Visible()))
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		rows, err := q.Order(dbepisodeentity.ByEpisodeField(dbepisode.FieldProcessedAt, sql.OrderDesc()),
			dbepisodeentity.ByEpisodeID(sql.OrderDesc())).
			Limit(database.PageSize(limit)).Offset(offset).WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		for _, r := range rows {
			out = append(out, EntityEpisode{Episode: r.Edges.Episode, Count: r.MentionCount, FirstMS: r.FirstMs})
		}
		return err
	})
	return out, total, err
}

// MentionFilter selects the evidence of an entity.
type MentionFilter struct {
	Limit  int // 0: MaxPage
	Offset int
	Viewer database.Viewer
	Public bool // one quote an episode, shortened as SECURITY.md allows strangers to read
}

// EntityMentions lists where an entity was said, the newest analysis first, each with its episode and channel, and the
// number of all.
func (s *Store) EntityMentions(ctx context.Context, id int, f MentionFilter) ([]*db.Mention, int, error) {
	var out []*db.Mention
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := FindEntity(ctx, tx, id, f.Viewer)
		if err != nil {
			return err
		}
		context := mention.Editorial
		if mention.Type(e.Type) == mention.Sponsor {
			context = mention.Ad
		}
		q := tx.Mention.Query().Where(dbmention.EntityID(e.ID), dbmention.ConfidenceGTE(PublishedConfidence), dbmention.Context(string(context)),
			dbmention.HasEpisodeWith(dbepisode.IsProcessed(true), f.Viewer.Visible()))
		if f.Public {
			q.Where(surestOfEpisode(e.ID, context))
		}
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		out, err = q.Order(dbmention.ByEpisodeField(dbepisode.FieldProcessedAt, sql.OrderDesc()), dbmention.ByEpisodeID(sql.OrderDesc()),
			dbmention.ByStart()).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		if err != nil || !f.Public {
			return err
		}
		return shortenQuotes(ctx, tx, e.ID, out)
	})
	return out, total, err
}

// surestOfEpisode keeps one mention of each episode.
func surestOfEpisode(entityID int, context mention.Context) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(s.C(dbmention.FieldID)).WriteString(` IN (SELECT id FROM (SELECT m.id,
				ROW_NUMBER() OVER (PARTITION BY m.episode_id ORDER BY m.confidence DESC, m.start) AS place FROM mentions m WHERE m.entity_id = `).
				Arg(entityID).WriteString(" AND m.confidence >= ").Arg(PublishedConfidence).WriteString(" AND m.context = ").Arg(string(context)).
				WriteString(") ranked WHERE place = 1)")
		}))
	}
}

// What strangers may read of a transcript (SECURITY.md, Privacy).
const (
	publicQuote     = 240 // characters of one quote
	publicShare     = 10  // one in so many words of a transcript at most, all quotes together
	quoteWords      = 40  // words that 240 characters hold at most, roughly
	ellipsis        = "…"
	wordsPerExcerpt = publicShare * quoteWords
)

// shortenQuotes cuts public quotes and blanks those that would show more than the public share of a transcript: in each
// episode the most mentioned entities are quoted, one for every 400 words.
func shortenQuotes(ctx context.Context, tx *db.Tx, entityID int, mentions []*db.Mention) error {
	var episodes, transcripts []int
	for _, m := range mentions {
		episodes, transcripts = append(episodes, m.EpisodeID), append(transcripts, m.TranscriptID)
	}
	rows, err := tx.QueryContext(ctx, `SELECT ee.episode_id, (SELECT COUNT(*) FROM episode_entities o WHERE o.episode_id = ee.episode_id
		AND (o.mention_count > ee.mention_count OR (o.mention_count = ee.mention_count AND o.entity_id < ee.entity_id)))
		FROM episode_entities ee WHERE ee.entity_id = `+strconv.Itoa(entityID)+` AND ee.episode_id IN `+database.In(episodes))
	if err != nil {
		return err
	}
	rank, err := database.ScanCounts(rows)
	if err != nil {
		return err
	}
	sizes, err := tx.Transcript.Query().Where(dbtranscript.IDIn(transcripts...)).Select(dbtranscript.FieldID, dbtranscript.FieldWords).All(ctx)
	if err != nil {
		return err
	}
	words := map[int]int{}
	for _, t := range sizes {
		words[t.ID] = t.Words
	}
	for _, m := range mentions {
		m.Quote = shownQuote(m.Quote, rank[m.EpisodeID], words[m.TranscriptID])
	}
	return nil
}

// shownQuote is what strangers read of a quote of the entity with the rank in a transcript of so many words.
func shownQuote(quote string, rank, words int) string {
	if rank >= max(1, words/wordsPerExcerpt) {
		return ""
	}
	said := strings.Fields(quote)
	if allowed := words / publicShare; words < wordsPerExcerpt && len(said) > allowed {
		quote = strings.Join(said[:allowed], " ") + ellipsis
	}
	return wording.Shorten(quote, publicQuote)
}
