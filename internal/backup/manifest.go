package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"mentionary/internal/fault"
)

// Format is the version of the archive's format. It changes when an older program could not read a newer archive.
const Format = 1

// DatabaseFile is the name of the database, in the archive and in a data folder.
const DatabaseFile = "mentionary.db"

const (
	manifestFile = "manifest.json"
	maxManifest  = 1 << 20 // bytes
)

// Manifest is what an archive says about itself.
type Manifest struct {
	Format        int            `json:"format"`
	Program       string         `json:"program"`       // version of the program that made it
	SchemaVersion int64          `json:"schemaVersion"` // of the database
	CreatedAt     time.Time      `json:"createdAt"`
	Files         []File         `json:"files"`
	Counts        map[string]int `json:"counts"` // rows by table, of the main tables
}

// File is one file of an archive.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// readManifest reads and checks the manifest of an archive for a program that knows the schema up to a version.
func readManifest(r io.Reader, size, knownSchema int64) (Manifest, error) {
	var m Manifest
	if size > maxManifest {
		return m, errors.New("the manifest is too large")
	}
	if err := json.NewDecoder(io.LimitReader(r, maxManifest)).Decode(&m); err != nil {
		return m, fmt.Errorf("read the manifest: %w", err)
	}
	switch {
	case m.Format != Format:
		return m, fault.Newf(fault.Unsupported, "This backup has format %d, this program reads format %d: restore it with the program that "+
			"made it, %s.", m.Format, Format, m.Program)
	case m.SchemaVersion > knownSchema:
		return m, fault.Newf(fault.Unsupported, "This backup was made by a newer program (%s, schema version %d; this one knows %d): restore "+
			"it with that program or a newer one.",
			m.Program, m.SchemaVersion, knownSchema)
	case len(m.Files) != 1 || m.Files[0].Name != DatabaseFile || m.Files[0].Size < 0:
		return m, errors.New("the manifest does not name the files of a backup")
	}
	return m, nil
}
