package ytdlp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"mentionary/internal/fault"
)

// Limits of one call.
const (
	DefaultTimeout = 2 * time.Minute
	maxOutput      = 16 << 20 // metadata, captions
	maxComplaint   = 64 << 10
)

// Runner calls one yt-dlp. It is safe for concurrent use; callers pace themselves (guests get about 300 videos an hour).
type Runner struct {
	path    string
	timeout time.Duration
}

// Find looks for yt-dlp on PATH; false means that it is not installed.
func Find() (Runner, bool) {
	path, err := exec.LookPath("yt-dlp")
	if err != nil {
		return Runner{}, false
	}
	return New(path, DefaultTimeout), true
}

// New returns a Runner for the program at path; timeout bounds every call, DefaultTimeout when it is 0 or less.
func New(path string, timeout time.Duration) Runner {
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	return Runner{path: path, timeout: timeout}
}

// run calls yt-dlp in the folder dir and returns its standard output.
func (r Runner) run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	out := &capped{limit: maxOutput, full: cancel}
	err := r.call(ctx, dir, out, args...)
	if out.over {
		return nil, fault.New(fault.TooLarge, "yt-dlp returned more than 16 MiB for this video.")
	}
	return out.buffer.Bytes(), err
}

// call runs yt-dlp in the folder dir until it or ctx ends; its standard output goes to out.
func (r Runner) call(ctx context.Context, dir string, out io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, r.path, args...) //nolint:gosec // the path is the operator's, the arguments are ours, no shell
	cmd.Dir = dir
	cmd.Env = environment(dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // its children too
	cmd.WaitDelay = 2 * time.Second
	complaint := &capped{limit: maxComplaint}
	cmd.Stdout, cmd.Stderr = out, complaint
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.Wrap(fault.Unavailable, ctx.Err(), "YouTube did not answer in time.")
	case ctx.Err() != nil:
		return fmt.Errorf("yt-dlp: %w", ctx.Err())
	case err != nil:
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			return fault.Wrap(fault.Internal, err, fault.Neutral)
		}
		return classify(complaint.buffer.String(), err)
	}
	return nil
}

// environment passes on what a program needs to find its interpreter and the network, and none of our secrets.
func environment(dir string) []string {
	env := []string{"HOME=" + dir, "TMPDIR=" + dir, "XDG_CACHE_HOME=" + dir, "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1"}
	for _, name := range []string{"PATH", "SSL_CERT_FILE", "SSL_CERT_DIR"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// capped keeps the first limit bytes written to it. When more come it calls full, or drops them quietly without one. The
// buffer is a field on purpose: embedded, its ReadFrom would let io.Copy pass by the limit.
type capped struct {
	buffer bytes.Buffer
	limit  int
	full   func()
	over   bool
}

// Write implements io.Writer; it never fails, so that the program is not killed by a closed pipe.
func (c *capped) Write(p []byte) (int, error) {
	room := c.limit - c.buffer.Len()
	if len(p) <= room {
		return c.buffer.Write(p)
	}
	c.buffer.Write(p[:room])
	c.over = true
	if c.full != nil {
		c.full()
	}
	return len(p), nil
}
