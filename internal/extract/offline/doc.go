// Package offline is the built-in extractor: no network, no model, the same answer for the same text on every machine.
//
// It owns the cue phrases, the embedded lists of well-known names (data/*.tsv), the statistics on capitalized words and
// the reading of creator links and show notes. It does not own proof, consolidation or confidence (package extract) nor
// what kind of page an address leads to (package link).
package offline
