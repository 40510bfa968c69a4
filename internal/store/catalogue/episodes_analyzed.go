package catalogue

import (
	"context"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// AnalyzedEpisodes returns which episodes of a source have been analyzed, of those that the viewer sees: their public ids by the
// source's ids.
func (s *Store) AnalyzedEpisodes(
	ctx context.Context, p media.Platform, externalIDs []string, v database.Viewer,
) (map[string]string, error) {
	if len(externalIDs) == 0 {
		return nil, nil
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[string]string, error) {
		rows, err := tx.Episode.Query().Select(dbepisode.FieldExternalID, dbepisode.FieldVideoID).
			Where(v.Visible(), dbepisode.IsProcessed(true), dbepisode.Platform(string(p)), dbepisode.ExternalIDIn(externalIDs...)).All(ctx)
		if err != nil {
			return nil, err
		}
		out := make(map[string]string, len(rows))
		for _, e := range rows {
			out[e.ExternalID] = e.VideoID
		}
		return out, nil
	})
}
