package curate

import (
	"context"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	"mentionary/internal/fault"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// Hide takes an entity out of everything public: lists, search, counters, episode pages, channels, exports. Its mentions stay,
// and later episodes go on adding to them, unseen.
func (s *Store) Hide(ctx context.Context, id int, by database.Actor) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, after, err := s.toChange(ctx, tx, id)
		if err != nil {
			return Changed{}, err
		}
		c := newChange{
			kind: dbchange.KindHide, entityID: e.ID, by: by,
			before: map[string]string{"shown": "yes"}, after: map[string]string{"shown": "no"},
		}
		counted, err := channelRowsOf(ctx, tx, e.ID)
		if err != nil {
			return Changed{}, err
		}
		c.inverse.channelRows = counted
		if err := s.setHidden(ctx, tx, e, true, c.inverse); err != nil {
			return Changed{}, err
		}
		return s.record(ctx, tx, c, after)
	})
}

// Show takes back that an entity was hidden.
func (s *Store) Show(ctx context.Context, id int, by database.Actor) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, err := catalogue.FindEntity(ctx, tx, id, database.Viewer{Moderator: true})
		if err != nil {
			return Changed{}, err
		}
		if !e.Hidden {
			return Changed{}, fault.Newf(fault.Conflict, "“%s” is not hidden.", e.Name)
		}
		hiding, err := tx.Change.Query().Where(changesOf(e.ID), dbchange.KindEQ(dbchange.KindHide)).OnlyID(ctx)
		if err != nil {
			return Changed{}, err
		}
		c, err := s.lockChange(ctx, tx, hiding)
		if err != nil {
			return Changed{}, err
		}
		return s.undoChange(ctx, tx, c, by)
	})
}

func (s *Store) undoHide(ctx context.Context, tx *db.Tx, c *db.Change, inv changeInverse) error {
	e, err := loadEntity(ctx, tx, c.EntityID)
	if err != nil {
		return err
	}
	return s.setHidden(ctx, tx, e, false, inv)
}

// setHidden hides or shows an entity and makes every counter true to it.
func (s *Store) setHidden(ctx context.Context, tx *db.Tx, e *db.Entity, hidden bool, inv changeInverse) error {
	if err := tx.Entity.UpdateOneID(e.ID).SetHidden(hidden).SetUpdatedAt(s.Now()).Exec(ctx); err != nil {
		return err
	}
	if !hidden {
		if err := s.restoreChannelRows(ctx, tx, e, inv.channelRows); err != nil {
			return err
		}
	}
	episodes, err := s.episodesOf(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	if err := s.recountEpisodes(ctx, tx, episodes); err != nil {
		return err
	}
	return s.catalogue.RecountEverywhere(ctx, tx, []int{e.ID}, inv.Channels)
}
