//go:build !slim

package temporal

import (
	"errors"
	"net"
	"net/netip"
	"path"
	"strconv"
	"strings"
	"syscall"

	"mentionary/internal/fault"
)

// loopbackHost is the only address anything here listens on.
const loopbackHost = "127.0.0.1"

// loopback returns 127.0.0.1 with the port of address, or refuses: the server and its web interface have no login.
func loopback(address string) (string, error) {
	refused := fault.Newf(fault.BadInput,
		"The embedded Temporal server listens on 127.0.0.1 only, because it asks nobody for a password; %q is another address.", address).
		WithField("address")
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", fault.Newf(fault.BadInput, "%q is not a host and port such as 127.0.0.1:7233.", address).WithField("address")
	}
	if host != "localhost" {
		ip, err := netip.ParseAddr(host)
		if err != nil || ip != netip.MustParseAddr(loopbackHost) {
			return "", refused
		}
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil {
		return "", fault.Newf(fault.BadInput, "%q is not a port between 0 and 65535.", port).WithField("address")
	} else {
		return net.JoinHostPort(loopbackHost, strconv.FormatUint(n, 10)), nil
	}
}

// publicPath checks the path of the reverse proxy. It ends up in pages and in an address, so only plain ones are taken.
func publicPath(p string) (string, error) {
	plain := func(r rune) bool {
		return r == '/' || r == '-' || r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	if p == "" {
		return "", nil
	}
	if p[0] != '/' || p == "/" || path.Clean(p) != p || strings.ContainsFunc(p, func(r rune) bool { return !plain(r) }) {
		return "", fault.Newf(fault.BadInput, "%q is not a path such as /admin/temporal.", p).WithField("uiPublicPath")
	}
	return p, nil
}

// ports are those of one start.
type ports struct{ frontend, history, matching, worker, ui int }

func (ports) address(port int) string { return net.JoinHostPort(loopbackHost, strconv.Itoa(port)) }

// choosePorts probes the wanted ports and finds free ones for the rest. All are held until all are chosen, so they differ.
func choosePorts(o Options) (ports, error) {
	var chosen ports
	var held []net.Listener
	defer func() {
		for _, l := range held {
			_ = l.Close() // nothing was accepted, nothing can be lost
		}
	}()
	anywhere := chosen.address(0)
	wanted := []struct {
		port    *int
		address string
	}{
		{&chosen.frontend, o.Address},
		{&chosen.ui, o.UIAddress},
		{&chosen.history, anywhere},
		{&chosen.matching, anywhere},
		{&chosen.worker, anywhere},
	}
	for _, w := range wanted {
		if w.address == "" {
			continue
		}
		l, err := net.Listen("tcp4", w.address)
		if errors.Is(err, syscall.EADDRINUSE) {
			return ports{}, fault.Wrap(fault.Conflict, err,
				"Another program already uses "+w.address+". Stop it, or choose another address for the embedded Temporal server.").WithField("address")
		}
		if err != nil {
			return ports{}, fault.Wrap(fault.Unavailable, err, "The embedded Temporal server cannot listen on "+w.address+".").WithField("address")
		}
		held = append(held, l)
		*w.port = l.Addr().(*net.TCPAddr).Port
	}
	return chosen, nil
}
