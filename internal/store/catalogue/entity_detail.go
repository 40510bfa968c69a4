package catalogue

import (
	"context"
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
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]EntityEpisode, int, error) {
		e, err := FindEntity(ctx, tx, id, v)
		if err != nil {
			return nil, 0, err
		}
		q := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(e.ID), dbepisodeentity.MentionCountGT(0),
			dbepisodeentity.HasEpisodeWith(dbepisode.IsProcessed(true), v.Visible()))
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbepisodeentity.ByEpisodeField(dbepisode.FieldProcessedAt, sql.OrderDesc()),
			dbepisodeentity.ByEpisodeID(sql.OrderDesc())).
			Limit(database.PageSize(limit)).Offset(offset).WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		out := make([]EntityEpisode, 0, len(rows))
		for _, r := range rows {
			out = append(out, EntityEpisode{Episode: r.Edges.Episode, Count: r.MentionCount, FirstMS: r.FirstMs})
		}
		return out, total, err
	})
}

// PrivateCounts are the published mentions of an entity in private episodes, and how many such episodes there are.
type PrivateCounts struct{ Mentions, Episodes int }

// PrivateCounts counts what a viewer sees of an entity beside its public counts: in their own private uploads, for moderators in
// everybody's.
func (s *Store) PrivateCounts(ctx context.Context, id int, v database.Viewer) (PrivateCounts, error) {
	if v.UserID == 0 && !v.Moderator {
		return PrivateCounts{}, nil
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out PrivateCounts, err error) {
		counts, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(id), dbepisodeentity.MentionCountGT(0),
			dbepisodeentity.HasEpisodeWith(dbepisode.IsProcessed(true), dbepisode.VisibilityEQ(dbepisode.VisibilityPrivate), v.Visible())).
			Select(dbepisodeentity.FieldMentionCount).Ints(ctx)
		for _, n := range counts {
			out.Mentions += n
		}
		out.Episodes = len(counts)
		return out, err
	})
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
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Mention, int, error) {
		e, err := FindEntity(ctx, tx, id, f.Viewer)
		if err != nil {
			return nil, 0, err
		}
		counted := e.Type.CountedIn()
		q := tx.Mention.Query().Where(dbmention.EntityID(e.ID), dbmention.ConfidenceGTE(PublishedConfidence), dbmention.Context(string(counted)),
			dbmention.HasEpisodeWith(dbepisode.IsProcessed(true), f.Viewer.Visible()))
		if f.Public {
			q.Where(leadOfEpisode(e.ID, counted))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := q.Order(dbmention.ByEpisodeField(dbepisode.FieldProcessedAt, sql.OrderDesc()), dbmention.ByEpisodeID(sql.OrderDesc()),
			dbmention.ByStart()).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		if err == nil && f.Public {
			err = s.shortenQuotes(ctx, tx, e.ID, out)
		}
		return out, total, err
	})
}

// leadOfEpisode keeps one mention of each episode: the most telling.
func leadOfEpisode(entityID int, context mention.Context) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString(s.C(dbmention.FieldID)).WriteString(` IN (SELECT id FROM (SELECT m.id,
				ROW_NUMBER() OVER (PARTITION BY m.episode_id ORDER BY m.telling DESC, m.confidence DESC, m.start) AS place
				FROM mentions m WHERE m.entity_id = `).
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

// entityPlace says how many entities an episode mentions more than one of its entities.
type entityPlace struct {
	EpisodeID int `sql:"episode_id"`
	Before    int `sql:"before"`
}

// shortenQuotes cuts public quotes and blanks those that would show more than the public share of a transcript: in each
// episode the most mentioned entities are quoted, one for every 400 words.
func (s *Store) shortenQuotes(ctx context.Context, tx *db.Tx, entityID int, mentions []*db.Mention) error {
	var episodes, transcripts []int
	for _, m := range mentions {
		episodes, transcripts = append(episodes, m.EpisodeID), append(transcripts, m.TranscriptID)
	}
	places, err := database.Query[entityPlace](ctx, s.DB, tx, `SELECT ee.episode_id, (SELECT COUNT(*) FROM episode_entities o
		WHERE o.episode_id = ee.episode_id
		AND (o.mention_count > ee.mention_count OR (o.mention_count = ee.mention_count AND o.entity_id < ee.entity_id))) AS before
		FROM episode_entities ee WHERE ee.entity_id = ? AND ee.episode_id IN `+database.In(episodes), entityID)
	if err != nil {
		return err
	}
	rank := make(map[int]int, len(places))
	for _, p := range places {
		rank[p.EpisodeID] = p.Before
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
