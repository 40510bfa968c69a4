package showfinder

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Limits of one answer. The largest, two hundred episodes of a show, takes about 700 kB.
const (
	maxAnswer = 4 << 20
	slowest   = 8 * time.Second // people wait for it

	// rest is how long a directory is left alone that turned us away without saying for how long.
	rest = time.Minute
)

// Fetcher reads a document.
type Fetcher interface {
	Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error)
}

// Asker asks a directory's server, spaced by a pacer. Safe for concurrent use.
type Asker struct {
	Fetcher Fetcher
	Pacer   outbound.Pacer
	Base    string // scheme, host and path before that of a call, without a slash at the end
}

// Ask reads the JSON document at a path into a value. What its server calls the document does not count: some directories call
// JSON a script and put empty lines before it. Faults: RateLimited for a directory that turned us away, Unsupported for what is
// no JSON of the expected shape, and those of fetching.
func (a *Asker) Ask(ctx context.Context, path string, query url.Values, header http.Header, into any) error {
	base, err := url.Parse(a.Base)
	if err != nil {
		return err
	}
	release, err := a.Pacer.Wait(ctx, base.Hostname())
	if err != nil {
		return err
	}
	defer release()
	answer, err := a.Fetcher.Fetch(ctx, outbound.Request{
		URL: a.Base + path + "?" + query.Encode(), Accept: "application/json", MaxBytes: maxAnswer, Timeout: slowest, Header: header,
	})
	switch {
	case fault.Is(err, fault.Private), fault.Is(err, fault.Blocked):
		// One of them answers so to those who ask too often, and says nothing about when to come back.
		a.Pacer.Hold(base.Hostname(), rest)
		return fault.Wrap(fault.RateLimited, err, "The directory asked us to come back later.").WithRetryAfter(rest)
	case fault.Is(err, fault.RateLimited):
		a.Pacer.Hold(base.Hostname(), max(rest, fault.Of(err).RetryAfter))
		return err
	case err != nil:
		return err
	}
	if final, err := url.Parse(answer.FinalURL); err != nil || final.Host != base.Host {
		return fault.New(fault.Unsupported, "The directory sent us to another site.")
	}
	body := bytes.TrimSpace(answer.Body)
	if !bytes.HasPrefix(body, []byte("{")) {
		return fault.New(fault.Unsupported, "The directory did not answer in JSON.")
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fault.Wrap(fault.Unsupported, err, "The directory's answer cannot be read.")
	}
	return nil
}

// Each decodes the entries of a list one by one. An entry of another shape is left out: it does not hide the others.
func Each[T any](list []json.RawMessage, most int, take func(T)) {
	for _, raw := range list[:min(len(list), most)] {
		var one T
		if json.Unmarshal(raw, &one) == nil {
			take(one)
		}
	}
}

// base returns an address without the slash at its end.
func base(address string) string { return strings.TrimSuffix(address, "/") }

// NewAsker returns who asks the server at an address, starting at most one call in a stretch of time. All calls go through one
// door, which opens for exactly this server.
func NewAsker(fetcher Fetcher, address string, every time.Duration) *Asker {
	return &Asker{
		Fetcher: fetcher, Base: base(address),
		Pacer: outbound.NewPacer(outbound.PacerLimits{AtOnce: 1, Every: every}, outbound.SystemClock()),
	}
}
