//go:build !slim

package temporal

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/operatorservice/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	sdklog "go.temporal.io/sdk/log"
	temporalsdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"go.temporal.io/server/common/config"

	"mentionary/internal/fault"
	"mentionary/internal/searchattr"
	"mentionary/internal/work"
)

// The tests here are not parallel: a process runs one server at a time.

const (
	queue    = "tests"
	patience = 30 * time.Second
)

// startServer starts a server on free ports and stops it with the test, unless the test did.
func startServer(tb testing.TB, o Options) *Server {
	tb.Helper()
	o.Address, o.Logger = "127.0.0.1:0", slog.New(slog.DiscardHandler)
	s, err := Start(tb.Context(), o)
	require.NoError(tb, err)
	tb.Cleanup(func() { stopServer(tb, s) })
	return s
}

func stopServer(tb testing.TB, s *Server) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	require.NoError(tb, s.Close(ctx))
}

func dial(tb testing.TB, s *Server) client.Client {
	tb.Helper()
	c, err := client.Dial(client.Options{
		HostPort: s.Address(), Namespace: DefaultNamespace,
		Logger: sdklog.NewStructuredLogger(slog.New(slog.DiscardHandler)),
	})
	require.NoError(tb, err)
	tb.Cleanup(c.Close)
	return c
}

// untilSignal waits for the signal and returns its text with the greeting of an activity in front.
func untilSignal(ctx workflow.Context) (string, error) {
	// What was handed to a worker as it stopped is tried again only when this time is over; a minute would be longer than patience.
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: patience / 10})
	var greeting, text string
	if err := workflow.ExecuteActivity(ctx, greet).Get(ctx, &greeting); err != nil {
		return "", err
	}
	workflow.GetSignalChannel(ctx, "go").Receive(ctx, &text)
	return greeting + text, nil
}

func greet(context.Context) (string, error) { return "hello ", nil }

func startWorker(tb testing.TB, c client.Client) worker.Worker {
	tb.Helper()
	w := worker.New(c, queue, worker.Options{StickyScheduleToStartTimeout: 200 * time.Millisecond}) // what the first worker kept is gone
	w.RegisterWorkflow(untilSignal)
	w.RegisterActivity(greet)
	require.NoError(tb, w.Start())
	return w
}

func begin(tb testing.TB, c client.Client, id string) client.WorkflowRun {
	tb.Helper()
	run, err := c.ExecuteWorkflow(tb.Context(), client.StartWorkflowOptions{
		ID: id, TaskQueue: queue,
		Priority: temporalsdk.Priority{FairnessKey: "somebody"},
		TypedSearchAttributes: temporalsdk.NewSearchAttributes(temporalsdk.NewSearchAttributeKeyKeyword(work.AttrKind).ValueSet("test"),
			temporalsdk.NewSearchAttributeKeyKeyword(work.AttrError).ValueSet("none")),
	}, untilSignal)
	require.NoError(tb, err)
	return run
}

func finish(tb testing.TB, c client.Client, id string) string {
	tb.Helper()
	require.NoError(tb, c.SignalWorkflow(tb.Context(), id, "", "go", "there"))
	ctx, cancel := context.WithTimeout(tb.Context(), patience)
	defer cancel()
	var text string
	require.NoError(tb, c.GetWorkflow(ctx, id, "").Get(ctx, &text))
	return text
}

func listed(tb testing.TB, c client.Client, query string) int {
	tb.Helper()
	answer, err := c.ListWorkflow(tb.Context(), &workflowservice.ListWorkflowExecutionsRequest{Query: query})
	require.NoError(tb, err)
	return len(answer.GetExecutions())
}

func TestHistoriesAndRunningWorkflowsSurviveARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	first := startServer(t, Options{File: file})
	c := dial(t, first)
	checkNamespace(t, c, DefaultRetention)
	_, err := Start(t.Context(), Options{File: file + "2", Address: "127.0.0.1:0"})
	require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "already runs")
	w := startWorker(t, c)
	begin(t, c, "finished")
	require.Equal(t, "hello there", finish(t, c, "finished"))
	begin(t, c, "running")
	w.Stop()
	c.Close()
	stopServer(t, first)
	stopServer(t, first) // idempotent
	<-first.Done()
	require.NoError(t, first.Err())

	const shorter = 48 * time.Hour // another retention reaches a file that already exists
	second := startServer(t, Options{File: file, Retention: shorter})
	require.Equal(t, first.NamespaceID(), second.NamespaceID())
	c = dial(t, second)
	checkNamespace(t, c, shorter)
	described, err := c.DescribeWorkflowExecution(t.Context(), "finished", "")
	require.NoError(t, err)
	require.Equal(t, enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, described.GetWorkflowExecutionInfo().GetStatus())
	w = startWorker(t, c)
	defer w.Stop()
	require.Equal(t, "hello there", finish(t, c, "running"))
	require.Eventually(t, func() bool { return listed(t, c, work.AttrKind+" = 'test' AND "+work.AttrError+" = 'none'") == 2 }, patience,
		20*time.Millisecond)
	for _, side := range []string{"", schemaSuffix, "-wal"} {
		info, err := os.Stat(file + side)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), side)
	}
}

func checkNamespace(t *testing.T, c client.Client, retention time.Duration) {
	t.Helper()
	ns, err := c.WorkflowService().DescribeNamespace(t.Context(), &workflowservice.DescribeNamespaceRequest{Namespace: DefaultNamespace})
	require.NoError(t, err)
	require.Equal(t, retention, ns.GetConfig().GetWorkflowExecutionRetentionTtl().AsDuration())
	require.Eventually(t, func() bool {
		attributes, err := c.OperatorService().ListSearchAttributes(t.Context(),
			&operatorservice.ListSearchAttributesRequest{Namespace: DefaultNamespace})
		require.NoError(t, err)
		keywords := 0
		for _, name := range searchattr.Names() {
			if attributes.GetCustomAttributes()[name] == enumspb.INDEXED_VALUE_TYPE_KEYWORD {
				keywords++
			}
		}
		return keywords == len(searchattr.Names())
	}, patience, 20*time.Millisecond)
}

func TestAFileReplacedUnderTheProcessIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	o, err := Options{File: file, Logger: slog.New(slog.DiscardHandler)}.checked()
	require.NoError(t, err)
	_, err = openFile(o)
	require.NoError(t, err)
	_, err = openFile(o)
	require.NoError(t, err) // the same file again
	require.NoError(t, os.Rename(file, file+".moved"))
	_, err = openFile(o)
	require.True(t, fault.Is(err, fault.Conflict), "%v", err)
	require.NoFileExists(t, file)
}

func TestAFileOfAnotherSchemaIsSetAside(t *testing.T) {
	for name, note := range map[string]string{"older": "0.1-0.1\n", "none": "", "hostile": "../../x"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "temporal.db")
			require.NoError(t, os.WriteFile(file, []byte("old data"), 0o600))
			require.NoError(t, os.WriteFile(file+"-wal", []byte("old log"), 0o600))
			version := unknownSchema
			if name == "older" {
				version = "0.1-0.1"
			}
			if note != "" {
				require.NoError(t, os.WriteFile(file+schemaSuffix, []byte(note), 0o600))
			}
			var warned bytes.Buffer
			o := Options{File: file, Namespace: DefaultNamespace, Retention: DefaultRetention, Logger: slog.New(slog.NewTextHandler(&warned, nil))}
			sql, err := openFile(o)
			require.NoError(t, err)
			require.NoError(t, verifyDurable(sql))
			kept, err := filepath.Glob(file + ".old-" + version + "-*Z")
			require.NoError(t, err)
			require.Len(t, kept, 1)
			old, err := os.ReadFile(kept[0])
			require.NoError(t, err)
			require.Equal(t, "old data", string(old))
			log, err := os.ReadFile(kept[0] + "-wal")
			require.NoError(t, err)
			require.Equal(t, "old log", string(log))
			require.Contains(t, warned.String(), "begins a new file")
			now, err := readSchemaNote(file)
			require.NoError(t, err)
			require.Equal(t, schemaVersion, now)
		})
	}
}

func TestADamagedFileIsSetAside(t *testing.T) {
	for name, c := range map[string]struct {
		damage func(t *testing.T, f *os.File, size int64)
		aside  bool
	}{
		"garbage":     {func(t *testing.T, f *os.File, _ int64) { t.Helper(); scribble(t, f, 0, 4096) }, true},
		"inner pages": {func(t *testing.T, f *os.File, size int64) { t.Helper(); scribble(t, f, 4096, size-4096) }, true},
		"cut off":     {func(t *testing.T, f *os.File, size int64) { t.Helper(); require.NoError(t, f.Truncate(size/2)) }, true},
		"empty":       {func(t *testing.T, f *os.File, _ int64) { t.Helper(); require.NoError(t, f.Truncate(0)) }, true},
		"nothing":     {func(*testing.T, *os.File, int64) {}, false}, // the negative control
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "temporal.db")
			var warned bytes.Buffer
			o := Options{File: file, Namespace: DefaultNamespace, Retention: DefaultRetention, Logger: slog.New(slog.NewTextHandler(&warned, nil))}
			wholeFile(t, file)
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			require.NoError(t, err)
			info, err := f.Stat()
			require.NoError(t, err)
			c.damage(t, f, info.Size())
			require.NoError(t, f.Close())

			_, err = openFile(o)
			require.NoError(t, err)
			kept, err := filepath.Glob(file + ".old-damaged-*Z")
			require.NoError(t, err)
			require.Len(t, kept, map[bool]int{true: 1, false: 0}[c.aside])
			require.Equal(t, c.aside, strings.Contains(warned.String(), "unfinished jobs start again"), warned.String())
			damage, err := damaged(file)
			require.NoError(t, err)
			require.Empty(t, damage)
		})
	}
}

// wholeFile makes a database of many pages, of the present schema as far as its note says.
func wholeFile(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file)
	require.NoError(t, err)
	_, err = db.ExecContext(t.Context(), `CREATE TABLE a (x TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO a SELECT hex(randomblob(50)) FROM n;
		CREATE INDEX b ON a (x)`)
	require.NoError(t, err)
	require.NoError(t, db.Close())
	require.NoError(t, writeSchemaNote(file))
}

// scribble overwrites bytes with the same letter.
func scribble(t *testing.T, f *os.File, at, size int64) {
	t.Helper()
	_, err := f.WriteAt(bytes.Repeat([]byte("x"), int(size)), at)
	require.NoError(t, err)
}

func TestUnsafeWritingIsRefused(t *testing.T) {
	for name, attributes := range map[string]map[string]string{
		"synchronous": {"mode": "rwc", "journal_mode": "wal", "synchronous": "normal"},
		"journal":     {"mode": "rwc", "journal_mode": "delete", "synchronous": "full"},
	} {
		t.Run(name, func(t *testing.T) {
			err := verifyDurable(&config.SQL{PluginName: "sqlite", DatabaseName: filepath.Join(t.TempDir(), "x.db"), ConnectAttributes: attributes})
			require.True(t, fault.Is(err, fault.Unavailable), "%v", err)
			require.Contains(t, fault.Of(err).Sentence, "not written safely")
		})
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	for name, o := range map[string]Options{
		"no store":          {},
		"two stores":        {File: file, Database: "postgres://u@127.0.0.1/x"},
		"every address":     {File: file, Address: "0.0.0.0:7233"},
		"no host":           {File: file, Address: ":7233"},
		"another address":   {File: file, Address: "192.0.2.1:7233"},
		"another loopback":  {File: file, Address: "[::1]:7233"},
		"a name":            {File: file, Address: "example.org:7233"},
		"no port":           {File: file, Address: "127.0.0.1"},
		"too large a port":  {File: file, Address: "127.0.0.1:70000"},
		"public UI":         {File: file, UIAddress: "0.0.0.0:8233"},
		"odd path":          {File: file, UIAddress: "127.0.0.1:0", UIPublicPath: "/admin\"><script>"},
		"relative path":     {File: file, UIAddress: "127.0.0.1:0", UIPublicPath: "admin"},
		"short retention":   {File: file, Retention: time.Minute},
		"file name":         {File: file + "?mode=memory"},
		"not postgres":      {Database: "mysql://u@127.0.0.1/x"},
		"no user":           {Database: "postgres://127.0.0.1/x"},
		"in the clear":      {Database: "postgres://u:secret@db.example.org/x"},
		"unverified server": {Database: "postgres://u:secret@db.example.org/x?sslmode=require"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Start(t.Context(), o)
			require.True(t, fault.Is(err, fault.BadInput), "%v", err)
			require.NotContains(t, err.Error(), "secret")
		})
	}
	require.NoFileExists(t, file)
}

func TestATakenAddressIsReported(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	dir := t.TempDir()
	for _, o := range []Options{{Address: l.Addr().String()}, {Address: "127.0.0.1:0", UIAddress: l.Addr().String()}} {
		o.File = filepath.Join(dir, "temporal.db")
		_, err = Start(t.Context(), o)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Contains(t, fault.Of(err).Sentence, l.Addr().String())
	}
	require.False(t, running.Load(), "the refusal leaves the process free to start elsewhere")
}

func TestAPortTakenWhileStartingIsRecognized(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	o, err := Options{File: filepath.Join(t.TempDir(), "temporal.db"), Address: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)}.checked()
	require.NoError(t, err)
	store, _, err := openStore(o)
	require.NoError(t, err)
	chosen, err := choosePorts(o)
	require.NoError(t, err)
	chosen.matching = l.Addr().(*net.TCPAddr).Port
	_, err = launch(o, chosen, store, tuning())
	require.ErrorContains(t, err, "address already in use")
	require.ErrorIs(t, err, syscall.EADDRINUSE)
}

func TestPortsOfOneStartDiffer(t *testing.T) {
	o, err := Options{File: "x", Address: "localhost:0", UIAddress: "127.0.0.1:0"}.checked()
	require.NoError(t, err)
	chosen, err := choosePorts(o)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, p := range []int{chosen.frontend, chosen.history, chosen.matching, chosen.worker, chosen.ui} {
		require.NotZero(t, p)
		seen[strconv.Itoa(p)] = true
	}
	require.Len(t, seen, 5)
}

// A file made before an attribute was invented gets it at the next start.
func TestMissingSearchAttributesAreAdded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "temporal.db")
	s := startServer(t, Options{File: file})
	c := dial(t, s)
	_, err := c.OperatorService().RemoveSearchAttributes(t.Context(), &operatorservice.RemoveSearchAttributesRequest{
		Namespace: DefaultNamespace, SearchAttributes: []string{work.AttrStage},
	})
	require.NoError(t, err)
	_, err = ensureNamespace(t.Context(), s.Address(), Options{Namespace: DefaultNamespace, Retention: DefaultRetention})
	require.NoError(t, err)
	checkNamespace(t, c, DefaultRetention)
}
