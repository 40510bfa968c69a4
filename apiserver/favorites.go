package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/people"
)

type favoriteService struct{ *Server }

// ListFavorites implements the contract.
func (s favoriteService) ListFavorites(ctx context.Context, r *v1.ListFavoritesRequest) (*v1.ListFavoritesResponse, error) {
	v := viewerOf(ctx)
	rows, total, err := s.Store.People.Favorites(ctx, v.userID(), s.sees(ctx, v), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListFavoritesResponse{Total: number(total)}
	for _, f := range rows {
		out.Favorites = append(out.Favorites, s.favoriteMessage(f, v))
	}
	return out, nil
}

// CheckFavorite implements the contract.
func (s favoriteService) CheckFavorite(ctx context.Context, r *v1.CheckFavoriteRequest) (*v1.CheckFavoriteResponse, error) {
	ok, err := s.Store.People.IsFavorite(ctx, viewerOf(ctx).userID(), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.CheckFavoriteResponse{IsFavorite: ok}, nil
}

// AddFavorite implements the contract.
func (s favoriteService) AddFavorite(ctx context.Context, r *v1.AddFavoriteRequest) (*v1.AddFavoriteResponse, error) {
	v := viewerOf(ctx)
	f, err := s.Store.People.AddFavorite(ctx, s.sees(ctx, v), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.AddFavoriteResponse{Favorite: s.favoriteMessage(f, v)}, nil
}

// RemoveFavorite implements the contract.
func (s favoriteService) RemoveFavorite(ctx context.Context, r *v1.RemoveFavoriteRequest) (*v1.RemoveFavoriteResponse, error) {
	removed, err := s.Store.People.RemoveFavorite(ctx, viewerOf(ctx).userID(), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.RemoveFavoriteResponse{Removed: removed}, nil
}

// favoriteMessage is a favourite with what it stands for.
func (s *Server) favoriteMessage(f people.FavoriteItem, v viewer) *v1.Favorite {
	out := &v1.Favorite{
		Id: number(f.Favorite.ID), ItemType: string(f.Favorite.ItemType), ItemId: number(f.Favorite.ItemID), CreatedAt: at(&f.Favorite.CreatedAt),
	}
	if f.Episode != nil {
		out.Episode = s.listedEpisode(f.Episode, v)
	}
	if f.Entity != nil {
		out.Entity = s.entityMessage(f.Entity)
	}
	return out
}
