package llm

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"

	"mentionary/internal/fault"
	"mentionary/internal/modelserver"
	"mentionary/internal/wording"
)

// statusError is an error answer with what it is about.
type statusError struct {
	modelserver.Refusal
	cause complaint
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

var (
	aboutLength = regexp.MustCompile(
		`(?i)context.?(length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (available|maximum)`)
	aboutFormat = regexp.MustCompile(`(?i)response.?format|json.?schema|json.?object|json.?mode|grammar|structured output|guided`)
	aboutModel  = regexp.MustCompile(`(?i)model.{0,80}(not found|does not exist|unknown|not exist)`)
)

func newStatusError(res *http.Response, body []byte) error {
	e := &statusError{Refusal: modelserver.ReadRefusal(partner, res, body)}
	switch {
	case e.Code == "insufficient_quota":
		e.cause = complainsQuota
	case e.Code == "model_not_found":
		e.cause = complainsModel
	case e.Code == "context_length_exceeded", aboutLength.Match(body):
		e.cause = complainsLength
	case aboutFormat.Match(body):
		e.cause = complainsFormat
	case aboutModel.Match(body):
		e.cause = complainsModel
	}
	return e
}

// refusesWay reports whether the server understood everything but the way of asking for JSON.
func refusesWay(err error) bool {
	var e *statusError
	return errors.As(err, &e) && e.BadRequest() && e.cause == complainsFormat
}

const sentenceKey = "The model server refused the key. An administrator has to set a valid one (MENTIONARY_MODEL_KEY) and restart; " +
	"then retry."

// faultOf turns an error of a call to a fault. Nothing of the answer's words is kept.
func (e *Extractor) faultOf(err error) *fault.Error {
	var status *statusError
	switch {
	case errors.As(err, &status):
		return e.faultOfStatus(status)
	case errors.Is(err, errHuge):
		return fault.Wrap(fault.Unsupported, err, "The model's answer was too large to read. Use another model or the built-in extractor.")
	case errors.Is(err, errNoCompletion):
		return fault.Wrap(fault.Unsupported, err, "The model server did not answer like an OpenAI-compatible server. Check its address; it "+
			"usually ends in /v1.")
	default:
		return modelserver.Unanswered(partner, err)
	}
}

func (e *Extractor) faultOfStatus(s *statusError) *fault.Error {
	switch {
	case s.cause == complainsQuota:
		return fault.Wrap(fault.Budget, s, "The account at the model server has no credit left. Add credit, or use the built-in extractor.").
			WithRetryAfter(s.RetryAfter)
	case s.Status == http.StatusUnauthorized, s.Status == http.StatusForbidden:
		return fault.Wrap(fault.Denied, s, sentenceKey)
	case s.Status == http.StatusTooManyRequests:
		return fault.Wrap(fault.RateLimited, s, "The model server asks us to slow down.").WithRetryAfter(s.RetryAfter)
	case s.Status == http.StatusRequestEntityTooLarge, s.cause == complainsLength && s.Status < 500:
		return fault.Wrap(fault.TooLarge, s, "The part of the transcript is too long for the model.")
	case s.cause == complainsModel && s.Status < 500, s.Status == http.StatusNotFound:
		return fault.Wrap(fault.NotFound, s, fmt.Sprintf("The model server does not know the model %q. Check the model's name and the "+
			"server's address.", wording.FirstRunes(e.model, 100)))
	case s.Status >= 500, s.Status == http.StatusRequestTimeout:
		return fault.Wrap(fault.Unavailable, s, "The model server is having problems.").WithRetryAfter(s.RetryAfter)
	case s.Status >= 300 && s.Status < 400:
		return fault.Wrap(fault.BadInput, s, "The model server redirects to another address. Use that address instead.").WithField("llm-url")
	default:
		return fault.Wrap(fault.BadInput, s, fmt.Sprintf("The model server rejected the request with status %d. Check the model's name and "+
			"the server's address.", s.Status))
	}
}
