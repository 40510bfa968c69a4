package modelserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/outbound"
)

// Refusal is an error answer, stripped of everything the server wrote.
type Refusal struct {
	Server     string // what it is called in errors: "model server"
	Status     int
	Code       string // the server's own word for it, only if it is a plain word
	RetryAfter time.Duration
}

// Error implements error.
func (r Refusal) Error() string {
	if r.Code != "" {
		return fmt.Sprintf("%s: status %d, code %s", r.Server, r.Status, r.Code)
	}
	return fmt.Sprintf("%s: status %d", r.Server, r.Status)
}

// BadRequest reports whether the server did not like what was asked.
func (r Refusal) BadRequest() bool {
	return r.Status == http.StatusBadRequest || r.Status == http.StatusUnprocessableEntity || r.Status == http.StatusNotImplemented
}

// maxRetryAfter bounds what a server may ask for.
const maxRetryAfter = time.Hour

var plainCode = regexp.MustCompile(`^[a-z][a-z_]{2,39}$`)

// ReadRefusal reads an error answer of a server.
func ReadRefusal(server string, res *http.Response, body []byte) Refusal {
	r := Refusal{Server: server, Status: res.StatusCode, RetryAfter: min(outbound.RetryAfter(res.Header, time.Now()), maxRetryAfter)}
	var parsed struct {
		Error struct {
			Code any `json:"code"` // a string at most servers, a number at some
		} `json:"error"`
	}
	if json.Unmarshal(body, &parsed) == nil { // other shapes have no code
		if code, ok := parsed.Error.Code.(string); ok && plainCode.MatchString(code) {
			r.Code = code
		}
	}
	return r
}

// TimedOut says that a server did not answer in time.
func TimedOut(server string, err error) *fault.Error {
	return fault.Wrap(fault.Unavailable, bare(err), "The "+server+" did not answer in time.")
}

// Unanswered turns an error of a call without an answer to a fault.
func Unanswered(server string, err error) *fault.Error {
	var netErr interface{ Timeout() bool }
	var urlErr *url.Error
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return TimedOut(server, err)
	case errors.As(err, &urlErr):
		return fault.Wrap(fault.Unavailable, urlErr.Err, "The "+server+" could not be reached.")
	default:
		return fault.Wrap(fault.Unavailable, bare(err), "The connection to the "+server+" broke.")
	}
}

// bare keeps of an error only what cannot carry an address or a header.
func bare(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return context.DeadlineExceeded
	}
	var urlErr *url.Error
	if errors.As(err, &urlErr) {
		return urlErr.Err
	}
	return err
}
