package apiserver

import (
	"context"

	"connectrpc.com/connect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
)

// notYet answers calls of the contract that a later version implements. The policy has let the caller in before.
func notYet(what string) error {
	return connect.NewError(connect.CodeUnimplemented, words(what+" is not available in this version."))
}

type adminService struct {
	*Server
	mentionaryv1connect.UnimplementedAdminServiceHandler
}

// GetAdminStats implements the contract.
func (adminService) GetAdminStats(context.Context, *v1.GetAdminStatsRequest) (*v1.GetAdminStatsResponse, error) {
	return nil, notYet("The dashboard")
}

// ListUsers implements the contract.
func (adminService) ListUsers(context.Context, *v1.ListUsersRequest) (*v1.ListUsersResponse, error) {
	return nil, notYet("The list of people")
}

// GetAnalytics implements the contract.
func (adminService) GetAnalytics(context.Context, *v1.GetAnalyticsRequest) (*v1.GetAnalyticsResponse, error) {
	return nil, notYet("Analytics")
}

// SetUserRole implements the contract.
func (adminService) SetUserRole(context.Context, *v1.SetUserRoleRequest) (*v1.SetUserRoleResponse, error) {
	return nil, notYet("Changing roles")
}

// SetUserStatus implements the contract.
func (adminService) SetUserStatus(context.Context, *v1.SetUserStatusRequest) (*v1.SetUserStatusResponse, error) {
	return nil, notYet("Changing the status of people")
}
