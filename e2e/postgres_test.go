//go:build e2e

package e2e_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// ownPostgres is a PostgreSQL server of one test, which may stop it.
type ownPostgres struct {
	t    *testing.T
	port string
	dir  string
}

func newOwnPostgres(t *testing.T) *ownPostgres {
	t.Helper()
	_, port, err := net.SplitHostPort(freeAddress(t))
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "mentionary-pg-") // not the test's own folder: the server's user may not enter that
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	p := &ownPostgres{t: t, port: port, dir: dir}
	t.Cleanup(func() {
		_ = p.command("stop").Run() // it may be stopped already
		require.NoError(t, os.RemoveAll(dir))
	})
	return p
}

func (p *ownPostgres) url() string {
	return "postgres://mentionary@127.0.0.1:" + p.port + "/postgres?sslmode=disable"
}

func (p *ownPostgres) command(verb string) *exec.Cmd {
	c := exec.Command("../tools/postgres.sh", verb)
	// What is acknowledged must outlive the crash: the shared server of the other tests may forget the last moments.
	c.Env = append(os.Environ(), "PGTEST_PORT="+p.port, "PGTEST_DIR="+filepath.Join(p.dir, "server"),
		"PGTEST_OPTIONS=-c synchronous_commit=on")
	return c
}

func (p *ownPostgres) start() { p.run("start") }

// stop ends the server as a crash would.
func (p *ownPostgres) stop() { p.run("stop") }

func (p *ownPostgres) run(verb string) {
	p.t.Helper()
	// Not CombinedOutput: the server inherits the pipe and would keep it open.
	out, err := os.Create(filepath.Join(p.t.TempDir(), verb))
	require.NoError(p.t, err)
	c := p.command(verb)
	c.Stdout, c.Stderr = out, out
	if err := c.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		require.NoError(p.t, err, "%s", said)
	}
	require.NoError(p.t, out.Close())
}
