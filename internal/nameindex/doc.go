// Package nameindex finds entities by their names in memory: by the whole name, its beginning, the beginning of a word, inside a word, by
// words in any order, and by names with a few letters wrong.
//
// It owns the packed names, what tells quickly that a name cannot match, and the order of what is found. It does not own folding
// (internal/wording), which names there are and when they change, nor texts other than names (internal/store/catalogue).
//
// Names lie by how many letters they have: what is too short for a query, or too long or short to be it with two letters wrong, is not
// looked at. Of the others a search looks at which pairs of letters and which letters they have, as bits. A name in which the query stands
// has all bits of the query, which are looked up for 64 names at once; a wrong letter changes few of them. Nothing is missed by that, so
// that the answers are those of comparing every name, and no list of occurrences has to be kept while names change. Names that are
// mentioned too seldom to be among the best are passed over by a number beside them, 64 at once by the largest of their numbers
// (block maxima: Ding and Suel, Faster Top-k Document Retrieval Using Block-Max Indexes, 2011).
package nameindex
