//go:build !slim

// Package temporal is the embedded Temporal server and its web interface, for `mentionary run` and `mentionary temporal`.
//
// It owns: the server's configuration and tuning, its store (a SQLite file of its own, or two PostgreSQL databases), the
// namespace with its search attributes, the ports, and the web interface. It does not own: the Temporal client, workers
// and workflows (internal/engine and the wiring of internal/app), nor what jobs mean (rows decide; losing this store
// costs time, never data).
//
// Everything listens on 127.0.0.1 and nothing asks for a password, so whoever has an account on the machine can reach it.
// The server keeps process-wide state (its SQLite connection is never closed), so one process runs one server at a time.
//
// The server links about 1,100 packages; the build tag `slim` leaves this package out.
package temporal
