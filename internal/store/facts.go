package store

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// PublishedConfidence is the least confidence of mentions that lists and counters take; the rest is for review.
const PublishedConfidence = 0.6

// factColumn is a column of an entity that a claim may fill.
type factColumn struct {
	name  string
	limit int // bytes
	of    func(e *Entity) *string
	said  func(description string, c mention.Claims) string
}

func factColumns() []factColumn {
	return []factColumn{
		{"description", 2000, func(e *Entity) *string { return &e.Description }, func(description string, _ mention.Claims) string { return description }},
		{"author", 500, func(e *Entity) *string { return &e.Author }, func(_ string, c mention.Claims) string { return c.Author }},
		{"company", 500, func(e *Entity) *string { return &e.Company }, func(_ string, c mention.Claims) string { return c.Company }},
		{"country", 200, func(e *Entity) *string { return &e.Country }, func(_ string, c mention.Claims) string { return c.Country }},
		{"title", 500, func(e *Entity) *string { return &e.Title }, func(_ string, c mention.Claims) string { return c.Title }},
		{"field", 200, func(e *Entity) *string { return &e.Field }, func(_ string, c mention.Claims) string { return c.Field }},
		{"category", 200, func(e *Entity) *string { return &e.Category }, func(_ string, c mention.Claims) string { return c.Category }},
	}
}

// fillFacts fills empty columns of an entity from what a channel claims and notes whose word it is; a second channel that
// says the same makes it agreed. It never changes a filled column and reports whether anything changed.
func fillFacts(e *Entity, description string, claims mention.Claims, channelID int) bool {
	claim := claimSource(channelID)
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	changed := false
	for _, c := range factColumns() {
		said, have := clip(strings.TrimSpace(c.said(description, claims)), c.limit), c.of(e)
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

// saveFacts writes the columns that claims may fill.
func (s *Store) saveFacts(ctx context.Context, tx *db.Tx, e *Entity) error {
	return tx.Entity.UpdateOneID(e.ID).SetDescription(e.Description).SetAuthor(e.Author).SetCompany(e.Company).
		SetCountry(e.Country).SetTitle(e.Title).SetField(e.Field).SetCategory(e.Category).SetSources(e.Sources).
		SetUpdatedAt(s.now()).Exec(ctx)
}
