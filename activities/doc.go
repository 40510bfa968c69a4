// Package activities holds the steps that workflows schedule: list, fetch, extract, publish, check links, find duplicates,
// submit followed channels and lines of batches, and the rows of jobs, runs, batches and passes. They are thin: each asks a
// port or the store, and each can run twice; its doc comment ends with the key that makes the second run harmless. Register
// lists them all.
//
// It owns the steps, their inputs and the interceptor that beats, classifies failures and records attempts. It does not own the
// order of steps (workflows), rules (extract, match, link) or transactions (store).
package activities
