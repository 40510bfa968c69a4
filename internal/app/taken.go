package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"

	"mentionary/internal/config"
)

// port is an address that run listens on and the variable that chooses another one.
type port struct {
	setting string
	address config.Address
}

// ports are the addresses that run listens on.
func ports(cfg *config.Config) []port {
	all := []port{
		{"MENTIONARY_LISTEN", cfg.Listen}, {"MENTIONARY_TEMPORAL_ADDRESS", cfg.Temporal.Address},
	}
	if cfg.Temporal.UI != (config.Address{}) {
		all = append(all, port{"MENTIONARY_TEMPORAL_UI", cfg.Temporal.UI})
	}
	if cfg.Demo.On {
		all = append(all, port{"MENTIONARY_DEMO_LISTEN", cfg.DemoListen})
	}
	return all
}

// portsFree asks before anything is started whether somebody else has one of the addresses, and names all that are taken.
func portsFree(ctx context.Context, cfg *config.Config) error {
	var all []error
	for _, p := range ports(cfg) {
		l, err := listen(ctx, p.address, p.setting)
		if err == nil {
			err = l.Close()
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}

// listen opens a port; setting is the variable that chooses another one.
func listen(ctx context.Context, address config.Address, setting string) (net.Listener, error) {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", address.String())
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is taken: %s, or choose another address with %s", address, whoListens(ctx, address), setting)
	case err != nil:
		return nil, fmt.Errorf("the program cannot listen on %s: %w; choose another address with %s", address, err, setting)
	}
	return l, nil
}

// portOf is the port that was found free for a listener.
func portOf(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String()) // addresses of listeners have one
	return port
}

// whoListens says whom to look for behind a taken address. Another one of us says so itself.
func whoListens(ctx context.Context, address config.Address) string {
	if version := askVersion(ctx, address); version != "" {
		return fmt.Sprintf("another mentionary (%s) runs there; stop it", version)
	}
	return fmt.Sprintf("another program listens there; find it with “lsof -i :%s” or “ss -ltnp” and stop it", address.Port)
}

// askVersion returns the version of the mentionary that answers at an address, "" when something else does or nothing.
func askVersion(ctx context.Context, address config.Address) string {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address.FromHere()+"/api/health", nil)
	if err != nil {
		return ""
	}
	resp, err := httpClient(&http.Transport{DisableKeepAlives: true}).Do(req)
	if err != nil {
		return ""
	}
	defer func() { _ = resp.Body.Close() }()
	var said struct{ Status, Workflows, Version string }
	if json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&said) != nil || said.Status == "" || said.Workflows == "" {
		return ""
	}
	return said.Version
}
