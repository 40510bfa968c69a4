// Package webapp holds the built web application for the server to serve.
//
// It owns the embedded files and nothing else: which file answers which
// address, the content policy and caching are decided by apiserver.
package webapp

import "embed"

// Placeholder is the page inside FS that is shown when Index is missing,
// that is, when the program was built before `make web` ran.
const Placeholder = "dist/placeholder.html"

// Index is the page inside FS that answers every address of the application.
// Each "__CSP_NONCE__" in it has to be replaced by the nonce of the answer.
const Index = "dist/index.html"

// FS holds webapp/dist. It always contains Placeholder; Index and assets/
// only after `make web`.
//
//go:embed all:dist
var FS embed.FS
