package ytdlp_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/source/ytdlp"
)

// It changes PATH and can therefore not run beside others.
func TestFindLooksOnPath(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	_, ok := ytdlp.Find()
	require.False(t, ok)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "yt-dlp"), []byte("#!/bin/sh\n"), 0o700))
	_, ok = ytdlp.Find()
	require.True(t, ok)
}
