package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mentionary/internal/fault"
)

// neutral is what an empty data folder may have: its lock, and what file systems put there.
var neutral = []string{"lock", "lost+found"}

// aside marks files that a restore replaced.
const aside = ".before-restore-"

// stages begins the names of the folders that restores unpack into.
const stages = ".restore-"

// workflowFile is the workflow engine's database.
const workflowFile = "temporal.db"

// RestoreOptions say how to restore.
type RestoreOptions struct {
	KnownSchema int64 // the newest schema version this program knows
	Force       bool  // replace what is in the data folder; it is kept aside
	Now         func() time.Time
	Free        func(dir string) (uint64, error) // free space in bytes
	// Prepare verifies the database that was read from the archive and makes it fit for use, before anything is
	// replaced. It leaves one whole file without companions.
	Prepare func(ctx context.Context, path string) error
}

// Restored says what a restore did.
type Restored struct {
	Manifest Manifest
	Kept     []string // what was replaced, by its new name
}

// Restore puts the database of an archive into the data folder dir, which the caller holds the lock of. Everything is
// verified first; an error before the replacing changes nothing. The workflow engine's file is set aside: it knows
// workflows of another time, and a new one lets all open work start again.
func Restore(ctx context.Context, archive, dir string, o RestoreOptions) (Restored, error) {
	if err := errors.Join(clearStages(dir), mayReplace(dir, o.Force)); err != nil {
		return Restored{}, err
	}
	room, err := o.Free(dir)
	if err != nil {
		return Restored{}, err
	}
	stage, err := os.MkdirTemp(dir, stages)
	if err != nil {
		return Restored{}, err
	}
	defer func() { _ = os.RemoveAll(stage) }() // what is left there is of no use
	m, err := extract(ctx, archive, stage, o.KnownSchema, room)
	if err != nil {
		return Restored{}, err
	}
	staged := filepath.Join(stage, DatabaseFile)
	if err := o.Prepare(ctx, staged); err != nil {
		return Restored{}, err
	}
	if err := syncFile(staged); err != nil {
		return Restored{}, err
	}
	if err := ctx.Err(); err != nil {
		return Restored{}, err
	}
	kept, err := replace(dir, staged, aside+o.Now().UTC().Format("20060102T150405Z"))
	return Restored{Manifest: m, Kept: kept}, err
}

// clearStages removes what an interrupted restore left.
func clearStages(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), stages) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// mayReplace refuses a folder that has data.
func mayReplace(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil || force {
		return err
	}
	for _, e := range entries {
		if !slices.Contains(neutral, e.Name()) {
			return fault.Newf(fault.Conflict, "The data folder %s is not empty (it has %s). Restore into another one with MENTIONARY_DATA_DIR, "+
				"or use --force: "+
				"then the present files are kept beside the restored ones, with %s and the time in their names.", dir, e.Name(), aside)
		}
	}
	return nil
}

// replace puts the staged database in the place of the present one and returns the names under which the present files
// are kept. The database is kept first and replaced last, in one step: after a power cut in the middle the old data is
// whole under one of its names, and restoring can be done again.
func replace(dir, staged, suffix string) (kept []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries { // in the order of names, so each database comes before its companions
		base, rest, ours := ownFile(e.Name())
		if !ours {
			continue
		}
		old, name := filepath.Join(dir, e.Name()), base+suffix+rest
		move := os.Rename // a log that stayed would be played into the restored database
		if e.Name() == DatabaseFile {
			move = keep
		}
		if err := move(old, filepath.Join(dir, name)); err != nil {
			return kept, err
		}
		kept = append(kept, name)
	}
	if err := os.Rename(staged, filepath.Join(dir, DatabaseFile)); err != nil {
		return kept, err
	}
	return kept, syncFolder(dir)
}

// ownFile takes the name of a database or of one of its companions (-wal, -shm, .schema) apart.
func ownFile(name string) (base, rest string, ours bool) {
	for _, base := range []string{DatabaseFile, workflowFile} {
		rest, ok := strings.CutPrefix(name, base)
		if ok && slices.Contains([]string{"", "-wal", "-shm", "-journal", ".schema"}, rest) {
			return base, rest, true
		}
	}
	return "", "", false
}

// keep gives a file a second name, so that it stays when the first is taken over. Some disks know no second names: there
// it is moved.
func keep(path, name string) error {
	if os.Link(path, name) == nil {
		return nil
	}
	return os.Rename(path, name)
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
