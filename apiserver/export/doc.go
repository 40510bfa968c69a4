// Package export writes everything that a person owns as one JSON file.
//
// It owns the names and the order of what stands there (rows.go). Which rows are somebody's is the store's question.
package export
