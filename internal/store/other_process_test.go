package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
)

// readThis names the database that a process started by these tests reads, and nothing else.
const readThis = "MENTIONARY_TEST_READ_THIS"

func TestMain(m *testing.M) {
	if path := os.Getenv(readThis); path != "" {
		if err := readAndLeave(path); err != nil {
			println(err.Error())
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// readAndLeave is what the command line of SQLite does with a database: it opens it, reads it and closes it.
func readAndLeave(path string) error {
	conn, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return err
	}
	_, err = conn.Exec("SELECT count(*) FROM sqlite_master")
	return errors.Join(err, conn.Close())
}

// SQLite's locks are those of a process, which loses all that it has on a file when it closes the file anywhere. Without them another
// process takes itself for the only one: it empties the index of the log, and removes the log, under those who work with them.
func TestAnotherProcessMayReadTheDatabaseThatThisOneWorksOn(t *testing.T) {
	t.Parallel()
	d, path := openFile(t)
	require.NoError(t, d.Migrate(t.Context()))
	before, err := os.Stat(path + "-wal")
	require.NoError(t, err)

	condition, err := d.Condition(t.Context()) // as the page about the system's health does
	require.NoError(t, err)
	require.Equal(t, "wal", condition.JournalMode)
	readAsAnotherProcess(t, path)

	after, err := os.Stat(path + "-wal")
	require.NoError(t, err, "another process took itself for the only one")
	require.True(t, os.SameFile(before, after))
	inWrite(t, d, func(ctx context.Context, tx *db.Tx) {
		require.NoError(t, d.Exec(ctx, tx, "CREATE TABLE written (text TEXT)"))
	})

	t.Run("which a file that is closed beside SQLite prevents", func(t *testing.T) {
		for _, name := range []string{path, path + "-shm"} {
			file, err := os.Open(name)
			require.NoError(t, err)
			require.NoError(t, file.Close())
		}
		readAsAnotherProcess(t, path)
		_, err := os.Stat(path + "-wal")
		require.ErrorIs(t, err, os.ErrNotExist)
	})
}

func readAsAnotherProcess(t *testing.T, path string) {
	t.Helper()
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), readThis+"="+path)
	out, err := other.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
