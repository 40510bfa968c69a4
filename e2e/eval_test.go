//go:build e2e

package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What is measured comes of a real import, of which nothing is left.
func TestEvalMeasuresAnImport(t *testing.T) {
	t.Parallel()
	const evalTime = 2 * time.Minute
	m := newMachine(t)
	temp := t.TempDir()
	env := append(m.env, "TMPDIR="+temp)
	reports := []string{filepath.Join(t.TempDir(), "a.json"), filepath.Join(t.TempDir(), "b.json")}
	for _, report := range reports {
		p := launch(t, fullProgram, env, "eval", "--only", "own", "--json", report)
		p.ends(evalTime)
		require.Regexp(t, `sponsor, type and very words: recall +[01]\.\d+`, p.out.String())
		require.Regexp(t, `words stand in the transcript at their place +1\.000`, p.out.String())
		require.FileExists(t, report)
	}
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	require.Empty(t, left)
	require.NoFileExists(t, filepath.Join(m.dir, "mentionary.db"), "the folder of the product is not touched")

	p := launch(t, fullProgram, env, append([]string{"eval", "--compare"}, reports...)...)
	p.ends(evalTime)
	require.Regexp(t, `sponsor, type and very words: recall +[01]\.\d+ +[01]\.\d+`, p.out.String())
}
