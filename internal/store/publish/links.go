package publish

import (
	"context"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/link"
	"mentionary/internal/store/catalogue"
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
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.jobs.LiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		ep, err := tx.Episode.Get(ctx, run.EpisodeID)
		if err != nil || ep.ChannelID == nil || ep.Visibility != dbepisode.VisibilityPublic {
			return err
		}
		rows := make([]catalogue.LinkRow, 0, len(claims))
		for _, c := range claims {
			rows = append(rows, catalogue.LinkRow{EntityID: c.EntityID, URL: c.URL, Trust: link.Claimed, ChannelID: *ep.ChannelID})
		}
		if err := s.catalogue.InsertLinks(ctx, tx, rows); err != nil {
			return err
		}
		return s.Raise(ctx, tx)
	})
}
