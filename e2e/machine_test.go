//go:build e2e

package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// machine is one data folder and the `mentionary run` on it: stopped, killed and started again, always at the same
// addresses.
type machine struct {
	*program
	t      *testing.T
	dir    string
	base   string // http://127.0.0.1:port
	listen string
	env    []string
}

// newMachine prepares an empty folder and addresses; nothing runs yet. settings come on top of those of a quiet machine
// without the demo library.
func newMachine(t *testing.T, settings ...string) *machine {
	t.Helper()
	m := &machine{t: t, dir: filepath.Join(t.TempDir(), "data"), listen: freeAddress(t)}
	m.base = "http://" + m.listen
	m.env = append([]string{
		"MENTIONARY_DATA_DIR=" + m.dir, "MENTIONARY_LISTEN=" + m.listen, "MENTIONARY_DEMO=false",
		"MENTIONARY_DEMO_LISTEN=" + freeAddress(t), "MENTIONARY_TEMPORAL_ADDRESS=" + freeAddress(t), "MENTIONARY_TEMPORAL_UI=",
	}, settings...)
	return m
}

// startMachine is newMachine, running.
func startMachine(t *testing.T, settings ...string) *machine {
	t.Helper()
	m := newMachine(t, settings...)
	m.start()
	return m
}

// start starts the machine and waits until it can be asked.
func (m *machine) start() {
	m.t.Helper()
	m.program = launch(m.t, fullProgram, m.env, "run")
	m.ready(m.base + "/readyz")
}

// operator is the API as the person behind the machine uses it.
func (m *machine) operator() *api {
	m.t.Helper()
	b, err := os.ReadFile(filepath.Join(m.dir, "run.json"))
	require.NoError(m.t, err)
	var i struct{ Address, Token string }
	require.NoError(m.t, json.Unmarshal(b, &i))
	require.Equal(m.t, m.base, i.Address)
	return &api{t: m.t, base: m.base, token: i.Token}
}

// database opens the machine's database for counting. The machine must be stopped, or the numbers settled.
func (m *machine) database() *database {
	return openDatabase(m.t, "sqlite", "file:"+filepath.Join(m.dir,
		"mentionary.db")+"?mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(5000)")
}

// loseWorkflows deletes the workflow engine's store of a stopped machine.
func (m *machine) loseWorkflows() {
	m.t.Helper()
	files, err := filepath.Glob(filepath.Join(m.dir, "temporal.db*"))
	require.NoError(m.t, err)
	require.NotEmpty(m.t, files, "the workflow engine must have had a store")
	for _, f := range files {
		require.False(m.t, strings.Contains(f, "mentionary.db"))
		require.NoError(m.t, os.Remove(f))
	}
}
