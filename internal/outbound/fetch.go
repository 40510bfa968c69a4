package outbound

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/wording"
)

// defaultMaxBytes is the cap of feeds, the largest of SECURITY.md.
const defaultMaxBytes = 8 << 20

// unreachable is the one sentence for targets that are refused, dead or misspelled: which of them it was must not be
// learned from the answer.
const unreachable = "The address could not be reached. Check its spelling and that it is open to the public on the usual ports."

// Request asks for one document by GET.
type Request struct {
	URL          string
	Accept       string        // media types, empty for any
	ETag         string        // of the copy we have, empty when none
	LastModified string        // of the copy we have, empty when none
	MaxBytes     int64         // cap of the body after decompression, default 8 MiB
	Timeout      time.Duration // of everything, redirects and body included, default 30 s

	// Header has what the asked site alone may see, such as a key: a request that has it follows no redirect.
	Header http.Header
}

// Response is a document read whole.
type Response struct {
	Status      int
	Header      http.Header
	Body        []byte
	FinalURL    string // after redirects
	NotModified bool   // the copy named by ETag or LastModified is still good; Body is empty
}

// Fetch reads a document through the door of Any. Every failure is a fault whose sentence may be shown: NotFound (404,
// 410), Private (401, 402, 403), RateLimited (429, or the pacer says so), Unavailable (5xx, timeouts, unreachable and
// refused targets), Blocked (451, 999), TooLarge, Unsupported, BadInput. RateLimited and Unavailable carry the
// Retry-After of the site. When ctx ends, its error is returned as it is.
func (c *Clients) Fetch(ctx context.Context, r Request) (Response, error) {
	target, err := ParseTarget(r.URL)
	if err != nil {
		return Response{}, err
	}
	if c.pacer != nil {
		if d := c.pacer.Held(target.Hostname()); d > 0 {
			return Response{}, fault.New(fault.RateLimited, "The site asked us to come back later.").WithRetryAfter(d)
		}
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(r.Timeout, defaultTimeout))
	defer cancel()

	resp, err := c.send(limited, target, r)
	if err != nil {
		if ctx.Err() != nil {
			return Response{}, ctx.Err()
		}
		return Response{}, unansweredFault(err)
	}
	defer func() { _ = resp.Body.Close() }()

	if err := c.statusFault(resp, r); err != nil {
		if c.pacer != nil {
			c.pacer.Hold(resp.Request.URL.Hostname(), fault.Of(err).RetryAfter)
		}
		return Response{}, err
	}
	answer := Response{
		Status:      resp.StatusCode,
		Header:      resp.Header,
		FinalURL:    resp.Request.URL.String(),
		NotModified: resp.StatusCode == http.StatusNotModified,
	}
	if answer.NotModified {
		return answer, nil
	}
	answer.Body, err = readCapped(resp, cmp.Or(r.MaxBytes, defaultMaxBytes))
	switch {
	case err == nil:
		return answer, nil
	case ctx.Err() != nil:
		return Response{}, ctx.Err()
	default:
		return Response{}, err
	}
}

func (c *Clients) send(ctx context.Context, target *url.URL, r Request) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"Accept": r.Accept, "If-None-Match": r.ETag, "If-Modified-Since": r.LastModified} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if len(r.Header) == 0 {
		return c.fetch.Do(req)
	}
	for name, values := range r.Header {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	return c.hops.Do(req)
}

// readCapped reads at most limit bytes after decompression: what a small compressed answer unfolds to is not known
// before it is read.
func readCapped(resp *http.Response, limit int64) ([]byte, error) {
	tooLarge := fault.Newf(fault.TooLarge, "The document is larger than %s, the most we read. Use a smaller one.", wording.Size(limit))
	if resp.ContentLength > limit {
		return nil, tooLarge
	}
	if coding := resp.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return nil, fault.New(fault.Unsupported, "The site sends the document in a compression that we do not read.")
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		if FailureOf(err) == TimedOut {
			return nil, unansweredFault(err)
		}
		return nil, fault.Wrap(fault.Unavailable, err, "The connection broke off in the middle of the document. Try again later.")
	}
	if int64(len(body)) > limit {
		return nil, tooLarge
	}
	return body, nil
}

func unansweredFault(err error) error {
	switch FailureOf(err) {
	case TimedOut:
		// A connection that was never made times out like a refused one fails; only a site that was there is slow.
		if dialFailed(err) {
			return fault.Wrap(fault.Unavailable, err, unreachable)
		}
		return fault.Wrap(fault.Unavailable, err, "The site took too long to answer. Try again later.")
	case BadCertificate:
		return fault.Wrap(fault.Unavailable, err, "The site has no valid certificate, so it cannot be read safely. Its owner has to fix that.")
	case TooManyRedirects:
		return fault.Wrap(fault.Unavailable, err, "The address redirects too many times. Use the address that a browser shows in the end.")
	default:
		return fault.Wrap(fault.Unavailable, err, unreachable)
	}
}

// statusFault turns an answer without a usable document into a fault, nil for the others.
func (c *Clients) statusFault(resp *http.Response, r Request) error {
	code := resp.StatusCode
	switch {
	case code >= 200 && code < 300:
		return nil
	case code == http.StatusNotModified && (r.ETag != "" || r.LastModified != ""):
		return nil
	case code == http.StatusNotFound, code == http.StatusGone:
		return fault.New(fault.NotFound, "There is nothing at this address. Check its spelling, or look for where it has moved.")
	case code == http.StatusUnauthorized, code == http.StatusPaymentRequired, code == http.StatusForbidden:
		return fault.New(fault.Private, "The site does not let us read this address. It is private or needs a sign-in.")
	case code == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, "The site asks us to come back later.").WithRetryAfter(RetryAfter(resp.Header, c.clock.Now()))
	case code == http.StatusUnavailableForLegalReasons, code == 999: // 999: what professional networks answer to robots
		return fault.New(fault.Blocked, "The site turns automated readers away.")
	case code >= 500, code == http.StatusRequestTimeout, code == http.StatusTooEarly:
		return fault.Newf(fault.Unavailable, "The site is having problems (status %d). Try again later.", code).
			WithRetryAfter(RetryAfter(resp.Header, c.clock.Now()))
	case code >= 400:
		return fault.Newf(fault.Unsupported, "The site refuses this request (status %d).", code)
	default:
		return fault.Newf(fault.Unavailable, "The site sent no document (status %d). Try again later.", code)
	}
}
