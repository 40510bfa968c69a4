package store

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
)

// maxTouched bounds how many jobs one look at recent changes answers, the latest first.
const maxTouched = 1000

// JobsTouchedSince lists the jobs, whoever's they are, that a watcher could see a change of since then, with their
// submitters. The caller compares versions: a row is touched before its transaction ends.
func (s *Store) JobsTouchedSince(ctx context.Context, since time.Time) ([]*Job, error) {
	rows, err := s.ro.Job.Query().Where(dbjob.UpdatedAtGTE(since.UTC().Truncate(time.Microsecond))).WithUser().
		Order(dbjob.ByUpdatedAt(sql.OrderDesc()), dbjob.ByID(sql.OrderDesc())).Limit(maxTouched).All(ctx)
	return rows, s.fault(err)
}

// EpisodesByID answers those of the episodes that the viewer may see.
func (s *Store) EpisodesByID(ctx context.Context, ids []int, v Viewer) (map[int]*Episode, error) {
	out := make(map[int]*Episode, len(ids))
	for part := range slices.Chunk(ids, idChunk) {
		rows, err := s.ro.Episode.Query().Where(dbepisode.IDIn(part...), v.visible()).All(ctx)
		if err != nil {
			return nil, s.fault(err)
		}
		for _, e := range rows {
			out[e.ID] = e
		}
	}
	return out, nil
}
