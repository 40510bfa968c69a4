// Package lookuptest is a scripted server in the shape of Wikidata and Open Library, for tests: the shapes are those of recorded
// answers, what it tells of is partly invented.
package lookuptest
