// Package apidocs shows the OpenAPI description of the REST face as one page for people.
//
// It owns: the page at /api/docs, its style sheet and their content policy. It does not own: the description
// (internal/restgate/openapi writes it), where the page is mounted (internal/app), the site's files (apiserver/spa).
//
// The page is made once, when the program starts, and has no script: the policy allows none, no inline style and no
// foreign origin.
package apidocs
