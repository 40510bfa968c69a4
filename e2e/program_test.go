//go:build e2e

package e2e_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	startTime = 30 * time.Second // a full program on a busy machine
	stopTime  = 30 * time.Second // its own limit is shorter
	pollEvery = 50 * time.Millisecond
)

// program is one process of ours.
type program struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	out  *output
	done chan struct{} // closed when the process is gone
	err  error         // how it ended, after done
}

// launch starts a program with an environment of its own (no PATH: no other tools of this machine take part); it is gone
// when the test ends.
func launch(t *testing.T, path string, env []string, args ...string) *program {
	t.Helper()
	p := &program{t: t, name: strings.Join(args, " "), cmd: exec.Command(path, args...), out: &output{}, done: make(chan struct{})}
	p.cmd.Env = append([]string{"HOME=" + t.TempDir()}, env...)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	require.NoError(t, p.cmd.Start())
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	t.Cleanup(func() {
		p.signal(syscall.SIGKILL)
		<-p.done
		if t.Failed() {
			t.Logf("the end of what %q (%d) wrote:\n%s", p.name, p.cmd.Process.Pid, p.out.tail(12<<10))
		}
	})
	return p
}

// signal sends a signal; a process that is gone already needs none.
func (p *program) signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }

// kill ends the process as a power cut would.
func (p *program) kill() {
	p.signal(syscall.SIGKILL)
	<-p.done
}

// stop ends the process as an operator would, and holds it to a clean end.
func (p *program) stop() {
	p.t.Helper()
	p.signal(syscall.SIGTERM)
	p.ends(stopTime)
}

// ends waits until the process ends by itself without an error.
func (p *program) ends(within time.Duration) {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(within):
		require.FailNow(p.t, "the process does not end", "%q has not ended after %s", p.name, within)
	}
	require.NoError(p.t, p.err, "%q must end well:\n%s", p.name, p.out.tail(4<<10))
}

// ready waits until the process answers at an address, or says why it ended.
func (p *program) ready(address string) {
	p.t.Helper()
	c := &http.Client{Timeout: time.Second}
	eventually(p.t, startTime, func() string {
		select {
		case <-p.done:
			require.FailNow(p.t, "the process ended", "%q: %v\n%s", p.name, p.err, p.out.tail(4<<10))
		default:
		}
		res, err := c.Get(address)
		if err != nil {
			return err.Error()
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return address + " answers " + res.Status
		}
		return ""
	})
}

// says waits until the process has written something.
func (p *program) says(text string) {
	p.t.Helper()
	eventually(p.t, startTime, func() string {
		if strings.Contains(p.out.String(), text) {
			return ""
		}
		return p.name + " has not written " + strconv.Quote(text)
	})
}

// eventually polls until nothing is missing any more; what is missing last is the failure.
func eventually(t *testing.T, within time.Duration, missing func() string) {
	t.Helper()
	for deadline := time.Now().Add(within); ; time.Sleep(pollEvery) {
		what := missing()
		if what == "" {
			return
		}
		if time.Now().After(deadline) {
			require.FailNow(t, "it took too long", "after %s: %s", within, what)
		}
	}
}

// output keeps what a process writes.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// tail returns the last bytes without the requests that went well: polling fills the log with them.
func (o *output) tail(n int) string {
	var kept strings.Builder
	for line := range strings.Lines(o.String()) {
		if !strings.Contains(line, "msg=request") || !strings.Contains(line, "status=200") {
			kept.WriteString(line)
		}
	}
	s := kept.String()
	return s[max(0, len(s)-n):]
}

// ports hands out each port once. They lie below the range from which systems serve outgoing connections, so that nobody
// takes one between two starts of the same process.
var ports = struct {
	mu   sync.Mutex
	next int
}{next: 20000 + os.Getpid()%50*200}

// freeAddress returns a loopback address nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	ports.mu.Lock()
	defer ports.mu.Unlock()
	for range 2000 {
		ports.next++
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(ports.next))
		if l, err := net.Listen("tcp", address); err == nil {
			require.NoError(t, l.Close())
			return address
		}
	}
	require.FailNow(t, "there is no free port")
	return ""
}

// kernelSays reads a number behind its label in a file of /proc about the process.
func (p *program) kernelSays(file, label string) int64 {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.cmd.Process.Pid, file))
	require.NoError(p.t, err)
	_, rest, found := strings.Cut(string(text), "\n"+label)
	require.True(p.t, found)
	n, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	require.NoError(p.t, err)
	return n
}
