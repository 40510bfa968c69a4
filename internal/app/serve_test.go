package app

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// pipes is a listener in memory.
type pipes struct {
	calls  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// exchange sends a request to a web server that answers with h, and returns all that comes back until the server closes.
func exchange(t *testing.T, h http.HandlerFunc, request string) string {
	t.Helper()
	l := &pipes{make(chan net.Conn), make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- (&server{handler: h, endStreams: func() {}}).serve(ctx, l) }()
	here, there := net.Pipe()
	l.calls <- there
	_, err := io.WriteString(here, request)
	require.NoError(t, err)
	answer, err := io.ReadAll(here)
	require.NoError(t, err)
	stop()
	require.NoError(t, <-done)
	return string(answer)
}

// Who begins a request and never ends it is answered and let go; before, the socket and what waited for it stayed for ever.
func TestABodyThatNeverComesHoldsNoSocket(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		answer := exchange(t, func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.ReadAll(r.Body); err != nil {
				http.Error(w, "too slow", http.StatusRequestTimeout)
			}
		}, "POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf")
		require.Contains(t, answer, "408 Request Timeout")
		require.LessOrEqual(t, time.Since(start), 2*time.Minute)
	})
}

// A stream is no slow request: what came whole may be answered for as long as it takes.
func TestAStreamIsNotASlowRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		answer := exchange(t, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.ReadAll(r.Body)
			w.Header().Set("Connection", "close")
			for range 10 {
				select {
				case <-r.Context().Done():
					return
				case <-time.After(time.Minute):
					_, _ = io.WriteString(w, "beat ")
				}
			}
		}, "POST /x HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody")
		require.Contains(t, answer, "beat beat beat beat beat beat beat beat beat beat")
	})
}
