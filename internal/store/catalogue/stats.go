package catalogue

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Totals are the figures of the whole public directory.
type Totals struct {
	Episodes int // analyzed
	Channels int
	Mentions int
	Entities map[mention.Type]int
}

// Totals returns what the public directory holds.
func (s *Store) Totals(ctx context.Context) (Totals, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Totals, error) {
		out, err := s.totals(ctx, tx)
		if err != nil {
			return out, err
		}
		out.Channels, err = tx.Channel.Query().Where(withEpisodes(database.Viewer{})).Count(ctx)
		return out, err
	})
}
