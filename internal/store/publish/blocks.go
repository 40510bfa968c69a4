package publish

import (
	"context"
	"encoding/json"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// BlockMembers returns the entities in blocks of a type, by the key of the block. Blocks that more than match.MaxBlockSize entities share
// tell nothing and are left out: of a word that a tenth of the directory has, no more rows are read than that.
func (s *Store) BlockMembers(ctx context.Context, tx *db.Tx, typ mention.Type, keys []string) (map[string][]int, error) {
	question := `SELECT b.key, b.entity_id FROM json_each(?) k JOIN blocks b ON b.id IN
		(SELECT id FROM blocks WHERE type = ? AND key = k.value LIMIT ?)`
	if s.Postgres() {
		question = `SELECT b.key, b.entity_id FROM jsonb_array_elements_text(?::jsonb) AS k(key)
			CROSS JOIN LATERAL (SELECT key, entity_id FROM blocks WHERE type = ? AND key = k.key LIMIT ?) b`
	}
	members := map[string][]int{}
	keys = slices.Clone(keys)
	slices.Sort(keys)
	for part := range slices.Chunk(slices.Compact(keys), database.IDChunk) {
		list, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		rows, err := database.Query[struct {
			Key      string `sql:"key"`
			EntityID int    `sql:"entity_id"`
		}](ctx, s.DB, tx, question, string(list), string(typ), match.MaxBlockSize+1)
		if err != nil {
			return nil, err
		}
		for _, b := range rows {
			members[b.Key] = append(members[b.Key], b.EntityID)
		}
	}
	for key, ids := range members {
		if len(ids) > match.MaxBlockSize {
			delete(members, key)
		}
	}
	return members, nil
}
