package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"mentionary/internal/app"
	"mentionary/internal/config"
)

// What a process is told that shall be a web server, beside the settings of the product.
const (
	servesName  = "MENTIONARY_SCALE_SERVES"
	profileName = "MENTIONARY_SCALE_PROFILE"
)

// webServer is a web server as `mentionary serve` runs it, in a process of its own.
type webServer struct {
	address string
	process *exec.Cmd
	hold    io.Closer // while it is open, the process goes on
}

// startServer starts this program again as a web server on a database, and waits until it can be asked. profile is the file that gets its
// CPU profile, "" for none.
func startServer(ctx context.Context, target, folder, profile string) (_ *webServer, err error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self) //nolint:gosec // this program
	cmd.Env = append(os.Environ(), servesName+"=yes", profileName+"="+profile, "MENTIONARY_DATABASE="+target, "MENTIONARY_LISTEN="+address,
		"MENTIONARY_DATA_DIR="+folder, "MENTIONARY_LOG_LEVEL=error", "MENTIONARY_OIDC_ISSUER=http://127.0.0.1:9/nobody",
		"MENTIONARY_OIDC_CLIENT_ID=scale")
	says := new(bytes.Buffer)
	cmd.Stderr = says
	hold, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &webServer{address, cmd, hold}
	if err := s.await(ctx); err != nil {
		return nil, errors.Join(err, s.stop(), errors.New(says.String()))
	}
	return s, nil
}

// await asks until the server is ready.
func (s *webServer) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for again := time.NewTicker(20 * time.Millisecond); ; {
		if _, err := s.get(ctx, "/readyz"); err == nil {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return fmt.Errorf("the web server does not begin: %w", ctx.Err())
		}
	}
}

// get returns what the server answers.
func (s *webServer) get(ctx context.Context, path string) (body []byte, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	if body, err = io.ReadAll(answer.Body); err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", path, answer.Status)
	}
	return body, err
}

// spent is how much processor time the server has taken; 0 where the kernel does not say.
func (s *webServer) spent() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	_, fields, found := strings.Cut(string(stat), ") ") // after the name
	columns := strings.Fields(fields)
	if err != nil || !found || len(columns) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(columns[11])
	system, _ := strconv.Atoi(columns[12])
	return time.Duration(user+system) * 10 * time.Millisecond // the kernel counts in hundredths of a second
}

// stop ends the process and waits for it.
func (s *webServer) stop() error { return errors.Join(s.hold.Close(), s.process.Wait()) }

// settings are the command line of the web server.
type settings struct {
	config.Config `embed:""`

	Serve struct{} `cmd:"" settings:"general data web sign-in temporal model sources operators"`
}

// servesInstead does what a process does that was started as a web server, and reports whether it was: it serves until its standard
// input ends, which it does with whoever started it.
func servesInstead() bool {
	if os.Getenv(servesName) == "" {
		return false
	}
	if err := serve(os.Getenv(profileName)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

func serve(profile string) (err error) {
	if profile != "" {
		f, err := os.Create(profile) //nolint:gosec // named by whoever measures
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	var c settings
	parser, err := kong.New(&c, c.Options()...)
	if err != nil {
		return err
	}
	if _, err := parser.Parse([]string{"serve"}); err != nil {
		return err
	}
	if err := c.Validate(config.Serve); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer cancel()
		_, _ = bufio.NewReader(os.Stdin).ReadByte() // nothing ever comes
	}()
	return app.Serve(ctx, &c.Config, app.NewLogger(&c.Config, os.Stderr), io.Discard)
}
