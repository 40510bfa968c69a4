package openapi

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"mentionary/internal/restgate/httprule"
	"mentionary/policies"
)

// failure is an answer that says what went wrong.
type failure struct {
	status              int
	name, about, sample string // sample is the sentence of the example
	code                string
}

// failures are the answers that operations share.
var failures = []failure{
	{http.StatusBadRequest, "BadRequest", "A value is not allowed, or the request cannot be read.", "limit: must be at least 0 and at most 1000", "invalid_argument"},
	{http.StatusUnauthorized, "Unauthenticated", "Nobody is signed in.", "Please sign in first.", "unauthenticated"},
	{http.StatusForbidden, "Denied", "The role, or the scope of the access token, does not allow this; or another site's page asked for a change.", "Your account may not do this. Please ask an administrator if you need it.", "permission_denied"},
	{http.StatusNotFound, "NotFound", "There is none, or it is not yours.", "There is no such entry in the directory.", "not_found"},
	{http.StatusConflict, "Conflict", "The present state forbids it.", "The job has already ended. Retry it to start it again.", "aborted"},
	{http.StatusRequestEntityTooLarge, "TooLarge", "The body is too large: 1 MiB, for uploads 16 MiB a file.", "The request is larger than 1048576 bytes. Please send less at once.", "resource_exhausted"},
	{http.StatusUnsupportedMediaType, "WrongType", "The body is not of the type that the call reads.", "Please send the request as JSON, uncompressed, with the header Content-Type: application/json.", "invalid_argument"},
	{http.StatusTooManyRequests, "TooMany", "Too much at once. Retry-After says how many seconds to wait.", "You have submitted as much as one may in an hour. Please try again later.", "resource_exhausted"},
}

// responses describes the shared failures as components.
func responses() object {
	var all object
	for _, f := range failures {
		example := object{{"code", text(f.code)}, {"message", text(f.sample)}}.node()
		o := object{{"description", text(f.about)}}
		if f.status == http.StatusTooManyRequests {
			header := object{{"description", text("Seconds to wait.")}, {"schema", object{{"type", text("integer")}}.node()}}
			o = append(o, pair{"headers", object{{"Retry-After", header.node()}}.node()})
		}
		all = append(all, pair{f.name, append(o, pair{"content", contentWith("application/json", ref("Error"), example)}).node()})
	}
	return all
}

// failuresOf refers to the failures that can come of a route.
func (s *schemas) failuresOf(id string, rt httprule.Route, needs string) object {
	changes := rt.Verb != http.MethodGet
	may := map[int]bool{
		http.StatusBadRequest:            rt.Method.Input().Fields().Len() > 0,
		http.StatusUnauthorized:          needs != policies.Anonymous,
		http.StatusForbidden:             changes || needs == policies.Moderator || needs == policies.Admin,
		http.StatusNotFound:              len(rt.Vars) > 0,
		http.StatusRequestEntityTooLarge: rt.HasBody,
		http.StatusUnsupportedMediaType:  rt.HasBody,
	}
	var out object
	for _, f := range failures {
		if may[f.status] || s.examples.fails(id, f.status) {
			out = append(out, pair{strconv.Itoa(f.status), refTo("responses", f.name)})
		}
	}
	return out
}

func refTo(kind, name string) *yaml.Node {
	return object{{"$ref", text("#/components/" + kind + "/" + name)}}.node()
}

// roles answers what finds the weakest role that the policy lets call a procedure. Procedures outside the product's
// contract are for visitors: they are tests of this package.
func roles() func(procedure string) (string, error) {
	enforcer, err := policies.New()
	return func(procedure string) (string, error) {
		if err != nil || !strings.HasPrefix(procedure, contract) {
			return policies.Anonymous, err
		}
		for _, role := range policies.Roles() {
			if enforcer.Allows(role, procedure) {
				return role, err
			}
		}
		return "", fmt.Errorf("no line of the policy lets anybody call %s", procedure)
	}
}

// sessionOnly answers what says whether a procedure is closed to access tokens.
func sessionOnly() func(procedure string) bool {
	enforcer, err := policies.New()
	return func(procedure string) bool {
		return err == nil && strings.HasPrefix(procedure, contract) && enforcer.Scope(procedure) == policies.SessionOnly
	}
}

// contract is how the procedures of the product begin.
const contract = "/mentionary.v1."

// securityOf says how one shows who one is: not at all where visitors may call, by nothing but a session where tokens are
// refused.
func securityOf(needs string, sessionOnly bool) *yaml.Node {
	none := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
	ways := []*yaml.Node{object{{"session", none}}.node()}
	if !sessionOnly {
		ways = append(ways, object{{"token", none}}.node())
	}
	if needs == policies.Anonymous {
		ways = append([]*yaml.Node{{Kind: yaml.MappingNode, Style: yaml.FlowStyle}}, ways...)
	}
	return list(ways...)
}

// schemes are the two ways to show who one is.
func schemes() object {
	return object{
		{"session", object{
			{"type", text("apiKey")},
			{"in", text("cookie")},
			{"name", text("__Host-session")},
			{"description", text("The session of a browser that signed in at /api/login. On plain-http loopback the cookie is called mentionary_session.")},
		}.node()},
		{"token", object{
			{"type", text("http")},
			{"scheme", text("bearer")},
			{"bearerFormat", text("mnt_...")},
			{"description", text("A personal access token, made at POST /api/user/tokens. Its scopes are read, write and manage.")},
		}.node()},
	}
}
