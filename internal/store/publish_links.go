package store

import (
	"context"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/link"
)

// LinkClaim is an address that a run's show published for an entity.
type LinkClaim struct {
	EntityID int
	URL      string // canonical
}

// ClaimLinks stores addresses as claims of the channel of a live run's episode. A private upload claims nothing.
//
// Idempotent: links are keyed by entity, address and channel.
func (s *Store) ClaimLinks(ctx context.Context, runID int, claims []LinkClaim) error {
	if len(claims) == 0 {
		return nil
	}
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.liveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		ep, err := tx.Episode.Get(ctx, run.EpisodeID)
		if err != nil || ep.ChannelID == nil || ep.Visibility != dbepisode.VisibilityPublic {
			return err
		}
		rows := make([]linkRow, 0, len(claims))
		for _, c := range claims {
			rows = append(rows, linkRow{entityID: c.EntityID, url: c.URL, trust: link.Claimed, channelID: *ep.ChannelID})
		}
		if err := s.insertLinks(ctx, tx, rows); err != nil {
			return err
		}
		return s.raise(ctx, tx)
	})
}
