package catalogue

import (
	"context"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	dbtranscript "mentionary/ent/db/transcript"
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
			err = s.shortenQuotes(ctx, tx, e.ID, out)
		}
		return out, total, err
	})
}

// shortenQuotes cuts public quotes of an entity and blanks those that would show more than the public share of a transcript.
func (s *Store) shortenQuotes(ctx context.Context, tx *db.Tx, entityID int, mentions []*db.Mention) error {
	var episodes, transcripts []int
	for _, m := range mentions {
		episodes, transcripts = append(episodes, m.EpisodeID), append(transcripts, m.TranscriptID)
	}
	lists, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(entityID), dbepisodeentity.EpisodeIDIn(episodes...)).
		Select(dbepisodeentity.FieldEpisodeID, dbepisodeentity.FieldWordsAhead).All(ctx)
	if err != nil {
		return err
	}
	ahead := make(map[int]int, len(lists))
	for _, l := range lists {
		ahead[l.EpisodeID] = l.WordsAhead
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
		m.Quote = shownQuote(m.Quote, m.Surface, ahead[m.EpisodeID], words[m.TranscriptID])
	}
	return nil
}
