// Package cached keeps public answers of the API in memory, so that a list that hundreds of people read costs the database
// one question for each change of the catalogue.
//
// It owns: the kept answers and their bound in bytes, the version they were made for, and that equal questions at the same
// time are asked once. It does not own: the forms of an answer, entity tags and 304 (internal/reply), which routes may be
// kept, how a question is named, and who may share an answer (apiserver/shared.go).
//
// An answer is good for exactly one version of the catalogue (store/database: CatalogueVersion). The version is read before the
// answer is made, so an answer is never older than its version says. It is looked up on request, at most every 250 ms, and
// at once after a write of this process. A request that names a version in the header Catalogue-Version gets an answer of
// at least that version: a writer learns it from the answer to the write. Where the database itself is behind (a replica),
// it is asked directly.
//
// Private data: an answer is kept for a class of askers, and it is made for the class and not for the person who happens
// to ask first: the request that is handed on carries nothing of theirs. Who belongs to no class is answered directly.
package cached
