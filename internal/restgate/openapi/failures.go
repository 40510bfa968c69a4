package openapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"mentionary/internal/restgate/apidoc"
	"mentionary/internal/restgate/httprule"
	"mentionary/policies"
)

// sharedFailure is an answer that says what went wrong.
type sharedFailure struct {
	status              int
	name, about, sample string // sample is the sentence of the example
	code                string
}

// failures are the answers that operations share.
var failures = []sharedFailure{
	{
		http.StatusBadRequest, "BadRequest", "A value is not allowed, or the request cannot be read.",
		"limit: must be at least 0 and at most 1000", "invalid_argument",
	},
	{http.StatusUnauthorized, "Unauthenticated", "Nobody is signed in.", "Please sign in first.", "unauthenticated"},
	{http.StatusForbidden, "Denied", "The role, or the scope of the access token, does not allow this; or another site's page asked for " +
		"a change.", "Your account may not do this. Please ask an administrator if you need it.", "permission_denied"},
	{http.StatusNotFound, "NotFound", "There is none, or it is not yours.", "There is no such entity in the directory.", "not_found"},
	{http.StatusConflict, "Conflict", "The present state forbids it.", "The job has already ended. Retry it to start it again.", "aborted"},
	{
		http.StatusRequestEntityTooLarge, "TooLarge", "The body is too large: 1 MiB, for uploads 16 MiB a file.",
		"The request is larger than 1 MiB. Please send less at once.", "resource_exhausted",
	},
	{
		http.StatusUnsupportedMediaType, "WrongType", "The body is not of the type that the call reads.",
		"Please send the request as JSON, uncompressed, with the header Content-Type: application/json.", "invalid_argument",
	},
	{
		http.StatusTooManyRequests, "TooMany", "Too much at once. Retry-After says how many seconds to wait.",
		"You have submitted as much as one may in an hour. Please try again later.", "resource_exhausted",
	},
}

// responses describes the shared failures as components.
func responses() map[string]apidoc.Response {
	all := map[string]apidoc.Response{}
	for _, f := range failures {
		example, _ := literal(map[string]string{"code": f.code, "message": f.sample}) // texts can always be encoded
		r := apidoc.Response{Description: f.about, Content: inJSON(apidoc.SchemaRef("Error"), example)}
		if f.status == http.StatusTooManyRequests {
			r.Headers = map[string]apidoc.Header{"Retry-After": {Description: "Seconds to wait.", Schema: integer}}
		}
		all[f.name] = r
	}
	return all
}

// failures refers to the failures that can come of a route.
func (w *writer) failures(id string, rt httprule.Route, needs string) map[string]apidoc.Response {
	changes := rt.Verb != http.MethodGet
	may := map[int]bool{
		http.StatusBadRequest:            rt.Method.Input().Fields().Len() > 0,
		http.StatusUnauthorized:          needs != policies.Anonymous,
		http.StatusForbidden:             changes || needs == policies.Moderator || needs == policies.Admin,
		http.StatusNotFound:              len(rt.Vars) > 0,
		http.StatusRequestEntityTooLarge: rt.HasBody,
		http.StatusUnsupportedMediaType:  rt.HasBody,
	}
	out := map[string]apidoc.Response{"default": {
		Description: "What went wrong: a code for machines, a sentence for people.", Content: inJSON(apidoc.SchemaRef("Error"), yaml.Node{}),
	}}
	for _, f := range failures {
		if may[f.status] || slices.Contains(w.examples.Operations[id].Errors, f.status) {
			out[strconv.Itoa(f.status)] = apidoc.ResponseRef(f.name)
		}
	}
	return out
}

// contract is how the procedures of the product begin. Others are tests of this package: they are for visitors.
const contract = "/mentionary.v1."

// weakest returns the weakest role that the policy lets call a procedure.
func (w *writer) weakest(procedure string) (string, error) {
	if !strings.HasPrefix(procedure, contract) {
		return policies.Anonymous, nil
	}
	for _, role := range policies.Roles() {
		if w.policy.Allows(role, procedure) {
			return role, nil
		}
	}
	return "", fmt.Errorf("no line of the policy lets anybody call %s", procedure)
}

// security says how one shows who one is: not at all where visitors may call, by nothing but a session where tokens are
// refused.
func (w *writer) security(procedure, needs string) (ways []map[string][]string) {
	if needs == policies.Anonymous {
		ways = append(ways, map[string][]string{})
	}
	ways = append(ways, map[string][]string{"session": {}})
	if !strings.HasPrefix(procedure, contract) || w.policy.Scope(procedure) != policies.SessionOnly {
		ways = append(ways, map[string][]string{"token": {}})
	}
	return ways
}

// schemes are the two ways to show who one is.
var schemes = map[string]apidoc.SecurityScheme{
	"session": {
		Type: "apiKey", In: "cookie", Name: "__Host-session",
		Description: "The session of a browser that signed in at /api/login. On plain-http loopback the cookie is called mentionary_session.",
	},
	"token": {
		Type: "http", Scheme: "bearer", BearerFormat: "mnt_...",
		Description: "A personal access token, made at POST /api/user/tokens. Its scopes are read, write and manage.",
	},
}
