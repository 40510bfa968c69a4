package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/backup"
	"mentionary/internal/fault"
)

const knownSchema = 20261120115021

var noon = func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// source is a database with the given bytes.
func source(content []byte) backup.Source {
	return backup.Source{
		Program: "v1", Now: noon,
		Snapshot: func(_ context.Context, path string) error { return os.WriteFile(path, content, 0o600) },
		Inspect: func(context.Context, string) (backup.Contents, error) {
			return backup.Contents{SchemaVersion: knownSchema, Counts: map[string]int{"jobs": 3}}, nil
		},
	}
}

// archiveOf makes an archive of a database with the given bytes.
func archiveOf(t *testing.T, content []byte) string {
	t.Helper()
	made, err := backup.Create(t.Context(), t.TempDir(), source(content))
	require.NoError(t, err)
	return made.Path
}

func restoring(force bool) backup.RestoreOptions {
	return backup.RestoreOptions{
		KnownSchema: knownSchema, Force: force, Now: noon,
		Prepare: func(context.Context, string) error { return nil },
		Free:    func(string) (uint64, error) { return 10e6, nil },
	}
}

// folder lists what a folder holds: names and contents.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		out[e.Name()] = string(b)
	}
	return out
}

func write(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

func TestABackupComesBackAsItWas(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("rows decide "), 100_000)
	made, err := backup.Create(t.Context(), t.TempDir(), source(content))
	require.NoError(t, err)
	require.Equal(t, "mentionary-20261120T120000Z.tar.gz", filepath.Base(made.Path))
	info, err := os.Stat(made.Path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "it holds everybody's data")
	require.Equal(t, info.Size(), made.Size)
	require.Len(t, folder(t, filepath.Dir(made.Path)), 1, "nothing is left beside it")

	dir := write(t, t.TempDir(), map[string]string{"lock": ""})
	done, err := backup.Restore(t.Context(), made.Path, dir, restoring(false))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"lock": "", "mentionary.db": string(content)}, folder(t, dir))
	require.Empty(t, done.Kept)
	require.Equal(t, made.Manifest, done.Manifest)
	require.Equal(t, backup.Format, done.Manifest.Format)
	require.Equal(t, noon(), done.Manifest.CreatedAt)
	require.Equal(t, map[string]int{"jobs": 3}, done.Manifest.Counts)
}

// tar and gzip read it: somebody without this program gets at the data.
func TestOrdinaryToolsReadTheArchive(t *testing.T) {
	t.Parallel()
	f, err := os.Open(archiveOf(t, []byte("content")))
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	gz, err := gzip.NewReader(f)
	require.NoError(t, err)
	all, err := io.ReadAll(gz)
	require.NoError(t, err, "the seal is a gzip member like any other")
	tr := tar.NewReader(bytes.NewReader(all))
	for _, name := range []string{"manifest.json", "mentionary.db"} {
		h, err := tr.Next()
		require.NoError(t, err)
		require.Equal(t, name, h.Name)
	}
	_, err = tr.Next()
	require.ErrorIs(t, err, io.EOF)
}

func TestABackupNeverOverwritesAndLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	dir := write(t, t.TempDir(), map[string]string{"mine.tar.gz": "precious"})
	for _, target := range []string{filepath.Join(dir, "mine.tar.gz"), filepath.Join(dir, "no such folder", "x")} {
		_, err := backup.Create(t.Context(), target, source([]byte("x")))
		require.Error(t, err)
	}
	s := source([]byte("x"))
	s.Inspect = func(context.Context, string) (backup.Contents, error) {
		return backup.Contents{}, errors.New("the database is damaged")
	}
	_, err := backup.Create(t.Context(), dir, s)
	require.ErrorContains(t, err, "damaged")
	_, err = backup.Create(t.Context(), filepath.Join(dir, "second.tar.gz"), source([]byte("x")))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"mine.tar.gz", "second.tar.gz"}, keys(folder(t, dir)))
	require.Equal(t, "precious", folder(t, dir)["mine.tar.gz"])
}

func keys(m map[string]string) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	return out
}

// Whatever happens to an archive on its way, it is refused, and the data folder stays as it was.
func TestADamagedArchiveIsRefusedWhereverItIsDamaged(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	content := make([]byte, 300)
	for i := range content {
		content[i] = byte(r.IntN(256))
	}
	whole, err := os.ReadFile(archiveOf(t, content))
	require.NoError(t, err)
	dir := write(t, t.TempDir(), map[string]string{
		"lock": "", "mentionary.db": "present", "mentionary.db-wal": "log",
		"temporal.db": "workflows",
	})
	before := folder(t, dir)
	path := filepath.Join(t.TempDir(), "damaged.tar.gz")
	refused := func(what string, at int, b []byte) {
		t.Helper()
		require.NoError(t, os.WriteFile(path, b, 0o600))
		_, err := backup.Restore(t.Context(), path, dir, restoring(true))
		var f *fault.Error
		require.ErrorAs(t, err, &f, "%s at %d", what, at)
		require.Contains(t, f.Sentence, "nothing was changed", "%s at %d", what, at)
	}
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1 << r.IntN(8)
		refused("a flipped bit", i, b)
		refused("cut off", i, whole[:i])
	}
	refused("something more", len(whole), append(bytes.Clone(whole), 0))
	refused("twice", len(whole), append(bytes.Clone(whole), whole...))
	require.Equal(t, before, folder(t, dir))
}

func TestWhatIsInTheFolderIsReplacedOnlyByForceAndKept(t *testing.T) {
	t.Parallel()
	archive := archiveOf(t, []byte("restored"))
	present := map[string]string{
		"lock": "", "mentionary.db": "present", "mentionary.db-wal": "log", "temporal.db": "workflows", "temporal.db.schema": "1.0",
		"notes.txt": "mine", "mentionary.db.before-restore-20250101T000000Z": "older",
	}
	dir := write(t, t.TempDir(), present)
	_, err := backup.Restore(t.Context(), archive, dir, restoring(false))
	require.ErrorContains(t, err, "--force")
	require.Equal(t, present, folder(t, dir))

	done, err := backup.Restore(t.Context(), archive, dir, restoring(true))
	require.NoError(t, err)
	const then = ".before-restore-20261120T120000Z"
	require.Equal(t, map[string]string{
		"lock": "", "mentionary.db": "restored", "notes.txt": "mine", "mentionary.db.before-restore-20250101T000000Z": "older",
		"mentionary.db" + then: "present", "mentionary.db" + then + "-wal": "log",
		"temporal.db" + then: "workflows", "temporal.db" + then + ".schema": "1.0",
	}, folder(t, dir), "a kept database finds its log beside it")
	require.Len(t, done.Kept, 4)
}

func TestADatabaseThatCannotBePreparedChangesNothing(t *testing.T) {
	t.Parallel()
	dir := write(t, t.TempDir(), map[string]string{"mentionary.db": "present"})
	o := restoring(true)
	o.Prepare = func(context.Context, string) error { return errors.New("page 7 is damaged") }
	_, err := backup.Restore(t.Context(), archiveOf(t, []byte("x")), dir, o)
	require.ErrorContains(t, err, "page 7")
	require.Equal(t, map[string]string{"mentionary.db": "present"}, folder(t, dir))
}

func TestAnInterruptedRestoreIsCleanedUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".restore-123", "x"), 0o700))
	_, err := backup.Restore(t.Context(), archiveOf(t, []byte("x")), dir, restoring(false))
	require.NoError(t, err)
	require.Equal(t, []string{"mentionary.db"}, keys(folder(t, dir)))
}

// entry is one entry of an archive that somebody made by hand.
type entry struct {
	header  tar.Header
	content string
}

// forged is an archive with a right seal and any entries: what a person with ill will can make.
func forged(t *testing.T, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	tw := tar.NewWriter(gz)
	for _, e := range entries {
		e.header.Mode = 0o600
		if e.header.Typeflag == 0 {
			e.header.Typeflag = tar.TypeReg
		}
		e.header.Size = int64(len(e.content))
		require.NoError(t, tw.WriteHeader(&e.header))
		_, err := tw.Write([]byte(e.content))
		require.NoError(t, err)
	}
	require.NoError(t, tw.Close())
	require.NoError(t, gz.Close())
	path := filepath.Join(t.TempDir(), "forged.tar.gz")
	require.NoError(t, os.WriteFile(path, append(b.Bytes(), backup.Seal(sha256.Sum256(b.Bytes()))...), 0o600))
	return path
}

func manifest(t *testing.T, change func(*backup.Manifest)) entry {
	t.Helper()
	sum := sha256.Sum256([]byte("x"))
	m := backup.Manifest{
		Format: backup.Format, Program: "v9", SchemaVersion: knownSchema, CreatedAt: noon(),
		Files: []backup.File{{Name: "mentionary.db", Size: 1, SHA256: hex.EncodeToString(sum[:])}},
	}
	change(&m)
	b, err := json.Marshal(m)
	require.NoError(t, err)
	return entry{tar.Header{Name: "manifest.json"}, string(b)}
}

func TestForgedArchivesAreRefused(t *testing.T) {
	t.Parallel()
	same := func(*backup.Manifest) {}
	database := entry{tar.Header{Name: "mentionary.db"}, "x"}
	link := entry{tar.Header{Name: "mentionary.db", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, ""}
	named := func(name string) entry { return entry{tar.Header{Name: name}, "x"} }
	for name, c := range map[string]struct {
		entries []entry
		says    string
	}{
		"no manifest":        {[]entry{database}, "damaged"},
		"two manifests":      {[]entry{manifest(t, same), manifest(t, same), database}, "damaged"},
		"a manifest of text": {[]entry{{tar.Header{Name: "manifest.json"}, "hello"}, database}, "damaged"},
		"a huge manifest":    {[]entry{{tar.Header{Name: "manifest.json"}, strings.Repeat(" ", 2<<20)}, database}, "damaged"},
		"no database":        {[]entry{manifest(t, same)}, "damaged"},
		"a way out":          {[]entry{manifest(t, same), named("../mentionary.db")}, "damaged"},
		"an absolute path":   {[]entry{manifest(t, same), named("/tmp/mentionary.db")}, "damaged"},
		"a link":             {[]entry{manifest(t, same), link}, "damaged"},
		"one more file":      {[]entry{manifest(t, same), database, named("run.json")}, "damaged"},
		"another content":    {[]entry{manifest(t, same), {tar.Header{Name: "mentionary.db"}, "y"}}, "damaged"},
		"a longer content":   {[]entry{manifest(t, same), {tar.Header{Name: "mentionary.db"}, strings.Repeat("x", 1<<20)}}, "damaged"},
		"another name":       {[]entry{manifest(t, func(m *backup.Manifest) { m.Files[0].Name = "../x" }), named("../x")}, "damaged"},
		"a newer format":     {[]entry{manifest(t, func(m *backup.Manifest) { m.Format++ }), database}, "the program that made it, v9"},
		"a newer schema":     {[]entry{manifest(t, func(m *backup.Manifest) { m.SchemaVersion++ }), database}, "that program or a newer one"},
		"more than fits":     {[]entry{manifest(t, func(m *backup.Manifest) { m.Files[0].Size = 11e6 }), database}, "make room"},
		"a negative size":    {[]entry{manifest(t, func(m *backup.Manifest) { m.Files[0].Size = -1 }), database}, "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := write(t, t.TempDir(), map[string]string{"mentionary.db": "present"})
			_, err := backup.Restore(t.Context(), forged(t, c.entries...), dir, restoring(true))
			require.ErrorContains(t, err, c.says)
			require.Equal(t, map[string]string{"mentionary.db": "present"}, folder(t, dir))
		})
	}
	_, err := backup.Restore(t.Context(), forged(t, manifest(t, same), database), t.TempDir(), restoring(false))
	require.NoError(t, err, "the forger's tools make archives that are read when they are right")
}

func TestAStoppedRestoreChangesNothing(t *testing.T) {
	t.Parallel()
	archive := archiveOf(t, []byte("x"))
	ctx, stop := context.WithCancel(t.Context())
	o := restoring(true)
	o.Prepare = func(context.Context, string) error { stop(); return nil }
	dir := write(t, t.TempDir(), map[string]string{"mentionary.db": "present"})
	_, err := backup.Restore(ctx, archive, dir, o)
	require.ErrorIs(t, err, context.Canceled)
	_, err = backup.Restore(ctx, archive, dir, o)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, map[string]string{"mentionary.db": "present"}, folder(t, dir))
}
