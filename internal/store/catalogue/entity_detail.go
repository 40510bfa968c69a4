package catalogue

import (
	"context"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/store/database"
)

// EntityEpisodes lists the episodes that mention an entity, the newest analysis first, with the number of all.
func (s *Store) EntityEpisodes(ctx context.Context, id int, v database.Viewer, limit, offset int) ([]EntityEpisode, Total, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]EntityEpisode, Total, error) {
		e, err := FindEntity(ctx, tx, id, v)
		if err != nil {
			return nil, Total{}, err
		}
		total, err := s.occurrenceTotal(ctx, tx, e, v)
		if err != nil {
			return nil, Total{}, err
		}
		ids, err := s.newestOccurrences(ctx, tx, e, v, 0, page{limit: database.PageSize(limit), offset: offset})
		if err != nil {
			return nil, Total{}, err
		}
		rows, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.IDIn(ids...)).
			WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		slices.SortFunc(rows, func(a, b *db.EpisodeEntity) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
		out := make([]EntityEpisode, 0, len(rows))
		for _, r := range rows {
			out = append(out, EntityEpisode{Episode: r.Edges.Episode, Count: r.MentionCount, FirstMS: r.FirstMs})
		}
		return out, total, err
	})
}

// occurrences are the occurrence lists l of an entity in analyzed episodes e that a viewer may know of.
func (s *Store) occurrences(e *db.Entity, v database.Viewer) string {
	if !s.Postgres() && e.EpisodeCount < oftenMentioned { // PostgreSQL sees itself which table is better read first
		return ` FROM episode_entities l CROSS JOIN episodes e WHERE e.id = l.episode_id AND ` + s.occurs(e, v)
	}
	return ` FROM episodes e CROSS JOIN episode_entities l WHERE l.episode_id = e.id AND ` + s.occurs(e, v)
}

func (s *Store) occurs(e *db.Entity, v database.Viewer) string {
	return `l.entity_id = ` + strconv.Itoa(e.ID) + ` AND l.mention_count > 0 AND e.is_processed` + v.VisibleIn("e.")
}

// nullsLast makes PostgreSQL put dates that are not known at the end, as SQLite does.
func (s *Store) nullsLast() string {
	if s.Postgres() {
		return ` NULLS LAST`
	}
	return ``
}

// occurrenceTotal is in how many episodes that a viewer may know of an entity is mentioned: kept for what is public.
func (s *Store) occurrenceTotal(ctx context.Context, tx *db.Tx, e *db.Entity, v database.Viewer) (Total, error) {
	if !v.SeesPrivate() && !e.Hidden {
		return exactly(e.EpisodeCount), nil
	}
	ids, err := database.Query[int](ctx, s.DB, tx, `SELECT l.id`+s.occurrences(e, v)+` LIMIT ?`, countUpTo+1)
	return totalOf(len(ids)), err
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

// EntityMentions lists where an entity was said, each with its episode and channel, and the number of all: first in the episode that
// its card quotes, then the newest analysis first.
func (s *Store) EntityMentions(ctx context.Context, id int, f MentionFilter) ([]*db.Mention, Total, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Mention, Total, error) {
		e, err := FindEntity(ctx, tx, id, f.Viewer)
		if err != nil {
			return nil, Total{}, err
		}
		ids, total, err := s.mentionIDs(ctx, tx, e, f)
		if err != nil {
			return nil, Total{}, err
		}
		out, err := tx.Mention.Query().Where(dbmention.IDIn(ids...)).WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		slices.SortFunc(out, func(a, b *db.Mention) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
		if err == nil && f.Public {
			err = s.shortenQuotes(ctx, tx, out)
		}
		return out, total, err
	})
}

// shortenQuotes cuts public quotes and blanks those that would show more than the public share of a transcript.
func (s *Store) shortenQuotes(ctx context.Context, tx *db.Tx, mentions []*db.Mention) error {
	ids := make(database.IDs, len(mentions))
	for i, m := range mentions {
		ids[i] = m.ID
	}
	shares, err := database.Query[struct {
		ID    int `sql:"id"`
		Ahead int `sql:"ahead"`
		Words int `sql:"words"`
	}](ctx, s.DB, tx, `SELECT m.id, COALESCE(ee.words_ahead, 0) AS ahead, COALESCE(t.words, 0) AS words FROM mentions m
		LEFT JOIN episode_entities ee ON ee.episode_id = m.episode_id AND ee.entity_id = m.entity_id
		LEFT JOIN transcripts t ON t.id = m.transcript_id WHERE m.id IN ?`, ids)
	if err != nil {
		return err
	}
	ahead, words := make(map[int]int, len(shares)), make(map[int]int, len(shares))
	for _, of := range shares {
		ahead[of.ID], words[of.ID] = of.Ahead, of.Words
	}
	for _, m := range mentions {
		m.Quote = shownQuote(m.Quote, m.Surface, ahead[m.ID], words[m.ID])
	}
	return nil
}
