// Package wording counts and cuts texts: numbers with their nouns, sentences that must fit a line, values that must fit a
// column.
//
// It owns nothing about what is said, only these three cuts and one count, so that each is made in one way everywhere.
package wording
