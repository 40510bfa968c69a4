package catalogue

import (
	"context"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchapter "mentionary/ent/db/chapter"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// The orders of episodes.
const (
	SortAnalyzed  = "analyzed"  // newest analysis first, the default
	SortPublished = "published" // newest episode first
)

// EpisodeFilter selects episodes. Empty fields do not limit.
type EpisodeFilter struct {
	Search      string
	Channel     string // public id
	EntityID    int
	Type        string // episodes with an entity of the type
	Unprocessed bool   // also those not analysed yet
	Sort        string
	Limit       int // 0: MaxPage
	Offset      int
	Viewer      database.Viewer
}

// Episodes lists episodes with their channels and the number of all that match.
func (s *Store) Episodes(ctx context.Context, f EpisodeFilter) ([]*db.Episode, int, error) {
	var rows []*db.Episode
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.Episode.Query().Where(f.Viewer.Visible())
		if !f.Unprocessed {
			q.Where(dbepisode.IsProcessed(true))
		}
		if f.Channel != "" {
			q.Where(dbepisode.HasChannelWith(dbchannel.PublicID(f.Channel)))
		}
		if f.EntityID != 0 {
			id, err := survivorOf(ctx, tx, f.EntityID)
			if err != nil {
				return err
			}
			q.Where(dbepisode.HasEntitiesWith(dbepisodeentity.EntityID(id), dbepisodeentity.MentionCountGT(0)))
		}
		if f.Type != "" {
			q.Where(dbepisode.HasEntitiesWith(dbepisodeentity.TypeEQ(dbepisodeentity.Type(f.Type)), dbepisodeentity.MentionCountGT(0)))
		}
		if f.Search != "" {
			t := readTerms(f.Search)
			found, spelled, err := s.find(ctx, tx, searchEpisodes, t, func(found condition) (bool, error) {
				return q.Clone().Where(found).Exist(ctx)
			})
			if err != nil {
				return err
			}
			q.Where(found)
			if spelled && f.Sort == "" {
				q.Order(s.namesFirst(searchEpisodes, t))
			}
		}
		var err error
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		if f.Sort == SortPublished {
			q.Order(dbepisode.ByPublishedAt(sql.OrderDesc(), sql.OrderNullsLast()))
		} else {
			q.Order(dbepisode.ByProcessedAt(sql.OrderDesc(), sql.OrderNullsLast()))
		}
		rows, err = q.Order(dbepisode.ByID(sql.OrderDesc())).Limit(database.PageSize(f.Limit)).Offset(f.Offset).WithChannel().All(ctx)
		return err
	})
	return rows, total, err
}

// maxIDDigits is how long a number may be to be read as an id of ours: longer ones are ids of other sites.
const maxIDDigits = 10

// Episode answers an episode with channel and chapters by its id or its videoId.
func (s *Store) Episode(ctx context.Context, idOrVideoID string, v database.Viewer) (*db.Episode, error) {
	var ep *db.Episode
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		ep, err = FindEpisode(ctx, tx, idOrVideoID, v)
		return err
	})
	return ep, err
}

func FindEpisode(ctx context.Context, tx *db.Tx, idOrVideoID string, v database.Viewer) (*db.Episode, error) {
	q := tx.Episode.Query().Where(v.Visible())
	if id, err := strconv.Atoi(idOrVideoID); err == nil && len(idOrVideoID) <= maxIDDigits {
		q.Where(dbepisode.ID(id))
	} else {
		q.Where(dbepisode.VideoID(idOrVideoID))
	}
	ep, err := q.WithChannel().WithChapters(func(q *db.ChapterQuery) { q.Order(dbchapter.ByNumber()) }).Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such episode.")
	}
	return ep, err
}
