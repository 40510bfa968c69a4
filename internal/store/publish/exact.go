package publish

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// pairs is a parameter that lists types with keys, and the table k that a question makes of it. The question joins k with CROSS JOIN, so
// that SQLite looks each pair up in an index.
func (s *Store) pairs(of []typeKey) (table, parameter string, err error) {
	list := make([][2]string, 0, len(of))
	for _, k := range of {
		list = append(list, [2]string{string(k.typ), k.key})
	}
	asked, err := json.Marshal(list)
	return "(SELECT value ->> 0 AS type, value ->> 1 AS key FROM " + s.Each() + ")", string(asked), err
}

func pairsOf(groups []*group) []typeKey {
	out := make([]typeKey, 0, len(groups))
	for _, g := range groups {
		out = append(out, typeKey{g.typ, g.key})
	}
	return out
}

// findExact loads the entities that have a group's key as the key of their name or of an alias, and settles the groups whose name means
// an entity of another type, because a moderator changed its type. What else has the name and still is of the group's type comes
// first.
func (r *resolver) findExact(ctx context.Context) error {
	type found struct {
		Decision int          `sql:"decision"` // 0: by a name
		EntityID int          `sql:"entity_id"`
		Type     mention.Type `sql:"type"`
		Key      string       `sql:"key"`
	}
	named, decided := map[typeKey][]int{}, map[typeKey]int{}
	var ids []int
	for part := range slices.Chunk(pairsOf(r.groups), database.IDChunk) {
		pairs, asked, err := r.s.pairs(part)
		if err != nil {
			return err
		}
		rows, err := database.Query[found](ctx, r.s.DB, r.tx, fmt.Sprintf(`WITH k AS %s
			SELECT 0 AS decision, e.id AS entity_id, k.type, k.key FROM k CROSS JOIN entities e WHERE e.type = k.type AND e.key = k.key
			UNION ALL SELECT 0, a.entity_id, k.type, k.key FROM k CROSS JOIN alias a WHERE a.type = k.type AND a.key = k.key
			UNION ALL SELECT d.id, d.entity_id, k.type, k.key FROM k CROSS JOIN name_decisions d WHERE d.type = k.type AND d.key = k.key`,
			pairs), asked)
		if err != nil {
			return err
		}
		slices.SortFunc(rows, func(a, b found) int { return cmp.Compare(a.Decision, b.Decision) })
		for _, f := range rows {
			at := typeKey{f.Type, f.Key}
			if ids = append(ids, f.EntityID); f.Decision == 0 {
				named[at] = append(named[at], f.EntityID)
			} else {
				decided[at] = f.EntityID // the last decision holds
			}
		}
	}
	survivor, err := r.load(ctx, ids)
	if err != nil {
		return err
	}
	for _, g := range r.groups {
		at := typeKey{g.typ, g.key}
		exact := slices.Clone(named[at])
		for i, id := range exact {
			exact[i] = survivor(id)
		}
		slices.Sort(exact)
		r.exact[g] = slices.Compact(exact)
		id, ok := decided[at]
		if c := r.known[survivor(id)]; ok && c != nil && len(exact) == 0 {
			g.entity = c.row
		}
	}
	return nil
}
