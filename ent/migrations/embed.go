// Package migrations embeds the migration files of both databases. They are planned by ent/plan and never edited by hand
// without renewing the checksum file.
package migrations

import (
	"embed"
	"io/fs"
)

//go:embed all:sqlite all:postgres
var files embed.FS

// FS returns the migrations of a dialect: "sqlite" or "postgres".
func FS(dialect string) (fs.FS, error) { return fs.Sub(files, dialect) }
