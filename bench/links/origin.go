package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	// takes is how long the origin thinks about a request.
	takes = 50 * time.Millisecond
	// soon is when a request comes too soon after the one before. The pacer spaces starts by a second; how much closer requests arrive is up
	// to the network and, here, to a machine that is used to the full.
	soon = 750 * time.Millisecond
)

// noted is what the origin saw of the product's checker.
type noted struct {
	Requests int
	AtOnce   int // the most at one host
	Soon     int // too soon after the one before at the same host
}

// origin is a process that answers for all hosts.
type origin struct {
	port    string
	process *exec.Cmd
	hold    io.Closer // while it is open, the process goes on
	out     *bufio.Reader
}

func startOrigin(ctx context.Context) (*origin, error) {
	cmd, err := start(ctx, order{Part: "origin"})
	if err != nil {
		return nil, err
	}
	hold, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o := &origin{process: cmd, hold: hold, out: bufio.NewReader(out)}
	_, err = fmt.Fscanln(o.out, &o.port)
	return o, err
}

// stop ends the origin and returns what it saw.
func (o *origin) stop() (n noted, err error) {
	err = o.hold.Close()
	return n, errors.Join(err, json.NewDecoder(o.out).Decode(&n), o.process.Wait())
}

// serveOrigin is the origin: it tells its port, answers until its standard input ends, and tells what it saw.
func serveOrigin() error {
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp4", "0.0.0.0:0")
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return err
	}
	fmt.Println(port)
	w := &watcher{hosts: map[string]*seen{}}
	go w.accept(l)
	_, _ = io.ReadAll(os.Stdin) // nothing ever comes
	w.mu.Lock()
	defer w.mu.Unlock()
	return json.NewEncoder(os.Stdout).Encode(w.noted)
}

// watcher answers requests and watches how hosts are asked. It speaks just as much HTTP as it needs, to leave the processor to those
// who are measured.
type watcher struct {
	mu    sync.Mutex
	hosts map[string]*seen
	noted
}

// seen is what is known of a host.
type seen struct {
	now  int
	last time.Time
}

func (w *watcher) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = conn.Close() }()
			for in := bufio.NewReaderSize(conn, 1024); w.answer(conn, in) == nil; {
				continue
			}
		}()
	}
}

var agent = []byte("User-Agent: Mentionary/")

// answer answers a request. Other pages than those that are measured are not there.
func (w *watcher) answer(conn net.Conn, in *bufio.Reader) error {
	ours, there := false, false
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= len("\r\n") {
			break
		}
		ours = ours || bytes.HasPrefix(line, agent)
		if first {
			there = bytes.Contains(line, []byte(" "+homePage+" ")) || bytes.Contains(line, []byte(" "+otherPage+" "))
		}
	}
	if host := conn.LocalAddr().String(); ours {
		w.begin(host)
		defer w.end(host)
	}
	time.Sleep(takes)
	status := "200 OK"
	if !there {
		status = "404 Not Found"
	}
	_, err := io.WriteString(conn, "HTTP/1.1 "+status+"\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")
	return err
}

func (w *watcher) begin(host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.hosts[host]
	if s == nil {
		s = &seen{}
		w.hosts[host] = s
	}
	now := time.Now()
	if now.Sub(s.last) < soon {
		w.Soon++
	}
	s.now, s.last = s.now+1, now
	w.Requests, w.AtOnce = w.Requests+1, max(w.AtOnce, s.now)
}

func (w *watcher) end(host string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hosts[host].now--
}
