package publish

import (
	"context"

	"mentionary/internal/link"
	"mentionary/internal/store/catalogue"
)

// writeFacts fills the entities' empty columns. Mentions below the published confidence fill nothing, private uploads
// neither. Rows are read again under their lock, because another channel may have filled them since.
func (p *publisher) writeFacts(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	var ids []int
	for _, o := range lists {
		for _, g := range o.groups {
			if g.published() {
				ids = append(ids, o.entity.ID)
				break
			}
		}
	}
	fresh, err := p.s.catalogue.EntitiesByID(ctx, p.tx, ids)
	if err != nil {
		return err
	}
	for _, o := range lists {
		e, changed := fresh[o.entity.ID], false
		if e == nil {
			continue
		}
		for _, g := range o.groups {
			if g.published() && g.typ == e.Type && catalogue.FillFacts(e, g.description, g.claims, p.channel) {
				changed = true
			}
		}
		if !changed {
			continue
		}
		if err := p.s.catalogue.SaveFacts(ctx, p.tx, e); err != nil {
			return err
		}
	}
	return nil
}

// writeLinks stores the addresses that the creator published as the channel's claims.
func (p *publisher) writeLinks(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	var claims []catalogue.LinkRow
	for _, o := range lists {
		for _, g := range o.groups {
			if !g.published() {
				continue
			}
			for _, url := range g.urls {
				claims = append(claims, catalogue.LinkRow{EntityID: o.entity.ID, URL: url, Trust: link.Claimed, ChannelID: p.channel})
			}
		}
	}
	return p.s.catalogue.InsertLinks(ctx, p.tx, claims)
}
