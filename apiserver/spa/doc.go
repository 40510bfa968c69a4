// Package spa serves the built web application: its pages, its files and the sink for reports of broken content policy.
//
// It owns: which address is a page and which is a 404, the content policy of pages with its nonce, what the browser fetches
// beside a page, what visitors' pages hold of the first answers, and caching of files. It does not own: the files (webapp),
// compression and entity tags (internal/reply), the headers every answer gets (apiserver/secure), routes below /api.
//
// Every page is the same index.html with a fresh nonce, with tags for what it begins with (first.go), with what it looks like
// until then, as the build has drawn it (drawn.go), for visitors with the answers to its first calls (answers.go) and what these
// say of the page's subject (known.go); the address decides nothing else but the HTTP status, and where a page is about something,
// Config.Status is asked whether it is there. A missing file below /assets/ is a 404 and never index.html, so that a browser with
// an old page notices that a new version is out.
package spa
