package people

import (
	"context"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbfavorite "mentionary/ent/db/favorite"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// The kinds of favorites.
const (
	FavoriteEpisode = "episode"
	FavoriteEntity  = "entity"
)

// FavoriteItem is a favorite with what it stands for: one of Episode and Entity is set.
type FavoriteItem struct {
	Favorite *db.Favorite
	Episode  *db.Episode // with its channel
	Entity   *db.Entity  // with its links
}

// Favorites lists a person's favorites that the viewer may see, the newest first, and the number of all.
func (s *Store) Favorites(ctx context.Context, userID int, v database.Viewer, limit, offset int) ([]FavoriteItem, int, error) {
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (p page[FavoriteItem], err error) {
		q := tx.Favorite.Query().Where(dbfavorite.UserID(userID), visibleItems(v))
		if p.total, err = q.Clone().Count(ctx); err != nil {
			return p, err
		}
		rows, err := q.Order(dbfavorite.ByCreatedAt(sql.OrderDesc()), dbfavorite.ByID(sql.OrderDesc())).
			Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		if err != nil {
			return p, err
		}
		p.rows, err = withObjects(ctx, tx, rows)
		return p, err
	})
	return out.rows, out.total, err
}

// PublicFavorites lists the favorites of a published profile as everybody may see them.
func (s *Store) PublicFavorites(ctx context.Context, publicID string, limit, offset int) ([]FavoriteItem, int, error) {
	u, err := s.PublicProfile(ctx, publicID)
	if err != nil {
		return nil, 0, err
	}
	return s.Favorites(ctx, u.ID, database.Viewer{}, limit, offset)
}

// visibleItems limits favorites to those whose object is there for the viewer.
func visibleItems(v database.Viewer) predicate.Favorite {
	readable, known := "visibility = 'public'", " AND mention_count > 0"
	if v.Moderator {
		readable, known = "1 = 1", ""
	} else if v.UserID != 0 { // what they saw in private they keep
		readable, known = readable+" OR owner_id = "+strconv.Itoa(v.UserID), ""
	}
	return func(s *sql.Selector) {
		kind, item := s.C(dbfavorite.FieldItemType), s.C(dbfavorite.FieldItemID)
		s.Where(sql.P(func(b *sql.Builder) {
			b.WriteString("(" + kind + " = 'episode' AND " + item + " IN (SELECT id FROM episodes WHERE " + readable + ") OR " +
				kind + " = 'entity' AND " + item + " IN (SELECT id FROM entities WHERE NOT hidden AND merged_into IS NULL" + known + "))")
		}))
	}
}

// withObjects loads what favorites stand for, in two questions.
func withObjects(ctx context.Context, tx *db.Tx, rows []*db.Favorite) ([]FavoriteItem, error) {
	ids := map[dbfavorite.ItemType][]int{}
	for _, f := range rows {
		ids[f.ItemType] = append(ids[f.ItemType], f.ItemID)
	}
	found, err := tx.Episode.Query().Where(dbepisode.IDIn(ids[dbfavorite.ItemTypeEpisode]...)).WithChannel().All(ctx)
	if err != nil {
		return nil, err
	}
	episodes := make(map[int]*db.Episode, len(found))
	for _, e := range found {
		episodes[e.ID] = e
	}
	known, err := tx.Entity.Query().Where(dbentity.IDIn(ids[dbfavorite.ItemTypeEntity]...)).WithLinks(catalogue.LiveLinks).All(ctx)
	if err != nil {
		return nil, err
	}
	entities := make(map[int]*db.Entity, len(known))
	for _, e := range known {
		entities[e.ID] = e
	}
	out := make([]FavoriteItem, 0, len(rows))
	for _, f := range rows {
		item := FavoriteItem{Favorite: f}
		if f.ItemType == dbfavorite.ItemTypeEpisode {
			item.Episode = episodes[f.ItemID]
		} else {
			item.Entity = entities[f.ItemID]
		}
		out = append(out, item)
	}
	return out, nil
}

// IsFavorite reports whether a person saved something.
func (s *Store) IsFavorite(ctx context.Context, userID int, kind string, itemID int) (bool, error) {
	ok, err := s.RO.Favorite.Query().
		Where(dbfavorite.UserID(userID), dbfavorite.ItemTypeEQ(dbfavorite.ItemType(kind)), dbfavorite.ItemID(itemID)).Exist(ctx)
	return ok, s.Fault(err)
}

// AddFavorite saves an episode or an entity that the person can see.
//
// Idempotent: favorites are keyed by person, kind and object; saving again returns the first row.
func (s *Store) AddFavorite(ctx context.Context, v database.Viewer, kind string, itemID int) (FavoriteItem, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (FavoriteItem, error) {
		itemID, err := findObject(ctx, tx, v, kind, itemID)
		if err != nil {
			return FavoriteItem{}, err
		}
		id, err := tx.Favorite.Create().SetUserID(v.UserID).SetItemType(dbfavorite.ItemType(kind)).SetItemID(itemID).SetCreatedAt(s.Now()).
			OnConflictColumns(dbfavorite.FieldUserID, dbfavorite.FieldItemType, dbfavorite.FieldItemID).Ignore().ID(ctx)
		if err != nil {
			return FavoriteItem{}, err
		}
		row, err := tx.Favorite.Get(ctx, id)
		if err != nil {
			return FavoriteItem{}, err
		}
		items, err := withObjects(ctx, tx, []*db.Favorite{row})
		if err != nil {
			return FavoriteItem{}, err
		}
		return items[0], nil
	})
}

// findObject returns the id of what the viewer wants to save: of an entity that was merged, the one that it became.
func findObject(ctx context.Context, tx *db.Tx, v database.Viewer, kind string, id int) (int, error) {
	switch kind {
	case FavoriteEpisode:
		_, err := catalogue.FindEpisode(ctx, tx, strconv.Itoa(id), v)
		return id, err
	case FavoriteEntity:
		e, err := catalogue.FindEntity(ctx, tx, id, v)
		if err != nil {
			return 0, err
		}
		return e.ID, nil
	default:
		return 0, fault.New(fault.BadInput, "Only episodes and entities can be saved.").WithField("itemType")
	}
}

// RemoveFavorite forgets a favorite and reports whether there was one.
func (s *Store) RemoveFavorite(ctx context.Context, userID int, kind string, itemID int) (bool, error) {
	n, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return tx.Favorite.Delete().
			Where(dbfavorite.UserID(userID), dbfavorite.ItemTypeEQ(dbfavorite.ItemType(kind)), dbfavorite.ItemID(itemID)).Exec(ctx)
	})
	return n > 0, err
}
