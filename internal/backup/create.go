package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"mentionary/internal/fault"
)

// Contents is what a database holds.
type Contents struct {
	SchemaVersion int64
	Counts        map[string]int // rows by table
}

// Source is the data to back up.
type Source struct {
	Program string // version of this program
	Now     func() time.Time
	// Snapshot writes the database as of one moment to a new file; Inspect says what such a file holds.
	Snapshot func(ctx context.Context, path string) error
	Inspect  func(ctx context.Context, path string) (Contents, error)
}

// Made is an archive that was made.
type Made struct {
	Path     string
	Size     int64 // bytes
	Manifest Manifest
}

// Create makes an archive: target itself, or in target, when that is a folder, a file with the time in its name. A file
// that exists is never overwritten. The archive gets its name when it is complete and on disk; only its owner may read it.
// Next to it there must be room for an uncompressed copy of the database while it is made.
func Create(ctx context.Context, target string, s Source) (Made, error) {
	now := s.Now().UTC()
	path, err := archivePath(target, now)
	if err != nil {
		return Made{}, err
	}
	work, err := os.MkdirTemp(filepath.Dir(path), ".mentionary-backup-")
	if err != nil {
		return Made{}, fault.Wrap(fault.BadInput, err,
			"The backup cannot be written to "+filepath.Dir(path)+": name a folder that exists and that you may write to.")
	}
	defer func() { _ = os.RemoveAll(work) }() // what is left there is of no use
	copied := filepath.Join(work, DatabaseFile)
	if err := s.Snapshot(ctx, copied); err != nil {
		return Made{}, err
	}
	contents, err := s.Inspect(ctx, copied)
	if err != nil {
		return Made{}, err
	}
	file, err := describe(ctx, copied)
	if err != nil {
		return Made{}, err
	}
	m := Manifest{
		Format: Format, Program: s.Program, SchemaVersion: contents.SchemaVersion, CreatedAt: now.Truncate(time.Second),
		Files: []File{file}, Counts: contents.Counts,
	}
	part := filepath.Join(work, "archive")
	size, err := writeArchive(ctx, part, m, copied)
	if err != nil {
		return Made{}, err
	}
	if err := os.Rename(part, path); err != nil {
		return Made{}, err
	}
	return Made{Path: path, Size: size, Manifest: m}, syncFolder(filepath.Dir(path))
}

func archivePath(target string, now time.Time) (string, error) {
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		target = filepath.Join(target, "mentionary-"+now.Format("20060102T150405Z")+".tar.gz")
		if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
			return target, nil
		}
		fallthrough
	case err == nil:
		return "", fault.New(fault.Conflict, "There is a file "+target+" already: a backup never overwrites one.")
	case errors.Is(err, fs.ErrNotExist):
		return target, nil
	default:
		return "", err
	}
}

func describe(ctx context.Context, path string) (File, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	n, err := io.Copy(h, ctxReader{ctx, f})
	return File{Name: filepath.Base(path), Size: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}

// writeArchive writes the manifest, the database and the seal, and sees to it that they are on disk.
func writeArchive(ctx context.Context, path string, m Manifest, database string) (size int64, err error) {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	h := sha256.New()
	if err := writeTar(ctx, io.MultiWriter(out, h), m, database); err != nil {
		return 0, fmt.Errorf("write the backup: %w", err)
	}
	if _, err := out.Write(seal([sha256.Size]byte(h.Sum(nil)))); err != nil {
		return 0, err
	}
	info, err := out.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), out.Sync()
}

func writeTar(ctx context.Context, w io.Writer, m Manifest, database string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	in, err := os.Open(database)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	gz, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(gz)
	header := func(name string, size int64) error {
		return tw.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: m.CreatedAt})
	}
	if err := header(manifestFile, int64(len(text))); err != nil {
		return err
	}
	if _, err := tw.Write(text); err != nil {
		return err
	}
	if err := header(m.Files[0].Name, m.Files[0].Size); err != nil {
		return err
	}
	if _, err := io.Copy(tw, ctxReader{ctx, in}); err != nil {
		return err
	}
	return errors.Join(tw.Close(), gz.Close())
}

// syncFolder makes renames in a folder last.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
