// Package budget decides who pays for the calls of a language model: the caps of a UTC day, the order in which people are
// asked, and when somebody may ask again who is refused.
//
// It does not own the rows: store/jobs keeps caps and ledger, locks them, asks here and does as it is told.
package budget
