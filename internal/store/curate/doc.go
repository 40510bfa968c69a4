// Package curate changes what stands in the directory: merging entities and undoing it, pairs that are not the same, and the
// passes that go through a type (checking links, looking for duplicates).
//
// It owns the inverse of a merge, with which every row can be restored. It does not check links (link/check) and does not
// score likeness (match).
package curate
