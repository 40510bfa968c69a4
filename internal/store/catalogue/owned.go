package catalogue

import (
	"context"

	dbepisode "mentionary/ent/db/episode"
)

// OwnsEpisodes reports whether a person owns an episode: only then the catalogue they see may differ from everybody's.
func (s *Store) OwnsEpisodes(ctx context.Context, userID int) (bool, error) {
	owns, err := s.RO.Episode.Query().Where(dbepisode.OwnerID(userID)).Exist(ctx)
	return owns, s.Fault(err)
}
