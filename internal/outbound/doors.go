package outbound

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// Limits of one request, see SECURITY.md.
const (
	maxRedirects   = 5
	maxHeaderBytes = 64 << 10
	dialTimeout    = 10 * time.Second
	defaultTimeout = 30 * time.Second
	defaultFloor   = 2 * time.Second

	// maxIdle is more than how many requests are under way (256 checks of links, and a few). A transport that keeps fewer closes connections
	// whose answers without a body have come but were not handed over yet, and their requests fail.
	maxIdle = 512
)

// ErrTooManyRedirects ends a chain of more than five.
var ErrTooManyRedirects = errors.New("more than 5 redirects")

// Options of New. The zero value opens no origin but public ones.
type Options struct {
	// Version and BaseURL make the user agent "Mentionary/<version> (+<base URL>)", with Contact
	// "Mentionary/<version> (<base URL>; <contact>)": some catalogs want to know whom to write to.
	Version string
	BaseURL string
	Contact string

	// ServiceOrigins are addresses of the operator's own services (model, identity provider), for Operator only:
	// no address that came from data leads to them.
	ServiceOrigins []string
	// ContentOrigins are addresses of the operator's own content (own feeds, the demo origin). Any and Fetch may reach
	// them too, although they may lie on a private network.
	ContentOrigins []string
	// AllowCIDRs opens private ranges to the data door, on any port. Default none.
	AllowCIDRs []netip.Prefix

	// FloorTime is how long a failed request through the data door takes at least, so that a refused target cannot be
	// told from a dead one by the clock. Default 2 s; negative switches it off.
	FloorTime time.Duration

	Pacer    Pacer          // what a host asked for by Retry-After, Fetch heeds and tells; it is not spaced. nil: nothing is kept
	RootCAs  *x509.CertPool // nil: those of the system
	Resolver *net.Resolver  // nil: that of the system
	Clock    Clock          // nil: the real one

	// Observe hears of each request: door is data or operator, outcome ok, refused (by us) or failed. nil: nobody does.
	Observe func(door, outcome string)
}

// Clients holds the doors. Use New. Safe for concurrent use.
type Clients struct {
	data, operator, any, hops *http.Client

	fetch *http.Client // as any, without a time limit of its own: Fetch sets one
	pacer Pacer
	clock Clock
}

// New checks the options and builds the doors. It connects to nothing.
func New(o Options) (*Clients, error) {
	content, err := parseOrigins(o.ContentOrigins)
	if err != nil {
		return nil, err
	}
	named, err := parseOrigins(o.ContentOrigins, o.ServiceOrigins)
	if err != nil {
		return nil, err
	}
	g, err := newGuard(o.AllowCIDRs)
	if err != nil {
		return nil, err
	}
	if o.FloorTime == 0 {
		o.FloorTime = defaultFloor
	}
	clock := clockOrReal(o.Clock)
	agent := fmt.Sprintf("Mentionary/%s (+%s)", o.Version, o.BaseURL)
	if o.Contact != "" {
		agent = fmt.Sprintf("Mentionary/%s (%s; %s)", o.Version, o.BaseURL, o.Contact)
	}

	guarded := newTransport(&net.Dialer{Timeout: dialTimeout, Resolver: o.Resolver, Control: g.control}, o.RootCAs)
	guarded.ResponseHeaderTimeout = defaultTimeout
	// No header timeout here: a model may think for minutes, its caller sets the deadline.
	plain := newTransport(&net.Dialer{Timeout: dialTimeout, Resolver: o.Resolver}, o.RootCAs)

	if o.Observe == nil {
		o.Observe = func(string, string) {}
	}
	data := &dataDoor{inner: guarded, agent: agent, floor: o.FloorTime, clock: clock, observe: o.Observe}
	operator := &operatorDoor{inner: plain, agent: agent, named: named, observe: o.Observe}
	either := &eitherDoor{data: data, operator: operator, content: content}

	return &Clients{
		data:     &http.Client{Transport: data, CheckRedirect: checkRedirect, Timeout: defaultTimeout},
		operator: &http.Client{Transport: operator, CheckRedirect: checkRedirect},
		any:      &http.Client{Transport: either, CheckRedirect: checkRedirect, Timeout: defaultTimeout},
		hops:     &http.Client{Transport: either, CheckRedirect: stopAtRedirect, Timeout: defaultTimeout},
		fetch:    &http.Client{Transport: either, CheckRedirect: checkRedirect},
		pacer:    o.Pacer,
		clock:    clock,
	}, nil
}

// Data is the client for targets named by data; a request ends after 30 s. The caller caps what it reads of the body.
func (c *Clients) Data() *http.Client { return c.data }

// Operator is the client for origins named by configuration; it refuses all others and sets no deadline.
func (c *Clients) Operator() *http.Client { return c.operator }

// Any uses the operator door for the configured content origins and the data door for everything else. A redirect
// from elsewhere to a content origin does not open the operator door.
func (c *Clients) Any() *http.Client { return c.any }

// Hops is Any without following redirects, for callers that judge and pace each hop themselves. They set
// Request.Response to the redirecting answer, as net/http does, and ask CheckHop before each hop.
func (c *Clients) Hops() *http.Client { return c.hops }

// CheckHop applies the redirect rules to hop number n (from 1): ErrTooManyRedirects after five, ErrRefused from https
// to http.
func CheckHop(from, to *url.URL, n int) error {
	if n > maxRedirects {
		return ErrTooManyRedirects
	}
	if from.Scheme == "https" && to.Scheme != "https" {
		return fmt.Errorf("%w: redirect from https to %s", ErrRefused, to.Scheme)
	}
	return nil
}

func checkRedirect(req *http.Request, via []*http.Request) error {
	return CheckHop(via[len(via)-1].URL, req.URL, len(via))
}

func stopAtRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// newTransport has no proxy function on purpose: the environment must not redirect our traffic.
func newTransport(dialer *net.Dialer, roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
		TLSHandshakeTimeout:    dialTimeout,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        time.Minute,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    4,
		MaxResponseHeaderBytes: maxHeaderBytes,
	}
}

// dataDoor is the guarded way out.
type dataDoor struct {
	inner *http.Transport
	agent string
	floor time.Duration
	clock Clock

	observe func(door, outcome string)
}

func (d *dataDoor) RoundTrip(req *http.Request) (*http.Response, error) {
	start := d.clock.Now()
	resp, err := d.try(req)
	d.observe("data", outcome(err))
	if err != nil && d.floor > 0 {
		// When the caller gave up while we waited it gets the failure that happened first.
		_ = sleep(req.Context(), d.clock, d.floor-d.clock.Now().Sub(start))
	}
	return resp, err
}

func (d *dataDoor) try(req *http.Request) (*http.Response, error) {
	if err := checkTarget(req.URL); err != nil {
		closeBody(req)
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	out := anonymized(req, d.agent)
	out.Host = "" // the name asked for is the name connected to
	return roundTrip(d.inner, req, out)
}

// operatorDoor opens for the named origins only.
type operatorDoor struct {
	inner *http.Transport
	agent string
	named origins

	observe func(door, outcome string)
}

func (d *operatorDoor) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := d.try(req)
	d.observe("operator", outcome(err))
	return resp, err
}

func (d *operatorDoor) try(req *http.Request) (*http.Response, error) {
	if !d.named.has(req.URL) {
		closeBody(req)
		return nil, fmt.Errorf("%w: %s is not a configured origin", ErrRefused, req.URL.Host)
	}
	return roundTrip(d.inner, req, anonymized(req, d.agent))
}

// eitherDoor chooses per request.
type eitherDoor struct {
	data, operator http.RoundTripper
	content        origins
}

func (d *eitherDoor) RoundTrip(req *http.Request) (*http.Response, error) {
	if d.ownContent(req) {
		return d.operator.RoundTrip(req)
	}
	return d.data.RoundTrip(req)
}

// ownContent reports whether the request and all that redirected to it went to content origins: a stranger's redirect
// must not borrow the operator's trust.
func (d *eitherDoor) ownContent(req *http.Request) bool {
	for r := req; ; r = r.Response.Request {
		if !d.content.has(r.URL) {
			return false
		}
		if r.Response == nil || r.Response.Request == nil {
			return true
		}
	}
}

// anonymized copies the request, as a RoundTripper must, with our user agent and without anything that tells one site
// about another.
func anonymized(req *http.Request, agent string) *http.Request {
	out := req.Clone(req.Context())
	if out.Header == nil {
		out.Header = http.Header{}
	}
	out.Header.Set("User-Agent", agent)
	out.Header.Del("Referer")
	out.Header.Del("Cookie")
	return out
}

func roundTrip(inner http.RoundTripper, req, out *http.Request) (*http.Response, error) {
	resp, err := inner.RoundTrip(out)
	if resp != nil {
		resp.Request = req
	}
	return resp, err
}

// outcome is what Observe hears.
func outcome(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, ErrRefused):
		return "refused"
	}
	return "failed"
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// CloseIdle closes the connections nobody uses, at shutdown.
func (c *Clients) CloseIdle() {
	c.data.CloseIdleConnections()
	c.operator.CloseIdleConnections()
}

// CloseIdleConnections is what http.Client looks for in its transport.
func (d *dataDoor) CloseIdleConnections() { d.inner.CloseIdleConnections() }

// CloseIdleConnections is what http.Client looks for in its transport.
func (d *operatorDoor) CloseIdleConnections() { d.inner.CloseIdleConnections() }
