package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
)

type authService struct{ *Server }

// GetCurrentUser implements the contract; signed out it answers nothing.
func (s authService) GetCurrentUser(ctx context.Context, _ *v1.GetCurrentUserRequest) (*v1.GetCurrentUserResponse, error) {
	v := viewerOf(ctx)
	if !v.signedIn {
		return &v1.GetCurrentUserResponse{}, nil
	}
	u, err := s.Store.People.User(ctx, v.userID())
	if err != nil {
		return nil, err
	}
	return &v1.GetCurrentUserResponse{User: currentUser(u, v)}, nil
}
