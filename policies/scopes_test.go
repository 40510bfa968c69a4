package policies_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"mentionary/policies"
)

func TestScopesFollowTheContract(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	protoregistry.GlobalFiles.RangeFilesByPackage("mentionary.v1", func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			for j := range f.Services().Get(i).Methods().Len() {
				m := f.Services().Get(i).Methods().Get(j)
				op := fmt.Sprintf("/%s/%s", m.Parent().FullName(), m.Name())
				options := m.Options().(*descriptorpb.MethodOptions)
				pure := options.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
				if scope := e.Scope(op); scope != policies.SessionOnly && !m.IsStreamingServer() {
					require.Equal(t, pure, scope == policies.Read, "%s: what changes nothing is for read, what changes something is not", op)
				}
				if scope := e.Scope(op); scope == policies.Write || scope == policies.Manage {
					require.Equal(t, scope == policies.Manage, !e.Allows(policies.User, op), "%s: manage is what users may not do", op)
				}
			}
		}
		return true
	})
	for _, op := range beside {
		if op != policies.GiveManage && op != policies.ExportAudit && !e.Allows(policies.User, op) {
			require.Equal(t, policies.Manage, e.Scope(op), op)
		}
	}
}

func TestNoTokenTouchesPeopleOrAccounts(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	never := []string{
		"AccountService/ListSessions", "AccountService/EndSession", "AccountService/EndAllSessions", "AccountService/ListTokens",
		"AccountService/CreateToken", "AccountService/RevokeToken", "AccountService/DeleteAccount", "AdminService/ListUsers",
		"AdminService/SetUserRole", "AdminService/SetUserStatus", "AdminService/ListAudit", "AdminService/ListBudgets", "AdminService/SetBudget",
		"AdminService/ListAuditNames", "InsightsService/GetCosts", "InsightsService/ListBudgetWaits",
	}
	for _, op := range append(never, "NoService/Unknown") {
		require.False(t, e.TokenAllows(policies.Admin, policies.TokenScopes(), "/mentionary.v1."+op), op)
	}
	require.False(t, e.TokenAllows(policies.Admin, policies.TokenScopes(), policies.ExportData))
	require.False(t, e.TokenAllows(policies.Admin, policies.TokenScopes(), policies.ExportAudit))
	require.False(t, e.TokenAllows(policies.Admin, policies.TokenScopes(), ""))
	for _, given := range [][]string{nil, {""}, {"session"}, {"admin"}, {"READ"}} {
		require.False(t, e.TokenAllows(policies.Admin, given, "/mentionary.v1.StatsService/GetStats"), "%v", given)
	}
}
