package policies_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"mentionary/policies"
)

const goldenScopes = "scopes.golden.txt"

func TestEveryOperationHasExactlyOneScope(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("scopes.csv")
	require.NoError(t, err)
	known, seen := operations(), map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		scope, op, _ := strings.Cut(line, ", ")
		require.Contains(t, append(policies.TokenScopes(), policies.SessionOnly), scope)
		require.Contains(t, known, op)
		require.False(t, seen[op], "%s has two lines", op)
		seen[op] = true
	}
	for _, op := range known {
		require.True(t, seen[op], "no line of scopes.csv mentions %s", op)
	}
}

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
					require.Equal(t, scope == policies.Manage, !allows(t, e, policies.User, op), "%s: manage is what users may not do", op)
				}
			}
		}
		return true
	})
	for _, op := range policies.Operations() {
		if !allows(t, e, policies.User, op) {
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
	}
	for _, op := range append(never, "NoService/Unknown") {
		require.False(t, e.TokenAllows(policies.TokenScopes(), "/mentionary.v1."+op), op)
	}
	require.False(t, e.TokenAllows(policies.TokenScopes(), policies.ExportData))
	require.False(t, e.TokenAllows(policies.TokenScopes(), ""))
	for _, given := range [][]string{nil, {""}, {"session"}, {"admin"}, {"READ"}} {
		require.False(t, e.TokenAllows(given, "/mentionary.v1.StatsService/GetStats"), "%v", given)
	}
}

func TestScopeMatrix(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	var b strings.Builder
	line := func(op string, cells []string) {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-55s %-6s%-7s%-8s", op, cells[0], cells[1], cells[2]), " ") + "\n")
	}
	line("operation", policies.TokenScopes())
	for _, op := range operations() {
		var cells []string
		for _, scope := range policies.TokenScopes() {
			cells = append(cells, map[bool]string{true: "yes", false: "-"}[e.TokenAllows([]string{scope}, op)])
		}
		require.True(t, slices.IsSortedFunc(cells, func(a, b string) int { return strings.Compare(a, b) }), "%s: a wider scope allows less", op)
		line(op, cells)
	}
	if *update {
		require.NoError(t, os.WriteFile(goldenScopes, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(goldenScopes)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "what tokens may do has changed: read the difference, then run this test with -update")
}
