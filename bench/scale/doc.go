// Command scale measures what everybody reads against directories of any size: `make bench-scale SIZE=100000`.
//
// It owns: made-up directories (three mentions an entity, a few entities very popular, keys, blocks, slugs and folded names by
// the product's own code) in an SQLite file and a PostgreSQL database on loopback, which a second run finds again; the public
// lists and searches, asked through the real store; publishing into it, the known names after that, and looking for duplicates
// in all of it; what a web server answers in a second, beside pgbench, and when two of them tell of a write; a yard-stick for each
// list and search, which is plain SQL for the same rows in the same run; the brute force that searches are compared with; the
// table. It does not own what the figures should be: BENCHMARKS.md does.
package main
