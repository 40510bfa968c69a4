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
	claim := ClaimSource(channelID)
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
		by, _ := ClaimedBy(other)
		if strings.HasPrefix(other, link.Claimed.String()+":") && by != channelID && match.SortKey(*have) == match.SortKey(said) {
			sources[c.Name], changed = link.Agreed.String(), true
		}
	}
	if changed {
		e.Sources = sources
	}
	return changed
}

// ClaimSource is the stored form of "this channel says so": "claimed:12". The episode may follow: "claimed:12:345".
func ClaimSource(channelID int) string { return link.Claimed.String() + ":" + strconv.Itoa(channelID) }

// ClaimedBy reads the channel, and the episode where it is kept, from the stored form; 0 for what is none.
func ClaimedBy(source string) (channelID, episodeID int) {
	rest, _ := strings.CutPrefix(source, link.Claimed.String()+":")
	channel, episode, _ := strings.Cut(rest, ":")
	channelID, _ = strconv.Atoi(channel)
	episodeID, _ = strconv.Atoi(episode)
	return channelID, episodeID
}

// SaveFacts writes the columns that claims may fill.
func (s *Store) SaveFacts(ctx context.Context, tx *db.Tx, e *db.Entity) error {
	return tx.Entity.UpdateOneID(e.ID).SetDescription(e.Description).SetAuthor(e.Author).SetCompany(e.Company).
		SetCountry(e.Country).SetTitle(e.Title).SetField(e.Field).SetCategory(e.Category).SetSources(e.Sources).
		SetUpdatedAt(s.Now()).Exec(ctx)
}
