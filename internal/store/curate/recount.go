package curate

import (
	"context"

	"mentionary/ent/db"
)

// Recount computes everything that depends on which entities the mentions of episodes belong to: occurrence lists, the
// episodes' own counts, those of the entities and of channels. The rows must be locked by the transaction. What was merged away
// keeps its lists as they are: they wait for the merge to be taken back.
func (s *Store) Recount(ctx context.Context, tx *db.Tx, entities []*db.Entity, episodes, channels []int) error {
	ids := make([]int, 0, len(entities))
	for _, e := range entities {
		if e.MergedInto != nil {
			continue
		}
		ids = append(ids, e.ID)
		if err := s.mendOccurrences(ctx, tx, e, episodes); err != nil {
			return err
		}
	}
	if err := s.recountEpisodes(ctx, tx, episodes); err != nil {
		return err
	}
	return s.catalogue.RecountEverywhere(ctx, tx, ids, channels)
}
