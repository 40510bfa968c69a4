package publish

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// BlockMembers returns the entities in blocks of a type, by the key of the block. Blocks that more than match.MaxBlockSize entities share
// tell nothing and are left out: of a word that a tenth of the directory has, no more entries of the index are read than that.
func (s *Store) BlockMembers(ctx context.Context, tx *db.Tx, typ mention.Type, keys []string) (map[string][]int, error) {
	asked := make([]typeKey, 0, len(keys))
	for _, k := range keys {
		asked = append(asked, typeKey{typ, k})
	}
	members, err := s.blockMembers(ctx, tx, asked)
	out := make(map[string][]int, len(members))
	for block, ids := range members {
		out[block.key] = ids
	}
	return out, err
}

// blockMembers is BlockMembers for blocks of several types.
func (s *Store) blockMembers(ctx context.Context, tx *db.Tx, blocks []typeKey) (map[typeKey][]int, error) {
	members := map[typeKey][]int{}
	blocks = slices.Clone(blocks)
	slices.SortFunc(blocks, func(a, b typeKey) int { return strings.Compare(string(a.typ)+" "+a.key, string(b.typ)+" "+b.key) })
	for part := range slices.Chunk(slices.Compact(blocks), database.IDChunk) {
		pairs, asked, err := s.pairs(part)
		if err != nil {
			return nil, err
		}
		// Not IN (...): the least that both databases read of each block for itself. Of too large ones nothing is put together.
		rows, err := database.Query[struct {
			Type    mention.Type   `sql:"type"`
			Key     string         `sql:"key"`
			Members sql.NullString `sql:"members"`
		}](ctx, s.DB, tx, fmt.Sprintf(`SELECT k.type, k.key, CASE
			WHEN NOT EXISTS (SELECT 1 FROM blocks b WHERE b.type = k.type AND b.key = k.key LIMIT 1 OFFSET %d)
			THEN (SELECT string_agg(CAST(b.entity_id AS TEXT), ',') FROM blocks b WHERE b.type = k.type AND b.key = k.key)
			END AS members FROM %s k`, match.MaxBlockSize, pairs), asked)
		if err != nil {
			return nil, err
		}
		for _, b := range rows {
			if !b.Members.Valid { // nobody, or too many
				continue
			}
			if members[typeKey{b.Type, b.Key}], err = database.JoinedIDs(b.Members.String); err != nil {
				return nil, err
			}
		}
	}
	return members, nil
}
