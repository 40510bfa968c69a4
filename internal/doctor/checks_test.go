package doctor_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/doctor"
)

// finds holds a check to a status and to words of its sentence.
func finds(t *testing.T, c doctor.Check, status doctor.Status, words ...string) {
	t.Helper()
	f := c.Look(t.Context())
	require.Equal(t, status, f.Status, f.Text)
	for _, w := range words {
		require.Contains(t, f.String(), w)
	}
	require.True(t, strings.HasSuffix(f.String(), "."), "a sentence: %s", f)
}

var errDown = errors.New("connection refused")

func TestConfigurationReportsEverything(t *testing.T) {
	t.Parallel()
	finds(t, doctor.Configuration("run", nil), doctor.OK, "mentionary run")
	finds(t, doctor.Configuration("run", errors.New("A: wrong\nB: wrong.")), doctor.Problem, "A: wrong\nB: wrong")
}

func TestDataFolder(t *testing.T) {
	t.Parallel()
	private := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.Mkdir(private, 0o700))
	open := filepath.Join(t.TempDir(), "data")
	require.NoError(t, os.Mkdir(open, 0o755))
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	look := func(path string, free uint64, held bool) doctor.Check {
		return doctor.DataFolder(doctor.Folder{
			Path: path,
			Free: func(string) (uint64, error) { return free, nil },
			Held: func(string) (bool, error) { return held, nil },
		})
	}
	const plenty = 50e9
	finds(t, look(filepath.Join(private, "none"), plenty, false), doctor.OK, "makes it")
	require.NoDirExists(t, filepath.Join(private, "none"), "looking makes nothing")
	finds(t, look(private, plenty, false), doctor.OK, "50.0 GB are free", "nothing runs")
	finds(t, look(private, plenty, true), doctor.OK, "mentionary runs on it")
	finds(t, look(private, 500e6, false), doctor.Warning, "Free some soon")
	finds(t, look(open, plenty, false), doctor.Warning, "chmod 700 "+open)
	finds(t, look(file, plenty, false), doctor.Problem, "MENTIONARY_DATA_DIR")
	finds(t, doctor.DataFolder(doctor.Folder{Path: private, Held: func(string) (bool, error) {
		return false, &fs.PathError{Op: "open", Path: "lock", Err: fs.ErrPermission}
	}}), doctor.Problem, "permission denied", "the user it belongs to")
}

func TestDatabase(t *testing.T) {
	t.Parallel()
	look := func(d doctor.Database, err error) doctor.Check {
		return doctor.DatabaseCheck(func(context.Context) (doctor.Database, error) { return d, err })
	}
	file := doctor.Database{Name: "mentionary.db", SchemaVersion: 7, KnownVersion: 7, JournalMode: "wal"}
	server := doctor.Database{
		Name: "db/m", Postgres: true, SchemaVersion: 7, KnownVersion: 7, ServerVersion: "15.6", Trigrams: true,
		MayCreate: true,
	}
	with := func(d doctor.Database, change func(*doctor.Database)) doctor.Check {
		change(&d)
		return look(d, nil)
	}
	finds(t, look(file, nil), doctor.OK, "schema 7")
	finds(t, look(file, fs.ErrNotExist), doctor.OK, "makes it")
	finds(t, look(file, errors.New("file is not a database")), doctor.Problem, "not a database", "mentionary restore FILE --force")
	finds(t, with(file, func(d *doctor.Database) { d.SchemaVersion = 8 }), doctor.Problem, "newer program")
	finds(t, with(file, func(d *doctor.Database) { d.SchemaVersion = 6 }), doctor.Warning, "Make a backup first")
	finds(t, with(file, func(d *doctor.Database) { d.JournalMode = "delete" }), doctor.Warning, "wal")
	finds(t, look(server, nil), doctor.OK, "PostgreSQL 15.6")
	finds(t, look(server, errDown), doctor.Problem, "connection refused", "MENTIONARY_DATABASE")
	finds(t, with(server, func(d *doctor.Database) { d.SchemaVersion = 6 }), doctor.Problem, "make a backup, then run mentionary migrate")
	finds(t, with(server, func(d *doctor.Database) { d.SchemaVersion = 0 }), doctor.Problem, "no schema yet")
	finds(t, with(server, func(d *doctor.Database) { d.Trigrams = false }), doctor.Problem, "CREATE EXTENSION pg_trgm")
	finds(t, with(server, func(d *doctor.Database) { d.Trigrams, d.MayExtend = false, true }), doctor.OK)
	finds(t, with(server, func(d *doctor.Database) { d.MayCreate = false }), doctor.Problem, "own the database")
	finds(t, with(server, func(d *doctor.Database) { d.Ahead = -90 * time.Second }), doctor.Warning, "1m30s apart")
}

func TestTemporal(t *testing.T) {
	t.Parallel()
	errNone := errors.New("not found")
	look := func(t doctor.Temporal, missing []string, err error) doctor.Check {
		t.Address, t.Namespace = "127.0.0.1:7233", "mentionary"
		t.Ask = func(context.Context) ([]string, error) { return missing, err }
		t.NoNamespace = func(err error) bool { return errors.Is(err, errNone) }
		return doctor.TemporalCheck(t)
	}
	finds(t, look(doctor.Temporal{Embedded: true}, nil, errDown), doctor.OK, "starts it on 127.0.0.1:7233")
	finds(t, look(doctor.Temporal{Embedded: true, Slim: true}, nil, nil), doctor.Problem, "full build")
	finds(t, look(doctor.Temporal{Embedded: true, Running: true}, nil, nil), doctor.OK, "answers")
	finds(t, look(doctor.Temporal{Embedded: true, Running: true}, nil, errDown), doctor.Problem, "log of mentionary run")
	finds(t, look(doctor.Temporal{}, nil, nil), doctor.OK, "search attributes are there")
	finds(t, look(doctor.Temporal{}, nil, errDown), doctor.Problem, "MENTIONARY_TEMPORAL_ADDRESS")
	finds(t, look(doctor.Temporal{}, nil, errNone), doctor.Problem, "no namespace mentionary")
	finds(t, look(doctor.Temporal{}, []string{"MentionaryKind"}, nil), doctor.Problem, "MentionaryKind", "run mentionary migrate")
}

// site answers JSON by path.
func site(t *testing.T, answers map[string]any) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch a := answers[r.URL.Path].(type) {
		case nil:
			http.NotFound(w, r)
		case int:
			w.WriteHeader(a)
		case string:
			_, _ = fmt.Fprint(w, a)
		default:
			_ = json.NewEncoder(w).Encode(a)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestProvider(t *testing.T) {
	t.Parallel()
	const at = "/.well-known/openid-configuration"
	answers := map[string]any{}
	s := site(t, answers)
	look := func(issuer string) doctor.Check { return doctor.Provider(s.Client(), issuer) }
	document := func(issuer, keys string) map[string]string {
		return map[string]string{"issuer": issuer, "jwks_uri": keys}
	}
	finds(t, look(""), doctor.OK, "Development sign-in")
	finds(t, look(s.URL), doctor.Problem, "answers 404")
	answers[at] = "<html>"
	finds(t, look(s.URL), doctor.Problem, "no JSON")
	answers[at] = document(s.URL+"/", s.URL+"/keys")
	finds(t, look(s.URL), doctor.Problem, `"`+s.URL+`/"`, "to the letter")
	answers[at] = document(s.URL, s.URL+"/keys")
	finds(t, look(s.URL), doctor.Problem, "keys", "404")
	answers["/keys"] = map[string]any{"keys": []any{}}
	finds(t, look(s.URL), doctor.Problem, "no keys")
	answers["/keys"] = map[string]any{"keys": []any{map[string]string{"use": "sig"}}}
	finds(t, look(s.URL), doctor.OK, "its keys can be read")
	answers[at] = document(s.URL, "http://127.0.0.1:1/keys")
	finds(t, look(s.URL), doctor.Problem, "MENTIONARY_OIDC_ORIGINS")
	finds(t, look("http://127.0.0.1:1"), doctor.Problem, "whether the provider runs")
}

func TestModel(t *testing.T) {
	t.Parallel()
	answers := map[string]any{}
	s := site(t, answers)
	look := func(base string) doctor.Check { return doctor.Model(s.Client(), base, base, "key", "large") }
	finds(t, look(""), doctor.Off, "built-in extractor")
	finds(t, look(s.URL+"/v1"), doctor.Warning, "does not list its models")
	answers["/v1/models"] = http.StatusUnauthorized
	finds(t, look(s.URL+"/v1"), doctor.Problem, "MENTIONARY_MODEL_KEY")
	answers["/v1/models"] = http.StatusBadGateway
	finds(t, look(s.URL+"/v1"), doctor.Problem, "502")
	answers["/v1/models"] = map[string]any{"data": []any{map[string]string{"id": "small"}}}
	finds(t, look(s.URL+"/v1"), doctor.Warning, "MENTIONARY_MODEL_NAME")
	answers["/v1/models"] = map[string]any{"data": []any{map[string]string{"id": "large"}}}
	finds(t, look(s.URL+"/v1/"), doctor.OK, "has large")
	finds(t, look("http://127.0.0.1:1/v1"), doctor.Problem, "MENTIONARY_MODEL_URL")
}

func TestALittleSpaceIsSaidInTime(t *testing.T) {
	t.Parallel()
	for free, want := range map[uint64]doctor.Status{
		0: doctor.Problem, 16<<20 - 1: doctor.Problem, 16 << 20: doctor.Problem, 99 << 20: doctor.Problem,
		100 << 20: doctor.Warning, 1<<30 - 1: doctor.Warning, 1 << 30: doctor.OK,
	} {
		words := "GB are free"
		if doctor.Full(free) {
			words = "is full"
		}
		finds(t, doctor.Disk("data", func(string) (uint64, error) { return free, nil }), want, words)
		require.Equal(t, free < 16<<20, doctor.Full(free))
	}
	finds(t, doctor.Disk("data", func(string) (uint64, error) { return 0, errDown }), doctor.Problem, "cannot be read")
}

func TestQueues(t *testing.T) {
	t.Parallel()
	look := func(q doctor.Queue, err error) doctor.Check {
		q.Name = "fetch"
		return doctor.QueueCheck("fetch", func(context.Context) ([]doctor.Queue, error) { return []doctor.Queue{{Name: "other"}, q}, err })
	}
	finds(t, look(doctor.Queue{Workers: 2, Backlog: 3}, nil), doctor.OK, "2 workers", "3 steps wait")
	finds(t, look(doctor.Queue{}, nil), doctor.Problem, "No worker", "mentionary worker")
	finds(t, look(doctor.Queue{Backlog: 1}, nil), doctor.Problem, "1 step waits")
	finds(t, look(doctor.Queue{Workers: 1, Paused: true, Backlog: 7}, nil), doctor.Warning, "is paused", "resume it")
	finds(t, look(doctor.Queue{Workers: 1, Backlog: 90, Oldest: 17 * time.Minute}, nil), doctor.Warning, "17m", "more workers")
	finds(t, look(doctor.Queue{}, errDown), doctor.Problem, "Temporal does not answer", "connection refused")
	finds(t, doctor.QueueCheck("gone", func(context.Context) ([]doctor.Queue, error) { return nil, nil }), doctor.Problem, "does not know")
}

func TestToolsAndNetwork(t *testing.T) {
	t.Parallel()
	tool := func(said string, installed bool, err error) doctor.Check {
		return doctor.YtDlp(func(context.Context) (string, bool, error) { return said, installed, err })
	}
	finds(t, tool("2026.10.01\n", true, nil), doctor.OK, "2026.10.01")
	finds(t, tool("", false, nil), doctor.Warning, "Install it")
	finds(t, tool("", true, errors.New("exit status 1")), doctor.Warning, "install it anew")
	network := func(err error) doctor.Check {
		return doctor.Network([]string{"example.org"}, func(context.Context, string) error { return err })
	}
	finds(t, network(nil), doctor.OK)
	finds(t, network(errDown), doctor.Warning, "Unknown", "example.org")
}

func TestPorts(t *testing.T) {
	t.Parallel()
	all := []doctor.Port{
		{Setting: "MENTIONARY_LISTEN", Address: "127.0.0.1:8080"},
		{Setting: "MENTIONARY_DEMO_LISTEN", Address: "127.0.0.1:8091"},
	}
	look := func(held bool, taken string) doctor.Check {
		return doctor.Ports(all, func() (bool, error) { return held, nil }, func(_ context.Context, address string) error {
			if address == taken {
				return errors.New("address already in use")
			}
			return nil
		})
	}
	finds(t, look(false, ""), doctor.OK, "127.0.0.1:8080, 127.0.0.1:8091")
	finds(t, look(false, "127.0.0.1:8091"), doctor.Problem, "MENTIONARY_DEMO_LISTEN", "already in use")
	finds(t, look(true, "127.0.0.1:8080"), doctor.OK, "that runs")
}
