package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	ok, err := playsAPart()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !ok {
		os.Exit(m.Run())
	}
}

// The command runs as it does with many links. How fast it is on a machine that does other things is not judged.
func TestTheBenchmarkRuns(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	_, err := run(t.Context(), &out, 100, 1)
	require.NoError(t, err)
	require.Contains(t, out.String(), "| home pages | 256 |")
	require.Contains(t, out.String(), "| pages | 2048 |")
	require.Contains(t, out.String(), "250 requests of ours; most at one host at once: 1")
}
