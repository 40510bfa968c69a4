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

// The kinds of favourites.
const (
	FavoriteEpisode = "episode"
	FavoriteEntity  = "entity"
)

// FavoriteItem is a favourite with what it stands for: one of Episode and Entity is set.
type FavoriteItem struct {
	Favorite *db.Favorite
	Episode  *db.Episode // with its channel
	Entity   *db.Entity  // with its links
}

// Favorites lists a person's favourites that the viewer may see, the newest first, and the number of all.
func (s *Store) Favorites(ctx context.Context, userID int, v database.Viewer, limit, offset int) ([]FavoriteItem, int, error) {
	var out []FavoriteItem
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.Favorite.Query().Where(dbfavorite.UserID(userID), visibleItems(v))
		var err error
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		rows, err := q.Order(dbfavorite.ByCreatedAt(sql.OrderDesc()), dbfavorite.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).
			All(ctx)
		if err != nil {
			return err
		}
		out, err = embed(ctx, tx, rows)
		return err
	})
	return out, total, err
}

// PublicFavorites lists the favourites of a published profile as everybody may see them.
func (s *Store) PublicFavorites(ctx context.Context, publicID string, limit, offset int) ([]FavoriteItem, int, error) {
	u, err := s.PublicProfile(ctx, publicID)
	if err != nil {
		return nil, 0, err
	}
	return s.Favorites(ctx, u.ID, database.Viewer{}, limit, offset)
}

// visibleItems limits favourites to those whose object is there for the viewer.
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

// embed loads what favourites stand for, in two questions.
func embed(ctx context.Context, tx *db.Tx, rows []*db.Favorite) ([]FavoriteItem, error) {
	var episodeIDs, entityIDs []int
	for _, f := range rows {
		if f.ItemType == dbfavorite.ItemTypeEpisode {
			episodeIDs = append(episodeIDs, f.ItemID)
		} else {
			entityIDs = append(entityIDs, f.ItemID)
		}
	}
	episodes := map[int]*db.Episode{}
	found, err := tx.Episode.Query().Where(dbepisode.IDIn(episodeIDs...)).WithChannel().All(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range found {
		episodes[e.ID] = e
	}
	entities := map[int]*db.Entity{}
	listed, err := tx.Entity.Query().Where(dbentity.IDIn(entityIDs...)).WithLinks(catalogue.LiveLinks).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range listed {
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
// Idempotent: favourites are keyed by person, kind and object; saving again answers the first row.
func (s *Store) AddFavorite(ctx context.Context, v database.Viewer, kind string, itemID int) (FavoriteItem, error) {
	var out FavoriteItem
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch kind {
		case FavoriteEpisode:
			if _, err := catalogue.FindEpisode(ctx, tx, strconv.Itoa(itemID), v); err != nil {
				return err
			}
		case FavoriteEntity:
			e, err := catalogue.FindEntity(ctx, tx, itemID, v)
			if err != nil {
				return err
			}
			itemID = e.ID
		default:
			return fault.New(fault.BadInput, "Only episodes and entities can be saved.").WithField("itemType")
		}
		id, err := tx.Favorite.Create().SetUserID(v.UserID).SetItemType(dbfavorite.ItemType(kind)).SetItemID(itemID).SetCreatedAt(s.Now()).
			OnConflictColumns(dbfavorite.FieldUserID, dbfavorite.FieldItemType, dbfavorite.FieldItemID).Ignore().ID(ctx)
		if err != nil {
			return err
		}
		row, err := tx.Favorite.Get(ctx, id)
		if err != nil {
			return err
		}
		items, err := embed(ctx, tx, []*db.Favorite{row})
		if err == nil {
			out = items[0]
		}
		return err
	})
	return out, err
}

// RemoveFavorite forgets a favourite and reports whether there was one.
func (s *Store) RemoveFavorite(ctx context.Context, userID int, kind string, itemID int) (bool, error) {
	var n int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		n, err = tx.Favorite.Delete().
			Where(dbfavorite.UserID(userID), dbfavorite.ItemTypeEQ(dbfavorite.ItemType(kind)), dbfavorite.ItemID(itemID)).Exec(ctx)
		return err
	})
	return n > 0, err
}
