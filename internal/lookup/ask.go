package lookup

import (
	"context"
	"encoding/json"
	"mime"
	"net/url"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Limits of one answer. Items of countries are large.
const (
	maxAnswer = 8 << 20
	slowest   = 20 * time.Second
)

// Fetcher reads a document through the guarded door.
type Fetcher interface {
	Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error)
}

// Asker asks a catalog's server, spaced by the process's pacer. Safe for concurrent use.
type Asker struct {
	Fetcher Fetcher
	Pacer   outbound.Pacer
	Base    string // scheme and host, without a slash at the end
}

// Answer is a document of JSON.
type Answer struct {
	outbound.Response
	asker *Asker
}

// Ask reads the JSON document at a path. Anything else is Unsupported: catalogs turn robots away in plain text.
func (a *Asker) Ask(ctx context.Context, path string, query url.Values) (Answer, error) {
	base, err := url.Parse(a.Base)
	if err != nil {
		return Answer{}, err
	}
	release, err := a.Pacer.Wait(ctx, base.Hostname())
	if err != nil {
		return Answer{}, err
	}
	defer release()
	answer, err := a.Fetcher.Fetch(ctx, outbound.Request{
		URL: a.Base + path + "?" + query.Encode(), Accept: "application/json", MaxBytes: maxAnswer, Timeout: slowest,
	})
	if err != nil {
		return Answer{}, err
	}
	if final, err := url.Parse(answer.FinalURL); err != nil || final.Host != base.Host {
		return Answer{}, fault.New(fault.Unsupported, "The catalog sent us to another site.")
	}
	if kind, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type")); err != nil || !strings.HasSuffix(kind, "json") {
		return Answer{}, fault.New(fault.Unsupported, "The catalog did not answer in JSON.")
	}
	return Answer{Response: answer, asker: a}, nil
}

// Decode reads the answer. What is cut or of another shape is Unsupported.
func (a Answer) Decode(into any) error {
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fault.Wrap(fault.Unsupported, err, "The catalog's answer cannot be read.")
	}
	return nil
}

// Later lets nobody ask the catalog's server for as long as the answer demands, at least for the given time, and returns
// the fault that says so.
func (a Answer) Later(least time.Duration) error {
	wait := max(least, outbound.RetryAfter(a.Header, time.Now()))
	if base, err := url.Parse(a.asker.Base); err == nil {
		a.asker.Pacer.Hold(base.Hostname(), wait)
	}
	return fault.New(fault.RateLimited, "The catalog asked us to come back later.").WithRetryAfter(wait)
}

// Silent reports whether an error means that a catalog should not be asked for a while: it is away, slow, or turns us away.
func Silent(err error) bool {
	switch fault.KindOf(err) {
	case fault.RateLimited, fault.Unavailable, fault.Private, fault.Blocked:
		return true
	default:
		return false
	}
}
