package catalogue

import (
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Touched is an entity that a publication touches, as it stands when that has locked it.
type Touched struct {
	ID         int          `sql:"id"`
	Type       mention.Type `sql:"type"`
	MergedInto *int         `sql:"merged_into"`
	Hidden     bool         `sql:"hidden"`
	Learned    bool         `sql:"learned"`   // it has names that were learned by ear
	Elsewhere  bool         `sql:"elsewhere"` // another episode mentions it
	Doubtful   bool         `sql:"doubtful"`  // it waits for a reviewer in the channel, or may be another entity
	// What the channel counts of it; nil: nothing.
	ChannelType *mention.Type `sql:"channel_type"`
	InChannel   *int          `sql:"in_channel"`
}

// Touch locks entities for a publication of an episode in a channel (0: none), in the order of their ids, and returns how they stand, by
// id.
func (s *Store) Touch(ctx context.Context, tx *db.Tx, episodeID, channelID int, ids []int) (map[int]Touched, error) {
	if err := s.LockRows(ctx, tx, "entities", ids); err != nil {
		return nil, err
	}
	out := make(map[int]Touched, len(ids))
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := database.Query[Touched](ctx, s.DB, tx, `SELECT n.id, n.type, n.merged_into, n.hidden,
			EXISTS (SELECT 1 FROM alias a WHERE a.entity_id = n.id AND a.channel_id <> 0) AS learned,
			EXISTS (SELECT 1 FROM episode_entities ee WHERE ee.entity_id = n.id AND ee.episode_id <> ?) AS elsewhere,
			(EXISTS (SELECT 1 FROM doubts d WHERE d.entity_id = n.id AND d.channel_id = ?) OR `+ambiguous+`) AS doubtful,
			ce.type AS channel_type, ce.mention_count AS in_channel
			FROM entities n LEFT JOIN channel_entities ce ON ce.channel_id = ? AND ce.entity_id = n.id WHERE n.id IN ?`,
			episodeID, channelID, channelID, database.IDs(part))
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[r.ID] = r
		}
	}
	return out, nil
}
