package ytdlp

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// Version returns what yt-dlp says its version is. It writes nothing.
func (r Runner) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	//nolint:gosec // the path is the operator's, the arguments are ours, no shell
	cmd := exec.CommandContext(ctx, r.path, "--ignore-config", "--no-cache-dir", "--version")
	cmd.Env = environment(os.TempDir())
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	return string(out), err
}
