//go:build e2e

package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// transcriptFolder writes one file of each format, about the episodes from first on, and one that is no transcript.
func transcriptFolder(t *testing.T, first int) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "My Show")
	require.NoError(t, os.Mkdir(dir, 0o700))
	for name, content := range map[string]string{
		"2026-01-01 One.vtt": transcriptVTT(first), "2026-01-02 Two.srt": transcriptSRT(first + 1),
		"2026-01-03 Three.json": transcriptJSON(t, first+2), "2026-01-04 Four.txt": transcriptTXT(first + 3),
		"cover.png": "\x89PNG\r\n\x1a\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	return dir
}

func TestImportWithAndWithoutARunningInstance(t *testing.T) {
	t.Parallel()
	const files, importTime = 4, time.Minute
	m := newMachine(t)
	bring := func(dir string) string {
		t.Helper()
		p := launch(t, fullProgram, m.env, "import", dir)
		p.ends(importTime)
		return p.out.String()
	}

	first := transcriptFolder(t, 1)
	said := bring(first)
	require.Contains(t, said, "No instance runs here")
	require.Regexp(t, `Sent +4 `, said)
	require.Regexp(t, `Analyzed +4 `, said)
	m.database().finished(files)
	require.NoFileExists(t, filepath.Join(m.dir, "run.json"), "the instance for the import is gone")

	m.start()
	said = bring(transcriptFolder(t, 5))
	require.NotContains(t, said, "No instance runs here")
	require.Regexp(t, `Analyzed +4 `, said)
	jobs := ask[[]job](m.operator(), http.MethodGet, "/api/jobs", nil)
	require.Len(t, jobs, 2, "the running instance did it, as its operator")
	for _, j := range jobs {
		require.Equal(t, "completed", j.State, "%s", j)
	}
	require.Contains(t, said, fmt.Sprintf("%s/jobs/%d", m.base, jobs[0].ID), "the summary leads to the job")

	said = bring(first)
	require.Regexp(t, `Already there +4`, said, "the same files again are nothing new")
	visitor := &api{t: t, base: m.base}
	require.Equal(t, 2*files, visitor.stats().TotalEpisodes, "what the operator brings in is for everybody")

	noor := signIn(t, asPeople(m.base), "preset-noor")
	body := map[string]any{"uploadIds": []string{noor.upload("My Notes.txt", transcriptTXT(9))}}
	own := ask[struct{ JobID int }](noor, http.MethodPost, "/api/process", body).JobID
	noor.awaitClosed(own, "completed", importTime)
	require.Equal(t, 2*files, visitor.stats().TotalEpisodes, "what anybody else uploads is their own")
	m.stop()
	db := m.database()
	db.finished(2*files + 1)
	require.Equal(t, 2*files+1, db.count(`SELECT COUNT(*) FROM runs`))
	require.Equal(t, 1, db.count(`SELECT COUNT(*) FROM episodes WHERE visibility = 'private'`))
}
