package openai

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"

	"mentionary/internal/audio"
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
	complainsOther    complaint = iota
	complainsFormat             // of the answer
	complainsPrompt             // that there is one
	complainsLanguage           // that it is not known
	complainsFile               // it cannot be read
	complainsLength             // too much sound
	complainsModel              // no such model
	complainsQuota              // the account is empty
)

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

func newStatusError(res *http.Response, body []byte) error {
	e := &statusError{Refusal: modelserver.ReadRefusal(partner, res, body)}
	switch e.Code {
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
)

// faultOf turns an error of a call to a fault. Nothing of the answer's words is kept. Too large a piece makes the limits
// smaller.
func (s *Server) faultOf(err error, path string, piece audio.Piece) error {
	var status *statusError
	var pathErr *os.PathError
	switch {
	case asStatus(err, &status):
		return s.faultOfStatus(status, path, piece)
	case errors.Is(err, errHuge):
		return fault.Wrap(fault.Unsupported, err, "The speech server's answer was too large to read. Use another model or server.")
	case errors.As(err, &pathErr):
		return fault.Wrap(fault.Internal, err, fault.Neutral)
	default:
		return modelserver.Unanswered(partner, err)
	}
}

func (s *Server) faultOfStatus(e *statusError, path string, piece audio.Piece) error {
	switch {
	case e.cause == complainsQuota:
		return fault.Wrap(fault.Budget, e, "The account at the speech server has no credit left. Add credit, or add a transcript.").
			WithRetryAfter(e.RetryAfter)
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden:
		return fault.Wrap(fault.Denied, e, sentenceKey)
	case e.Status == http.StatusTooManyRequests:
		return fault.Wrap(fault.RateLimited, e, "The speech server asks us to slow down.").WithRetryAfter(e.RetryAfter)
	case e.Status == http.StatusRequestEntityTooLarge:
		s.shrink(path, 0)
		return tooLarge(e)
	case e.cause == complainsLength && e.Status < 500:
		s.shrink("", piece.EndMS-piece.StartMS)
		return tooLarge(e)
	case e.cause == complainsModel && e.Status < 500, e.Status == http.StatusNotFound:
		return fault.Wrap(fault.NotFound, e, fmt.Sprintf("The speech server does not know the model %q. Check the model's name and "+
			"the server's address.", wording.FirstRunes(s.model, 100)))
	case e.Status >= 500, e.Status == http.StatusRequestTimeout:
		return fault.Wrap(fault.Unavailable, e, "The speech server is having problems.").WithRetryAfter(e.RetryAfter)
	case e.Status == http.StatusUnsupportedMediaType, e.cause == complainsFile:
		return fault.Wrap(fault.Unsupported, e, "The speech server cannot read this audio. Add a transcript, or use another speech server.")
	case e.Status >= 300 && e.Status < 400:
		return fault.Wrap(fault.BadInput, e, "The speech server redirects to another address. Use that address instead.").WithField("speech-url")
	default:
		return fault.Wrap(fault.BadInput, e, fmt.Sprintf("The speech server rejected the request with status %d. Check the model's name and "+
			"the server's address.", e.Status))
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
