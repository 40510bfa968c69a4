package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// healthyTimeout bounds how long a process may take to say that it is ready; it allows its database less.
const healthyTimeout = 5 * time.Second

// Healthy asks the process that listens at an address whether it is ready, and answers why not: a web server where it serves
// people, a worker at its address for operators. Containers have neither shell nor curl, so the program asks itself.
func Healthy(ctx context.Context, address string) error {
	target, err := ownAddress(address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthyTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+target+"/readyz", nil)
	if err != nil {
		return fmt.Errorf("ask %s: %w", target, err)
	}
	// Without a proxy on purpose: the question is about this machine.
	resp, err := httpClient(&http.Transport{DisableKeepAlives: true}).Do(req)
	if err != nil {
		return fmt.Errorf("nothing answers at %s: %w", target, err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the process at %s is not ready: it answered %s", target, resp.Status)
	}
	return nil
}

// ownAddress answers where this machine reaches a listening address: loopback when it listens everywhere.
func ownAddress(listen string) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("%q is not an address such as 127.0.0.1:8080", listen)
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "", err == nil && ip.IsUnspecified() && ip.Is4():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
