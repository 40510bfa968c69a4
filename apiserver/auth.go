package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// authService says who is signed in.
type authService struct {
	store *store.Store
	gate  *gate.Gate
}

// GetCurrentUser implements the contract; signed out it returns nothing.
func (s authService) GetCurrentUser(ctx context.Context, _ *v1.GetCurrentUserRequest) (*v1.GetCurrentUserResponse, error) {
	v := gate.Of(ctx)
	if !v.SignedIn {
		return &v1.GetCurrentUserResponse{}, nil
	}
	u, err := s.store.People.User(ctx, v.UserID())
	if err != nil {
		return nil, err
	}
	return &v1.GetCurrentUserResponse{User: convert.CurrentUser(u, v.Role, s.gate.Permissions(v))}, nil
}
