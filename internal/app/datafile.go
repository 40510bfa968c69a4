package app

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// openDatabase opens the database for work. An SQLite file that is damaged is refused with the way out and left as it is.
func openDatabase(ctx context.Context, target string, opts ...database.Option) (*store.Store, error) {
	if !database.IsPostgres(target) {
		why := lostFile(target)
		if why == nil && exists(target) {
			why = withReadOnly(ctx, target, func(s *store.Store) error { return s.CheckPages(ctx) })
			if !database.Damaged(why) {
				why = nil // what else is wrong is found by opening it
			}
		}
		if why != nil {
			return nil, fmt.Errorf("the database %s cannot be used: %w. "+
				"Put a backup in its place: mentionary restore FILE --force (what is there is kept beside it)", target, why)
		}
	}
	s, err := store.Open(ctx, target, opts...)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", databaseName(target), err)
	}
	return s, nil
}

// lostFile returns why a file of SQLite's is none any more without reading its pages, nil when it is one or is still to be
// made.
func lostFile(file string) error {
	if err := cutOff(file); err != nil {
		return err
	}
	return brokenLog(file + "-wal")
}

func exists(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Size() > 0
}

// cutOff returns an error for a database that is empty or gone although the folder has been worked in: it would be taken
// for a new one. A folder in which nothing but the lock and an empty file lie was left by a first start that was cut short.
func cutOff(file string) error {
	info, err := os.Stat(file)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone || err == nil && info.Size() > 0 {
		return nil
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return nil // a folder that is still to be made
	}
	base := filepath.Base(file)
	for _, e := range entries {
		log := e.Name() == base+"-wal" && size(e) > 0
		used := !gone && (slices.Contains([]string{instanceFile, "temporal.db"}, e.Name()) || strings.HasPrefix(e.Name(), base+"."))
		if log || used {
			if gone {
				return fmt.Errorf("the file is gone, but its log %s is still there", e.Name())
			}
			return fmt.Errorf("the file is empty (0 bytes), but %s beside it says that there was one", e.Name())
		}
	}
	return nil
}

func size(e fs.DirEntry) int64 {
	info, err := e.Info()
	if err != nil {
		return 0
	}
	return info.Size()
}

// walHeader is the length in bytes of what every log of SQLite begins with.
const walHeader = 32

// brokenLog returns an error for a log that does not begin like one. SQLite would pass over all of it, and with it over
// what was committed last, without a word.
func brokenLog(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return nil // there is none, or opening the database says why it cannot be read
	}
	defer func() { _ = f.Close() }() // it was only read
	var header [walHeader]byte
	n, err := io.ReadFull(f, header[:])
	if n == 0 || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil // an empty one belongs to a database that is at rest
	}
	magic := binary.BigEndian.Uint32(header[:])
	if magic == 0 || magic&^1 == 0x377f0682 { // nothing but zeros: a power cut before anything was acknowledged
		return nil
	}
	return fmt.Errorf("its log %s is damaged, and what was written last is in there", file)
}

// databaseName is what a database is called in sentences: without a password.
func databaseName(target string) string {
	if database.IsPostgres(target) {
		return "of MENTIONARY_DATABASE"
	}
	return target
}
