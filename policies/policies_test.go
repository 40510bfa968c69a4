package policies_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "mentionary/gen/go/mentionary/v1"
	"mentionary/policies"
)

var update = flag.Bool("update", false, "rewrite matrix.golden.txt")

const golden = "matrix.golden.txt"

// beside are the protected operations that are no procedures.
var beside = []string{
	policies.UploadFiles, policies.ExportData, policies.ExportFollows, policies.ExportAudit, policies.ClaimFirstAdmin,
	policies.EverybodysJobs, policies.PrivateUploads,
	policies.AnalyzeAgain, policies.SelectAllEpisodes, policies.PeopleFigures, policies.WorkflowEngine, policies.GiveManage,
}

// operations lists everything that is protected: all procedures of the contract and the operations beside it.
func operations() []string {
	ops := slices.Clone(beside)
	protoregistry.GlobalFiles.RangeFilesByPackage("mentionary.v1", func(f protoreflect.FileDescriptor) bool {
		for i := range f.Services().Len() {
			s := f.Services().Get(i)
			for j := range s.Methods().Len() {
				ops = append(ops, fmt.Sprintf("/%s/%s", s.FullName(), s.Methods().Get(j).Name()))
			}
		}
		return true
	})
	slices.Sort(ops)
	return ops
}

func enforcer(t *testing.T) *policies.Enforcer {
	t.Helper()
	e, err := policies.New()
	require.NoError(t, err)
	return e
}

func TestEveryOperationHasALine(t *testing.T) {
	t.Parallel()
	e, ops := enforcer(t), operations()
	require.Greater(t, len(ops), 30, "the contract is linked in")
	for _, op := range ops {
		require.True(t, e.Allows(policies.Admin, op), "no line of policy.csv mentions %s", op)
	}
}

func TestEveryLineNamesAnOperationThatExists(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("policy.csv")
	require.NoError(t, err)
	known, seen := operations(), map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "p, "); ok {
			cells := strings.SplitN(rest, ", ", 3)
			require.Len(t, cells, 3, rest)
			role, scope, op := cells[0], cells[1], cells[2]
			require.Contains(t, known, op)
			require.Contains(t, policies.Roles(), role)
			require.Contains(t, append(policies.TokenScopes(), policies.SessionOnly), scope)
			require.False(t, seen[op], "%s has two lines", op)
			seen[op] = true
		}
	}
	require.Len(t, seen, len(known))
}

func TestRolesInheritAndUnknownOnesAreRefused(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	for _, op := range operations() {
		before := false
		for _, role := range policies.Roles() {
			now := e.Allows(role, op)
			require.True(t, now || !before, "%s may do less than the role below it: %s", role, op)
			before = now
		}
		for _, role := range []string{"", "root", "Admin", "system", "*"} {
			require.False(t, e.Allows(role, op), "role %q, %s", role, op)
		}
	}
	require.False(t, e.Allows(policies.Admin, "/mentionary.v1.JobService/Unknown"))
	require.False(t, e.Allows(policies.Admin, "/mentionary.v1.JobService/*"))
	require.False(t, e.Allows(policies.Admin, ""))
}

func TestPermissionMatrix(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	var b strings.Builder
	line := func(op string, roles, scopes []string) {
		cells := append([]any{op}, anys(append(slices.Clone(roles), scopes...))...)
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-55s %-8s%-6s%-11s%-7s%-6s%-7s%s", cells...), " ") + "\n")
	}
	cell := func(yes bool) string { return map[bool]string{true: "yes", false: "-"}[yes] }
	line("operation", []string{"visitor", "user", "moderator", "admin"}, policies.TokenScopes())
	for _, op := range operations() {
		var roles, scopes []string
		for _, role := range policies.Roles() {
			roles = append(roles, cell(e.Allows(role, op)))
		}
		for _, scope := range policies.TokenScopes() {
			scopes = append(scopes, cell(e.TokenAllows(policies.Admin, []string{scope}, op)))
		}
		require.True(t, slices.IsSorted(scopes), "%s: a wider scope allows less", op)
		line(op, roles, scopes)
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "who may do what has changed: check it against SECURITY.md, then run this test with -update")
}

func anys(words []string) []any {
	out := make([]any, 0, len(words))
	for _, w := range words {
		out = append(out, w)
	}
	return out
}

func TestConcurrentQuestionsGetTheSameAnswer(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	var wg sync.WaitGroup
	wrong := make(chan string, 100)
	for range 8 {
		wg.Go(func() {
			for range 50 {
				may, mayNot := e.Allows(policies.User, policies.UploadFiles), e.Allows(policies.Anonymous, policies.UploadFiles)
				if !may || mayNot {
					wrong <- fmt.Sprint(may, mayNot)
					return
				}
			}
		})
	}
	wg.Wait()
	require.Empty(t, wrong)
}

// BenchmarkDecisions compares a decision of Casbin with one that it has kept.
func BenchmarkDecisions(b *testing.B) {
	e, err := policies.New()
	require.NoError(b, err)
	b.Run("kept", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e.Allows(policies.User, policies.EverybodysJobs)
		}
	})
	b.Run("asked", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			n++
			e.Allows(policies.User, policies.EverybodysJobs+strconv.Itoa(n)) // never asked before
		}
	})
}
