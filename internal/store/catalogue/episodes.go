package catalogue

import (
	"context"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchapter "mentionary/ent/db/chapter"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// SortPublished orders episodes by their publication, the newest first. The default is the newest analysis first.
const SortPublished = "published"

// EpisodeFilter selects episodes. Empty fields do not limit.
type EpisodeFilter struct {
	Search      string
	Channel     string // public id
	EntityID    int
	Type        string // episodes with an entity of the type
	Unprocessed bool   // also those not analyzed yet
	Sort        string
	Limit       int // 0: MaxPage
	Offset      int
	Viewer      database.Viewer
}

// Episodes lists episodes with their channels and the number of all that match. Of each it tells what lists show, and may leave the rest
// empty.
func (s *Store) Episodes(ctx context.Context, f EpisodeFilter) ([]*db.Episode, Total, error) {
	if f.everything() && !f.Viewer.SeesPrivate() {
		rows, total, err := s.episodesAtOnce(ctx, f)
		if err != nil || len(rows) > 0 { // no row, no total
			return rows, total, err
		}
	}
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Episode, Total, error) {
		q, err := s.episodesMatching(ctx, tx, f)
		if err != nil {
			return nil, Total{}, err
		}
		total, err := s.episodeTotal(ctx, tx, q, f)
		if err != nil {
			return nil, Total{}, err
		}
		limit, offset := database.PageSize(f.Limit), f.Offset
		often, ids, err := s.pageOfOftenMentioned(ctx, tx, f)
		if err != nil {
			return nil, Total{}, err
		}
		if often {
			q, offset = tx.Episode.Query().Where(dbepisode.IDIn(ids...)), 0
		}
		rows, err := q.Order(f.newestFirst).Limit(limit).Offset(offset).WithChannel().All(ctx)
		return rows, total, err
	})
}

// everything reports whether a list is of all that was analyzed.
func (f EpisodeFilter) everything() bool { return f == f.unlimited() }

// unlimited is the same page of the same order for the same viewer, of everything.
func (f EpisodeFilter) unlimited() EpisodeFilter {
	return EpisodeFilter{Sort: f.Sort, Limit: f.Limit, Offset: f.Offset, Viewer: f.Viewer}
}

// newestFirst is the ORDER BY of the list.
func (f EpisodeFilter) newestFirst(s *sql.Selector) {
	by := dbepisode.ByProcessedAt
	if f.Sort == SortPublished {
		by = dbepisode.ByPublishedAt
	}
	by(sql.OrderDesc(), sql.OrderNullsLast())(s)
	dbepisode.ByID(sql.OrderDesc())(s)
}

// pageOfOftenMentioned returns the ids of the episodes of a page, when the filter asks for nothing but an entity that many episodes
// mention: walking all episodes in their order asks most of them in vain.
func (s *Store) pageOfOftenMentioned(ctx context.Context, tx *db.Tx, f EpisodeFilter) (often bool, ids []int, err error) {
	if f.EntityID == 0 || f != (EpisodeFilter{EntityID: f.EntityID, Limit: f.Limit, Offset: f.Offset, Viewer: f.Viewer}) {
		return false, nil, nil
	}
	id, err := survivorOf(ctx, tx, f.EntityID)
	if err != nil {
		return false, nil, err
	}
	e, err := tx.Entity.Get(ctx, id)
	if err != nil || !newestByIDs(e, f.Viewer) {
		return false, nil, db.MaskNotFound(err)
	}
	lists, err := s.newestByID(ctx, tx, e, f.Viewer, 0, page{limit: database.PageSize(f.Limit), offset: f.Offset})
	if err != nil {
		return false, nil, err
	}
	ids, err = tx.EpisodeEntity.Query().Where(dbepisodeentity.IDIn(lists...)).Select(dbepisodeentity.FieldEpisodeID).Ints(ctx)
	return true, ids, err
}

// episodesMatching returns the question for what a filter selects.
func (s *Store) episodesMatching(ctx context.Context, tx *db.Tx, f EpisodeFilter) (*db.EpisodeQuery, error) {
	q := tx.Episode.Query().Where(f.Viewer.Visible())
	if !f.Unprocessed {
		q.Where(dbepisode.IsProcessed(true))
	}
	if f.Channel != "" {
		id, err := tx.Channel.Query().Where(dbchannel.PublicID(f.Channel)).OnlyID(ctx) // by its id the index has the list's order
		if db.MaskNotFound(err) != nil {
			return nil, err
		}
		q.Where(dbepisode.ChannelID(id))
	}
	if f.EntityID != 0 {
		id, err := survivorOf(ctx, tx, f.EntityID)
		if err != nil {
			return nil, err
		}
		q.Where(dbepisode.HasEntitiesWith(dbepisodeentity.EntityID(id), dbepisodeentity.MentionCountGT(0)))
	}
	if f.Type != "" {
		q.Where(dbepisode.HasEntitiesWith(dbepisodeentity.TypeEQ(mention.Type(f.Type)), mentioned))
	}
	if f.Search == "" {
		return q, nil
	}
	_, err := limitToFound(ctx, s, tx, q, searchEpisodes, readTerms(f.Search), f.Sort == "")
	return q, err
}

// mentioned limits what episodes say to what they mention, as the index does.
func mentioned(s *sql.Selector) {
	row, _, _ := strings.Cut(s.C(dbepisodeentity.FieldMentionCount), ".")
	s.Where(sql.ExprP(database.Mentioned(row + ".")))
}

// maxIDDigits is how long a number may be to be read as an id of ours: longer ones are ids of other sites.
const maxIDDigits = 10

// Episode returns an episode with channel and chapters by its id or its videoId.
func (s *Store) Episode(ctx context.Context, idOrVideoID string, v database.Viewer) (*db.Episode, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Episode, error) {
		return FindEpisode(ctx, tx, idOrVideoID, v)
	})
}

// FindEpisode is Episode inside a transaction.
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
