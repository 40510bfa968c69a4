//go:build e2e

package e2e_test

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// keptMachine is a stopped machine with an analyzed talk, and a backup of it.
func keptMachine(t *testing.T) (m *machine, archive string) {
	t.Helper()
	m = startMachine(t)
	talk := m.operator().upload("talk.vtt", transcriptVTT(1))
	id := ask[struct{ JobID int }](m.operator(), http.MethodPost, "/api/process", map[string]any{"uploadIds": []string{talk}}).JobID
	m.operator().awaitClosed(id, "completed", time.Minute)
	m.stop()
	archive = filepath.Join(t.TempDir(), "kept.tar.gz")
	m.command("backup", archive)
	return m, archive
}

// change opens a file of the machine for damaging it.
func (m *machine) change(name string, how func(f *os.File, size int64)) {
	m.t.Helper()
	f, err := os.OpenFile(filepath.Join(m.dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	require.NoError(m.t, err)
	info, err := f.Stat()
	require.NoError(m.t, err)
	how(f, info.Size())
	require.NoError(m.t, f.Close())
}

// scribble overwrites a stretch of a file.
func scribble(t *testing.T, f *os.File, at, size int64) {
	t.Helper()
	_, err := f.WriteAt(bytes.Repeat([]byte("damage. "), int(size/8)), at)
	require.NoError(t, err)
}

func TestADamagedDatabaseIsNamedWithTheWayOut(t *testing.T) {
	t.Parallel()
	m, archive := keptMachine(t)
	whole, err := os.ReadFile(filepath.Join(m.dir, "mentionary.db"))
	require.NoError(t, err)
	const page = 4096
	for name, damage := range map[string]func(f *os.File, size int64){
		"the header":            func(f *os.File, _ int64) { scribble(t, f, 0, 96) },
		"the list of tables":    func(f *os.File, _ int64) { scribble(t, f, 104, page-104) },
		"a page in the middle":  func(f *os.File, size int64) { scribble(t, f, size/page/2*page, page) },
		"many pages":            func(f *os.File, size int64) { scribble(t, f, page, size-page) },
		"the end is cut off":    func(f *os.File, size int64) { require.NoError(t, f.Truncate(size/2)) },
		"cut within a page":     func(f *os.File, size int64) { require.NoError(t, f.Truncate(size-page-100)) },
		"cut off to nothing":    func(f *os.File, _ int64) { require.NoError(t, f.Truncate(0)) },
		"another kind of file":  func(f *os.File, _ int64) { require.NoError(t, f.Truncate(0)); scribble(t, f, 0, 64<<10) },
		"only its log is there": func(f *os.File, _ int64) { require.NoError(t, os.Rename(f.Name(), f.Name()+"-wal")) },
	} {
		require.NoError(t, os.WriteFile(filepath.Join(m.dir, "mentionary.db"), whole, 0o600), name)
		m.change("mentionary.db", damage)
		before := files(t, m.dir)
		said := failing(t, m.env, "run")
		require.Contains(t, said, filepath.Join(m.dir, "mentionary.db"), name)
		require.Contains(t, said, "mentionary restore FILE --force", name)
		healthy, status, text := examine(t, failing(t, m.env, "doctor", "--json"))
		require.False(t, healthy, name)
		require.Equal(t, "problem", status["integrity"], "%s: %s", name, text["integrity"])
		require.Contains(t, text["integrity"], "mentionary restore FILE --force", name)
		require.Equal(t, before, files(t, m.dir), "%s: what is left of it is left alone", name)
		require.NoError(t, removeAll(m.dir, "mentionary.db-wal", "mentionary.db-shm"))
	}
	require.Contains(t, m.command("restore", archive, "--force"), "Kept aside")
	_, status, text := examine(t, m.command("doctor", "--json"))
	require.Equal(t, "ok", status["integrity"], text["integrity"])
	m.start()
	m.stop()
	m.database().finished(1)
}

func removeAll(dir string, names ...string) error {
	for _, name := range names {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func TestADamagedLogIsNotPassedOver(t *testing.T) {
	t.Parallel()
	m := startMachine(t)
	m.operator().upload("talk.vtt", transcriptVTT(1))
	m.kill() // what was written last is in the log only
	m.change("mentionary.db-wal", func(f *os.File, size int64) {
		require.Positive(t, size)
		scribble(t, f, 0, 32)
	})
	said := failing(t, m.env, "run")
	require.Contains(t, said, "mentionary.db-wal is damaged")
	require.Contains(t, said, "mentionary restore FILE --force")
}

func TestAFirstStartThatWasCutShortIsNoLoss(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	require.NoError(t, os.MkdirAll(m.dir, 0o700))
	for _, name := range []string{"lock", "mentionary.db"} {
		require.NoError(t, os.WriteFile(filepath.Join(m.dir, name), nil, 0o600))
	}
	m.start()
	m.stop()
}

// A damaged file of the workflow engine costs nothing but time: what is open starts again from its rows.
func TestADamagedWorkflowFileIsSetAside(t *testing.T) {
	t.Parallel()
	const episodes = 12
	show := newPodcast(t, "Scribbled", episodes, slowly)
	m := startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin)
	id := m.operator().submit(show.feed(), episodes)
	j := m.operator().awaitDone(id, 2, time.Minute)
	require.Less(t, j.ItemsDone, episodes, "the kill must come in the middle")
	m.kill()
	m.change("temporal.db", func(f *os.File, size int64) { scribble(t, f, 0, size) })
	m.start()
	m.says("unfinished jobs start again")
	require.Equal(t, episodes, m.operator().awaitClosed(id, "completed", time.Minute).ItemsDone)
	m.stop()
	kept, err := filepath.Glob(filepath.Join(m.dir, "temporal.db.old-damaged-*Z"))
	require.NoError(t, err)
	require.Len(t, kept, 1)
	m.database().finished(episodes)
}

func TestATakenPortSaysWhomToLookFor(t *testing.T) {
	t.Parallel()
	first := startMachine(t)
	second := newMachine(t, "MENTIONARY_LISTEN="+first.listen)
	said := failing(t, second.env, "run")
	require.Contains(t, said, first.listen+" is taken: another mentionary")
	require.Contains(t, said, "choose another address with MENTIONARY_LISTEN")

	for _, setting := range []string{"MENTIONARY_LISTEN", "MENTIONARY_TEMPORAL_ADDRESS", "MENTIONARY_TEMPORAL_UI", "MENTIONARY_DEMO_LISTEN"} {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		said := failing(t, newMachine(t, "MENTIONARY_DEMO=true", setting+"="+l.Addr().String()).env, "run")
		require.NoError(t, l.Close())
		require.Contains(t, said, l.Addr().String()+" is taken: another program listens there", setting)
		require.Contains(t, said, "choose another address with "+setting)
	}
}

// The disk is a small one in memory, in a mount namespace of the process: nobody else sees it.
func TestAFullDiskIsSaid(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	require.NoError(t, os.MkdirAll(m.dir, 0o700))
	const script = `mount -t tmpfs -o size=64m none "$1" && {
		"$2" run & pid=$!
		read go; head -c 60000000 /dev/zero > "$1/filler"
		read go; rm "$1/filler"
		read go; kill $pid; wait $pid
	}`
	p := &program{t: t, name: "run on a small disk", out: &output{}, done: make(chan struct{})}
	p.cmd = exec.Command("unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", m.dir, fullProgram)
	p.cmd.Env = append([]string{"HOME=" + t.TempDir(), "PATH=/usr/bin:/bin:/usr/sbin:/sbin"}, m.env...)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	next, err := p.cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, p.cmd.Start())
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		_ = next.Close() // whatever the script waits for, it goes on to its end
		<-p.done
	})
	visitor := &api{t: t, base: m.base}
	says := func(path string, status int, text string) {
		t.Helper()
		eventually(t, startTime, func() string {
			if got := visitor.call(http.MethodGet, path, nil); got.status != status || !strings.Contains(string(got.body), text) {
				return path + " answers " + http.StatusText(got.status) + " " + string(got.body)
			}
			return ""
		})
	}
	p.ready(m.base + "/readyz")
	says("/api/health", http.StatusOK, `"database":"ok"`)
	_, err = next.Write([]byte("\n"))
	require.NoError(t, err)
	says("/readyz", http.StatusServiceUnavailable, "The disk of the data folder is full")
	says("/api/health", http.StatusServiceUnavailable, `"database":"full"`)
	says("/api/stats", http.StatusOK, "totalEpisodes") // what is there can be read
	_, err = next.Write([]byte("\n"))
	require.NoError(t, err)
	says("/readyz", http.StatusOK, "ready")
	says("/api/health", http.StatusOK, `"database":"ok"`)
}
