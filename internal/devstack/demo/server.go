package demo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Server serves the demo library on an address of its own.
type Server struct {
	base  string
	close func() error
	leave func() bool // forgets the context
}

// Start listens on addr, a loopback address such as 127.0.0.1:8099, and serves
// the demo library there until Close is called or ctx ends. Port 0 takes a
// free port. Other addresses are refused: the library is for this machine.
func Start(ctx context.Context, addr string) (*Server, error) {
	target, err := netip.ParseAddrPort(addr)
	if err != nil || !target.Addr().IsLoopback() {
		return nil, fmt.Errorf("the demo library cannot listen on %q: give it a loopback address with a port, such as 127.0.0.1:8099", addr)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("the demo library cannot listen on %s: %w; choose another port or stop the program that uses it", addr, err)
	}

	base := "http://" + listener.Addr().String()
	server := &http.Server{
		Handler:           Handler(base),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       time.Minute,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	s := &Server{base: base}
	s.close = sync.OnceValue(func() error {
		// Nothing here is worth waiting for: files are read again at will.
		err := server.Close()
		if end := <-served; !errors.Is(end, http.ErrServerClosed) {
			err = errors.Join(err, end)
		}
		return err
	})
	s.leave = context.AfterFunc(ctx, func() { _ = s.close() })
	return s, nil
}

// Base is the absolute address of the library, without a slash at the end.
func (s *Server) Base() string { return s.base }

// Close stops the server and frees its port. It may be called more than once.
func (s *Server) Close() error {
	s.leave()
	return s.close()
}
