package outbound

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"syscall"

	"code.dny.dev/ssrf"
)

// ErrRefused marks a target that a door does not open for. People read the same sentence for it as for an unreachable
// target; the mark is for logs and counters.
var ErrRefused = errors.New("target refused by the outbound guard")

// metadataAddresses hand out credentials of the machine. Some of them are public addresses, and a range allowed by the
// operator may cover the others by accident; no option opens them.
var metadataAddresses = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"), // AWS, Google, Azure, DigitalOcean, Oracle, OpenStack
	netip.MustParseAddr("169.254.170.2"),   // AWS container credentials
	netip.MustParseAddr("169.254.170.23"),  // AWS pod identity
	netip.MustParseAddr("169.254.42.42"),   // Scaleway
	netip.MustParseAddr("169.254.0.23"),    // Tencent
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("192.0.0.192"),     // Oracle, older
	netip.MustParseAddr("168.63.129.16"),   // Azure platform address, public
	netip.MustParseAddr("192.80.8.124"),    // Equinix Metal, public
	netip.MustParseAddr("fd00:ec2::254"),   // AWS
	netip.MustParseAddr("fd00:ec2::23"),    // AWS pod identity
	netip.MustParseAddr("fd20:ce::254"),    // Google
	netip.MustParseAddr("fd00:42::42"),     // Scaleway
}

// guard decides about addresses, after resolution, so that neither a redirect nor a name that changes its answer
// between two look-ups gets around it.
type guard struct {
	public *ssrf.Guardian // the special-purpose registries, ports 80 and 443, tcp only
	allow  []netip.Prefix // ranges the operator opened, on any port
}

// newGuard refuses ranges so wide that allowing them would amount to switching the guard off.
func newGuard(allow []netip.Prefix) (*guard, error) {
	for _, p := range allow {
		narrowest := 7 // fc00::/7, the unique local addresses
		if p.Addr().Is4() {
			narrowest = 8
		}
		if !p.IsValid() || p.Addr().Is4In6() || p.Bits() < narrowest {
			return nil, fmt.Errorf("outbound: the allowed range %s is not usable; give an IPv4 range of /8 or longer or an IPv6 range of /7 "+
				"or longer", p)
		}
	}
	return &guard{public: ssrf.New(), allow: slices.Clone(allow)}, nil
}

// control is a net.Dialer.Control: it sees the very address the connection is about to go to.
func (g *guard) control(network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%w: network %s", ErrRefused, network)
	}
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s is no address", ErrRefused, address)
	}
	return g.check(target)
}

func (g *guard) check(target netip.AddrPort) error {
	// ::ffff:127.0.0.1 is 127.0.0.1, and a zone must not hide an address from the ranges below.
	addr := target.Addr().Unmap().WithZone("")
	if slices.Contains(metadataAddresses, addr) {
		return fmt.Errorf("%w: %s is a metadata address", ErrRefused, addr)
	}
	for _, p := range g.allow {
		if p.Contains(addr) {
			return nil
		}
	}
	if err := g.public.SafeAddrPort(netip.AddrPortFrom(addr, target.Port())); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}
