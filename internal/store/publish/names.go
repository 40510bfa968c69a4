package publish

import (
	"context"
	"fmt"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	"mentionary/internal/store/database"
)

// learnNames keeps names that were attached by likeness as aliases, so that the next time their key is enough. A private
// upload teaches nothing, and half a name is nothing to know somebody by.
func (r *resolver) learnNames(ctx context.Context, attached []attachment) error {
	if !r.public {
		return nil
	}
	var rows []*db.AliasCreate
	var groups []*group
	for _, a := range attached {
		if a.decision.Half || r.known[a.decision.ID].keys[a.group.key] {
			continue
		}
		groups = append(groups, a.group)
		rows = append(rows, r.tx.Alias.Create().SetEntityID(a.decision.ID).SetType(a.group.typ).SetKey(a.group.key).
			SetName(a.group.name).SetSource(database.Clip(fmt.Sprintf("%s %.2f", a.decision.Type, a.decision.Score), 50)).
			SetChannelID(r.channel).SetCreatedAt(r.s.Now()))
	}
	if len(rows) == 0 {
		return nil
	}
	err := r.tx.Alias.CreateBulk(rows...).OnConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	return r.insertBlocks(ctx, groups)
}
