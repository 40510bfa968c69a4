package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
)

// ListUsers implements the contract.
func (s adminService) ListUsers(ctx context.Context, r *v1.ListUsersRequest) (*v1.ListUsersResponse, error) {
	rows, total, err := s.Store.People.Users(ctx, r.GetSearch(), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	out := &v1.ListUsersResponse{Total: number(total)}
	for _, u := range rows {
		out.Users = append(out.Users, adminUser(u))
	}
	return out, nil
}

// SetUserRole implements the contract. The store holds the rules: not one's own, and never the last admin's.
func (s adminService) SetUserRole(ctx context.Context, r *v1.SetUserRoleRequest) (*v1.SetUserRoleResponse, error) {
	v := viewerOf(ctx)
	if err := s.recentSignIn(ctx, v); err != nil {
		return nil, err
	}
	u, err := s.Store.People.SetRole(ctx, actor(v), r.GetUserId(), r.GetRole())
	if err != nil {
		return nil, err
	}
	return &v1.SetUserRoleResponse{User: adminUser(u)}, nil
}

// SetUserStatus implements the contract. Sessions and live streams of somebody who is deactivated end.
func (s adminService) SetUserStatus(ctx context.Context, r *v1.SetUserStatusRequest) (*v1.SetUserStatusResponse, error) {
	v := viewerOf(ctx)
	if err := s.recentSignIn(ctx, v); err != nil {
		return nil, err
	}
	u, err := s.Store.People.SetActive(ctx, actor(v), r.GetUserId(), r.GetIsActive())
	if err != nil {
		return nil, err
	}
	return &v1.SetUserStatusResponse{User: adminUser(u)}, nil
}

// adminUser is a person as admins see them. Who has no name at the provider is shown by their display name.
func adminUser(u *store.User) *v1.AdminUser {
	out := &v1.AdminUser{
		Id: u.PublicID, Email: optional(u.Email), FirstName: optional(u.FirstName), LastName: optional(u.LastName),
		ProfileImageUrl: optional(u.Picture), Role: string(u.Role), IsActive: u.IsActive, CreatedAt: at(&u.CreatedAt),
	}
	if u.FirstName == "" && u.LastName == "" {
		out.FirstName = optional(u.DisplayName)
	}
	return out
}
