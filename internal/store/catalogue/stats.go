package catalogue

import (
	"context"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
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

// Totals counts the public directory.
func (s *Store) Totals(ctx context.Context) (Totals, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Totals, error) {
		out := Totals{Entities: map[mention.Type]int{}}
		var err error
		out.Episodes, err = tx.Episode.Query().
			Where(dbepisode.IsProcessed(true), dbepisode.VisibilityEQ(dbepisode.VisibilityPublic)).Count(ctx)
		if err != nil {
			return out, err
		}
		if out.Channels, err = tx.Channel.Query().Where(withEpisodes(database.Viewer{})).Count(ctx); err != nil {
			return out, err
		}
		var rows []struct {
			Type  mention.Type `json:"type"`
			Count int          `json:"count"`
			Sum   int          `json:"sum"`
		}
		err = tx.Entity.Query().Where(Listed).GroupBy(dbentity.FieldType).
			Aggregate(db.Count(), db.Sum(dbentity.FieldMentionCount)).Scan(ctx, &rows)
		for _, r := range rows {
			out.Entities[r.Type] = r.Count
			out.Mentions += r.Sum
		}
		return out, err
	})
}
