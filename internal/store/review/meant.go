package review

import (
	"context"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/fault"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// findTarget finds what is meant.
func (c *decision) findTarget(ctx context.Context) error {
	name, typ := c.name, c.typ
	switch c.in.Decision {
	case dbruling.DecisionWrong:
		return nil
	case dbruling.DecisionRight:
		if c.entity != nil {
			c.target = c.entity
			return nil
		}
	case dbruling.DecisionType:
		if typ = c.in.Type; typ == c.typ {
			return fault.New(fault.BadInput, "It already has this type. Choose another one.").WithField("type")
		}
	case dbruling.DecisionEntity:
		if c.in.TargetID != 0 {
			return c.findChosen(ctx)
		}
		name = c.in.Name
		if c.in.Type != "" {
			typ = c.in.Type
		}
	}
	episode, err := c.tx.Episode.Get(ctx, c.episodes[0])
	if err != nil {
		return err
	}
	c.target, c.inverse.MadeEntity, err = c.s.publish.EntityFor(ctx, c.tx, episode, typ, name)
	return err
}

func (c *decision) findChosen(ctx context.Context) error {
	e, err := catalogue.FindEntity(ctx, c.tx, c.in.TargetID, database.Viewer{Moderator: true})
	if err != nil {
		return err
	}
	if c.entity != nil && e.ID == c.entity.ID {
		return fault.New(fault.BadInput, "This is the entity it already names. Choose another one.").WithField("targetId")
	}
	if e.Hidden {
		return fault.Newf(fault.Conflict, "“%s” is hidden. Show it again before you choose it.", e.Name)
	}
	c.target = e
	return nil
}

// lockEntities locks both entities and reads them again.
func (c *decision) lockEntities(ctx context.Context) error {
	var ids []int
	for _, e := range c.touched() {
		ids = append(ids, e.ID)
	}
	if err := c.s.LockRows(ctx, c.tx, "entities", ids); err != nil {
		return err
	}
	rows, err := c.tx.Entity.Query().Where(dbentity.IDIn(ids...)).All(ctx)
	for _, e := range rows {
		if e.MergedInto != nil {
			return database.ErrMergedMeanwhile
		}
		if c.entity != nil && e.ID == c.entity.ID {
			c.entity = e
		}
		if c.target != nil && e.ID == c.target.ID {
			c.target = e
		}
	}
	return err
}

// touched are the entities whose mentions change.
func (c *decision) touched() []*db.Entity {
	var list []*db.Entity
	if c.entity != nil {
		list = append(list, c.entity)
	}
	if c.target != nil && (c.entity == nil || c.target.ID != c.entity.ID) {
		list = append(list, c.target)
	}
	return list
}
