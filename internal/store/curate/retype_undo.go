package curate

import (
	"context"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbblock "mentionary/ent/db/block"
	dbdecision "mentionary/ent/db/namedecision"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// undoRetype gives an entity its former type back; if it became part of another one, that ends first.
func (s *Store) undoRetype(ctx context.Context, tx *db.Tx, c *db.Change, inv changeInverse) error {
	if c.MergeID != 0 {
		if err := s.undoOwnMerge(ctx, tx, c.MergeID); err != nil {
			return err
		}
	}
	e, err := loadEntity(ctx, tx, c.EntityID)
	if err != nil {
		return err
	}
	was := inv.Identity[0]
	if err := s.returnIdentity(ctx, tx, e, was); err != nil {
		return err
	}
	e.Type = was.Type
	if _, err := tx.NameDecision.Delete().Where(dbdecision.IDIn(inv.MadeDecisions...)).Exec(ctx); err != nil {
		return err
	}
	if err := s.turnAliasesBack(ctx, tx, e, inv); err != nil {
		return err
	}
	if _, err := tx.Block.Delete().Where(dbblock.EntityID(e.ID)).Exec(ctx); err != nil {
		return err
	}
	if err := s.returnBlocks(ctx, tx, e.ID, inv.GoneBlocks); err != nil {
		return err
	}
	if err := s.restoreChannelRows(ctx, tx, e, inv.channelRows); err != nil {
		return err
	}
	if err := s.countAs(ctx, tx, e.ID, was.Type, inv.Channels); err != nil {
		return err
	}
	return s.catalogue.RecallLookups(ctx, tx, e.ID, inv.Forgotten)
}

// turnAliasesBack gives names their former type, those too that were learned since.
func (s *Store) turnAliasesBack(ctx context.Context, tx *db.Tx, e *db.Entity, inv changeInverse) error {
	before := map[int]aliasRow{}
	taken := map[string]bool{}
	for _, a := range inv.TurnedAliases {
		before[a.ID], taken[a.Key] = a, true
	}
	for _, a := range inv.GoneAliases {
		taken[a.Key] = true
	}
	var kept []*db.Alias
	doubled, names := []int{}, []string{}
	for _, a := range e.Edges.Aliases {
		if _, known := before[a.ID]; !known {
			if taken[match.Key(e.Type, a.Name)] {
				doubled = append(doubled, a.ID)
				continue
			}
			taken[match.Key(e.Type, a.Name)] = true
			names = append(names, a.Name)
		}
		kept = append(kept, a)
	}
	if _, err := tx.Alias.Delete().Where(dbalias.IDIn(doubled...)).Exec(ctx); err != nil {
		return err
	}
	err := setAliases(ctx, tx, kept, func(a *db.Alias) (mention.Type, string) {
		if was, known := before[a.ID]; known {
			return was.Type, was.Key
		}
		return e.Type, match.Key(e.Type, a.Name)
	})
	if err != nil {
		return err
	}
	if err := s.returnAliases(ctx, tx, e.ID, inv.GoneAliases); err != nil {
		return err
	}
	if len(names) == 0 {
		return nil
	}
	_, err = s.addBlocks(ctx, tx, e.ID, e.Type, names)
	return err
}

// undoOwnMerge takes back the merge that was part of a change. Nothing is marked as not the same: they are of different types
// again.
func (s *Store) undoOwnMerge(ctx context.Context, tx *db.Tx, id int) error {
	group, err := s.lockGroup(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.undoRows(ctx, tx, group[:1])
}
