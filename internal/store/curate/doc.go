// Package curate changes what stands in the directory: merging entities, splitting, editing, hiding and retyping them, deciding
// about their links, pairs that are not the same, joining what a catalog knows under one id, and the passes that go through a
// type (checking links, looking for duplicates).
//
// It owns the inverse of each change and merge, with which every row can be restored, and the order in which they are taken back
// (order.go). It does not check links (link/check) and does not score likeness (match).
package curate
