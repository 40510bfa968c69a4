package openai

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
	"mentionary/internal/modelserver"
	"mentionary/internal/speech"
)

// Options configure a server.
type Options struct {
	BaseURL    string       // of the API, ending in /v1 at most servers; http or https
	Key        string       // empty for servers without keys
	Model      string       // as the server calls it
	HTTPClient *http.Client // from package outbound; required

	MaxBytes int64         // of one request's file; 0 means DefaultMaxBytes
	MaxMS    int           // of one piece; 0 means DefaultMaxMS
	Timeout  time.Duration // of one call; 0 means DefaultTimeout
}

// Defaults of Options.
const (
	DefaultMaxBytes = 25_000_000 // what hosted servers take is 26,214,400 with everything around it
	DefaultMaxMS    = 10 * 60 * 1000
	DefaultTimeout  = 10 * time.Minute
)

// Server hears by a model behind an OpenAI-compatible server. It is safe for concurrent use.
type Server struct {
	model    string
	service  openai.AudioTranscriptionService
	maxBytes atomic.Int64
	maxMS    atomic.Int64
	ladder   *modelserver.Ladder // of formats
	noPrompt atomic.Bool         // it refuses prompts
}

// partner is what sentences call whom we talk to.
const partner = "speech server"

var _ speech.Server = (*Server)(nil)

// New returns a server. It does not connect: the first piece does. A fault.BadInput names the option to change.
func New(o Options) (*Server, error) {
	if err := modelserver.CheckAddress(partner, "speech-url", o.BaseURL); err != nil {
		return nil, err
	}
	switch {
	case strings.TrimSpace(o.Model) == "":
		return nil, fault.New(fault.BadInput, "Say which model the speech server should use.").WithField("speech-name")
	case o.HTTPClient == nil:
		return nil, fault.New(fault.Internal, fault.Neutral)
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxMS <= 0 {
		o.MaxMS = DefaultMaxMS
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	s := &Server{model: o.Model, service: service(o), ladder: modelserver.NewLadder()}
	s.maxBytes.Store(o.MaxBytes)
	s.maxMS.Store(int64(o.MaxMS))
	return s, nil
}

func service(o Options) openai.AudioTranscriptionService {
	settings := modelserver.Settings{
		BaseURL: o.BaseURL, Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
		MaxAnswer: maxAnswer, ErrHuge: errHuge, Refused: newStatusError,
	}
	return openai.NewAudioTranscriptionService(settings.Options()...)
}

// Name implements speech.Server.
func (s *Server) Name() string { return s.model }

// Limits implements speech.Server. They get smaller when the server finds a piece too large.
func (s *Server) Limits() speech.Limits {
	return speech.Limits{MaxBytes: s.maxBytes.Load(), MaxMS: int(s.maxMS.Load())}
}

// Check asks the server what it can do, with a second of sound, unless that is known. It returns a fault for a server that
// cannot hear.
func (s *Server) Check(ctx context.Context) error {
	_, err := s.format(ctx)
	return err
}

// Hear implements speech.Server. It asks again when the server refuses a part of the question, and once when an answer
// cannot be read.
func (s *Server) Hear(ctx context.Context, path string, piece audio.Piece, h speech.Hints) (speech.Heard, error) {
	f, err := s.format(ctx)
	if err != nil {
		return speech.Heard{}, err
	}
	q := question{path: path, format: f, prompt: h.Prompt, language: iso639(h.Language)}
	unreadable := 0
	for {
		if s.noPrompt.Load() {
			q.prompt = ""
		}
		body, err := s.ask(ctx, q)
		var refused *statusError
		switch {
		case err == nil:
			if heard, ok := read(body, piece); ok {
				return heard, nil
			}
			if unreadable++; unreadable > 1 {
				return speech.Heard{}, fault.Wrap(fault.Unsupported, errNoTranscription, sentenceNoServer)
			}
		case ctx.Err() != nil:
			return speech.Heard{}, ctx.Err()
		case !asStatus(err, &refused) || !s.yield(&q, refused):
			return speech.Heard{}, s.faultOf(err, path, piece)
		}
	}
}

// yield changes a question so that it leaves out what the server refused. It returns false when there is nothing to leave
// out; each part is left out once, so that asking ends.
func (s *Server) yield(q *question, refused *statusError) bool {
	switch {
	case refused.cause == complainsFormat && q.format < textOnly:
		q.format++
		s.ladder.StepDown(int(q.format))
	case refused.cause == complainsPrompt && q.prompt != "":
		q.prompt = ""
		s.noPrompt.Store(true)
	case refused.cause == complainsLanguage && q.language != "":
		q.language = "" // it may know other languages
	default:
		return false
	}
	return true
}
