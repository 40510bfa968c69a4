// Package publish turns an episode's mentions into rows in one transaction: names become known or new entities, and the
// episode becomes public. It also publishes what readers gave, when a moderator says so.
//
// It owns the order of locks and inserts, the record of why a name was attached, and what an entity with several names is
// called. Whether two names are one thing is decided in package match; counters and facts are the catalogue's.
package publish
