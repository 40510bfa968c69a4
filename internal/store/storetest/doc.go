// Package storetest is the conformance suite of the store: the same behavior on both databases, concurrency included.
//
// It owns the opening of throw-away databases for tests (copies of one migrated template) and the suites. Other packages
// may open databases with it too. The suites ask the store what everybody else asks it;
// only those that must see everything, such as that a deleted account left nothing, look at tables (Raw).
package storetest
