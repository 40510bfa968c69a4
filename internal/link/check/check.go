package check

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/outbound"
)

// requestsAtOnce bounds the requests that a checker makes at the same time, for memory and sockets. Waiting for the turn of a host is none.
const requestsAtOnce = 256

// checkTimeout bounds one check with all its requests and its waiting for turns.
const checkTimeout = 90 * time.Second

// Options of New.
type Options struct {
	Client *http.Client   // outbound.Clients.Hops: a guarded client that leaves redirects to us
	Pacer  outbound.Pacer // two at once and one a second per host, as link checks shall be
	Clock  outbound.Clock // nil: the real one
	// RandomPath makes a path that no site has; nil: a random one.
	RandomPath func() string
}

// Checker checks links. Use New. Safe for concurrent use.
type Checker struct {
	client     *http.Client
	pacer      outbound.Pacer
	places     outbound.Places
	clock      outbound.Clock
	randomPath func() string
	witness    witness
	baselines  baselines
}

// New returns a checker. Client and Pacer are required.
func New(o Options) *Checker {
	if o.Clock == nil {
		o.Clock = outbound.SystemClock()
	}
	if o.RandomPath == nil {
		o.RandomPath = func() string { return "/" + strings.ToLower(rand.Text()) }
	}
	return &Checker{
		client: o.Client, pacer: o.Pacer, places: outbound.NewPlaces(requestsAtOnce), clock: o.Clock, randomPath: o.RandomPath,
		baselines: baselines{byHost: map[string]baseline{}},
	}
}

// Check judges one link of the kind ("" when it has none). It makes a handful of requests to the host and those it
// redirects to, one to Wikipedia for an article it has, and none to shops, professional networks and maps. It never fails:
// what could not be found out is Unknown.
// When our own pacing would have to wait long, the verdict is Unknown with RateLimited and RetryAfter.
func (c *Checker) Check(ctx context.Context, raw string, kind link.Kind) Verdict {
	v := c.check(ctx, raw, kind)
	v.CheckedAt = c.clock.Now()
	return v
}

func (c *Checker) check(ctx context.Context, raw string, kind link.Kind) Verdict {
	u, err := outbound.ParseTarget(raw)
	if err != nil {
		return Verdict{State: Broken, Reason: Malformed, FinalURL: raw}
	}
	if v, judged := judgeShape(u, kind); judged {
		return v
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()

	v, judged, err := c.askArticle(ctx, u)
	if err != nil {
		return c.failure(ctx, u, err)
	}
	if judged {
		return v
	}
	got, err := c.ask(ctx, u)
	if err != nil {
		return c.failure(ctx, u, err)
	}
	v = judge(u, got)
	if v.State != Valid {
		return v
	}
	if !got.unasked && got.landing.String() != u.String() {
		switch article, judged, err := c.askArticle(ctx, got.landing); {
		case err != nil:
			return c.failedAfter(ctx, u, v, err)
		case judged:
			return article
		}
	}
	switch reason, err := c.softGone(ctx, u, got); {
	case err != nil:
		return c.failedAfter(ctx, u, v, err)
	case reason == SoftGone:
		v.State, v.Reason = Broken, reason
	case reason != "":
		v.State, v.Reason = Unknown, reason
	}
	return v
}

// failedAfter is failure once the page has answered with v.
func (c *Checker) failedAfter(ctx context.Context, u *url.URL, v Verdict, err error) Verdict {
	failed := c.failure(ctx, u, err)
	failed.FinalURL = v.FinalURL
	return failed
}

// ask tries HEAD, and GET when HEAD gave anything but success: many servers know no HEAD, or answer it wrongly.
func (c *Checker) ask(ctx context.Context, u *url.URL) (answer, error) {
	got, err := c.visit(ctx, http.MethodHead, u)
	if err == nil && (got.ok() || got.unasked || got.status == http.StatusTooManyRequests) {
		return got, nil
	}
	if err != nil && !worthAnotherTry(ctx, err) {
		return got, err
	}
	return c.visit(ctx, http.MethodGet, u)
}

// worthAnotherTry tells failures that a server may have with HEAD only from those that GET would repeat.
func worthAnotherTry(ctx context.Context, err error) bool {
	if ctx.Err() != nil || fault.Is(err, fault.RateLimited) || errors.Is(err, errInsecure) {
		return false
	}
	switch outbound.FailureOf(err) {
	case outbound.Unreachable, outbound.TimedOut:
		return true
	default:
		return false
	}
}

// judge reads an answer.
func judge(u *url.URL, got answer) Verdict {
	v := Verdict{State: Unknown, Status: got.status, FinalURL: got.landing.String(), RetryAfter: got.retryAfter}
	switch code := got.status; {
	case got.unasked:
		v.State, v.Reason, _ = shapeOf(got.landing)
	case got.ok() && !samePlace(u, got.landing) && signInPath.MatchString(got.landing.Path):
		v.Reason = NeedsSignIn
	case got.ok():
		v.State, v.Reason = Valid, Answers
	case code == http.StatusNotFound, code == http.StatusGone:
		v.State, v.Reason = Broken, Gone
	case code == http.StatusUnauthorized, code == http.StatusForbidden, code == http.StatusUnavailableForLegalReasons, code == 999:
		v.Reason = TurnedAway
	case code == http.StatusTooManyRequests:
		v.Reason = RateLimited
	case code >= 500:
		v.Reason, v.Failing = SiteProblem, true
	default:
		v.Reason = OddAnswer
	}
	return v
}
