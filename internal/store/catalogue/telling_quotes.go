package catalogue

import (
	"context"
	"maps"
	"slices"

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
	Words     int    `sql:"words"`   // of the transcript
	Ahead     int    `sql:"ahead"`   // as EpisodeEntity.words_ahead
}

// mostTelling is the id of the mention of an entity n that is quoted. The index mention_most_telling has this order and is read
// until one fits, so that it costs little however often the entity is mentioned: what a channel mentions most is found soon among
// its mentions. Within an episode it is the one that its entity's page quotes to strangers, too (Store.mostTelling): cards tell
// nothing that pages do not.
func mostTelling(inChannel string) string {
	return `(SELECT x.id FROM mentions x
		JOIN episodes e ON e.id = x.episode_id AND e.is_processed AND e.visibility = 'public'` + inChannel + `
		WHERE x.entity_id = n.id AND x.confidence >= ? AND x.context = ` + CountedIn("n.type") + `
		ORDER BY x.telling DESC, x.confidence DESC, x.episode_id DESC, x.start LIMIT 1)`
}

// quotedEpisodes is in how many episodes that mention an entity most a quote for strangers is looked for: seldom do ten have given
// their share to other things.
const quotedEpisodes = 10

// QuotesFor says for whom quotes are, and from where.
type QuotesFor struct {
	Stranger bool   // somebody who is not signed in
	Channel  string // only from episodes of this channel, by its public id
}

// episodes limits episodes e to those that are quoted, beside that they are public.
func (f QuotesFor) episodes() (condition string, args []any) {
	if f.Channel == "" {
		return "", nil
	}
	return ` AND e.channel_id = (SELECT id FROM channels WHERE public_id = ?)`, []any{f.Channel}
}

// TellingQuotes returns the most telling quote of each entity by its id, whoever asks: private episodes are quoted to nobody. For
// strangers quotes are shortened, and taken from another episode where the transcript has given its share (SECURITY.md).
func (s *Store) TellingQuotes(ctx context.Context, entities []*db.Entity, f QuotesFor) (map[int]*TellingQuote, error) {
	ids := make([]int, 0, len(entities))
	for _, e := range entities {
		ids = append(ids, e.ID)
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[int]*TellingQuote, error) {
		return s.tellingQuotes(ctx, tx, ids, f)
	})
}

func (s *Store) tellingQuotes(ctx context.Context, tx *db.Tx, ids []int, f QuotesFor) (map[int]*TellingQuote, error) {
	inChannel, args := f.episodes()
	quotes, err := s.quotes(ctx, tx, f, `(SELECT `+mostTelling(inChannel)+` FROM entities n WHERE n.id IN `+database.In(ids)+`)`,
		append(args, PublishedConfidence)...)
	if err != nil || !f.Stranger {
		return quotes, err
	}
	ids = slices.DeleteFunc(ids, func(id int) bool { return quotes[id] != nil })
	others, err := s.quotesElsewhere(ctx, tx, f, ids)
	maps.Copy(quotes, others)
	return quotes, err
}

// quotesElsewhere returns quotes of entities whose most telling mention is not shown to strangers, from what the episodes that mention
// them most may show of them.
func (s *Store) quotesElsewhere(ctx context.Context, tx *db.Tx, f QuotesFor, ids []int) (map[int]*TellingQuote, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	inChannel, args := f.episodes()
	lists, err := s.mostMentioning(ctx, tx, ids, quotedEpisodes, inChannel, args...)
	if err != nil {
		return nil, err
	}
	mentions, err := s.mostTelling(ctx, tx, lists)
	if err != nil {
		return nil, err
	}
	return s.quotes(ctx, tx, f, database.In(mentions))
}

// quotes returns of each entity the most telling quote that may be shown, among those of the mentions with the ids.
func (s *Store) quotes(ctx context.Context, tx *db.Tx, f QuotesFor, ids string, args ...any) (map[int]*TellingQuote, error) {
	rows, err := database.Query[TellingQuote](ctx, s.DB, tx, `SELECT m.entity_id, m.quote, m.surface, m.speaker, m.stance, m.episode_id,
		e.title AS episode, e.given, COALESCE(c.name, '') AS channel, COALESCE(t.words, 0) AS words, ee.words_ahead AS ahead
		FROM mentions m JOIN episodes e ON e.id = m.episode_id LEFT JOIN channels c ON c.id = e.channel_id
		JOIN episode_entities ee ON ee.episode_id = m.episode_id AND ee.entity_id = m.entity_id
		LEFT JOIN transcripts t ON t.id = m.transcript_id WHERE m.id IN `+ids+`
		ORDER BY m.telling DESC, m.confidence DESC, m.episode_id DESC, m.start`, args...)
	out := make(map[int]*TellingQuote, len(rows))
	for i := range rows {
		q := &rows[i]
		if f.Stranger {
			q.Quote = shownQuote(q.Quote, q.Surface, q.Ahead, q.Words)
		}
		if q.Quote != "" && out[q.EntityID] == nil {
			out[q.EntityID] = q
		}
	}
	return out, err
}
