package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"mentionary/internal/backup"
	"mentionary/internal/config"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

// Backup makes an archive of the database in the data folder, in the file or folder target, while a program runs on it or
// not.
func Backup(ctx context.Context, cfg *config.Config, out io.Writer, target string) error {
	if cfg.Database.Named() {
		return errors.New("this installation keeps its data in PostgreSQL: back it up with pg_dump --format=custom --file=mentionary.dump and " +
			"the address of the database (docs/operations.md, Backup)")
	}
	path := cfg.SQLite()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is nothing to back up: %s has no database; name the data folder with MENTIONARY_DATA_DIR", cfg.DataDir)
	}
	made, err := backup.Create(ctx, target, backup.Source{Program: Version, Now: time.Now, Snapshot: snapshot(path), Inspect: inspect})
	if err != nil {
		return forPeople(err)
	}
	fmt.Fprintf(out, "Backup made  %s (%.1f MB)\nHolds        %s\n", made.Path, megabytes(made.Size), inventoryLine(made.Manifest.Counts))
	return nil
}

// Restore puts a backup into the data folder, after verifying all of it. What is there already is replaced only with
// force, and kept aside.
func Restore(ctx context.Context, cfg *config.Config, log *slog.Logger, out io.Writer, archive string, force bool) error {
	if cfg.Database.Named() {
		return errors.New("this installation keeps its data in PostgreSQL: restore it with pg_restore, then run mentionary restore " +
			"--after-postgres (docs/operations.md, Backup)")
	}
	known, err := database.KnownSchemaVersion("sqlite")
	if err != nil {
		return err
	}
	release, err := lockFolder(cfg.DataDir)
	if err != nil {
		return err
	}
	defer release()
	done, err := backup.Restore(ctx, archive, cfg.DataDir, backup.RestoreOptions{
		KnownSchema: known, Force: force, Now: time.Now, Free: freeSpace,
		Prepare: func(ctx context.Context, path string) error { return prepare(ctx, path, log) },
	})
	if err != nil {
		return forPeople(err)
	}
	m := done.Manifest
	fmt.Fprintf(out, "Restored     %s, as of %s (made by %s)\nHolds        %s\n", cfg.SQLite(), m.CreatedAt.Format(time.RFC3339), m.Program,
		inventoryLine(m.Counts))
	if done.Kept != nil {
		fmt.Fprintf(out, "Kept aside   %s\n", strings.Join(done.Kept, ", "))
	}
	fmt.Fprintln(out, "Open work starts again from its rows with the next mentionary run. Everybody signs in again.")
	return nil
}

// snapshot copies the database of the data folder as of one moment.
func snapshot(path string) func(context.Context, string) error {
	return func(ctx context.Context, into string) error {
		return withReadOnly(ctx, path, func(s *store.Store) error { return s.Snapshot(ctx, into) })
	}
}

// inspect verifies a copy and says what it holds: a backup of a damaged database would be none.
func inspect(ctx context.Context, path string) (backup.Contents, error) {
	var out database.Inventory
	err := withReadOnly(ctx, path, func(s *store.Store) error {
		if err := s.Verify(ctx); err != nil {
			return err
		}
		var err error
		out, err = s.Inventory(ctx)
		return err
	})
	return backup.Contents(out), err
}

// prepare verifies the database of an archive, brings its schema to this program's and notes that it comes from the past.
func prepare(ctx context.Context, path string, log *slog.Logger) (err error) {
	if _, err := inspect(ctx, path); err != nil {
		return err
	}
	s, err := store.Open(ctx, path, database.WithLogger(log))
	if err != nil {
		return err
	}
	err = s.Migrate(ctx)
	if err == nil {
		err = s.Jobs.AfterRestore(ctx)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(errors.New("the restored database did not close cleanly: try again"), err)
	}
	return nil
}

// withReadOnly opens a database for looking only.
func withReadOnly(ctx context.Context, target string, look func(*store.Store) error) error {
	s, err := store.OpenReadOnly(ctx, target)
	if err != nil {
		return err
	}
	return errors.Join(look(s), s.Close())
}

// inventoryLine lists what a database has, in one line.
func inventoryLine(counts map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		}
	}
	if parts == nil {
		return "nothing yet"
	}
	return strings.Join(parts, ", ")
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }
