package secure_test

import (
	"net/http"
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver/secure"
)

func TestOnlyProxiesOfOursSayWhoTheCallerIs(t *testing.T) {
	t.Parallel()
	var from string
	r := wrap(t, func(_ http.ResponseWriter, r *http.Request) { from = r.RemoteAddr }, func(o *secure.Options) {
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, c := range []struct{ peer, said, want string }{
		{"10.0.0.1:555", "192.0.2.7", "192.0.2.7:0"},
		{"10.0.0.1:555", "8.8.8.8, 192.0.2.7, 10.0.0.2", "192.0.2.7:0"},
		{"10.0.0.1:555", "10.0.0.3, 10.0.0.2", "10.0.0.3:0"},
		{"10.0.0.1:555", "192.0.2.7, nonsense", "10.0.0.1:555"},
		{"10.0.0.1:555", "2001:db8::7", "[2001:db8::7]:0"},
		{"[::ffff:10.0.0.1]:555", "::ffff:192.0.2.7", "192.0.2.7:0"},
		{"10.0.0.1:555", "", "10.0.0.1:555"},
		{"192.0.2.9:555", "192.0.2.7", "192.0.2.9:555"},
		{"nonsense", "192.0.2.7", "nonsense"},
	} {
		req := get("/")
		req.RemoteAddr = c.peer
		r.send(req, "X-Forwarded-For", c.said)
		require.Equal(t, c.want, from, "%s says %q", c.peer, c.said)
	}
}
