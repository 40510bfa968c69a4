package publish

import (
	"context"
	"fmt"
	"slices"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// learnNames keeps names that were attached by likeness as aliases, so that the next time their key is enough. A private
// upload teaches nothing, and half a name is nothing to know somebody by.
func (r *resolver) learnNames(ctx context.Context, attached []attachment) error {
	if !r.public {
		return nil
	}
	vouched := r.vouched()
	var rows []*db.AliasCreate
	var groups []*group
	for _, a := range attached {
		if a.decision.Half || r.known[a.decision.ID].keys[a.group.key] {
			continue
		}
		groups = append(groups, a.group)
		rows = append(rows, r.tx.Alias.Create().SetEntityID(a.decision.ID).SetType(a.group.typ).SetKey(a.group.key).
			SetName(a.group.name).SetSource(database.Clip(fmt.Sprintf("%s %.2f", a.decision.Type, a.decision.Score), 50)).
			SetChannelID(r.channel).SetConfirmed(vouched[a.decision.ID]).SetCreatedAt(r.s.Now()))
	}
	if len(rows) > 0 {
		err := r.tx.Alias.CreateBulk(rows...).OnConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey).Ignore().Exec(ctx)
		if err != nil {
			return err
		}
		if err := r.insertBlocks(ctx, groups); err != nil {
			return err
		}
	}
	return r.confirmNames(ctx, vouched)
}

// vouchers are signals of somebody else than the ear: the creator wrote the name.
var vouchers = []mention.Signal{mention.SignalCreatorLink, mention.SignalShowNotes, mention.SignalParticipant}

// vouched are the entities that the creator of this episode names in writing. What sounds like them here means them.
func (r *resolver) vouched() map[int]bool {
	out := map[int]bool{}
	for _, g := range r.groups {
		if g.entity != nil && g.key == g.entity.Key && slices.ContainsFunc(g.mentions, func(m *mention.Mention) bool {
			return slices.ContainsFunc(m.Signals, func(s mention.Signal) bool { return slices.Contains(vouchers, s) })
		}) {
			out[g.entity.ID] = true
		}
	}
	return out
}

// confirmNames confirms learned names that were said again where something else than likeness speaks for them: in an episode
// that names the entity in writing, or in another channel that knows the entity by its own name.
func (r *resolver) confirmNames(ctx context.Context, vouched map[int]bool) error {
	var vouchedKeys, otherKeys []string
	var vouchedIDs, otherIDs []int
	for _, g := range r.groups {
		c := (*candidate)(nil)
		if g.entity != nil {
			c = r.known[g.entity.ID]
		}
		switch {
		case c == nil || g.key == c.row.Key || !c.keys[g.key]:
		case vouched[c.row.ID]:
			vouchedKeys, vouchedIDs = append(vouchedKeys, g.key), append(vouchedIDs, c.row.ID)
		case c.data.InChannel:
			otherKeys, otherIDs = append(otherKeys, g.key), append(otherIDs, c.row.ID)
		}
	}
	confirm := func(keys []string, ids []int, elsewhere bool) error {
		if len(keys) == 0 {
			return nil
		}
		names := r.tx.Alias.Update().Where(dbalias.KeyIn(keys...), dbalias.EntityIDIn(ids...), dbalias.Confirmed(false))
		if elsewhere {
			names = names.Where(dbalias.ChannelIDNEQ(r.channel))
		}
		return names.SetConfirmed(true).Exec(ctx)
	}
	if err := confirm(vouchedKeys, vouchedIDs, false); err != nil {
		return err
	}
	return confirm(otherKeys, otherIDs, true)
}
