// Package export writes files of what is stored: everything that a person owns, and the audit log.
//
// It owns the names and the order of what stands there (rows.go). Which rows are somebody's is the store's question.
package export
