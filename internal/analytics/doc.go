// Package analytics counts what people do without learning who they are.
//
// It owns: the buffer between requests and the database, and the visitor: a hash of address and user agent under a salt
// that changes each day, is shared by all processes and is deleted when its day is over. Addresses and user agents live in
// memory for about a second and are never stored. It does not own: which calls are events (apiserver), the rows (store),
// and deleting old ones (the wiring's housekeeping).
//
// Events are the only data that may be lost: when the process is killed, and when they come faster than they are written.
package analytics
