package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// favoriteService is about what one has saved.
type favoriteService struct {
	store *store.Store
	gate  *gate.Gate
}

// ListFavorites implements the contract.
func (s favoriteService) ListFavorites(ctx context.Context, r *v1.ListFavoritesRequest) (*v1.ListFavoritesResponse, error) {
	v := gate.Of(ctx)
	rows, total, err := s.store.People.Favorites(ctx, v.UserID(), s.gate.Sees(v), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	return &v1.ListFavoritesResponse{Favorites: convert.Favorites(rows, v.SignedIn), Total: convert.Number(total)}, nil
}

// CheckFavorite implements the contract.
func (s favoriteService) CheckFavorite(ctx context.Context, r *v1.CheckFavoriteRequest) (*v1.CheckFavoriteResponse, error) {
	ok, err := s.store.People.IsFavorite(ctx, gate.Of(ctx).UserID(), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.CheckFavoriteResponse{IsFavorite: ok}, nil
}

// AddFavorite implements the contract.
func (s favoriteService) AddFavorite(ctx context.Context, r *v1.AddFavoriteRequest) (*v1.AddFavoriteResponse, error) {
	v := gate.Of(ctx)
	f, err := s.store.People.AddFavorite(ctx, s.gate.Sees(v), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.AddFavoriteResponse{Favorite: convert.Favorite(f, v.SignedIn)}, nil
}

// RemoveFavorite implements the contract.
func (s favoriteService) RemoveFavorite(ctx context.Context, r *v1.RemoveFavoriteRequest) (*v1.RemoveFavoriteResponse, error) {
	removed, err := s.store.People.RemoveFavorite(ctx, gate.Of(ctx).UserID(), r.GetItemType(), int(r.GetItemId()))
	if err != nil {
		return nil, err
	}
	return &v1.RemoveFavoriteResponse{Removed: removed}, nil
}
