package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
)

// ListUsers implements the contract.
func (s adminService) ListUsers(ctx context.Context, r *v1.ListUsersRequest) (*v1.ListUsersResponse, error) {
	rows, total, err := s.store.People.Users(ctx, r.GetSearch(), int(r.GetLimit()), int(r.GetOffset()))
	if err != nil {
		return nil, err
	}
	locks, err := s.store.People.Locks(ctx, gate.Of(ctx).Actor(), rows)
	if err != nil {
		return nil, err
	}
	out := &v1.ListUsersResponse{Total: convert.Number(total)}
	for _, u := range rows {
		row := convert.AdminUser(u)
		row.Locked = convert.Optional(locks[u.ID])
		out.Users = append(out.Users, row)
	}
	return out, nil
}

// SetUserRole implements the contract. The store holds the rules: not one's own, and never the last admin's.
func (s adminService) SetUserRole(ctx context.Context, r *v1.SetUserRoleRequest) (*v1.SetUserRoleResponse, error) {
	v := gate.Of(ctx)
	if err := s.gate.RecentSignIn(v); err != nil {
		return nil, err
	}
	u, err := s.store.People.SetRole(ctx, v.Actor(), r.GetUserId(), r.GetRole())
	if err != nil {
		return nil, err
	}
	return &v1.SetUserRoleResponse{User: convert.AdminUser(u)}, nil
}

// SetUserStatus implements the contract. Sessions and live streams of somebody who is deactivated end.
func (s adminService) SetUserStatus(ctx context.Context, r *v1.SetUserStatusRequest) (*v1.SetUserStatusResponse, error) {
	v := gate.Of(ctx)
	if err := s.gate.RecentSignIn(v); err != nil {
		return nil, err
	}
	u, err := s.store.People.SetActive(ctx, v.Actor(), r.GetUserId(), r.GetIsActive())
	if err != nil {
		return nil, err
	}
	return &v1.SetUserStatusResponse{User: convert.AdminUser(u)}, nil
}
