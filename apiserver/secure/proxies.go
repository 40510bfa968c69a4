package secure

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// behindProxies makes RemoteAddr the address of the caller when the connection comes from a proxy of ours: the last one in
// X-Forwarded-For that is no proxy of ours. What stands before it anybody may have written.
func behindProxies(next http.Handler, proxies []netip.Prefix) http.Handler {
	ours := func(a netip.Addr) bool {
		return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && ours(peer.Addr().Unmap()) {
			forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
			for _, text := range slices.Backward(forwarded) {
				a, err := netip.ParseAddr(strings.TrimSpace(text))
				if err != nil {
					break
				}
				r = r.Clone(r.Context())
				r.RemoteAddr = net.JoinHostPort(a.Unmap().String(), "0")
				if !ours(a.Unmap()) {
					break
				}
			}
		}
		next.ServeHTTP(w, r)
	})
}
