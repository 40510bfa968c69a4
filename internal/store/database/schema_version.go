package database

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"

	"entgo.io/ent/dialect"
	"github.com/pressly/goose/v3"

	"mentionary/ent/migrations"
)

// SchemaVersion names everything Migrate makes in a database of the dialect ("sqlite" or "postgres"): tests name their
// template databases by it.
func SchemaVersion(name string) (string, error) {
	fsys, err := migrations.FS(name)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	err = fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(fsys, path)
		h.Write([]byte(path + "\x00"))
		h.Write(content)
		return err
	})
	if err != nil {
		return "", err
	}
	d := DB{dialect: dialect.SQLite}
	if name == dialect.Postgres {
		d.dialect = dialect.Postgres
	}
	for _, o := range d.derived(true) {
		h.Write([]byte(strings.Join(o.create, ";")))
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// KnownSchemaVersion is the newest schema version of a dialect ("sqlite" or "postgres") that this program knows.
func KnownSchemaVersion(name string) (int64, error) {
	fsys, err := migrations.FS(name)
	if err != nil {
		return 0, err
	}
	files, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return 0, err
	}
	var newest int64
	for _, f := range files {
		version, err := goose.NumericComponent(f)
		if err != nil {
			return 0, err
		}
		newest = max(newest, version)
	}
	return newest, nil
}
