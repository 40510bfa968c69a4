package outbound

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"mentionary/internal/fault"
)

// maxURLBytes is more than any link in the wild needs and less than servers cut off.
const maxURLBytes = 4096

// ParseTarget reads an address named by data and returns a BadInput fault when its text alone already rules it out:
// another scheme than http and https, a user name, no host, a number in a form only some programs read as an address.
// It resolves nothing; where the address leads is decided when the connection is made.
func ParseTarget(raw string) (*url.URL, error) {
	if len(raw) > maxURLBytes {
		return nil, fault.Newf(fault.BadInput, "The address is longer than %d characters. Use a shorter one.", maxURLBytes)
	}
	u, err := url.Parse(strings.TrimSpace(raw))
	if err != nil {
		return nil, fault.Wrap(fault.BadInput, err, "This is not a web address. Check its spelling.")
	}
	if err := checkTarget(u); err != nil {
		return nil, err
	}
	return u, nil
}

func checkTarget(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fault.New(fault.BadInput, "Only addresses that begin with http:// or https:// can be fetched.")
	case u.User != nil:
		return fault.New(fault.BadInput, "Addresses with a user name or password in them cannot be fetched. Remove that part.")
	case u.Opaque != "" || !plausibleHost(u.Hostname()):
		return fault.New(fault.BadInput, "The address has no usable host name. Check its spelling.")
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return fault.New(fault.BadInput, "The port number of the address is not valid. Check its spelling.")
		}
	}
	return nil
}

// plausibleHost refuses what resolvers disagree about: 2130706433, 0x7f.1 and 0177.0.0.1 are loopback to some of them
// and names to others. A host whose last label is a number must be a plain dotted IPv4 address.
func plausibleHost(host string) bool {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		return err == nil && addr.Is6()
	}
	if len(host) > 255 || strings.ContainsAny(host, "%\\@ \t\r\n<>^|`\"{}") {
		return false
	}
	trimmed := strings.TrimSuffix(host, ".")
	last := trimmed[strings.LastIndexByte(trimmed, '.')+1:]
	if last == "" || strings.Contains(trimmed, "..") || strings.HasPrefix(trimmed, ".") {
		return false
	}
	if !isNumber(last) {
		return true
	}
	addr, err := netip.ParseAddr(trimmed)
	return err == nil && addr.Is4()
}

// isNumber reports whether a label is one number in decimal, octal or hexadecimal notation.
func isNumber(label string) bool {
	if hex, ok := strings.CutPrefix(strings.ToLower(label), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// origin is what the operator names: scheme, host and port, nothing looser.
type origin struct{ scheme, host, port string }

func originOf(u *url.URL) origin {
	o := origin{
		scheme: strings.ToLower(u.Scheme),
		host:   strings.TrimSuffix(strings.ToLower(u.Hostname()), "."),
		port:   u.Port(),
	}
	if o.port == "" {
		o.port = map[string]string{"http": "80", "https": "443"}[o.scheme]
	}
	return o
}

// origins is a set of them.
type origins map[origin]bool

// parseOrigins reads configured addresses; a path in them is ignored, the origin is what counts.
func parseOrigins(list ...[]string) (origins, error) {
	set := origins{}
	for _, raws := range list {
		for _, raw := range raws {
			u, err := url.Parse(raw)
			if err != nil {
				return nil, fmt.Errorf("outbound: the configured origin %q is not a web address: %w", raw, err)
			}
			if (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
				return nil, fmt.Errorf("outbound: the configured origin %q must look like https://host:port", raw)
			}
			set[originOf(u)] = true
		}
	}
	return set, nil
}

func (s origins) has(u *url.URL) bool { return s[originOf(u)] }
