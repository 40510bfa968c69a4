// Package store is the only holder of ent and of both databases. It names every question the product asks and every
// write it makes; nobody else builds queries.
//
// It owns: opening SQLite (one writing connection, several reading ones) and PostgreSQL (one pool), migrations, the
// transactions that keep rows true (wants and runs, publishing, counters), search per dialect, and the translation of
// database errors to faults. It does not own who may ask (apiserver, policies), matching rules (match) or workflow
// clients (engine).
//
// Rules: every write can run twice; counters are recomputed, never incremented; entities are locked in the order of
// their ids; times are UTC, truncated to microseconds, from the store's clock.
package database
