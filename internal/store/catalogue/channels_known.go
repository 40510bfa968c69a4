package catalogue

import (
	"context"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// KnownChannels returns which channels of a source are in the catalogue, of those that the viewer may know of: their public ids by
// the source's ids.
func (s *Store) KnownChannels(
	ctx context.Context, p media.Platform, externalIDs []string, v database.Viewer,
) (map[string]string, error) {
	if len(externalIDs) == 0 {
		return nil, nil
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (map[string]string, error) {
		rows, err := tx.Channel.Query().Select(dbchannel.FieldExternalID, dbchannel.FieldPublicID).
			Where(dbchannel.Platform(string(p)), dbchannel.ExternalIDIn(externalIDs...), withEpisodes(v)).All(ctx)
		if err != nil {
			return nil, err
		}
		out := make(map[string]string, len(rows))
		for _, c := range rows {
			out[c.ExternalID] = c.PublicID
		}
		return out, nil
	})
}
