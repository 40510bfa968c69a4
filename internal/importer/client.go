package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"connectrpc.com/connect"

	"mentionary/gen/go/mentionary/v1/mentionaryv1connect"
	"mentionary/internal/fault"
	"mentionary/internal/outbound"
	"mentionary/internal/transcript"
)

// Limits of one call.
const (
	maxAnswerBytes   = 8 << 20
	maxErrorBytes    = 64 << 10
	maxSentenceRunes = 300

	callTimeout = 30 * time.Second
	sendTimeout = 2 * time.Minute

	firstDelay  = 250 * time.Millisecond // doubled with each try
	longDelay   = 8 * time.Second
	maxPatience = 30 * time.Second // a longer Retry-After is not waited for
	triesAtAll  = 8                // about 24 s: a restart
	triesAtHome = 4                // until the instance has answered once: about 2 s
)

// Place is where an instance answers.
type Place struct {
	Client *http.Client // used without following redirects
	Base   string       // address without a path: http://127.0.0.1:8080
	Token  string       // bearer token, sent to Base and nowhere else
}

// doors are the ways into an instance at one place.
type doors struct {
	place Place
	http  *http.Client
	jobs  mentionaryv1connect.JobServiceClient
	stats mentionaryv1connect.StatsServiceClient
	shows mentionaryv1connect.ShowServiceClient
}

func open(p Place) (*doors, error) {
	p.Base = strings.TrimSuffix(p.Base, "/")
	u, err := url.Parse(p.Base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil ||
		u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fault.New(fault.BadInput, "The address of the instance must look like http://127.0.0.1:8080.")
	}
	h := *p.Client
	h.Transport = authorized{token: p.Token, base: p.Base, next: h.Transport}
	limit := connect.WithReadMaxBytes(maxAnswerBytes)
	return &doors{
		place: p, http: &h,
		jobs:  mentionaryv1connect.NewJobServiceClient(&h, p.Base, limit),
		stats: mentionaryv1connect.NewStatsServiceClient(&h, p.Base, limit),
		shows: mentionaryv1connect.NewShowServiceClient(&h, p.Base, limit),
	}, nil
}

// authorized sends the token along, and follows nobody who sends us on: the token is for the named host only.
type authorized struct {
	token, base string
	next        http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (a authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	next := a.next
	if next == nil {
		next = http.DefaultTransport
	}
	resp, err := next.RoundTrip(r)
	if err == nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		_ = resp.Body.Close()
		return nil, fault.New(fault.Denied, a.base+" sends us on to another address. The token is not sent there; "+
			"give the address of the instance itself.")
	}
	return resp, err
}

// client calls one instance.
type client struct {
	wait    func(ctx context.Context, d time.Duration) error
	now     func() time.Time
	reached atomic.Bool           // it has answered once
	at      atomic.Pointer[doors] // others take their place when the instance comes back with another token
	lost    *restart              // nil: an instance that goes away is not looked for
}

func newClient(o Options) (*client, error) {
	d, err := open(o.Place)
	if err != nil {
		return nil, err
	}
	c := &client{wait: o.Wait, now: o.Now}
	c.at.Store(d)
	if o.Find != nil {
		c.lost = &restart{find: o.Find, now: o.Now}
	}
	return c, nil
}

func (c *client) base() string { return c.at.Load().place.Base }

// call makes one call and tries again, a few times, while the instance is away or asks to come back. The errors are
// faults, or the context's.
func (c *client) call(ctx context.Context, timeout time.Duration, once func(context.Context, *doors) error) error {
	for try := 1; ; try++ {
		err := c.judged(ctx, timeout, once)
		if err == nil {
			c.lost.over()
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if c.reached.Load() && c.lost.concerns(err) {
			if err := c.await(ctx, err); err != nil {
				return err
			}
			continue
		}
		f := fault.Of(err)
		tries := triesAtHome
		if c.reached.Load() {
			tries = triesAtAll
		}
		pause := max(f.RetryAfter, min(longDelay, firstDelay<<(try-1)))
		if f.Kind != fault.Unavailable && f.Kind != fault.RateLimited || try >= tries || pause > maxPatience {
			return err
		}
		if err := c.wait(ctx, pause); err != nil {
			return err
		}
	}
}

// judged makes one call and turns its error into a fault.
func (c *client) judged(ctx context.Context, timeout time.Duration, once func(context.Context, *doors) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := once(ctx, c.at.Load())
	var made *fault.Error
	var e *connect.Error
	switch {
	case err == nil:
		c.reached.Store(true)
		return nil
	case errors.As(err, &made):
		return made
	case !errors.As(err, &e):
		return c.unreached(err)
	case connect.IsWireError(err):
		return c.refused(e.Code(), e.Message(), e.Meta())
	case e.Code() == connect.CodeUnauthenticated, e.Code() == connect.CodePermissionDenied:
		return c.refused(e.Code(), "", e.Meta())
	case e.Code() == connect.CodeUnavailable, e.Code() == connect.CodeDeadlineExceeded, e.Code() == connect.CodeCanceled:
		return c.unreached(err)
	default: // not in the language of the contract
		return c.stranger(err)
	}
}

// unreached is the fault of a call without an answer.
func (c *client) unreached(err error) error {
	if !c.reached.Load() {
		return fault.Wrap(fault.Unavailable, err, "No Mentionary answers at "+c.base()+". Start one with `mentionary run`, or check the address.")
	}
	return fault.Wrap(fault.Unavailable, err, "The Mentionary at "+c.base()+" no longer answers. Start it again, then run the same command.")
}

// stranger is the fault of an address where something else answers.
func (c *client) stranger(cause error) error {
	return fault.Wrap(fault.NotFound, cause, "What answers at "+c.base()+" is not Mentionary. Check the address.")
}

// kinds says what the codes of the contract mean here.
var kinds = map[connect.Code]fault.Kind{
	connect.CodeUnauthenticated: fault.Unauthenticated, connect.CodePermissionDenied: fault.Denied, connect.CodeNotFound: fault.NotFound,
	connect.CodeAborted: fault.Conflict, connect.CodeFailedPrecondition: fault.Conflict, connect.CodeResourceExhausted: fault.RateLimited,
	connect.CodeUnavailable: fault.Unavailable, connect.CodeDeadlineExceeded: fault.Unavailable, connect.CodeInternal: fault.Internal,
	connect.CodeUnknown: fault.Internal,
}

// refused is the fault of an answer that is no success.
func (c *client) refused(code connect.Code, message string, header http.Header) error {
	kind, known := kinds[code]
	if !known {
		kind = fault.BadInput
	}
	if kind != fault.Unauthenticated {
		c.reached.Store(true)
	}
	sentence := sentenceOr(message, "The instance refused it without saying why.")
	switch kind {
	case fault.Unauthenticated:
		sentence = "The token was refused by " + c.base() + ". Make a new one on your profile page, or start Mentionary again."
	case fault.Denied:
		sentence = "The owner of the token may not do this at " + c.base() + ": " + sentence
	}
	return fault.New(kind, sentence).WithRetryAfter(outbound.RetryAfter(header, c.now()))
}

// upload sends a form, which each try may take so long for; only the contract's calls have a generated client.
func (c *client) upload(
	ctx context.Context, within time.Duration, form func() (body io.Reader, size int64, contentType string, err error),
) (id string, err error) {
	var answer struct {
		UploadID string `json:"uploadId"`
	}
	err = c.call(ctx, within, func(ctx context.Context, at *doors) error {
		body, size, contentType, err := form()
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, at.place.Base+"/api/uploads", io.NopCloser(body))
		if err != nil {
			return fault.Wrap(fault.Internal, err, fault.Neutral)
		}
		req.ContentLength = size
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Expect", "100-continue") // a refusal comes before the file is sent
		resp, err := at.http.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }() // only read
		data, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
		if err != nil {
			return err
		}
		if resp.StatusCode != http.StatusOK {
			return c.notTaken(resp, data)
		}
		if json.Unmarshal(data, &answer) != nil || answer.UploadID == "" {
			return c.stranger(nil)
		}
		return nil
	})
	return answer.UploadID, err
}

// notTaken is the fault of an upload that the instance did not take.
func (c *client) notTaken(resp *http.Response, body []byte) error {
	var said struct{ Code, Message string }
	if json.Unmarshal(body, &said) == nil && said.Message != "" {
		code := connect.CodeInvalidArgument // for the codes that only this face has
		_ = code.UnmarshalText([]byte(said.Code))
		return c.refused(code, said.Message, resp.Header)
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		return c.refused(connect.CodeUnauthenticated, "", resp.Header)
	case http.StatusRequestEntityTooLarge:
		return c.refused(connect.CodeInvalidArgument, "The file is larger than the instance takes.", resp.Header)
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return c.unreached(fmt.Errorf("status %d", resp.StatusCode))
	}
	return c.stranger(fmt.Errorf("status %d", resp.StatusCode))
}

// sentenceOr is a text of the instance, safe to print, or the fallback when there is none.
func sentenceOr(text, fallback string) string {
	if clean := transcript.CleanText(text, maxSentenceRunes); clean != "" {
		return clean
	}
	return fallback
}

// breaksOff reports whether a failure concerns all further calls as much as this one.
func breaksOff(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unauthenticated, fault.Denied, fault.NotFound, fault.Unavailable, fault.RateLimited:
		return true
	default:
		return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	}
}
