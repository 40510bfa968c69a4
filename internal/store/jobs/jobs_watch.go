package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	"mentionary/internal/store/database"
)

// maxTouched bounds how many jobs one look at recent changes returns, the latest first.
const maxTouched = 1000

// JobsTouchedSince lists the jobs, whoever's they are, that a watcher could see a change of since then, with their
// submitters. The caller compares versions: a row is touched before its transaction ends.
func (s *Store) JobsTouchedSince(ctx context.Context, since time.Time) ([]*db.Job, error) {
	rows, err := s.RO.Job.Query().Where(dbjob.UpdatedAtGTE(since.UTC().Truncate(time.Microsecond))).WithUser().
		Order(dbjob.ByUpdatedAt(sql.OrderDesc()), dbjob.ByID(sql.OrderDesc())).Limit(maxTouched).All(ctx)
	return rows, s.Fault(err)
}

// EpisodesByID returns those of the episodes that the viewer may see.
func (s *Store) EpisodesByID(ctx context.Context, ids []int, v database.Viewer) (map[int]*db.Episode, error) {
	out := make(map[int]*db.Episode, len(ids))
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := s.RO.Episode.Query().Where(dbepisode.IDIn(part...), v.Visible()).All(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		for _, e := range rows {
			out[e.ID] = e
		}
	}
	return out, nil
}
