package apiserver_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/policies"
)

var update = flag.Bool("update", false, "rewrite testdata/access.golden.txt")

const accessGolden = "testdata/access.golden.txt"

// principal is one of those who ask.
type principal struct {
	name, role string // role as the policy knows it; a deactivated person is a visitor with a cookie
}

var principals = []principal{
	{"visitor", policies.Anonymous},
	{"user", policies.User},
	{"other", policies.User},
	{"moderator", policies.Moderator},
	{"admin", policies.Admin},
	{"deactivated", policies.Anonymous},
}

// The objects of a column, seen from the one who asks.
const (
	noObject = "-"
	ownOne   = "own"
	foreign  = "somebody else's"
	existing = "existing" // it is nobody's
	missing  = "missing"
)

// TestEverybodyAndEverything walks the access matrix: every procedure and every plain route, asked by everybody, about
// one's own object, somebody else's and a missing one. What must come of it follows from policies/policy.csv and the
// ownership table (access_rules_test.go), is compared with what the server answers, and is kept as a golden file for
// people to read. Answers to those who may not know something private are searched for it (canaries_test.go).
func TestEverybodyAndEverything(t *testing.T) {
	t.Parallel()
	services := map[string][]protoreflect.MethodDescriptor{}
	for _, m := range procedures() {
		require.Contains(t, procedureRules, nameOf(m), "a procedure needs its rules in access_rules_test.go")
		services[string(m.Parent().Name())] = append(services[string(m.Parent().Name())], m)
	}
	require.Len(t, procedureRules, len(procedures()), "rules of procedures that are no more")
	lines := &goldenLines{}
	t.Run("walk", func(t *testing.T) {
		for service, calls := range services {
			t.Run(service, func(t *testing.T) {
				t.Parallel()
				m := newMatrix(t, lines)
				for _, procedure := range calls {
					for _, r := range procedureRules[nameOf(procedure)] {
						m.walk(procedure, r)
					}
				}
			})
		}
		t.Run("plain routes", func(t *testing.T) {
			t.Parallel()
			m := newMatrix(t, lines)
			m.walkPlain()
		})
	})
	lines.compare(t)
}

// matrix is one part of the access matrix.
type matrix struct {
	*catalogue
	enforcer *policies.Enforcer
	lines    *goldenLines
}

func newMatrix(t *testing.T, lines *goldenLines) *matrix {
	t.Helper()
	enforcer, err := policies.New()
	require.NoError(t, err)
	return &matrix{newCatalogue(newWorld(t)), enforcer, lines}
}

// columns are the objects that a call is asked about.
func (r rule) columns() []string {
	var out []string
	switch {
	case r.made == nil:
		return []string{noObject}
	case r.owned:
		out = []string{ownOne, foreign}
	default:
		out = []string{existing}
	}
	if r.missing != nil {
		out = append(out, missing)
	}
	return out
}

// walk asks a procedure about every object on behalf of everybody.
func (m *matrix) walk(procedure protoreflect.MethodDescriptor, r rule) {
	m.Helper()
	for i, column := range r.columns() {
		var statuses []string
		for _, p := range principals {
			if column == ownOne && p.name == "visitor" {
				statuses = append(statuses, "-") // a visitor owns nothing
				continue
			}
			want := m.expected(nameOf(procedure), r, p, column)
			statuses = append(statuses, fmt.Sprint(want))
			m.ask(procedure, r, p, column, want, false)
			if i == 0 { // the other face goes through the same gate
				m.ask(procedure, r, p, column, want, true)
			}
		}
		m.lines.add(nameOf(procedure), r.about, column, statuses)
	}
}

// expected is the status that the policy and the ownership table give.
func (m *matrix) expected(procedure string, r rule, p principal, column string) int {
	m.Helper()
	for _, operation := range []string{"/mentionary.v1." + procedure, r.needs} {
		if operation == "" || m.may(p.role, operation) {
			continue
		}
		return refusal(p)
	}
	gone := or(r.gone, http.StatusNotFound)
	theirs := or(r.foreign, http.StatusNotFound)
	if r.unlocks != "" && m.may(p.role, r.unlocks) {
		theirs = http.StatusOK
	}
	switch {
	case column == missing:
		return gone
	case column == ownOne && p.name == "deactivated" && r.dies:
		return gone
	case column == ownOne && p.name != "deactivated":
		return or(r.own, http.StatusOK)
	case column == ownOne, column == foreign:
		return theirs
	}
	return http.StatusOK
}

// refusal is what the gate says to those whom the policy does not let in.
func refusal(p principal) int {
	if p.role == policies.Anonymous {
		return http.StatusUnauthorized
	}
	return http.StatusForbidden
}

func or(status, otherwise int) int {
	if status == 0 {
		return otherwise
	}
	return status
}

func (m *matrix) may(role, operation string) bool {
	m.Helper()
	return m.enforcer.Allows(role, operation)
}

// arriveAs signs the principal in afresh, so that no call sees what another one did; nil for a visitor.
func (m *matrix) arriveAs(p principal) *person {
	switch p.name {
	case "visitor":
		return nil
	case "moderator", "admin":
		return m.signInAs(p.name, p.role)
	}
	return m.signInAs(p.name, "")
}

// ask makes one call and compares its status; the answer is searched for what the caller may not know.
func (m *matrix) ask(procedure protoreflect.MethodDescriptor, r rule, p principal, column string, want int, connectFace bool) {
	m.Helper()
	caller := m.arriveAs(p)
	var target object
	switch column {
	case ownOne, existing:
		target = r.made(m.catalogue, caller, caller)
	case foreign:
		target = r.made(m.catalogue, m.stranger(), caller)
	case missing:
		target = r.missing
	}
	if p.name == "deactivated" {
		m.deactivate(caller)
	}
	req := request(procedure, r.with, target)
	name := nameOf(procedure)
	got := m.deliver(procedure, req, caller, connectFace)
	what := fmt.Sprintf("%s as %s, %s (%s): %v", name, p.name, column, r.about, req)
	require.Equal(m, want, got.status, "%s: %s", what, got.body)
	if want == http.StatusUnauthorized {
		require.Contains(m, got.body, "Please sign in first.", what)
	}
	require.Empty(m, leaks(got, p.role), "%s tells what is private: %s", what, got.body)
}

// deliver sends a request over one of the faces.
func (m *matrix) deliver(procedure protoreflect.MethodDescriptor, req object, caller *person, connectFace bool) answer {
	m.Helper()
	raw, err := json.Marshal(req)
	require.NoError(m, err)
	switch {
	case procedure.IsStreamingServer():
		return m.firstOf(caller, raw)
	case connectFace:
		return m.connect(caller, nameOf(procedure), string(raw))
	}
	verb, path, body := restCall(procedure, req)
	return m.call(caller, verb, path, body)
}

// streamStatus is the status that the code of a stream's end stands for.
var streamStatus = map[connect.Code]int{
	connect.CodeUnauthenticated: http.StatusUnauthorized, connect.CodePermissionDenied: http.StatusForbidden,
	connect.CodeNotFound: http.StatusNotFound,
}

// firstOf opens the live stream and returns its first message.
func (m *matrix) firstOf(caller *person, raw []byte) answer {
	m.Helper()
	ask := &v1.WatchRequest{}
	require.NoError(m, json.Unmarshal(raw, ask))
	ctx, cancel := context.WithCancel(m.Context())
	defer cancel()
	transport := m.http.Client().Transport
	if caller != nil {
		transport = cookied{caller, transport}
	}
	in, err := mentionaryv1connect.NewWatchServiceClient(&http.Client{Transport: transport}, m.http.URL).Watch(ctx, ask)
	require.NoError(m, err)
	defer func() { cancel(); _ = in.Close() }()
	if in.Receive() {
		return answer{status: http.StatusOK, body: in.Msg().String()}
	}
	return answer{status: streamStatus[connect.CodeOf(in.Err())], body: in.Err().Error()}
}

// walkPlain asks the routes beside the contract.
func (m *matrix) walkPlain() {
	m.Helper()
	rules := plainRules(m.catalogue)
	routes := m.server.PlainRoutes()
	slices.Sort(routes)
	for _, pattern := range routes {
		require.Contains(m, rules, pattern, "a route needs its rule in access_rules_test.go")
	}
	require.Len(m, rules, len(routes), "rules of routes that are no more")
	for _, pattern := range routes {
		r := rules[pattern]
		column := noObject
		if r.missing != "" {
			column = existing
		}
		var there, gone []string
		for _, p := range principals {
			want := or(r.status, http.StatusOK)
			if r.operation != "" && !m.may(p.role, r.operation) {
				want = refusal(p)
			}
			there = append(there, fmt.Sprint(want))
			m.askPlain(pattern, r, r.path, p, want)
			if r.missing != "" {
				gone = append(gone, fmt.Sprint(http.StatusNotFound))
				m.askPlain(pattern, r, r.missing, p, http.StatusNotFound)
			}
		}
		m.lines.add(pattern, "", column, there)
		if r.missing != "" {
			m.lines.add(pattern, "", missing, gone)
		}
	}
}

func (m *matrix) askPlain(pattern string, r plainRule, path string, p principal, want int) {
	m.Helper()
	caller := m.arriveAs(p)
	if p.name == "deactivated" {
		m.deactivate(caller)
	}
	verb, _, _ := strings.Cut(pattern, " ")
	if strings.HasPrefix(verb, "/") {
		verb = http.MethodGet
	}
	var got answer
	if r.upload {
		got = m.uploadFile(caller, "talk.vtt", goodVTT)
	} else {
		got = m.call(caller, verb, path, nil)
	}
	what := pattern + " as " + p.name
	require.Equal(m, want, got.status, "%s: %s", what, got.body)
	require.Empty(m, leaks(got, p.role), "%s tells what is private: %s", what, got.body)
}

// goldenLines collects the matrix as text.
type goldenLines struct {
	mu    sync.Mutex
	lines []string
}

func (g *goldenLines) add(call, about, column string, statuses []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lines = append(g.lines, strings.TrimRight(fmt.Sprintf("%-37s %-26s %-16s  %s", call, about, column,
		strings.Join(padded(statuses), "  ")), " "))
}

func (g *goldenLines) compare(t *testing.T) {
	t.Helper()
	slices.Sort(g.lines)
	var names []string
	for _, p := range principals {
		names = append(names, p.name)
	}
	text := "# Who gets what: the status of every call for everybody. Written by `go test ./apiserver -run EverybodyAndEverything " +
		"-update`;\n" +
		"# read the difference before you commit it. The columns are: " + strings.Join(names, ", ") + ".\n" +
		strings.Join(g.lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(accessGolden, []byte(text), 0o600))
	}
	want, err := os.ReadFile(accessGolden)
	require.NoError(t, err)
	require.Equal(t, string(want), text, "run it with -update and read the difference")
}

// padded makes all statuses as wide as a status.
func padded(statuses []string) []string {
	out := make([]string, 0, len(statuses))
	for _, s := range statuses {
		out = append(out, fmt.Sprintf("%3s", s))
	}
	return out
}
