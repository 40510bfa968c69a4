// Package openlibrary asks Open Library for books and reads them as records.
//
// It owns the call and the shape of its answer. Data of Open Library is public domain. It does not decide (lookup).
package openlibrary
