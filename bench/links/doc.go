// Command links measures how many links are checked in a second: `make bench-links`.
//
// It owns: an origin that answers after 50 ms and notes whether anybody asked one host more often than we allow ourselves; the product's
// checker behind its guarded door and its pacer, and as yard-stick a bare client of Go for the same addresses, each in a process of its
// own, so that memory is theirs; the table. Each link lies on a host of its own, as most links of a directory do: the hosts are the
// addresses of 127.0.0.0/8. It does not own what verdicts are right: the tests of internal/link/check do.
package main
