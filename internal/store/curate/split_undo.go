package curate

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbentity "mentionary/ent/db/entity"
	dblist "mentionary/ent/db/episodeentity"
	"mentionary/internal/store/database"
)

// undoSplit gives back what was taken out. If the new entity has got something of its own since, it becomes part of the first
// by a merge; else it is gone.
func (s *Store) undoSplit(ctx context.Context, tx *db.Tx, c *db.Change, inv changeInverse) error {
	from, err := loadEntity(ctx, tx, c.EntityID)
	if err != nil {
		return err
	}
	to, err := loadEntity(ctx, tx, c.OtherID)
	if err != nil {
		return err
	}
	before, err := s.episodesOf(ctx, tx, to.ID)
	if err != nil {
		return err
	}
	if err := s.giveBack(ctx, tx, from, to, inv); err != nil {
		return err
	}
	for _, e := range []*db.Entity{from, to} {
		if err := s.mendOccurrences(ctx, tx, e, before); err != nil {
			return err
		}
	}
	if err := s.returnClaims(ctx, tx, from.ID, inv.Claims); err != nil {
		return err
	}
	if err := s.restoreChannelRows(ctx, tx, from, inv.channelRows); err != nil {
		return err
	}
	if inv.MadeDistinct {
		if err := s.dropDistinct(ctx, tx, from.ID, to.ID); err != nil {
			return err
		}
	}
	if err := s.recountEpisodes(ctx, tx, before); err != nil {
		return err
	}
	if err := s.catalogue.RecountEverywhere(ctx, tx, []int{from.ID, to.ID}, inv.Channels); err != nil {
		return err
	}
	if !inv.MadeEntity {
		return nil
	}
	return s.dissolve(ctx, tx, from.ID, to.ID)
}

// giveBack returns mentions, names, blocks and lists.
func (s *Store) giveBack(ctx context.Context, tx *db.Tx, from, to *db.Entity, inv changeInverse) error {
	for _, t := range mergeTables() {
		ids, ok := inv.Moved[t.name]
		if !ok {
			continue
		}
		free, err := s.movable(ctx, tx, t, to.ID, from.ID)
		if err != nil {
			return err
		}
		here := ofIDs(free)
		ids = slices.DeleteFunc(ids, func(id int) bool { return !here[id] })
		if err := s.giveRows(ctx, tx, t, ids, to.ID, from.ID); err != nil {
			return err
		}
	}
	if err := s.returnAliases(ctx, tx, from.ID, inv.GoneAliases); err != nil {
		return err
	}
	if _, err := tx.Block.Delete().Where(dbblock.IDIn(inv.MadeBlocks...)).Exec(ctx); err != nil {
		return err
	}
	if err := s.returnBlocks(ctx, tx, from.ID, inv.GoneBlocks); err != nil {
		return err
	}
	return s.returnLists(ctx, tx, from.ID, inv.GoneLists)
}

// returnClaims gives occurrence lists back what they said, unless that has changed since.
func (s *Store) returnClaims(ctx context.Context, tx *db.Tx, entityID int, changes []claimsChange) error {
	for _, c := range changes {
		l, err := tx.EpisodeEntity.Query().Where(dblist.ID(c.ID), dblist.EntityID(entityID)).Only(ctx)
		if db.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		if l.Claims != c.After {
			continue
		}
		if err := tx.EpisodeEntity.UpdateOneID(l.ID).SetClaims(c.Before).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// dissolve ends an entity that a split made. What it has of its own since becomes part of the other by a merge.
func (s *Store) dissolve(ctx context.Context, tx *db.Tx, fromID, id int) error {
	own, err := tx.Entity.Query().Where(dbentity.ID(id), dbentity.Or(dbentity.HasMentions(), dbentity.HasLinks(), dbentity.HasAliases())).
		Exist(ctx)
	if err != nil {
		return err
	}
	kept, err := database.QueryRow[int](ctx, s.DB, tx, `SELECT COUNT(*) FROM favorites WHERE item_type = 'entity' AND item_id = ?`, id)
	if err != nil {
		return err
	}
	if !own && kept == 0 {
		return tx.Entity.DeleteOneID(id).Exec(ctx)
	}
	p, err := mergePair(ctx, tx, fromID, id)
	if err != nil {
		return err
	}
	_, err = s.merge(ctx, tx, p, NewMerge{SurvivorID: fromID, Reasons: []string{"a split was undone"}})
	return err
}
