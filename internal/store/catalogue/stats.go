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
	Channels int // above a thousand as they were counted last
	Mentions int
	Entities map[mention.Type]int
}

// Totals returns what the public directory holds.
func (s *Store) Totals(ctx context.Context) (Totals, error) {
	known := false
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Totals, error) {
		out, err := s.totals(ctx, tx)
		if err != nil {
			return out, err
		}
		some, err := countSome(ctx, tx.Channel.Query().Where(withEpisodes(database.Viewer{})))
		if out.Channels, known = some.N, !some.AtLeast; known || err != nil {
			return out, err
		}
		out.Channels, known, err = figuresOf[int](ctx, tx, whatChannels, out.Episodes)
		return out, err
	})
	if known || err != nil {
		return out, err
	}
	return s.countChannels(ctx)
}
