package storetest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
)

func restoreSuite(t *testing.T, open Open) {
	t.Run("the inventory counts and tells the schema", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		known, err := database.KnownSchemaVersion(w.s.Dialect())
		require.NoError(t, err)
		w.person("ann")
		w.job(nil, video("v1"), video("v2"))
		got, err := w.s.Inventory(w.ctx)
		require.NoError(t, err)
		require.Equal(t, known, got.SchemaVersion)
		require.Equal(t, 1, got.Counts["users"])
		require.Equal(t, 1, got.Counts["jobs"])
		require.Contains(t, got.Counts, "pictures")
		require.NoError(t, w.s.Verify(w.ctx))
	})
	t.Run("after a restore open work has no workflow and nobody is signed in", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.person("ann")
		j, items := w.job(nil, video("v1"))
		run, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID, recipe)
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.JobStarted(w.ctx, j.ID))
		require.NoError(t, w.s.Jobs.RunStarted(w.ctx, run.Run.RunID))
		w.clock.pass(time.Minute)
		jobs, runs, err := w.s.Jobs.OpenWork(w.ctx, w.clock.now(), w.clock.now().Add(-time.Hour))
		require.NoError(t, err)
		require.Empty(t, jobs)
		require.Empty(t, runs)

		for range 2 { // it may be done twice
			require.NoError(t, w.s.Jobs.AfterRestore(w.ctx))
		}
		jobs, runs, err = w.s.Jobs.OpenWork(w.ctx, w.clock.now(), w.clock.now().Add(-time.Hour))
		require.NoError(t, err)
		require.Len(t, jobs, 1)
		require.Len(t, runs, 1)
		_, err = w.s.People.SessionByToken(w.ctx, hash("ann"), w.clock.now())
		require.Error(t, err)
		require.NoError(t, w.s.Verify(w.ctx))
	})
	t.Run("the condition names schema and server, and looking changes nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		c, err := w.s.Condition(w.ctx)
		require.NoError(t, err)
		require.Equal(t, c.KnownVersion, c.SchemaVersion)
		if w.s.Dialect() == "sqlite" {
			require.Equal(t, "wal", c.JournalMode)
			return
		}
		require.NotEmpty(t, c.ServerVersion)
		require.True(t, c.Trigrams)
		require.True(t, c.MayCreate)
		require.NotZero(t, c.Ahead, "the store's clock is the test's, the server's is not")
	})
	t.Run("a snapshot is the database of one moment", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		path := filepath.Join(t.TempDir(), "copy.db")
		if w.s.Dialect() == "postgres" {
			require.True(t, fault.Is(w.s.Snapshot(w.ctx, path), fault.Unsupported))
			return
		}
		w.person("ann")
		require.NoError(t, w.s.Snapshot(w.ctx, path))
		w.person("ben")
		alone := func() {
			entries, err := os.ReadDir(filepath.Dir(path))
			require.NoError(t, err)
			require.Len(t, entries, 1, "looking leaves nothing beside the file")
		}
		alone()
		s, err := store.OpenReadOnly(w.ctx, path)
		require.NoError(t, err)
		defer func() {
			require.NoError(t, s.Close())
			alone()
		}()
		got, err := s.Inventory(w.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, got.Counts["users"])
		require.NoError(t, s.Verify(w.ctx))
		require.Error(t, s.Jobs.AfterRestore(w.ctx), "it was opened for looking only")
	})
}
