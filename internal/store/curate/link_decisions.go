package curate

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbchange "mentionary/ent/db/change"
	dblink "mentionary/ent/db/link"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// LinkDecision is what a moderator decides about an address of an entity.
type LinkDecision string

// What may be decided.
const (
	LinkAdd    LinkDecision = "add"    // the entity gets the address NewURL
	LinkFix    LinkDecision = "fix"    // NewURL stands in its place
	LinkRemove LinkDecision = "remove" // nobody sees it, and no channel may claim it again
	LinkIgnore LinkDecision = "ignore" // it stays, and passes leave it alone
	LinkKeep   LinkDecision = "keep"   // takes back that it was removed or ignored
)

// DecideLink asks to decide about an address of an entity.
type DecideLink struct {
	EntityID int
	URL      string // as it is stored; empty for LinkAdd
	Decision LinkDecision
	NewURL   string
	By       database.Actor
}

// DecideLink carries a decision out. Addresses that a moderator gives have the trust of an admin.
func (s *Store) DecideLink(ctx context.Context, in DecideLink) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, after, err := s.toChange(ctx, tx, in.EntityID)
		if err != nil {
			return Changed{}, err
		}
		c := newChange{
			kind: dbchange.KindLinks, entityID: e.ID, by: in.By,
			before: map[string]string{}, after: map[string]string{"decision": string(in.Decision)},
		}
		if in.Decision != LinkAdd {
			c.before["url"] = in.URL
		}
		for _, step := range []func(context.Context, *db.Tx, *db.Entity, DecideLink, *newChange) error{s.markLinks, s.giveLink} {
			if err := step(ctx, tx, e, in, &c); err != nil {
				return Changed{}, err
			}
		}
		return s.record(ctx, tx, c, after)
	})
}

// markLinks writes a decision to every row of the address: channels may have claimed it one by one.
func (s *Store) markLinks(ctx context.Context, tx *db.Tx, e *db.Entity, in DecideLink, c *newChange) error {
	if in.Decision == LinkAdd {
		return nil
	}
	rows := slices.DeleteFunc(slices.Clone(e.Edges.Links), func(l *db.Link) bool { return l.URL != in.URL })
	if len(rows) == 0 {
		return fault.New(fault.NotFound, "This entity has no such link.").WithField("url")
	}
	to := map[LinkDecision]dblink.Decision{
		LinkFix: dblink.DecisionRemoved, LinkRemove: dblink.DecisionRemoved, LinkIgnore: dblink.DecisionIgnored, LinkKeep: dblink.DecisionNone,
	}[in.Decision]
	c.inverse.Decided = map[string]idList{}
	changed := false
	for _, l := range rows {
		c.inverse.Decided[string(l.Decision)] = append(c.inverse.Decided[string(l.Decision)], l.ID)
		changed = changed || l.Decision != to
	}
	if !changed {
		return fault.New(fault.Conflict, "This was already decided. Nothing has changed.")
	}
	return tx.Link.Update().Where(dblink.EntityID(e.ID), dblink.URL(in.URL)).SetDecision(to).SetUpdatedAt(s.Now()).Exec(ctx)
}

// giveLink stores the address that a moderator gives.
func (s *Store) giveLink(ctx context.Context, tx *db.Tx, e *db.Entity, in DecideLink, c *newChange) error {
	if in.Decision != LinkAdd && in.Decision != LinkFix {
		return nil
	}
	url, err := link.Canonical(in.NewURL)
	if err != nil {
		return fault.New(fault.BadInput, "This is not the address of a web page. Enter one that begins with https://.").WithField("newUrl")
	}
	if in.Decision == LinkFix && url == in.URL {
		return fault.New(fault.BadInput, "It already has this address. Enter another one.").WithField("newUrl")
	}
	for _, l := range e.Edges.Links {
		if l.URL == url && l.ChannelID == 0 {
			if l.Decision == dblink.DecisionNone {
				return fault.New(fault.Conflict, "This entity already has this link.").WithField("newUrl")
			}
			return fault.New(fault.Conflict, "This link was removed earlier. Keep it again instead of adding it.").WithField("newUrl")
		}
	}
	c.after["url"] = url
	if err := s.catalogue.InsertLinks(ctx, tx, []catalogue.LinkRow{{EntityID: e.ID, URL: url, Trust: link.Admin}}); err != nil {
		return err
	}
	made, err := tx.Link.Query().Where(dblink.EntityID(e.ID), dblink.URL(url), dblink.ChannelID(0)).IDs(ctx)
	c.inverse.MadeLinks = made
	return err
}

func (s *Store) undoLinks(ctx context.Context, tx *db.Tx, inv changeInverse) error {
	if _, err := tx.Link.Delete().Where(dblink.IDIn(inv.MadeLinks...)).Exec(ctx); err != nil {
		return err
	}
	for before, ids := range inv.Decided {
		if err := tx.Link.Update().Where(dblink.IDIn(ids...)).SetDecision(dblink.Decision(before)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
