// Package wording counts and cuts texts: numbers with their nouns, sizes, sentences that must fit a line, values that must
// fit a column, names as search compares them.
//
// It owns nothing about what is said, only that each of these is done in one way everywhere.
package wording
