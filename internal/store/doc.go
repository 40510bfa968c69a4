// Package store is the only holder of ent and of both databases: every question the product asks and every write it makes
// stands in one of its rooms. Nobody else builds queries.
//
//	database   opening, transactions, migrations, search objects, the version of the catalogue, the audit
//	catalogue  what everybody reads: channels, episodes, entities, links, search, counters
//	jobs       what is to be done: jobs, items, runs, steps, texts, budgets, uploads, follows
//	publish    from mentions to rows
//	curate     what people change by hand, undoing it, passes
//	rereading  which earlier episodes are read again, and how far that is
//	review     what people are asked about, and what they decide
//	people     accounts, sessions, tokens, roles, favorites, events
//
// This package itself only opens the rooms over one database and names the stored rows. It does not own who may ask
// (apiserver, policies), matching rules (match) or workflow clients (engine).
//
// Rules: every write can run twice; counters are recomputed, never incremented; entities are locked in the order of
// their ids; times are UTC, truncated to microseconds, from the store's clock.
package store
