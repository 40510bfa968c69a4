package policies_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
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

// operations lists everything that is protected: all procedures of the contract and the operations beside it.
func operations() []string {
	ops := policies.Operations()
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

func allows(t *testing.T, e *policies.Enforcer, role, op string) bool {
	t.Helper()
	ok, err := e.Allows(role, op)
	require.NoError(t, err)
	return ok
}

func TestEveryOperationHasALine(t *testing.T) {
	t.Parallel()
	e, ops := enforcer(t), operations()
	require.Greater(t, len(ops), 30, "the contract is linked in")
	for _, op := range ops {
		require.True(t, allows(t, e, policies.Admin, op), "no line of policy.csv mentions %s", op)
	}
}

func TestEveryLineNamesAnOperationThatExists(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("policy.csv")
	require.NoError(t, err)
	known, seen := operations(), map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "p, "); ok {
			role, op, _ := strings.Cut(rest, ", ")
			require.Contains(t, known, op)
			require.Contains(t, policies.Roles(), role)
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
			now := allows(t, e, role, op)
			require.True(t, now || !before, "%s may do less than the role below it: %s", role, op)
			before = now
		}
		for _, role := range []string{"", "root", "Admin", "system", "*"} {
			require.False(t, allows(t, e, role, op), "role %q, %s", role, op)
		}
	}
	require.False(t, allows(t, e, policies.Admin, "/mentionary.v1.JobService/Unknown"))
	require.False(t, allows(t, e, policies.Admin, "/mentionary.v1.JobService/*"))
	require.False(t, allows(t, e, policies.Admin, ""))
}

func TestPermissionMatrix(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	var b strings.Builder
	line := func(op string, cells []string) {
		fmt.Fprintf(&b, "%-55s %s\n", op, strings.TrimRight(fmt.Sprintf("%-8s%-6s%-11s%s", cells[0], cells[1], cells[2], cells[3]), " "))
	}
	line("operation", []string{"visitor", "user", "moderator", "admin"})
	for _, op := range operations() {
		cells := make([]string, 0, 4)
		for _, role := range policies.Roles() {
			cells = append(cells, map[bool]string{true: "yes", false: "-"}[allows(t, e, role, op)])
		}
		line(op, cells)
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "who may do what has changed: check it against SECURITY.md, then run this test with -update")
}

func TestConcurrentQuestionsGetTheSameAnswer(t *testing.T) {
	t.Parallel()
	e := enforcer(t)
	var wg sync.WaitGroup
	wrong := make(chan string, 100)
	for range 8 {
		wg.Go(func() {
			for range 50 {
				may, err := e.Allows(policies.User, policies.UploadFiles)
				mayNot, err2 := e.Allows(policies.Anonymous, policies.UploadFiles)
				if err != nil || err2 != nil || !may || mayNot {
					wrong <- fmt.Sprint(may, mayNot, err, err2)
					return
				}
			}
		})
	}
	wg.Wait()
	require.Empty(t, wrong)
}
