package catalogue

import (
	"context"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dblink "mentionary/ent/db/link"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// MaxMergeSteps bounds how far an old id is followed from merge to merge.
const MaxMergeSteps = 10

// episodesPerEntity is how many episodes a list with episodes shows of each entity.
const episodesPerEntity = 2

// EntityFilter selects entities with published mentions. Empty fields do not limit.
type EntityFilter struct {
	Type         string
	Search       string
	Channel      string // public id
	Sort         string
	Limit        int // 0: MaxPage
	Offset       int
	After        string // EntityPage.Next of the page before; then Offset is ignored
	WithEpisodes bool
}

// EntityPage is a part of a list of entities.
type EntityPage struct {
	Entities []*db.Entity // with their links
	Episodes map[int][]EntityEpisode
	Total    int
	Next     string // empty on the last page
}

// EntityEpisode is an episode that mentions an entity.
type EntityEpisode struct {
	Episode *db.Episode // with its channel
	Count   int         // mentions that count
	FirstMS int
}

// Entities lists entities.
func (s *Store) Entities(ctx context.Context, f EntityFilter) (EntityPage, error) {
	order, err := entityOrderOf(f.Sort)
	if err != nil {
		return EntityPage{}, err
	}
	var page EntityPage
	err = s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.Entity.Query().Where(Listed)
		if f.Type != "" {
			q.Where(dbentity.TypeEQ(dbentity.Type(f.Type)))
		}
		if f.Channel != "" {
			q.Where(dbentity.HasChannelsWith(dbchannelentity.HasChannelWith(dbchannel.PublicID(f.Channel))))
		}
		names := predicate.Entity(nil) // what the search finds by name comes first
		if f.Search != "" {
			t := readTerms(f.Search)
			found, spelled, err := s.find(ctx, tx, searchEntities, t, func(found condition) (bool, error) {
				return q.Clone().Where(found).Exist(ctx)
			})
			if err != nil {
				return err
			}
			q.Where(found)
			if spelled && order.sort == SortMentions {
				names = s.foundNames(searchEntities, t)
				q.Order(s.namesFirst(searchEntities, t))
			}
		}
		var err error
		if page.Total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		if f.After != "" {
			at, err := order.read(f.After)
			if err != nil {
				return err
			}
			q.Where(order.afterNames(at, names))
		} else {
			q.Offset(f.Offset)
		}
		limit := database.PageSize(f.Limit)
		rows, err := q.Order(order.order).Limit(limit + 1).WithLinks(LiveLinks).All(ctx)
		if err != nil {
			return err
		}
		if len(rows) > limit {
			rows = rows[:limit]
			last := rows[limit-1]
			more := false
			if names != nil {
				if more, err = tx.Entity.Query().Where(dbentity.ID(last.ID), dbentity.Not(names)).Exist(ctx); err != nil {
					return err
				}
			}
			page.Next = order.token(last, more)
		}
		page.Entities = rows
		if f.WithEpisodes {
			page.Episodes, err = topEpisodes(ctx, tx, rows)
		}
		return err
	})
	return page, err
}

// LiveLinks loads the links that may be shown.
func LiveLinks(q *db.LinkQuery) { q.Where(dblink.StateNEQ(dblink.StateBroken)).Order(dblink.ByID()) }

// EntitiesWithLinks answers entities by id, with aliases and the links that may be shown.
func EntitiesWithLinks(ctx context.Context, tx *db.Tx, ids []int) ([]*db.Entity, error) {
	var out []*db.Entity
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).Order(dbentity.ByID()).WithLinks(LiveLinks).WithAliases().All(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	slices.SortFunc(out, func(a, b *db.Entity) int { return a.ID - b.ID })
	return out, nil
}

// topEpisodes answers the public episodes that mention each entity most.
func topEpisodes(ctx context.Context, tx *db.Tx, entities []*db.Entity) (map[int][]EntityEpisode, error) {
	ids := make([]int, 0, len(entities))
	for _, e := range entities {
		ids = append(ids, e.ID)
	}
	rows, err := tx.QueryContext(ctx, `SELECT id, 1 FROM (SELECT ee.id, ROW_NUMBER() OVER (PARTITION BY ee.entity_id ORDER BY
		ee.mention_count DESC, ee.episode_id DESC) AS place`+
		Countable+` AND ee.entity_id IN `+database.In(ids)+`) ranked WHERE place <= `+strconv.Itoa(episodesPerEntity))
	if err != nil {
		return nil, err
	}
	chosen, err := database.ScanCounts(rows)
	if err != nil {
		return nil, err
	}
	listIDs := make([]int, 0, len(chosen))
	for id := range chosen {
		listIDs = append(listIDs, id)
	}
	out := map[int][]EntityEpisode{}
	for part := range slices.Chunk(listIDs, database.IDChunk) {
		lists, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.IDIn(part...)).
			WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			out[l.EntityID] = append(out[l.EntityID], EntityEpisode{Episode: l.Edges.Episode, Count: l.MentionCount, FirstMS: l.FirstMs})
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b EntityEpisode) int {
			if a.Count != b.Count {
				return b.Count - a.Count
			}
			return b.Episode.ID - a.Episode.ID
		})
	}
	return out, nil
}

// Entity answers an entity with its aliases and links. An id that was merged away answers the survivor: its id differs
// from the one asked for. Entities without published public mentions are there for moderators and for the owners of
// uploads that mention them.
func (s *Store) Entity(ctx context.Context, id int, v database.Viewer) (*db.Entity, error) {
	var e *db.Entity
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		e, err = FindEntity(ctx, tx, id, v)
		return err
	})
	return e, err
}

func FindEntity(ctx context.Context, tx *db.Tx, id int, v database.Viewer) (*db.Entity, error) {
	missing := fault.New(fault.NotFound, "There is no such entry in the directory.")
	for range MaxMergeSteps {
		e, err := tx.Entity.Query().Where(dbentity.ID(id)).WithLinks(LiveLinks).WithAliases().Only(ctx)
		if db.IsNotFound(err) {
			return nil, missing
		}
		if err != nil {
			return nil, err
		}
		if e.MergedInto != nil {
			id = *e.MergedInto
			continue
		}
		if v.Moderator || !e.Hidden && e.MentionCount > 0 {
			return e, nil
		}
		if e.Hidden || v.UserID == 0 {
			return nil, missing
		}
		own, err := tx.EpisodeEntity.Query().
			Where(dbepisodeentity.EntityID(id), dbepisodeentity.HasEpisodeWith(dbepisode.OwnerID(v.UserID))).Exist(ctx)
		if err == nil && !own {
			err = missing
		}
		return e, err
	}
	return nil, missing
}

// survivorOf answers where an id leads: itself, or the survivor when it was merged away. An unknown id is itself.
func survivorOf(ctx context.Context, tx *db.Tx, id int) (int, error) {
	e, err := tx.Entity.Query().Where(dbentity.ID(id)).Select(dbentity.FieldID, dbentity.FieldMergedInto).Only(ctx)
	switch {
	case db.IsNotFound(err):
		return id, nil
	case err != nil:
		return 0, err
	case e.MergedInto != nil:
		return *e.MergedInto, nil // merges keep every old id pointing at the last survivor
	default:
		return id, nil
	}
}
