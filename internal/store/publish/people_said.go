package publish

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/store/database"
)

// saidByPeople selects, of an entity that a question calls n, that some person named, changed or merged it.
const saidByPeople = `(n.hidden OR EXISTS (SELECT 1 FROM alias a WHERE a.entity_id = n.id AND a.channel_id = 0)
	OR EXISTS (SELECT 1 FROM changes c WHERE c.entity_id = n.id AND c.undone_at IS NULL)
	OR EXISTS (SELECT 1 FROM changes c WHERE c.other_id = n.id AND c.undone_at IS NULL)
	OR EXISTS (SELECT 1 FROM merges m WHERE m.survivor_id = n.id AND m.undone_at IS NULL)
	OR EXISTS (SELECT 1 FROM merges m WHERE m.merged_id = n.id AND m.undone_at IS NULL)
	OR EXISTS (SELECT 1 FROM name_decisions d WHERE d.entity_id = n.id))`

// madeByNobody reports whether no person ever said anything about an entity: one that somebody named, changed or merged stays.
func (r *resolver) madeByNobody(ctx context.Context, id int) (bool, error) {
	made, err := database.Query[int](ctx, r.s.DB, r.tx, "SELECT n.id FROM entities n WHERE n.id = ? AND NOT "+saidByPeople, id)
	return len(made) > 0, err
}

// OnlyIn returns the entities that an episode alone mentions and no person said anything about.
func (s *Store) OnlyIn(ctx context.Context, episodeID int) (map[int]bool, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[int]bool, error) {
		ids, err := database.Query[int](ctx, s.DB, tx, `SELECT n.id FROM episode_entities ee JOIN entities n ON n.id = ee.entity_id
			WHERE ee.episode_id = ? AND NOT `+saidByPeople+` AND NOT EXISTS (SELECT 1 FROM episode_entities o
				WHERE o.entity_id = n.id AND o.episode_id <> ee.episode_id AND o.mention_count > 0)`, episodeID)
		only := make(map[int]bool, len(ids))
		for _, id := range ids {
			only[id] = true
		}
		return only, err
	})
}
