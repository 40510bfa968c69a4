// Package lookup finds out which record of a public catalog (Wikidata, Open Library, a directory of podcasts) an entity is, if any,
// and which edition of a work.
//
// It owns the port Resolver, what is compared (Subject, Record) and the decision: a record is accepted only when its type, its
// name and the context of the entity agree, and the reasons are kept. Clients of the catalogs lie below it (wikidata,
// openlibrary, podcasts). It does not own when to ask, what is remembered of it and whose word wins (activities, store), nor the
// likeness of names (match).
package lookup
