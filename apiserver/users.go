package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
)

type userService struct{ *Server }

// GetPublicUser implements the contract.
func (s userService) GetPublicUser(ctx context.Context, r *v1.GetPublicUserRequest) (*v1.GetPublicUserResponse, error) {
	u, err := s.Store.PublicProfile(ctx, r.GetUserId())
	if err != nil {
		return nil, err
	}
	return &v1.GetPublicUserResponse{User: publicUser(u)}, nil
}

// ListPublicFavorites implements the contract. Everybody, their owner too, sees what strangers see.
func (s userService) ListPublicFavorites(ctx context.Context, r *v1.ListPublicFavoritesRequest) (*v1.ListPublicFavoritesResponse, error) {
	rows, _, err := s.Store.PublicFavorites(ctx, r.GetUserId(), 0, 0)
	if err != nil {
		return nil, err
	}
	out := &v1.ListPublicFavoritesResponse{}
	for _, f := range rows {
		out.Favorites = append(out.Favorites, s.favoriteMessage(f, viewer{}))
	}
	return out, nil
}
