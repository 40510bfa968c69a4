// Package lines reads lists of addresses that people paste or drop: plain text with one address a line, CSV, or OPML.
//
// It owns which lines count: those that a source takes for its own, each address once. It does not own what addresses are
// (internal/source), nor the parser of OPML (internal/source/feed).
package lines
