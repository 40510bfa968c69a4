//go:build e2e

package e2e_test

import (
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const commandTime = 30 * time.Second

// command runs a command of the machine that must succeed and returns what it printed.
func (m *machine) command(args ...string) string {
	m.t.Helper()
	p := launch(m.t, fullProgram, m.env, args...)
	p.ends(commandTime)
	return p.out.String()
}

// failing runs a command that must fail and returns what it said.
func failing(t *testing.T, env []string, args ...string) string {
	t.Helper()
	p := launch(t, fullProgram, env, args...)
	select {
	case <-p.done:
	case <-time.After(commandTime):
		require.FailNow(t, "the command does not end", "%v", args)
	}
	require.Error(t, p.err, "%v must be refused: %s", args, p.out)
	return p.out.String()
}

// files lists what lies in a folder, with sizes.
func files(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		info, err := e.Info()
		require.NoError(t, err)
		out[e.Name()] = info.Size()
	}
	return out
}

func TestABackupMadeInTheMiddleOfAJobLosesNothing(t *testing.T) {
	t.Parallel()
	const episodes = 24
	show := newPodcast(t, "Saved", episodes, slowly)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	id := m.operator().submit(show.feed(), episodes)
	m.operator().awaitDone(id, 3, time.Minute)
	archive := filepath.Join(t.TempDir(), "mentionary.tar.gz")
	require.Contains(t, m.command("backup", archive), "Backup made  "+archive)
	info, err := os.Stat(archive)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.Contains(t, failing(t, m.env, "backup", archive), "never overwrites")
	require.Contains(t, failing(t, m.env, "restore", archive, "--force"), "stop it first", "not under a running program")
	j := m.operator().awaitDone(id, m.operator().job(id).ItemsDone+2, time.Minute)
	require.Less(t, j.ItemsDone, episodes, "the kill must come in the middle")
	m.kill()
	late := filepath.Join(t.TempDir(), "late.tar.gz")
	require.Contains(t, m.command("backup", late), "Backup made", "what a killed program left can be backed up too")

	// On another machine: an empty folder.
	other := newMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	require.Contains(t, other.command("restore", archive), "Open work starts again")
	require.Positive(t, other.database().count(`SELECT COUNT(*) FROM runs WHERE state = 'live'`), "the backup was made in the middle")
	other.start()
	require.Equal(t, episodes, other.operator().awaitClosed(id, "completed", time.Minute).ItemsDone)
	other.stop()
	other.database().finished(episodes)
	require.Equal(t, episodes, other.database().count(`SELECT COUNT(*) FROM runs`), "each run goes on where the backup left it")

	// In the same folder, after the job has ended: its workflows know a later state than the restored rows.
	m.start()
	m.operator().awaitClosed(id, "completed", time.Minute)
	m.stop()
	require.Contains(t, failing(t, m.env, "restore", archive), "--force")
	require.Contains(t, m.command("restore", archive, "--force"), "Kept aside")
	kept, err := filepath.Glob(filepath.Join(m.dir, "mentionary.db.before-restore-*"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	m.start()
	require.Equal(t, episodes, m.operator().awaitClosed(id, "completed", time.Minute).ItemsDone)
	m.stop()
	m.database().finished(episodes)
	require.Equal(t, episodes, m.database().count(`SELECT COUNT(*) FROM runs`))
}

func TestADamagedBackupIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.start()
	m.stop()
	folder := t.TempDir()
	require.Contains(t, m.command("backup", folder), "Backup made", "also when nothing runs")
	made, err := filepath.Glob(filepath.Join(folder, "mentionary-*.tar.gz"))
	require.NoError(t, err)
	require.Len(t, made, 1)
	whole, err := os.ReadFile(made[0])
	require.NoError(t, err)
	before := files(t, m.dir)
	damaged := filepath.Join(folder, "damaged")
	for _, b := range [][]byte{whole[:len(whole)/2], whole[:len(whole)-1], append([]byte("x"), whole...), []byte("hello"), nil} {
		require.NoError(t, os.WriteFile(damaged, b, 0o600))
		said := failing(t, m.env, "restore", damaged, "--force")
		require.Contains(t, said, "nothing was changed")
		require.Contains(t, said, "Use another copy")
	}
	middle := append([]byte{}, whole...)
	middle[len(middle)/2] ^= 1
	require.NoError(t, os.WriteFile(damaged, middle, 0o600))
	require.Contains(t, failing(t, m.env, "restore", damaged, "--force"), "nothing was changed")
	require.Equal(t, before, files(t, m.dir))
	require.Contains(t, failing(t, newMachine(t).env, "backup", folder), "nothing to back up")
}

func TestKilledCommandsLeaveWholeFiles(t *testing.T) {
	t.Parallel()
	const times, longest = 10, 150 * time.Millisecond
	m := startMachine(t)
	talk := m.operator().upload("talk.vtt", transcriptVTT(1))
	id := ask[struct{ JobID int }](m.operator(), http.MethodPost, "/api/process", map[string]any{"uploadIds": []string{talk}}).JobID
	m.operator().awaitClosed(id, "completed", time.Minute)
	m.stop()
	archive := filepath.Join(t.TempDir(), "first.tar.gz")
	m.command("backup", archive)
	for n := range times {
		after := rand.N(longest) // a random moment is what this is about
		next := filepath.Join(filepath.Dir(archive), strconv.Itoa(n))
		backup := launch(t, fullProgram, m.env, "backup", next)
		restore := launch(t, fullProgram, m.env, "restore", archive, "--force")
		time.Sleep(after)
		restore.kill()
		backup.kill()
		require.Equal(t, 1, m.database().count(`SELECT COUNT(*) FROM episodes`),
			"killed after %s: there is the old database or the new one", after)
		m.database().holdsTogether()
		if _, err := os.Stat(next); err == nil {
			archive = next // a file with the name of a backup is one: the next round restores it
		}
	}
	m.command("restore", archive, "--force")
	left, err := filepath.Glob(filepath.Join(m.dir, ".restore-*"))
	require.NoError(t, err)
	require.Empty(t, left, "what the killed ones left is gone")
	m.start()
	m.stop()
	m.database().finished(1)
}

func TestPostgresComesBackWithItsOwnTools(t *testing.T) {
	t.Parallel()
	const episodes = 16
	show := newPodcast(t, "Dumped", episodes, slowly)
	c := newCluster(t, 2, show.origin)
	launch(t, slimProgram, c.env, "migrate").ends(startTime)
	worker := c.worker()
	worker.says("at work")
	noor := signIn(t, c.serve(0), "preset-noor")
	id := noor.submit(show.feed(), episodes)
	noor.awaitDone(id, 3, time.Minute)
	dump := filepath.Join(t.TempDir(), "mentionary.dump")
	tool(t, "pg_dump", "--format=custom", "--file="+dump, c.database)
	require.Contains(t, failing(t, c.env, "backup", dump+".tar.gz"), "pg_dump")
	noor.awaitClosed(id, "completed", time.Minute)
	worker.stop()

	restored := newPostgres(t)
	env := append(append([]string{}, c.env...), "MENTIONARY_DATABASE="+restored)
	require.Contains(t, failing(t, env, "restore", "--after-postgres"), "The database is empty")
	tool(t, "pg_restore", "--no-owner", "--exit-on-error", "--dbname="+restored, dump)
	require.Contains(t, failing(t, env, "restore", "--after-postgres"), "Make a new namespace")
	c.engine.stop()
	c.env = append(env, "MENTIONARY_TEMPORAL_NAMESPACE=restored")
	c.startEngine()
	after := launch(t, fullProgram, c.env, "restore", "--after-postgres")
	after.ends(commandTime)
	require.Contains(t, after.out.String(), "Open work starts again")

	noor = signIn(t, c.serve(1), "preset-noor")
	require.False(t, noor.job(id).closed(), "the dump was made in the middle")
	c.worker().says("at work")
	require.Equal(t, episodes, noor.awaitClosed(id, "completed", time.Minute).ItemsDone)
	db := openDatabase(t, "pgx", restored)
	db.finished(episodes)
	require.Equal(t, episodes, db.count(`SELECT COUNT(*) FROM runs`))
}

// tool runs a tool of PostgreSQL.
func tool(t *testing.T, name string, args ...string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s %s: %s", name, strings.Join(args, " "), out)
}
