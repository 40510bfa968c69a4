package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"
)

// connections are how many ask at once.
const connections = 32

// pulled is what asking again and again came to.
type pulled struct {
	perSecond float64
	took      timing
}

// pull asks a server over many connections for some time, each as soon as it has its answer. It speaks just as much HTTP as it needs: the
// client runs on the processors that it measures, and pgbench, with which the server is compared, is lean.
func pull(ctx context.Context, address string, question func(connection, n int) string, length time.Duration) (pulled, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	took, failed := make([]timing, connections), make([]error, connections)
	begun := time.Now()
	for i := range connections {
		all.Go(func() {
			took[i], failed[i] = pullOne(ctx, address, func(n int) string { return question(i, n) }, begun.Add(length))
			if failed[i] != nil {
				cancel()
			}
		})
	}
	all.Wait()
	spent := time.Since(begun)
	out := pulled{took: slices.Concat(took...)}
	out.perSecond = float64(len(out.took)) / spent.Seconds()
	return out, errors.Join(failed...)
}

// pullOne asks over one connection until the time has come.
func pullOne(ctx context.Context, address string, question func(n int) string, until time.Time) (took timing, err error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	in := bufio.NewReaderSize(conn, 64<<10)
	var ask []byte
	for n := 0; ; n++ {
		ask = fmt.Appendf(ask[:0], "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", question(n), address)
		at := time.Now()
		if at.After(until) {
			return took, nil
		}
		if _, err := conn.Write(ask); err != nil {
			return nil, err
		}
		if err := skipAnswer(in); err != nil {
			return nil, err
		}
		took = append(took, time.Since(at))
	}
}

var (
	fine   = []byte("HTTP/1.1 200 ")
	length = []byte("Content-Length: ")
)

// skipAnswer reads an answer and throws it away. One that is none, or has no length, is an error.
func skipAnswer(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, fine) {
		return fmt.Errorf("the server answers %q", line)
	}
	size := -1
	for len(line) > len("\r\n") {
		if line, err = in.ReadSlice('\n'); err != nil {
			return err
		}
		if bytes.HasPrefix(line, length) {
			if size, err = strconv.Atoi(string(bytes.TrimSpace(line[len(length):]))); err != nil {
				return err
			}
		}
	}
	if size < 0 {
		return errors.New("an answer tells no length")
	}
	_, err = io.CopyN(io.Discard, in, int64(size))
	return err
}
