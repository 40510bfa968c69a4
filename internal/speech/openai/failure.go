package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"time"

	"mentionary/internal/audio"
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
	complainsOther    complaint = iota
	complainsFormat             // of the answer
	complainsPrompt             // that there is one
	complainsLanguage           // that it is not known
	complainsFile               // it cannot be read
	complainsLength             // too much sound
	complainsModel              // no such model
	complainsQuota              // the account is empty
)

func (e *statusError) Error() string {
	if e.code != "" {
		return fmt.Sprintf("speech server: status %d, code %s", e.status, e.code)
	}
	return fmt.Sprintf("speech server: status %d", e.status)
}

func asStatus(err error, into **statusError) bool { return errors.As(err, into) }

// about tells complaints apart by their words, the special ones first.
var about = []struct {
	words *regexp.Regexp
	cause complaint
}{
	{regexp.MustCompile(`(?i)model.{0,80}(not found|does not exist|unknown|not exist|not installed|not loaded)`), complainsModel},
	{regexp.MustCompile(`(?i)response.?format|verbose_json|diarized_json|timestamp.?granularit`), complainsFormat},
	{regexp.MustCompile(`(?i)maximum content size|(duration|audio|file).{0,60}(too long|too large|longer than|exceeds)`), complainsLength},
	{regexp.MustCompile(`(?i)\bprompt`), complainsPrompt},
	{regexp.MustCompile(`(?i)\blanguage`), complainsLanguage},
	{regexp.MustCompile(`(?i)corrupted|file format|decod|invalid.{0,20}(file|audio)|(process|read|load).{0,20}(file|audio)`), complainsFile},
}

var plainCode = regexp.MustCompile(`^[a-z][a-z_]{2,39}$`)

// maxRetryAfter bounds what a speech server may ask for.
const maxRetryAfter = time.Hour

func newStatusError(res *http.Response, body []byte) *statusError {
	e := &statusError{status: res.StatusCode, retryAfter: min(outbound.RetryAfter(res.Header, time.Now()), maxRetryAfter)}
	var parsed struct {
		Error struct {
			Code any `json:"code"` // a string at most servers, a number at some
		} `json:"error"`
	}
	if json.Unmarshal(body, &parsed) == nil { // other shapes have no code
		if code, ok := parsed.Error.Code.(string); ok && plainCode.MatchString(code) {
			e.code = code
		}
	}
	switch e.code {
	case "insufficient_quota":
		e.cause = complainsQuota
		return e
	case "model_not_found":
		e.cause = complainsModel
		return e
	}
	for _, a := range about {
		if a.words.Match(body) {
			e.cause = a.cause
			break
		}
	}
	return e
}

const (
	sentenceNoServer = "The speech server did not answer like an OpenAI-compatible one. Check its address; it usually ends in /v1."
	sentenceKey      = "The speech server refused the key. An administrator has to set a valid one (MENTIONARY_SPEECH_KEY) and " +
		"restart; then retry."
	sentenceTimeout = "The speech server did not answer in time."
)

// faultOf turns an error of a call to a fault. Nothing of the answer's words is kept. Too large a piece makes the limits
// smaller.
func (s *Server) faultOf(err error, path string, piece audio.Piece) error {
	var status *statusError
	var netErr interface{ Timeout() bool }
	var urlErr *url.Error
	var pathErr *os.PathError
	switch {
	case asStatus(err, &status):
		return s.faultOfStatus(status, path, piece)
	case errors.Is(err, errHuge):
		return fault.Wrap(fault.Unsupported, err, "The speech server's answer was too large to read. Use another model or server.")
	case errors.As(err, &pathErr):
		return fault.Wrap(fault.Internal, err, fault.Neutral)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return fault.Wrap(fault.Unavailable, bare(err), sentenceTimeout)
	case errors.As(err, &urlErr):
		return fault.Wrap(fault.Unavailable, urlErr.Err, "The speech server could not be reached.")
	default:
		return fault.Wrap(fault.Unavailable, bare(err), "The connection to the speech server broke.")
	}
}

func (s *Server) faultOfStatus(e *statusError, path string, piece audio.Piece) error {
	switch {
	case e.cause == complainsQuota:
		return fault.Wrap(fault.Budget, e, "The account at the speech server has no credit left. Add credit, or add a transcript.").
			WithRetryAfter(e.retryAfter)
	case e.status == http.StatusUnauthorized, e.status == http.StatusForbidden:
		return fault.Wrap(fault.Denied, e, sentenceKey)
	case e.status == http.StatusTooManyRequests:
		return fault.Wrap(fault.RateLimited, e, "The speech server asks us to slow down.").WithRetryAfter(e.retryAfter)
	case e.status == http.StatusRequestEntityTooLarge:
		s.shrink(path, 0)
		return tooLarge(e)
	case e.cause == complainsLength && e.status < 500:
		s.shrink("", piece.EndMS-piece.StartMS)
		return tooLarge(e)
	case e.cause == complainsModel && e.status < 500, e.status == http.StatusNotFound:
		return fault.Wrap(fault.NotFound, e, fmt.Sprintf("The speech server does not know the model %q. Check the model's name and "+
			"the server's address.", wording.FirstRunes(s.model, 100)))
	case e.status >= 500, e.status == http.StatusRequestTimeout:
		return fault.Wrap(fault.Unavailable, e, "The speech server is having problems.").WithRetryAfter(e.retryAfter)
	case e.status == http.StatusUnsupportedMediaType, e.cause == complainsFile:
		return fault.Wrap(fault.Unsupported, e, "The speech server cannot read this audio. Add a transcript, or use another speech server.")
	case e.status >= 300 && e.status < 400:
		return fault.Wrap(fault.BadInput, e, "The speech server redirects to another address. Use that address instead.").WithField("speech-url")
	default:
		return fault.Wrap(fault.BadInput, e, fmt.Sprintf("The speech server rejected the request with status %d. Check the model's name and "+
			"the server's address.", e.status))
	}
}

func tooLarge(e *statusError) error {
	return fault.Wrap(fault.TooLarge, e, "The piece of audio is too large for the speech server.")
}

// What limits do not shrink below.
const (
	leastBytes = 1 << 20
	leastMS    = 60_000
)

// shrink makes the limits half of what was too large.
func (s *Server) shrink(path string, ms int) {
	if info, err := os.Stat(path); path != "" && err == nil {
		s.maxBytes.Store(min(s.maxBytes.Load(), max(info.Size()/2, leastBytes)))
	}
	if ms > 0 {
		s.maxMS.Store(min(s.maxMS.Load(), int64(max(ms/2, leastMS))))
	}
}

// bare keeps of an error only what cannot carry an address or a header.
func bare(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	var urlErr *url.Error
	if errors.As(err, &urlErr) {
		return urlErr.Err
	}
	return err
}
