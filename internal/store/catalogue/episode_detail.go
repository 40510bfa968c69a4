package catalogue

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// EpisodeEntry is an entity as one episode speaks of it.
type EpisodeEntry struct {
	Entity   *db.Entity // with its links
	Count    int        // mentions that count in this episode
	FirstMS  int
	Claims   mention.Claims // what this episode says about it, to be laid over the entity's own fields
	Mentions []*db.Mention  // published ones, by start
}

// EpisodeEntities returns what an episode mentions, the most mentioned first, with the evidence.
func (s *Store) EpisodeEntities(ctx context.Context, idOrVideoID string, v database.Viewer) ([]EpisodeEntry, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]EpisodeEntry, error) {
		ep, err := FindEpisode(ctx, tx, idOrVideoID, v)
		if err != nil {
			return nil, err
		}
		lists, err := tx.EpisodeEntity.Query().
			Where(dbepisodeentity.EpisodeID(ep.ID), dbepisodeentity.MentionCountGT(0)).
			Order(dbepisodeentity.ByMentionCount(sql.OrderDesc()), dbepisodeentity.ByFirstMs(), dbepisodeentity.ByEntityID()).All(ctx)
		if err != nil {
			return nil, err
		}
		ids := make([]int, 0, len(lists))
		for _, l := range lists {
			ids = append(ids, l.EntityID)
		}
		entities, err := EntitiesWithLinks(ctx, tx, ids)
		if err != nil {
			return nil, err
		}
		mentions, err := tx.Mention.Query().Where(dbmention.EpisodeID(ep.ID), dbmention.ConfidenceGTE(PublishedConfidence)).
			Order(dbmention.ByStart(), dbmention.ByID()).All(ctx)
		return episodeEntries(lists, entities, mentions), err
	})
}

// episodeEntries joins the occurrence lists of an episode with what they list; entities are in the order of their ids.
func episodeEntries(lists []*db.EpisodeEntity, entities []*db.Entity, mentions []*db.Mention) []EpisodeEntry {
	byEntity := map[int][]*db.Mention{}
	for _, m := range mentions {
		byEntity[m.EntityID] = append(byEntity[m.EntityID], m)
	}
	out := make([]EpisodeEntry, 0, len(lists))
	for _, l := range lists {
		i, found := slices.BinarySearchFunc(entities, l.EntityID, func(e *db.Entity, id int) int { return cmp.Compare(e.ID, id) })
		if !found || entities[i].Hidden {
			continue
		}
		out = append(out, EpisodeEntry{
			Entity: entities[i], Count: l.MentionCount, FirstMS: l.FirstMs, Claims: l.Claims, Mentions: byEntity[l.EntityID],
		})
	}
	return out
}

// EpisodeText is an episode's transcript with the places where something is mentioned.
type EpisodeText struct {
	Episode    *db.Episode    // with channel and chapters
	Transcript *db.Transcript // nil when there is none
	Mentions   []*db.Mention  // published mentions in this transcript, by start, each with its entity
}

// EpisodeText returns the current transcript of an episode.
func (s *Store) EpisodeText(ctx context.Context, idOrVideoID string, v database.Viewer) (EpisodeText, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (EpisodeText, error) {
		ep, err := FindEpisode(ctx, tx, idOrVideoID, v)
		if err != nil || ep.TranscriptID == nil {
			return EpisodeText{Episode: ep}, err
		}
		text, err := tx.Transcript.Get(ctx, *ep.TranscriptID)
		if err != nil {
			return EpisodeText{}, err
		}
		mentions, err := tx.Mention.Query().
			Where(dbmention.EpisodeID(ep.ID), dbmention.TranscriptID(text.ID), dbmention.ConfidenceGTE(PublishedConfidence)).
			Order(dbmention.ByStart(), dbmention.ByID()).WithEntity().All(ctx)
		mentions = slices.DeleteFunc(mentions, func(m *db.Mention) bool {
			e := m.Edges.Entity
			return e == nil || e.Hidden || e.MergedInto != nil // what clashed in a merge waits unseen for its undoing
		})
		return EpisodeText{Episode: ep, Transcript: text, Mentions: mentions}, err
	})
}
