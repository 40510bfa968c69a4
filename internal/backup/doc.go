// Package backup is the archive of one machine's data: making it, verifying it and putting it back.
//
// It owns: the format of the archive, what is refused, and the order in which files in a data folder are replaced. It does
// not own what a database is (internal/store copies, inspects and prepares it through the functions of Source and
// RestoreOptions), nor the lock of the data folder (internal/app).
//
// An archive is a gzipped tar of manifest.json and mentionary.db, followed by a seal: an empty gzip member whose comment is
// the SHA-256 of everything before it. tar and gzip read such a file as any other. The seal finds accidents, not forgery:
// whoever can change an archive can seal it anew.
//
// The workflow engine's file is not in it: rows decide, and open work starts again from them (docs/adr/0011).
package backup
