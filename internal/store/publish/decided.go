package publish

import (
	"context"
	"slices"

	dbdecision "mentionary/ent/db/namedecision"
	"mentionary/internal/store/database"
)

// decideByPerson settles the groups whose name means an entity of another type, because a moderator changed its type. What
// else has the name and still is of the group's type comes first.
func (r *resolver) decideByPerson(ctx context.Context) error {
	decided := map[typeKey]int{}
	for part := range slices.Chunk(r.groups, database.BulkRows) {
		rows, err := r.tx.NameDecision.Query().Where(sameKeys(part)).Order(dbdecision.ByID()).All(ctx)
		if err != nil {
			return err
		}
		for _, d := range rows {
			decided[typeKey{d.Type, d.Key}] = d.EntityID // the last decision holds
		}
	}
	var ids []int
	for _, id := range decided {
		ids = append(ids, id)
	}
	survivor, err := r.load(ctx, ids)
	if err != nil {
		return err
	}
	for _, g := range r.groups {
		id, ok := decided[typeKey{g.typ, g.key}]
		if c := r.known[survivor(id)]; ok && c != nil && len(r.exact[g]) == 0 {
			g.entity = c.row
		}
	}
	return nil
}
