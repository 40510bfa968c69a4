package outbound

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
)

func TestGuardOpensPublicAddressesOnlyByDefault(t *testing.T) {
	t.Parallel()
	g, err := newGuard(nil)
	require.NoError(t, err)
	for name, refused := range map[string][]string{
		"this network":          {"0.0.0.0", "0.1.2.3"},
		"loopback":              {"127.0.0.1", "127.127.127.127", "::1", "::ffff:127.0.0.1", "::127.0.0.1"},
		"private":               {"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd00::1", "::ffff:10.0.0.1"},
		"carrier-grade NAT":     {"100.64.0.1", "100.127.255.255"},
		"link local":            {"169.254.1.1", "fe80::1", "fe80::1%lo"},
		"cloud metadata":        {"169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "::ffff:168.63.129.16"},
		"protocol assignments":  {"192.0.0.1", "192.0.0.170", "2001::1", "2001:20::1", "2001:1::1"},
		"documentation":         {"192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"},
		"benchmarking":          {"198.18.0.1", "198.19.255.255", "2001:2::1"},
		"relay, AS112, AMT":     {"192.88.99.1", "192.31.196.1", "192.175.48.1", "192.52.193.1", "2620:4f:8000::1"},
		"multicast":             {"224.0.0.1", "239.255.255.255", "ff02::1"},
		"reserved, broadcast":   {"240.0.0.1", "255.255.255.255", "::", "100::1", "5f00::1"},
		"NAT64":                 {"64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1"},
		"6to4, Teredo, site":    {"2002:7f00:1::1", "2002:a00:1::1", "2001:0:5ef5:79fb::1", "fec0::1"},
		"unassigned IPv6 space": {"4000::1", "8000::1", "1::1"},
	} {
		for _, raw := range refused {
			for _, port := range []uint16{80, 443} {
				require.ErrorIs(t, g.check(netip.AddrPortFrom(netip.MustParseAddr(raw), port)), ErrRefused, "%s: %s", name, raw)
			}
		}
	}
	for _, raw := range []string{
		"1.1.1.1", "93.184.215.14", "100.63.255.255", "100.128.0.1", "172.32.0.1", "198.20.0.1", "2606:4700::1111",
		"2a00:1450:4001::1",
	} {
		for port, open := range map[uint16]bool{80: true, 443: true, 22: false, 25: false, 8080: false, 11211: false} {
			err := g.check(netip.AddrPortFrom(netip.MustParseAddr(raw), port))
			if open {
				require.NoError(t, err, raw)
			} else {
				require.ErrorIs(t, err, ErrRefused, "%s port %d", raw, port)
			}
		}
	}
	require.ErrorIs(t, g.control("udp4", "1.1.1.1:80", nil), ErrRefused)
	require.ErrorIs(t, g.control("tcp4", "not an address", nil), ErrRefused)
	require.NoError(t, g.control("tcp4", "1.1.1.1:80", nil))
}

func TestAllowedRangesOpenThemselvesAndNothingElse(t *testing.T) {
	t.Parallel()
	g, err := newGuard([]netip.Prefix{
		netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("169.254.0.0/16"),
		netip.MustParsePrefix("fd00::/8"),
	})
	require.NoError(t, err)
	for raw, open := range map[string]bool{
		"10.1.2.3:8080": true, "[::ffff:10.1.2.3]:80": true, "[fd12::1]:9000": true, "169.254.7.7:80": true,
		"10.2.0.1:80": false, "127.0.0.1:80": false, "[::1]:80": false, "1.1.1.1:8080": false,
		"169.254.169.254:80": false, "[fd00:ec2::254]:80": false, // no option opens the metadata service
	} {
		err := g.check(netip.MustParseAddrPort(raw))
		require.Equal(t, open, err == nil, "%s: %v", raw, err)
	}
}

func TestRangesThatWouldSwitchTheGuardOffAreRefused(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"0.0.0.0/0", "0.0.0.0/1", "::/0", "2000::/3", "::ffff:0.0.0.0/96"} {
		_, err := New(Options{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix(raw)}})
		require.Error(t, err, raw)
	}
	_, err := New(Options{AllowCIDRs: []netip.Prefix{{}}})
	require.Error(t, err)
}

// loopbackForms are ways to write the host of a local server.
var loopbackForms = []string{
	"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0.0.0.0", "0", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001",
	"0o177.0.0.1", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
	"localhost", "LOCALHOST", "rebind.example", "１２７.０.０.１",
}

func TestNoFormOfLoopbackReachesALocalServer(t *testing.T) {
	t.Parallel()
	hits := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { hits <- r.Host }))
	t.Cleanup(server.Close)
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	resolver := serveNames(t, map[string][]string{"localhost": {"127.0.0.1"}, "rebind.example": {"127.0.0.1"}})

	shut := newClients(t, Options{Resolver: resolver})
	for _, host := range loopbackForms {
		for name, client := range map[string]*http.Client{
			"data": shut.Data(), "any": shut.Any(), "hops": shut.Hops(),
			"operator": shut.Operator(),
		} {
			req := &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "http", Host: host + port, Path: "/"}}
			resp, err := client.Do(req.WithContext(t.Context()))
			if err == nil {
				_ = resp.Body.Close()
			}
			require.Error(t, err, "%s through %s", host, name)
		}
		_, err := shut.Fetch(t.Context(), Request{URL: "http://" + host + port})
		require.Error(t, err, host)
	}
	require.Empty(t, hits)

	// The control: with the guard opened for loopback the same addresses do arrive, so it is the guard that stopped them.
	open := newClients(t, Options{Resolver: resolver, AllowCIDRs: loopback})
	for _, host := range []string{"127.0.0.1", "[::ffff:127.0.0.1]", "localhost", "rebind.example", "１２７.０.０.１"} {
		_, err := open.Fetch(t.Context(), Request{URL: "http://" + host + port})
		require.NoError(t, err, host)
		require.NotEmpty(t, <-hits)
	}
}

func TestANameThatChangesItsAddressIsCheckedAtEveryConnection(t *testing.T) {
	t.Parallel()
	hits := make(chan string, 10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits <- r.URL.Path
		w.Header().Set("Connection", "close") // the next request has to look the name up again
	}))
	t.Cleanup(server.Close)
	port := server.URL[strings.LastIndexByte(server.URL, ':'):]
	// 127.0.0.1 stands for the public address here, 0.0.0.0 for the inner one; both reach the same server.
	resolver := serveNames(t, map[string][]string{"rebind.example": {"127.0.0.1", "0.0.0.0"}})
	c := newClients(t, Options{Resolver: resolver, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})

	_, err := c.Fetch(t.Context(), Request{URL: "http://rebind.example" + port + "/first"})
	require.NoError(t, err)
	_, err = c.Fetch(t.Context(), Request{URL: "http://rebind.example" + port + "/second"})
	require.ErrorIs(t, err, ErrRefused)
	require.Len(t, hits, 1)
}

func TestTargetsRuledOutByTheirTextAreBadInput(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"", "example.org", "//example.org/x", "ftp://example.org/", "file:///etc/passwd", "gopher://localhost:70/_x", "jar:http://127.0.0.1!/",
		"javascript:alert(1)",
		"http://", "http:///path", "http:opaque", "http://user@example.org/", "http://user:secret@example.org/", "http://exa mple.org/",
		"http://example.org:99999/",
		"http://example.org:0/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://1.2.3/", "http://1.2.3.4.5/",
		"http://.example.org/", "http://a..b/",
		"http://[::1", "http://[12::zz]/", "http://[1.2.3.4]/", "http://example.org\\@evil.example/", "http://a%2fb.example/",
		"http://example.org/" + strings.Repeat("x", maxURLBytes),
		"http://\x00.example/",
	} {
		_, err := ParseTarget(raw)
		require.True(t, fault.Is(err, fault.BadInput), "%q: %v", raw, err)
	}
	for _, raw := range []string{
		"http://example.org", " https://example.org/a?b#c ", "HTTPS://EXAMPLE.org:443/", "http://1.1.1.1/",
		"http://[2606:4700::1111]/", "https://bücher.example/", "http://3com.example/", "http://example.org./",
	} {
		_, err := ParseTarget(raw)
		require.NoError(t, err, raw)
	}
}

func FuzzParseTarget(f *testing.F) {
	for _, host := range loopbackForms {
		f.Add("http://" + host + "/")
	}
	f.Add("https://user@example.org:1/..//%00")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := ParseTarget(raw)
		if err != nil {
			require.True(t, fault.Is(err, fault.BadInput))
			return
		}
		require.Contains(t, []string{"http", "https"}, u.Scheme)
		require.NotEmpty(t, u.Hostname())
		require.Nil(t, u.User)
	})
}
