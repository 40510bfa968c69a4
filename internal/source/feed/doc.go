// Package feed reads podcast feeds: RSS 2.0, Atom and RDF with the iTunes and Podcasting 2.0 elements, the episode pages
// that name such a feed, chapter files, publishers' transcripts, and OPML subscription lists.
//
// It implements source.Source. It does not own how documents are fetched (outbound), transcript formats (source/upload),
// or the recognition of addresses (source). Every document is checked against the caps of SECURITY.md before a parsing
// library sees it.
package feed
