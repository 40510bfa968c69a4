package catalogue

import (
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// How much of an overview is shown.
const (
	overviewShows        = 8
	overviewMonths       = 60
	overviewCompanions   = 8
	overviewRecommenders = 6
	companionEpisodes    = 200 // newest episodes in which companions are looked for: what an answer costs is bounded
	fewestTogether       = 2   // one episode with both says nothing
)

// EntityOverview is where, when and with what public episodes mention an entity, and who recommended it.
type EntityOverview struct {
	Shows        []EntityShow  // most mentions first
	Months       []EntityMonth // the oldest first
	Together     []Companion
	Recommenders []Recommender // those with a name first, then the latest
	Recommended  int           // all who did
}

// EntityShow is a channel that mentions an entity.
type EntityShow struct {
	PublicID string `sql:"public_id"`
	Name     string `sql:"name"`
	Mentions int    `sql:"mentions"`
	Episodes int    `sql:"episodes"`
}

// EntityMonth counts the mentions in episodes that were published in a month. An episode without a date, or with one that lies after
// its analysis, counts where it was analyzed.
type EntityMonth struct {
	Month    string `sql:"month"` // YYYY-MM, UTC
	Mentions int    `sql:"mentions"`
	Episodes int    `sql:"episodes"`
}

// Companion is an entity that episodes mention along with another.
type Companion struct {
	ID       int          `sql:"id"`
	Name     string       `sql:"name"`
	Type     mention.Type `sql:"type"`
	Episodes int          `sql:"episodes"` // that mention both
}

// Recommender is a speaker of a channel who recommended an entity; in a channel whose transcripts do not say who speaks, all
// speakers are one.
type Recommender struct {
	Speaker   string `sql:"speaker"` // empty: unknown
	PublicID  string `sql:"public_id"`
	Channel   string `sql:"channel"`
	EpisodeID int    `sql:"episode_id"` // with the most telling of their mentions
	Episode   string `sql:"episode"`
	Total     int    `sql:"total"`
}

// EntityOverview returns the overview of an entity that the viewer may know of. It counts what is public only, whoever asks.
func (s *Store) EntityOverview(ctx context.Context, id int, v database.Viewer) (EntityOverview, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (EntityOverview, error) {
		e, err := FindEntity(ctx, tx, id, v)
		if err != nil {
			return EntityOverview{}, err
		}
		var o EntityOverview
		if o.Shows, err = s.entityShows(ctx, tx, e.ID); err != nil {
			return o, err
		}
		if o.Months, err = s.entityMonths(ctx, tx, e.ID); err != nil {
			return o, err
		}
		if o.Together, err = s.companions(ctx, tx, e); err != nil {
			return o, err
		}
		o.Recommenders, err = s.recommenders(ctx, tx, e)
		if len(o.Recommenders) > 0 {
			o.Recommended = o.Recommenders[0].Total
		}
		return o, err
	})
}

func (s *Store) entityShows(ctx context.Context, tx *db.Tx, entityID int) ([]EntityShow, error) {
	return database.Query[EntityShow](ctx, s.DB, tx, `SELECT c.public_id, c.name, ce.mention_count AS mentions, ce.episode_count AS episodes
		FROM channel_entities ce JOIN channels c ON c.id = ce.channel_id WHERE ce.entity_id = ? AND ce.mention_count > 0
		ORDER BY ce.mention_count DESC, c.sort_key, c.id LIMIT ?`, entityID, overviewShows)
}

// entityMonths writes a month down once only: to write that of every episode costs more than to find them.
func (s *Store) entityMonths(ctx context.Context, tx *db.Tx, entityID int) ([]EntityMonth, error) {
	const when = "CASE WHEN e.published_at <= e.processed_at THEN e.published_at ELSE e.processed_at END"
	month, written := "substr("+when+", 1, 7)", "t.month"
	if s.Postgres() {
		month, written = "date_trunc('month', ("+when+") AT TIME ZONE 'UTC')", "to_char(t.month, 'YYYY-MM')"
	}
	out, err := database.Query[EntityMonth](ctx, s.DB, tx, `SELECT `+written+` AS month, t.mentions, t.episodes
		FROM (SELECT `+month+` AS month, CAST(SUM(ee.mention_count) AS BIGINT) AS mentions, COUNT(*) AS episodes`+
		countable+` AND ee.entity_id = ? GROUP BY 1) t
		ORDER BY t.month DESC LIMIT ?`, entityID, overviewMonths)
	slices.Reverse(out)
	return out, err
}

// companions ranks by the coefficient of Ochiai (1957), shared episodes over the root of the product of both numbers of
// episodes: what is mentioned everywhere is nobody's company in particular. One of the numbers is the same for all and left out. What a
// conversation is about and who pays for it are not mentioned together: each has company of its own kind.
func (s *Store) companions(ctx context.Context, tx *db.Tx, e *db.Entity) ([]Companion, error) {
	kind := ` <> `
	if e.Type == mention.Sponsor {
		kind = ` = `
	}
	return database.Query[Companion](ctx, s.DB, tx, `SELECT n.id, n.name, n.type, t.episodes
		FROM (SELECT o.entity_id, COUNT(*) AS episodes
			FROM (SELECT ee.episode_id`+countable+` AND ee.entity_id = ? ORDER BY ee.episode_id DESC LIMIT ?) near
			JOIN episode_entities o ON o.episode_id = near.episode_id AND o.mention_count > 0 AND o.entity_id <> ?
			GROUP BY o.entity_id HAVING COUNT(*) >= ?) t
		JOIN entities n ON n.id = t.entity_id AND NOT n.hidden AND n.merged_into IS NULL AND n.type`+kind+`?
		ORDER BY 1.0 * t.episodes * t.episodes / CASE WHEN n.episode_count > 0 THEN n.episode_count ELSE 1 END DESC, t.episodes DESC,
		n.sort_key, n.id LIMIT ?`, e.ID, companionEpisodes, e.ID, fewestTogether, string(mention.Sponsor), overviewCompanions)
}

// recommenders leaves sponsors alone: who reads an ad recommends everything.
func (s *Store) recommenders(ctx context.Context, tx *db.Tx, e *db.Entity) ([]Recommender, error) {
	if e.Type == mention.Sponsor {
		return nil, nil
	}
	return database.Query[Recommender](ctx, s.DB, tx, `SELECT r.speaker, COALESCE(c.public_id, '') AS public_id,
		COALESCE(c.name, '') AS channel, r.episode_id, e.title AS episode, COUNT(*) OVER () AS total
		FROM (SELECT m.speaker, m.episode_id, ROW_NUMBER() OVER (PARTITION BY e.channel_id, m.speaker
			ORDER BY m.telling DESC, m.confidence DESC, m.id) AS place`+recommendations+` AND m.entity_id = ? AND m.context = ?) r
		JOIN episodes e ON e.id = r.episode_id LEFT JOIN channels c ON c.id = e.channel_id
		WHERE r.place = 1
		ORDER BY CASE WHEN r.speaker = '' THEN 1 ELSE 0 END, e.published_at DESC NULLS LAST, e.id DESC, r.speaker LIMIT ?`,
		PublishedConfidence, e.ID, string(e.Type.CountedIn()), overviewRecommenders)
}
