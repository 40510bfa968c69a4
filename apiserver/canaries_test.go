package apiserver_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/policies"
)

// canaries are the words of private fields and the weakest role that may read somebody else's; empty: nobody.
var canaries = map[string]string{
	canaryEmail:       policies.Admin,
	canaryFirstName:   policies.Admin,
	canaryLastName:    policies.Admin,
	canaryAudit:       policies.Admin,
	canaryReport:      policies.Moderator,
	canaryInput:       policies.Moderator,
	canaryUploadTitle: policies.Moderator,
	canaryUploadText:  policies.Moderator,
	canaryPrivateName: policies.Moderator,
	canaryIssuer:      "",
	canarySubject:     "",
	canaryAgent:       "",
	canaryToken:       "",
	canaryKey:         "",
}

// leaks finds the canaries in an answer, headers too, that the role may not read.
func leaks(a answer, role string) []string {
	all := strings.ToLower(fmt.Sprint(a.header) + a.body)
	var out []string
	for word, from := range canaries {
		if strings.Contains(all, strings.ToLower(word)) &&
			(from == "" || slices.Index(policies.Roles(), role) < slices.Index(policies.Roles(), from)) {
			out = append(out, word)
		}
	}
	return out
}

func TestTheSearchForPrivateWordsFindsThem(t *testing.T) {
	t.Parallel()
	body := func(words ...string) answer { return answer{body: `{"x":"` + strings.Join(words, " ") + `"}`} }
	require.Equal(t, []string{canaryEmail}, leaks(body("3-"+canaryEmail), policies.Moderator))
	require.Empty(t, leaks(body(canaryEmail), policies.Admin))
	require.Equal(t, []string{canaryUploadText}, leaks(body(strings.ToUpper(canaryUploadText)), policies.User))
	require.Empty(t, leaks(body(canaryUploadText), policies.Moderator))
	require.Equal(t, []string{canarySubject}, leaks(answer{header: http.Header{"X-Debug": {canarySubject}}}, policies.Admin))
}

// TestOwnersSeeWhatIsTheirs is the other half of the walk over the matrix: where nothing is found in the answers to
// others, the same words must be in the answers to those who may read them.
func TestOwnersSeeWhatIsTheirs(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	mo, ada := c.signInAs("mo", "moderator"), c.signInAs("ada", "admin")
	talk := c.veraTalk.videoID
	job := fmt.Sprintf("/api/jobs/%d", c.veraJob)
	for _, look := range []struct {
		who   *person
		path  string
		words []string
	}{
		{c.vera, "/api/auth/user", []string{canaryEmail, canaryFirstName, canaryLastName}},
		{c.vera, "/api/episodes/" + talk, []string{canaryUploadTitle, canaryUploadText, canaryPrivateName}},
		{c.vera, "/api/episodes/" + talk + "/transcript", []string{canaryUploadTitle, canaryUploadText, canaryPrivateName}},
		{c.vera, "/api/episodes?search=" + canaryUploadTitle, []string{canaryUploadTitle}},
		{c.vera, "/api/search?query=" + canaryUploadText, []string{canaryUploadText}},
		{c.vera, "/api/jobs", []string{canaryInput}},
		{c.vera, job, []string{canaryInput}},
		{c.vera, "/api/user/sessions", []string{canaryAgent}},
		{c.vera, "/api/user/tokens", []string{canaryToken}},
		{c.vera, "/api/user/export", []string{canaryEmail, canaryInput}},
		{mo, "/api/episodes/" + talk + "/transcript", []string{canaryUploadTitle, canaryUploadText, canaryPrivateName}},
		{mo, "/api/jobs?all=true", []string{canaryInput}},
		{mo, job, []string{canaryInput}},
		{ada, "/api/admin/users", []string{canaryEmail, canaryFirstName, canaryLastName}},
		{ada, "/api/admin/audit", []string{canaryAudit}},
	} {
		got := c.call(look.who, http.MethodGet, look.path, nil)
		require.Equal(t, http.StatusOK, got.status, "%s: %s", look.path, got.body)
		for _, word := range look.words {
			require.Contains(t, got.body, word, look.path)
		}
	}
}
