package store

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mentionary/internal/link"
	"mentionary/internal/match"
)

// factColumn is a column of an entity that a claim may fill.
type factColumn struct {
	name  string
	limit int // bytes
	of    func(e *Entity) *string
	said  func(g *group) string
}

func factColumns() []factColumn {
	return []factColumn{
		{"description", 2000, func(e *Entity) *string { return &e.Description }, func(g *group) string { return g.description }},
		{"author", 500, func(e *Entity) *string { return &e.Author }, func(g *group) string { return g.claims.Author }},
		{"company", 500, func(e *Entity) *string { return &e.Company }, func(g *group) string { return g.claims.Company }},
		{"country", 200, func(e *Entity) *string { return &e.Country }, func(g *group) string { return g.claims.Country }},
		{"title", 500, func(e *Entity) *string { return &e.Title }, func(g *group) string { return g.claims.Title }},
		{"field", 200, func(e *Entity) *string { return &e.Field }, func(g *group) string { return g.claims.Field }},
		{"category", 200, func(e *Entity) *string { return &e.Category }, func(g *group) string { return g.claims.Category }},
	}
}

// fillFacts fills empty columns of an entity from what a group claims and notes whose word it is; a second channel that
// says the same makes it agreed. It never changes a filled column and reports whether anything changed.
func fillFacts(e *Entity, g *group, channelID int) bool {
	claim := claimSource(channelID)
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	changed := false
	for _, c := range factColumns() {
		said, have := clip(strings.TrimSpace(c.said(g)), c.limit), c.of(e)
		if said == "" || slices.Contains(e.Locks, c.name) {
			continue
		}
		if *have == "" {
			*have, sources[c.name], changed = said, claim, true
			continue
		}
		other := sources[c.name]
		if strings.HasPrefix(other, link.Claimed.String()+":") && other != claim && match.SortKey(*have) == match.SortKey(said) {
			sources[c.name], changed = link.Agreed.String(), true
		}
	}
	if changed {
		e.Sources = sources
	}
	return changed
}

// claimSource is the stored form of "this channel says so": "claimed:12".
func claimSource(channelID int) string { return link.Claimed.String() + ":" + strconv.Itoa(channelID) }

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
	fresh, err := p.s.entitiesByID(ctx, p.tx, ids)
	if err != nil {
		return err
	}
	for _, o := range lists {
		e, changed := fresh[o.entity.ID], false
		if e == nil {
			continue
		}
		for _, g := range o.groups {
			if g.published() && fillFacts(e, g, p.channel) {
				changed = true
			}
		}
		if !changed {
			continue
		}
		if err := p.s.saveFacts(ctx, p.tx, e); err != nil {
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
	var claims []linkRow
	for _, o := range lists {
		for _, g := range o.groups {
			if !g.published() {
				continue
			}
			for _, url := range g.urls {
				claims = append(claims, linkRow{entityID: o.entity.ID, url: url, trust: link.Claimed, channelID: p.channel})
			}
		}
	}
	return p.s.insertLinks(ctx, p.tx, claims)
}
