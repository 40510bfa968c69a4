// Package mention holds the vocabulary for what is found: entity types, candidates, contexts, stances and claims.
//
// It owns pure values, the words that are stored, and how much a quote tells (Telling). It does not own extraction
// (extract), matching (match), links (link) or counting (store).
package mention
