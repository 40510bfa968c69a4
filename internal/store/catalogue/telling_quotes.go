package catalogue

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// TellingQuote is the most telling quote of an entity among those of public episodes.
type TellingQuote struct {
	EntityID  int    `sql:"entity_id"`
	Quote     string `sql:"quote"`
	Surface   string `sql:"surface"`
	Speaker   string `sql:"speaker"` // empty: unknown
	Stance    string `sql:"stance"`
	EpisodeID int    `sql:"episode_id"`
	Episode   string `sql:"episode"`
	Given     bool   `sql:"given"`
	Channel   string `sql:"channel"` // empty: none
	// For strangers: the rank of the entity in the episode, and the size of the transcript.
	Place int `sql:"place"`
	Words int `sql:"words"`
}

// mostTelling is the id of the mention of an entity n that is quoted. The index mention_most_telling has this order and is read
// until one fits, so that it costs little however often the entity is mentioned: what a channel mentions most is found soon among
// its mentions. Within an episode it is the one that its entity's page quotes to strangers, too (leadOfEpisode): cards tell nothing
// that pages do not.
func mostTelling(inChannel string) string {
	return `(SELECT x.id FROM mentions x
		JOIN episodes xe ON xe.id = x.episode_id AND xe.is_processed AND xe.visibility = 'public'` + inChannel + `
		WHERE x.entity_id = n.id AND x.confidence >= ? AND x.context = ` + CountedIn("n.type") + `
		ORDER BY x.telling DESC, x.confidence DESC, x.episode_id DESC, x.start LIMIT 1)`
}

// QuotesFor says for whom quotes are, and from where.
type QuotesFor struct {
	Stranger bool   // somebody who is not signed in
	Channel  string // only from episodes of this channel, by its public id
}

// TellingQuotes returns the most telling quote of each entity by its id, whoever asks: private episodes are quoted to nobody. For
// strangers quotes are shortened, and left out where a transcript has given its share (SECURITY.md).
func (s *Store) TellingQuotes(ctx context.Context, entities []*db.Entity, f QuotesFor) (map[int]*TellingQuote, error) {
	ids := make([]int, 0, len(entities))
	for _, e := range entities {
		ids = append(ids, e.ID)
	}
	args, inChannel := []any{PublishedConfidence}, ""
	if f.Channel != "" {
		args, inChannel = []any{f.Channel, PublishedConfidence}, ` AND xe.channel_id = (SELECT id FROM channels WHERE public_id = ?)`
	}
	shown := `0 AS place, 0 AS words`
	if f.Stranger {
		shown = `(SELECT COUNT(*) FROM episode_entities o JOIN episode_entities ee ON ee.episode_id = o.episode_id AND ee.entity_id = m.entity_id
			WHERE o.episode_id = m.episode_id AND (o.mention_count > ee.mention_count
				OR (o.mention_count = ee.mention_count AND o.entity_id < ee.entity_id))) AS place,
			COALESCE((SELECT t.words FROM transcripts t WHERE t.id = m.transcript_id), 0) AS words`
	}
	rows, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]TellingQuote, error) {
		return database.Query[TellingQuote](ctx, s.DB, tx, `SELECT m.entity_id, m.quote, m.surface, m.speaker, m.stance, m.episode_id,
			e.title AS episode, e.given, COALESCE(c.name, '') AS channel, `+shown+`
			FROM entities n JOIN mentions m ON m.id = `+mostTelling(inChannel)+`
			JOIN episodes e ON e.id = m.episode_id LEFT JOIN channels c ON c.id = e.channel_id
			WHERE n.id IN `+database.In(ids), args...)
	})
	out := make(map[int]*TellingQuote, len(rows))
	for i := range rows {
		q := &rows[i]
		if f.Stranger {
			q.Quote = shownQuote(q.Quote, q.Place, q.Words)
		}
		if q.Quote != "" {
			out[q.EntityID] = q
		}
	}
	return out, err
}
