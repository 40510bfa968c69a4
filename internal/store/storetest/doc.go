// Package storetest is the conformance suite of the store: the same behaviour on both databases, concurrency included.
//
// It owns the opening of throw-away databases for tests (copies of one migrated template) and the suites. Other packages
// may open databases with it too. It asks the store only what everybody else asks it.
package storetest
