package catalogue

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// EpisodeEntry is an entity as one episode speaks of it.
type EpisodeEntry struct {
	Entity   *db.Entity // with its links
	Count    int        // mentions that count in this episode
	FirstMS  int
	Part     string         // of somebody who takes part: host, guest, ... as the source says; empty: they do not
	Claims   mention.Claims // what this episode says about it, to be laid over the entity's own fields
	Mentions []*db.Mention  // published ones, by start, each with its episode; only EpisodeEntities has them
}

// EpisodeEntities returns what an episode mentions, the most mentioned first, with the evidence.
func (s *Store) EpisodeEntities(ctx context.Context, idOrVideoID string, v database.Viewer) ([]EpisodeEntry, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]EpisodeEntry, error) {
		ep, err := FindEpisode(ctx, tx, idOrVideoID, v)
		if err != nil {
			return nil, err
		}
		out, err := episodeEntries(ctx, tx, ep)
		if err != nil {
			return nil, err
		}
		mentions, err := tx.Mention.Query().Where(dbmention.EpisodeID(ep.ID), dbmention.ConfidenceGTE(PublishedConfidence)).
			Order(dbmention.ByStart(), dbmention.ByID()).All(ctx)
		byEntity := map[int][]*db.Mention{}
		for _, m := range mentions {
			m.Edges.Episode = ep
			byEntity[m.EntityID] = append(byEntity[m.EntityID], m)
		}
		for i := range out {
			out[i].Mentions = byEntity[out[i].Entity.ID]
		}
		return out, err
	})
}

// episodeEntries are the entities of an episode, the most mentioned first, without the evidence.
func episodeEntries(ctx context.Context, tx *db.Tx, ep *db.Episode) ([]EpisodeEntry, error) {
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
	out := make([]EpisodeEntry, 0, len(lists))
	for _, l := range lists {
		i, found := slices.BinarySearchFunc(entities, l.EntityID, func(e *db.Entity, id int) int { return cmp.Compare(e.ID, id) })
		if !found || entities[i].Hidden {
			continue
		}
		entry := EpisodeEntry{Entity: entities[i], Count: l.MentionCount, FirstMS: l.FirstMs, Claims: l.Claims}
		if l.Participant {
			entry.Part = partOf(ep, entities[i])
		}
		out = append(out, entry)
	}
	return out, nil
}

// partOf is the word of the source for what a participant is in an episode.
func partOf(ep *db.Episode, e *db.Entity) string {
	keys := []string{e.Key}
	for _, a := range e.Edges.Aliases {
		keys = append(keys, a.Key)
	}
	for _, p := range ep.People {
		if p.Role != "" && slices.Contains(keys, match.Key(mention.Person, p.Name)) {
			return p.Role
		}
	}
	return "participant" // the source has no word for it
}

// EpisodeText is an episode with its transcript and what it mentions.
type EpisodeText struct {
	Episode    *db.Episode    // with channel and chapters
	Transcript *db.Transcript // nil when there is none
	Entries    []EpisodeEntry

	// Versions are all transcripts of the episode without their text, the newest first; only TranscriptText has them, for those who may
	// see earlier ones.
	Versions []*db.Transcript
}

// Present reports whether the transcript is the one that the episode has now.
func (t EpisodeText) Present() bool {
	return t.Transcript != nil && t.Episode.TranscriptID != nil && t.Transcript.ID == *t.Episode.TranscriptID
}

// TranscriptText is EpisodeText with one of the episode's transcripts, 0 for the present one. Moderators, and the owner of an upload, may
// see earlier ones, which mention nothing any more; for everybody else there are none.
func (s *Store) TranscriptText(ctx context.Context, idOrVideoID string, transcriptID int, v database.Viewer) (EpisodeText, error) {
	out, err := s.EpisodeText(ctx, idOrVideoID, v)
	if err != nil {
		return out, err
	}
	owner := out.Episode.OwnerID
	if v.Moderator || owner != nil && *owner == v.UserID {
		out.Versions, err = s.RO.Transcript.Query().Where(dbtranscript.EpisodeID(out.Episode.ID)).
			Order(dbtranscript.ByCreatedAt(sql.OrderDesc()), dbtranscript.ByID(sql.OrderDesc())).
			Select(
				dbtranscript.FieldOrigin, dbtranscript.FieldHeardBy, dbtranscript.FieldLanguage, dbtranscript.FieldWords,
				dbtranscript.FieldCreatedAt,
			).All(ctx)
		if err != nil {
			return out, s.Fault(err)
		}
	}
	if transcriptID == 0 || out.Transcript != nil && out.Transcript.ID == transcriptID {
		return out, nil
	}
	if !slices.ContainsFunc(out.Versions, func(t *db.Transcript) bool { return t.ID == transcriptID }) {
		return out, fault.New(fault.NotFound, "There is no such transcript of this episode.")
	}
	out.Entries = nil
	out.Transcript, err = s.RO.Transcript.Get(ctx, transcriptID)
	return out, s.Fault(err)
}

// EpisodeText returns an episode with its current transcript and what it mentions, the most mentioned first.
func (s *Store) EpisodeText(ctx context.Context, idOrVideoID string, v database.Viewer) (EpisodeText, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out EpisodeText, err error) {
		if out.Episode, err = FindEpisode(ctx, tx, idOrVideoID, v); err != nil {
			return out, err
		}
		if id := out.Episode.TranscriptID; id != nil {
			if out.Transcript, err = tx.Transcript.Get(ctx, *id); err != nil {
				return out, err
			}
		}
		out.Entries, err = episodeEntries(ctx, tx, out.Episode)
		return out, err
	})
}

// TranscriptMentions returns the published mentions in a transcript of an episode, by start, each with its entity.
func (s *Store) TranscriptMentions(ctx context.Context, episodeID, transcriptID int) ([]*db.Mention, error) {
	mentions, err := s.RO.Mention.Query().
		Where(dbmention.EpisodeID(episodeID), dbmention.TranscriptID(transcriptID), dbmention.ConfidenceGTE(PublishedConfidence)).
		Order(dbmention.ByStart(), dbmention.ByID()).WithEntity().All(ctx)
	return slices.DeleteFunc(mentions, func(m *db.Mention) bool {
		e := m.Edges.Entity
		return e == nil || e.Hidden || e.MergedInto != nil // what clashed in a merge waits unseen for its undoing
	}), s.Fault(err)
}
