package youtube

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Caps of answers (SECURITY.md, Parsers).
const (
	maxJSON     = 1 << 20
	maxFeed     = 8 << 20
	maxPage     = 1 << 20 // read of a channel's page; what we look for stands in its head
	maxCaptions = 4 << 20
	maxCursor   = 8 << 10
)

// client sends single requests to the site and turns failures into faults.
type client struct {
	http  Doer
	pacer outbound.Pacer
	now   func() time.Time
	site  string // without a slash at the end
}

// answer is a response read whole.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do sends the request and reads at most limit bytes. A longer body is TooLarge, or cut when cut is set. Only failures to
// get an answer are errors here; the caller judges the status.
func (c client) do(req *http.Request, limit int64, cut bool) (answer, error) {
	ctx := req.Context()
	if c.pacer != nil {
		release, err := c.pacer.Wait(ctx, req.URL.Hostname())
		if err != nil {
			return answer{}, err
		}
		defer release()
	}
	req.Header.Set("Accept-Language", "en") // the reasons in answers are matched by their English words
	resp, err := c.http.Do(req)
	if err != nil {
		return answer{}, unreached(ctx, err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	if err != nil {
		return answer{}, unreached(ctx, err)
	}
	if int64(len(body)) > limit {
		if !cut {
			return answer{}, fault.New(fault.TooLarge, "YouTube's answer is larger than we read.")
		}
		body = body[:limit]
	}
	if resp.StatusCode == http.StatusTooManyRequests && c.pacer != nil {
		c.pacer.Hold(req.URL.Hostname(), outbound.RetryAfter(resp.Header, c.now()))
	}
	return answer{status: resp.StatusCode, header: resp.Header, body: body}, nil
}

func (c client) get(ctx context.Context, address string, limit int64, cut bool) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	return c.do(req, limit, cut)
}

func (c client) post(ctx context.Context, address string, body any) (answer, error) {
	payload, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(payload))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	return c.do(req, maxJSON, false)
}

// siteFault judges the status of the site's own endpoints; nil for success. what names what was asked for: "video", ...
func (c client) siteFault(a answer, what string) error {
	switch {
	case a.status >= 200 && a.status < 300:
		return nil
	case a.status == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, "YouTube asks us to slow down. We will try again later.").
			WithRetryAfter(outbound.RetryAfter(a.header, c.now()))
	case a.status == http.StatusNotFound || a.status == http.StatusGone || a.status == http.StatusBadRequest:
		return missing(what)
	case a.status == http.StatusUnauthorized:
		return private(what)
	case a.status == http.StatusForbidden, a.status == http.StatusUnavailableForLegalReasons:
		return robot()
	default:
		return fault.Newf(fault.Unavailable, "YouTube is having problems (status %d). Try again later.", a.status).
			WithRetryAfter(outbound.RetryAfter(a.header, c.now()))
	}
}

// unreached keeps the end of the context and faults of the door as they are.
func unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var f *fault.Error
	if errors.As(err, &f) {
		return f
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the address may carry a token
	}
	return fault.Wrap(fault.Unavailable, err, "YouTube could not be reached. Try again in a few minutes.")
}

func missing(what string) error {
	return fault.Newf(fault.NotFound, "There is no such %s on YouTube. It may have been removed; check the address.", what)
}

func private(what string) error {
	return fault.Newf(fault.Private, "This %s is private, so YouTube does not show it to us.", what)
}

func robot() error {
	return fault.New(fault.Blocked, "YouTube takes us for a robot at the moment. We will try again later; you can also provide "+
		"the transcript yourself.")
}

func unreadable(err error) error {
	return fault.Wrap(fault.Unavailable, err, "YouTube's answer could not be understood. Try again later.")
}

// isHTML reports whether a page for people (consent, captcha, error) came in place of data.
func isHTML(body []byte) bool {
	head := bytes.ToLower(bytes.TrimSpace(body[:min(len(body), 512)]))
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}
