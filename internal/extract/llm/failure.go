package llm

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
	"mentionary/internal/wording"
)

// statusError is an error answer, told apart and stripped of everything the server wrote.
type statusError struct {
	status     int
	code       string // the server's own word for it, only if it is a plain word
	cause      complaint
	retryAfter time.Duration
}

// complaint is what the words of an error answer are about.
type complaint int

const (
	complainsOther  complaint = iota
	complainsFormat           // the way of asking for JSON
	complainsLength           // too much text
	complainsModel            // no such model
	complainsQuota            // the account is empty
)

func (e *statusError) Error() string {
	if e.code != "" {
		return fmt.Sprintf("model server: status %d, code %s", e.status, e.code)
	}
	return fmt.Sprintf("model server: status %d", e.status)
}

var (
	plainCode   = regexp.MustCompile(`^[a-z][a-z_]{2,39}$`)
	aboutLength = regexp.MustCompile(
		`(?i)context.?(length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (available|maximum)`)
	aboutFormat = regexp.MustCompile(`(?i)response.?format|json.?schema|json.?object|json.?mode|grammar|structured output|guided`)
	aboutModel  = regexp.MustCompile(`(?i)model.{0,80}(not found|does not exist|unknown|not exist)`)
)

func newStatusError(res *http.Response, body []byte) *statusError {
	e := &statusError{status: res.StatusCode, retryAfter: min(outbound.RetryAfter(res.Header, time.Now()), maxRetryAfter)}
	var parsed struct {
		Error struct {
			Code any `json:"code"` // a string at most servers, a number at some
		} `json:"error"`
	}
	if json.Unmarshal(body, &parsed) == nil {
		if code, ok := parsed.Error.Code.(string); ok && plainCode.MatchString(code) {
			e.code = code
		}
	}
	switch {
	case e.code == "insufficient_quota":
		e.cause = complainsQuota
	case e.code == "model_not_found":
		e.cause = complainsModel
	case e.code == "context_length_exceeded", aboutLength.Match(body):
		e.cause = complainsLength
	case aboutFormat.Match(body):
		e.cause = complainsFormat
	case aboutModel.Match(body):
		e.cause = complainsModel
	}
	return e
}

// maxRetryAfter bounds what a model server may ask for.
const maxRetryAfter = time.Hour

// refusesWay reports whether the server understood everything but the way of asking for JSON.
func refusesWay(err error) bool {
	var e *statusError
	return errors.As(err, &e) && (e.status == http.StatusBadRequest || e.status == http.StatusUnprocessableEntity ||
		e.status == http.StatusNotImplemented) &&
		e.cause == complainsFormat
}

const sentenceKey = "The model server refused the key. An administrator has to set a valid one (MENTIONARY_MODEL_KEY) and restart; " +
	"then retry."

const sentenceTimeout = "The model server did not answer in time."

// faultOf turns an error of a call to a fault. Nothing of the answer's words is kept.
func (e *Extractor) faultOf(err error) *fault.Error {
	var status *statusError
	var netErr interface{ Timeout() bool }
	var urlErr *url.Error
	switch {
	case errors.As(err, &status):
		return e.faultOfStatus(status)
	case errors.Is(err, errHuge):
		return fault.Wrap(fault.Unsupported, err, "The model's answer was too large to read. Use another model or the built-in extractor.")
	case errors.Is(err, errNoCompletion):
		return fault.Wrap(fault.Unsupported, err, "The model server did not answer like an OpenAI-compatible server. Check its address; it "+
			"usually ends in /v1.")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return fault.Wrap(fault.Unavailable, bare(err), sentenceTimeout)
	case errors.As(err, &urlErr):
		return fault.Wrap(fault.Unavailable, urlErr.Err, "The model server could not be reached.")
	default:
		return fault.Wrap(fault.Unavailable, bare(err), "The connection to the model server broke.")
	}
}

func (e *Extractor) faultOfStatus(s *statusError) *fault.Error {
	switch {
	case s.cause == complainsQuota:
		return fault.Wrap(fault.Budget, s, "The account at the model server has no credit left. Add credit, or use the built-in extractor.").
			WithRetryAfter(s.retryAfter)
	case s.status == http.StatusUnauthorized, s.status == http.StatusForbidden:
		return fault.Wrap(fault.Denied, s, sentenceKey)
	case s.status == http.StatusTooManyRequests:
		return fault.Wrap(fault.RateLimited, s, "The model server asks us to slow down.").WithRetryAfter(s.retryAfter)
	case s.status == http.StatusRequestEntityTooLarge, s.cause == complainsLength && s.status < 500:
		return fault.Wrap(fault.TooLarge, s, "The part of the transcript is too long for the model.")
	case s.cause == complainsModel && s.status < 500, s.status == http.StatusNotFound:
		return fault.Wrap(fault.NotFound, s, fmt.Sprintf("The model server does not know the model %q. Check the model's name and the "+
			"server's address.", wording.FirstRunes(e.model, 100)))
	case s.status >= 500, s.status == http.StatusRequestTimeout:
		return fault.Wrap(fault.Unavailable, s, "The model server is having problems.").WithRetryAfter(s.retryAfter)
	case s.status >= 300 && s.status < 400:
		return fault.Wrap(fault.BadInput, s, "The model server redirects to another address. Use that address instead.").WithField("llm-url")
	default:
		return fault.Wrap(fault.BadInput, s, fmt.Sprintf("The model server rejected the request with status %d. Check the model's name and "+
			"the server's address.", s.status))
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
