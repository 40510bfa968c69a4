package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
)

// maxDisplayName is how many characters a display name may have, as in the contract.
const maxDisplayName = 80

type userService struct{ *Server }

// GetPublicUser implements the contract.
func (s userService) GetPublicUser(ctx context.Context, r *v1.GetPublicUserRequest) (*v1.GetPublicUserResponse, error) {
	u, err := s.Store.People.PublicProfile(ctx, r.GetUserId())
	if err != nil {
		return nil, err
	}
	return &v1.GetPublicUserResponse{User: publicUser(u)}, nil
}

// ListPublicFavorites implements the contract. Everybody, their owner too, sees what strangers see.
func (s userService) ListPublicFavorites(ctx context.Context, r *v1.ListPublicFavoritesRequest) (*v1.ListPublicFavoritesResponse, error) {
	rows, _, err := s.Store.People.PublicFavorites(ctx, r.GetUserId(), 0, 0)
	if err != nil {
		return nil, err
	}
	out := &v1.ListPublicFavoritesResponse{}
	for _, f := range rows {
		out.Favorites = append(out.Favorites, s.favoriteMessage(f, viewer{}))
	}
	return out, nil
}

// SaveProfile implements the contract. It is always the caller's own profile; what the request leaves out stays as it is.
func (s userService) SaveProfile(ctx context.Context, r *v1.SaveProfileRequest) (*v1.SaveProfileResponse, error) {
	v := viewerOf(ctx)
	u, err := s.Store.People.User(ctx, v.userID())
	if err != nil {
		return nil, err
	}
	p := people.Profile{DisplayName: u.DisplayName, Published: u.Published}
	if r.DisplayName != nil {
		p.DisplayName = transcript.CleanText(r.GetDisplayName(), maxDisplayName)
		if p.DisplayName == "" {
			return nil, fault.New(fault.BadInput, "The display name has no visible characters. Please enter a name.").WithField("displayName")
		}
	}
	if r.Published != nil {
		p.Published = r.GetPublished()
	}
	if u, err = s.Store.People.SaveProfile(ctx, v.userID(), p); err != nil {
		return nil, err
	}
	return &v1.SaveProfileResponse{User: currentUser(u, v)}, nil
}
