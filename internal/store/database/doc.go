// Package database opens the two databases and holds what every room of the store needs of them: transactions that run again
// when they lost a race and return their result, statements that ent cannot build, migrations, what is derived (search objects,
// indexes of lists, totals, what was spent of each day, folded names, topics, the feed of changed names), the version of everything
// public, the audit, who asks, and the translation of database errors to faults.
//
// It owns no question of the product: those stand in the rooms. On SQLite there is one writing connection and several reading
// ones, on PostgreSQL one pool and another for searches. Times are UTC, truncated to microseconds, from DB.Now.
package database
