package publish

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// BlockMembers returns the entities in blocks of a type, by the key of the block. Blocks that more than match.MaxBlockSize entities share
// tell nothing and are left out: of a word that a tenth of the directory has, no more entries of the index are read than that.
func (s *Store) BlockMembers(ctx context.Context, tx *db.Tx, typ mention.Type, keys []string) (map[string][]int, error) {
	list := "json_each(?) k"
	if s.Postgres() {
		list = "jsonb_array_elements_text(?::jsonb) AS k(value)"
	}
	// Not IN (...): the least that both databases read of each block for itself.
	question := fmt.Sprintf(`SELECT k.value AS key, (SELECT CASE WHEN COUNT(*) <= %[1]d THEN string_agg(CAST(b.entity_id AS TEXT), ',') END
		FROM (SELECT entity_id FROM blocks WHERE type = '%[2]s' AND key = k.value LIMIT %[1]d + 1) b) AS members FROM %[3]s`,
		match.MaxBlockSize, typ, list)
	members := map[string][]int{}
	keys = slices.Clone(keys)
	slices.Sort(keys)
	for part := range slices.Chunk(slices.Compact(keys), database.IDChunk) {
		asked, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		rows, err := database.Query[struct {
			Key     string         `sql:"key"`
			Members sql.NullString `sql:"members"`
		}](ctx, s.DB, tx, question, string(asked))
		if err != nil {
			return nil, err
		}
		for _, b := range rows {
			if !b.Members.Valid { // nobody, or too many
				continue
			}
			if members[b.Key], err = database.JoinedIDs(b.Members.String); err != nil {
				return nil, err
			}
		}
	}
	return members, nil
}
