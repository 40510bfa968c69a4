package catalogue

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
	"mentionary/internal/store/database"
)

// FactColumn is a column of an entity that a claim may fill: the claim of its name, or the description.
type FactColumn struct {
	Name  string
	Limit int // bytes
	Of    func(e *db.Entity) *string
}

// FactColumns are the columns that claims may fill.
func FactColumns() []FactColumn {
	return []FactColumn{
		{"description", 2000, func(e *db.Entity) *string { return &e.Description }},
		{"author", 500, func(e *db.Entity) *string { return &e.Author }},
		{"company", 500, func(e *db.Entity) *string { return &e.Company }},
		{"country", 200, func(e *db.Entity) *string { return &e.Country }},
		{"title", 500, func(e *db.Entity) *string { return &e.Title }},
		{"field", 200, func(e *db.Entity) *string { return &e.Field }},
		{"category", 200, func(e *db.Entity) *string { return &e.Category }},
	}
}

// FillFacts fills empty columns of an entity from what a channel claims and notes whose word it is; a second channel that
// says the same makes it agreed. It never changes a filled column and reports whether anything changed.
func FillFacts(e *db.Entity, description string, claims mention.Claims, channelID int) bool {
	claim := claimSource(channelID)
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	changed := false
	for _, c := range FactColumns() {
		words, have := &description, c.Of(e)
		if of := claims.Of(c.Name); of != nil {
			words = of
		}
		said := database.Clip(strings.TrimSpace(*words), c.Limit)
		if said == "" || slices.Contains(e.Locks, c.Name) {
			continue
		}
		if *have == "" {
			*have, sources[c.Name], changed = said, claim, true
			continue
		}
		other := sources[c.Name]
		if strings.HasPrefix(other, link.Claimed.String()+":") && other != claim && match.SortKey(*have) == match.SortKey(said) {
			sources[c.Name], changed = link.Agreed.String(), true
		}
	}
	if changed {
		e.Sources = sources
	}
	return changed
}

// claimSource is the stored form of "this channel says so": "claimed:12".
func claimSource(channelID int) string { return link.Claimed.String() + ":" + strconv.Itoa(channelID) }

// SaveFacts writes the columns that claims may fill.
func (s *Store) SaveFacts(ctx context.Context, tx *db.Tx, e *db.Entity) error {
	return tx.Entity.UpdateOneID(e.ID).SetDescription(e.Description).SetAuthor(e.Author).SetCompany(e.Company).
		SetCountry(e.Country).SetTitle(e.Title).SetField(e.Field).SetCategory(e.Category).SetSources(e.Sources).
		SetUpdatedAt(s.Now()).Exec(ctx)
}
