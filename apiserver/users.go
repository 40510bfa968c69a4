package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
)

// maxDisplayName is how many characters a display name may have, as in the contract.
const maxDisplayName = 80

// userService is about profiles.
type userService struct {
	store *store.Store
	gate  *gate.Gate
}

// GetPublicUser implements the contract.
func (s userService) GetPublicUser(ctx context.Context, r *v1.GetPublicUserRequest) (*v1.GetPublicUserResponse, error) {
	u, err := s.store.People.PublicProfile(ctx, r.GetUserId())
	if err != nil {
		return nil, err
	}
	return &v1.GetPublicUserResponse{User: convert.PublicUser(u)}, nil
}

// ListPublicFavorites implements the contract. Everybody, their owner too, sees what strangers see.
func (s userService) ListPublicFavorites(ctx context.Context, r *v1.ListPublicFavoritesRequest) (*v1.ListPublicFavoritesResponse, error) {
	rows, _, err := s.store.People.PublicFavorites(ctx, r.GetUserId(), 0, 0)
	if err != nil {
		return nil, err
	}
	var entities []*store.Entity
	for _, f := range rows {
		if f.Entity != nil {
			entities = append(entities, f.Entity)
		}
	}
	quotes, err := tellingQuotes(ctx, s.store, r.GetWithQuotes(), entities, catalogue.QuotesFor{Stranger: true})
	if err != nil {
		return nil, err
	}
	out := convert.Favorites(rows, false)
	for _, f := range out {
		if f.Entity != nil {
			convert.Quoted(f.Entity, quotes[int(f.GetItemId())])
		}
	}
	return &v1.ListPublicFavoritesResponse{Favorites: out}, nil
}

// SaveProfile implements the contract. It is always the caller's own profile; what the request leaves out stays as it is.
func (s userService) SaveProfile(ctx context.Context, r *v1.SaveProfileRequest) (*v1.SaveProfileResponse, error) {
	v := gate.Of(ctx)
	u, err := s.store.People.User(ctx, v.UserID())
	if err != nil {
		return nil, err
	}
	p := people.Profile{DisplayName: u.DisplayName, Published: u.Published}
	if r.DisplayName != nil {
		p.DisplayName = transcript.CleanText(r.GetDisplayName(), maxDisplayName)
		if p.DisplayName == "" {
			return nil, fault.New(fault.BadInput, "The display name has no visible characters. Please enter a name.").
				WithField("displayName")
		}
	}
	if r.Published != nil {
		p.Published = r.GetPublished()
	}
	if u, err = s.store.People.SaveProfile(ctx, v.UserID(), p); err != nil {
		return nil, err
	}
	return &v1.SaveProfileResponse{User: convert.CurrentUser(u, v.Role, s.gate.Permissions(v))}, nil
}
