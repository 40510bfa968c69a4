// Package wikidata asks Wikidata for items and reads them as records.
//
// It owns the calls, the shapes of answers and the table of classes (data/classes.tsv: which class means which type; facts of
// Wikidata, CC0). Titles and descriptions are Wikidata's (CC0); no text of Wikipedia is read or kept, only addresses of articles.
// It does not decide (lookup).
package wikidata
