package apiserver

import (
	"context"

	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// tellingQuotes returns what cards quote of entities, by their ids; nothing unless it is asked for.
func tellingQuotes(
	ctx context.Context, s *store.Store, asked bool, entities []*store.Entity, f catalogue.QuotesFor,
) (map[int]*catalogue.TellingQuote, error) {
	if !asked {
		return nil, nil
	}
	return s.Catalogue.TellingQuotes(ctx, entities, f)
}
