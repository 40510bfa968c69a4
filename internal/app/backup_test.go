package app_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/app"
	"mentionary/internal/config"
	"mentionary/internal/store"
	"mentionary/internal/store/people"
)

var quiet = slog.New(slog.DiscardHandler)

// machine is a data folder with one person in its database, who is signed in.
func machine(t *testing.T) *config.Config {
	t.Helper()
	cfg := &config.Config{DataDir: filepath.Join(t.TempDir(), "data [1]")} // names are not patterns
	require.NoError(t, os.Mkdir(cfg.DataDir, 0o700))
	s := open(t, cfg)
	require.NoError(t, s.Migrate(t.Context()))
	now := time.Now()
	_, err := s.People.SignIn(t.Context(), people.Identity{Issuer: "https://id.test", Subject: "ann", Name: "Ann"},
		people.NewSession{TokenHash: token, Created: now, Expires: now.Add(time.Hour)})
	require.NoError(t, err)
	return cfg
}

var token = bytes.Repeat([]byte{1}, 32)

func open(t *testing.T, cfg *config.Config) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), cfg.SQLite())
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestABackupOfAnOpenDatabaseIsRestored(t *testing.T) {
	t.Parallel()
	cfg := machine(t)
	archive := filepath.Join(t.TempDir(), "a.tar.gz")
	var said bytes.Buffer
	require.NoError(t, app.Backup(t.Context(), cfg, &said, archive))
	require.Contains(t, said.String(), "1 users")

	other := &config.Config{DataDir: filepath.Join(t.TempDir(), "new")}
	require.NoError(t, app.Restore(t.Context(), other, quiet, &said, archive, false))
	entries, err := os.ReadDir(other.DataDir)
	require.NoError(t, err)
	require.Len(t, entries, 2, "the database and the lock")
	s := open(t, other)
	got, err := s.Inventory(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, got.Counts["users"])
	_, err = s.People.SessionByToken(t.Context(), token, time.Now())
	require.Error(t, err, "everybody signs in again")
	_, err = open(t, cfg).People.SessionByToken(t.Context(), token, time.Now())
	require.NoError(t, err, "the backed-up database stays as it is")
}

func TestADamagedDatabaseIsNotBackedUp(t *testing.T) {
	t.Parallel()
	cfg := &config.Config{DataDir: t.TempDir()}
	require.NoError(t, os.WriteFile(cfg.SQLite(), bytes.Repeat([]byte("no database "), 1000), 0o600))
	folder := t.TempDir()
	require.Error(t, app.Backup(t.Context(), cfg, &bytes.Buffer{}, folder))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestOnPostgresTheCommandsNameItsTools(t *testing.T) {
	t.Parallel()
	elsewhere, err := config.ParseDatabase("postgres://127.0.0.1/m")
	require.NoError(t, err)
	cfg := &config.Config{Database: elsewhere, DataDir: t.TempDir()}
	require.ErrorContains(t, app.Backup(t.Context(), cfg, &bytes.Buffer{}, t.TempDir()), "pg_dump")
	require.ErrorContains(t, app.Restore(t.Context(), cfg, quiet, &bytes.Buffer{}, "x", false), "pg_restore")
	require.ErrorContains(t, app.AfterPostgres(t.Context(), &config.Config{DataDir: t.TempDir()}, quiet, &bytes.Buffer{}),
		"MENTIONARY_DATABASE")
}
