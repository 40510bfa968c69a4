package outbound

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"mentionary/internal/fault"
)

var loopback = prefixes("127.0.0.0/8", "::1/128")

// names is a name server on loopback. Each name answers its addresses in turn, one per look-up, and stays at the last;
// a name it does not know does not exist.
type names struct {
	mu      sync.Mutex
	answers map[string][]string
}

func (n *names) next(name string, ipv6 bool) (netip.Addr, bool, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	list, known := n.answers[name]
	if !known {
		return netip.Addr{}, false, false
	}
	addr := netip.MustParseAddr(list[0])
	if addr.Is6() != ipv6 {
		return netip.Addr{}, false, true
	}
	if len(list) > 1 {
		n.answers[name] = list[1:]
	}
	return addr, true, true
}

// serveNames starts the name server and returns a resolver that asks it.
func serveNames(t *testing.T, answers map[string][]string) *net.Resolver {
	t.Helper()
	n := &names{answers: answers}
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if reply, err := n.reply(buf[:size]); err == nil {
				_, _ = conn.WriteTo(reply, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

func (n *names) reply(query []byte) ([]byte, error) {
	var m dnsmessage.Message
	if err := m.Unpack(query); err != nil {
		return nil, err
	}
	q := m.Questions[0]
	out := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, Authoritative: true}, Questions: m.Questions[:1]}
	name := q.Name.String()
	addr, found, known := n.next(name[:len(name)-1], q.Type == dnsmessage.TypeAAAA)
	switch {
	case !known:
		out.RCode = dnsmessage.RCodeNameError
	case !found:
	case addr.Is6():
		out.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
			Body:   &dnsmessage.AAAAResource{AAAA: addr.As16()},
		}}
	default:
		out.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
			Body:   &dnsmessage.AResource{A: addr.As4()},
		}}
	}
	return out.Pack()
}

// steppingClock jumps to the end of every wait and counts what was waited.
type steppingClock struct {
	mu     sync.Mutex
	now    time.Time
	waited time.Duration
}

func newSteppingClock() *steppingClock {
	return &steppingClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
}

func (c *steppingClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *steppingClock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.waited += d
	done := make(chan time.Time, 1)
	done <- c.now
	return done
}

func (c *steppingClock) total() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waited
}

// newClients builds doors without floor time unless the options say otherwise.
func newClients(t *testing.T, o Options) *Clients {
	t.Helper()
	if o.FloorTime == 0 {
		o.FloorTime = -1
	}
	o.Version, o.BaseURL = "1.2", "https://mentionary.example"
	c, err := New(o)
	require.NoError(t, err)
	t.Cleanup(c.CloseIdle)
	return c
}

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, raw := range list {
		out[i] = netip.MustParsePrefix(raw)
	}
	return out
}

// listenAlso serves the handler on another loopback address too.
func listenAlso(t *testing.T, address string, handler http.Handler) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	require.NoError(t, err)
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
}

func requireFault(t *testing.T, err error, kind fault.Kind, sentence string, retryAfter time.Duration) {
	t.Helper()
	f := fault.Of(err)
	require.Equal(t, kind, f.Kind, "%v", err)
	require.Equal(t, retryAfter, f.RetryAfter)
	if sentence != "" {
		require.Equal(t, sentence, f.Sentence)
	}
}
