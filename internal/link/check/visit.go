package check

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Limits of one request of a check.
const (
	maxBody        = 64 << 10
	requestTimeout = 10 * time.Second
	maxTitle       = 300
)

// answer is where a chain of redirects ended.
type answer struct {
	status     int
	landing    *url.URL
	title      string // of an HTML page read by GET, folded; empty when there is none
	retryAfter time.Duration
	unasked    bool // the chain came to a site that is judged by shape; landing was not asked
}

func (a answer) ok() bool {
	// 416: the page exists and is shorter than the range we asked for.
	return (a.status >= 200 && a.status < 300) || a.status == http.StatusRequestedRangeNotSatisfiable
}

// failed is a visit that got no answer.
type failed struct {
	host string // of the hop that failed
	err  error
}

func (f *failed) Error() string { return f.host + ": " + f.err.Error() }
func (f *failed) Unwrap() error { return f.err }

var errInsecure = errors.New("redirect from https to http")

// visit follows redirects hop by hop, each paced by its own host and checked like a first request.
func (c *Checker) visit(ctx context.Context, method string, start *url.URL) (answer, error) {
	var previous *http.Response
	for u, hop := start, 0; ; hop++ {
		var title string
		read := func(resp *http.Response) { title = titleOf(resp) }
		a, resp, err := c.request(ctx, method, u, previous, read) //nolint:bodyclose // request closes it; only the head is used here
		if err != nil {
			return answer{}, &failed{host: u.Hostname(), err: err}
		}
		a.title = title
		next, err := resp.Location()
		if a.status < 300 || a.status > 399 || err != nil {
			return a, nil
		}
		if err := outbound.CheckHop(u, next, hop+1); err != nil {
			if errors.Is(err, outbound.ErrRefused) {
				err = errInsecure
			}
			return answer{}, &failed{host: next.Hostname(), err: err}
		}
		if _, _, judged := shapeOf(next); judged {
			return answer{landing: next, unasked: true}, nil
		}
		u, previous = next, resp
	}
}

// request makes one request without following redirects. The body of a successful GET is given to read, and closed.
func (c *Checker) request(
	ctx context.Context, method string, u *url.URL, previous *http.Response, read func(*http.Response),
) (answer, *http.Response, error) {
	release, err := c.pacer.WaitFor(ctx, u.Hostname(), c.places)
	if err != nil {
		return answer{}, nil, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), nil)
	if err != nil {
		return answer{}, nil, err
	}
	req.Response = previous // the door judges the whole chain
	req.Header.Set("Accept", "text/html, */*;q=0.5")
	if method == http.MethodGet {
		req.Header.Set("Range", "bytes=0-65535")
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return answer{}, nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	now := c.clock.Now()
	c.witness.answered(u.Hostname(), now)

	a := answer{status: resp.StatusCode, landing: u, retryAfter: outbound.RetryAfter(resp.Header, now)}
	if a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable {
		c.pacer.Hold(u.Hostname(), a.retryAfter)
	}
	if method == http.MethodGet && a.ok() {
		read(resp)
	}
	return a, resp, nil
}

// titleOf reads the title of an HTML page from the part of the body that we look at. A body that breaks off has the
// title it had until then.
func titleOf(resp *http.Response) string {
	if kind := strings.ToLower(resp.Header.Get("Content-Type")); kind != "" && !strings.Contains(kind, "html") {
		return ""
	}
	z := html.NewTokenizer(io.LimitReader(resp.Body, maxBody))
	z.SetMaxBuf(maxBody)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) != "title" {
				continue
			}
			if z.Next() != html.TextToken {
				return ""
			}
			title := strings.ToLower(strings.Join(strings.Fields(string(z.Text())), " "))
			return title[:min(len(title), maxTitle)]
		}
	}
}

// failure turns an error of visit into a verdict. Failures speak against the link only while others answer: a machine
// that is offline breaks nothing.
func (c *Checker) failure(ctx context.Context, start *url.URL, err error) Verdict {
	v := Verdict{State: Unknown, FinalURL: start.String()}
	host := start.Hostname()
	var f *failed
	if errors.As(err, &f) {
		host = cmp.Or(f.host, host)
	}
	switch {
	case ctx.Err() != nil:
		v.Reason = Interrupted
		return v
	case fault.Is(err, fault.RateLimited):
		v.Reason, v.RetryAfter = RateLimited, fault.Of(err).RetryAfter
		return v
	case errors.Is(err, errInsecure):
		v.Reason = Insecure
		return v
	}
	switch outbound.FailureOf(err) {
	case outbound.TooManyRedirects:
		v.Reason, v.Failing = LongChain, true
		return v
	case outbound.BadCertificate: // also what a hotel's sign-in page gives for every site
		v.Reason, v.Failing = BadCert, c.witness.other(host, c.clock.Now())
		return v
	case outbound.NoSuchName:
		v.Reason = NoSuchName
	case outbound.TimedOut:
		v.Reason = TimedOut
	case outbound.Unreachable:
		v.Reason = Unreachable
	}
	if v.Failing = c.witness.other(host, c.clock.Now()); !v.Failing {
		v.Reason = Offline
	}
	return v
}
