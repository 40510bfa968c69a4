package importer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mentionary/internal/fault"
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

// client calls one instance.
type client struct {
	wait    func(ctx context.Context, d time.Duration) error
	reached atomic.Bool // it has answered once
	lost    *restart    // nil: an instance that goes away is not looked for
	door    *doorway
}

// doorway is where the instance answers now; another one takes its place when the instance comes back with another token.
type doorway struct {
	mu    sync.Mutex
	http  http.Client
	base  string
	token string
}

func newClient(o Options) (*client, error) {
	c := &client{wait: o.Wait, door: &doorway{}}
	if err := c.door.open(Place{Client: o.Client, Base: o.Base, Token: o.Token}); err != nil {
		return nil, err
	}
	if o.Find != nil {
		c.lost = &restart{find: o.Find, now: o.Now}
	}
	return c, nil
}

func (d *doorway) open(p Place) error {
	base := strings.TrimSuffix(p.Base, "/")
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return fault.New(fault.BadInput, "The address of the instance must look like http://127.0.0.1:8080.")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.http, d.base, d.token = *p.Client, base, p.Token
	// The token goes to the named host only: a redirect is an answer like any other.
	d.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return nil
}

// now is where to call.
func (d *doorway) now() Place {
	d.mu.Lock()
	defer d.mu.Unlock()
	here := d.http
	return Place{Client: &here, Base: d.base, Token: d.token}
}

func (c *client) base() string { return c.door.now().Base }

// payload makes the body of a call, anew for each try.
type payload func() (body io.Reader, size int64, contentType string, err error)

func jsonPayload(v any) payload {
	return func() (io.Reader, int64, string, error) {
		b, err := json.Marshal(v)
		return bytes.NewReader(b), int64(len(b)), "application/json", err
	}
}

// check finds out whether an instance answers and takes the token, before any file is sent, and returns the id of the newest
// job that is there, 0 when there is none. Other complaints are left to the calls that matter.
func (c *client) check(ctx context.Context) (newest int, err error) {
	var jobs []struct {
		ID int `json:"id"`
	}
	err = c.get(ctx, "/api/jobs?limit=1", &jobs)
	if err != nil && (ctx.Err() != nil || breaksOff(err) && !fault.Is(err, fault.NotFound)) {
		return 0, err
	}
	for _, j := range jobs {
		newest = max(newest, j.ID)
	}
	return newest, nil
}

func (c *client) get(ctx context.Context, path string, answer any) error {
	return c.call(ctx, http.MethodGet, path, callTimeout, nil, answer)
}

// call makes one call and tries again, a few times, while the instance is away or asks to come back. The errors are
// faults, or the context's.
func (c *client) call(ctx context.Context, method, path string, timeout time.Duration, body payload, answer any) error {
	for try := 1; ; try++ {
		err := c.once(ctx, method, path, timeout, body, answer)
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

func (c *client) once(ctx context.Context, method, path string, timeout time.Duration, body payload, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	at := c.door.now()
	req, err := http.NewRequestWithContext(ctx, method, at.Base+path, nil)
	if err != nil {
		return fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	if body != nil {
		r, size, contentType, err := body()
		if err != nil {
			return err
		}
		req.Body, req.ContentLength = io.NopCloser(r), size
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Expect", "100-continue") // a refusal comes before the file is sent
	}
	req.Header.Set("Accept", "application/json")
	if at.Token != "" {
		req.Header.Set("Authorization", "Bearer "+at.Token)
	}
	resp, err := at.Client.Do(req)
	if err != nil {
		return c.unreached(err)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		if resp.StatusCode != http.StatusUnauthorized {
			c.reached.Store(true)
		}
		return c.refusal(resp)
	}
	c.reached.Store(true)
	if answer == nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswerBytes+1))
	switch {
	case err != nil:
		return c.unreached(err)
	case len(data) > maxAnswerBytes:
		return fault.Newf(fault.TooLarge, "The answer of %s is too large.", c.base())
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return c.stranger(err)
	}
	return nil
}

// unreached is the fault of a call without an answer.
func (c *client) unreached(err error) error {
	var local *fault.Error
	switch {
	case errors.As(err, &local): // reading our own file failed
		return local
	case !c.reached.Load():
		return fault.Wrap(fault.Unavailable, err, "No Mentionary answers at "+c.base()+". Start one with `mentionary run`, or check the address.")
	default:
		return fault.Wrap(fault.Unavailable, err, "The Mentionary at "+c.base()+" no longer answers. Start it again, then give the same command.")
	}
}

// stranger is the fault of an address where something else answers.
func (c *client) stranger(cause error) error {
	return fault.Wrap(fault.NotFound, cause, "What answers at "+c.base()+" is not Mentionary. Check the address.")
}

// refusal reads the fault out of an answer that is no success.
func (c *client) refusal(resp *http.Response) error {
	var said struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
	if err != nil || json.Unmarshal(data, &said) != nil {
		said.Message = ""
	}
	sentence := transcript.CleanText(said.Message, maxSentenceRunes)
	if sentence == "" {
		sentence = fmt.Sprintf("The instance answered with status %d.", resp.StatusCode)
	}
	switch code := resp.StatusCode; {
	case code >= 300 && code < 400:
		return fault.New(fault.Denied, c.base()+" sends us on to another address. The token is not sent there; give the address of the instance itself.")
	case code == http.StatusUnauthorized:
		return fault.New(fault.Unauthenticated, "The token was refused by "+c.base()+". Make a new one on your profile page, or start Mentionary again.")
	case code == http.StatusForbidden:
		return fault.New(fault.Denied, "The owner of the token may not import at "+c.base()+": "+sentence)
	case code == http.StatusNotFound:
		if said.Message == "" {
			return c.stranger(nil)
		}
		return fault.New(fault.NotFound, sentence)
	case code == http.StatusConflict:
		return fault.New(fault.Conflict, sentence)
	case code == http.StatusRequestEntityTooLarge:
		if said.Message == "" {
			sentence = "The file is larger than the instance takes."
		}
		return fault.New(fault.TooLarge, sentence)
	case code == http.StatusTooManyRequests:
		return fault.New(fault.RateLimited, sentence).WithRetryAfter(retryAfter(resp))
	case code == http.StatusBadGateway, code == http.StatusServiceUnavailable, code == http.StatusGatewayTimeout:
		return fault.New(fault.Unavailable, sentence).WithRetryAfter(retryAfter(resp))
	case code >= 500:
		return fault.New(fault.Internal, sentence)
	default:
		return fault.New(fault.BadInput, sentence)
	}
}

// retryAfter reads the header in its form of seconds, the one Mentionary uses.
func retryAfter(resp *http.Response) time.Duration {
	n, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(min(n, 24*60*60)) * time.Second
}

// breaksOff reports whether a failure concerns all further calls as much as this one.
func breaksOff(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unauthenticated, fault.Denied, fault.NotFound, fault.Unavailable, fault.RateLimited:
		return true
	default:
		return ended(err)
	}
}
