package openai

import (
	"context"
	"net/http"
	"time"

	"mentionary/internal/audio"
	"mentionary/internal/fault"
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
type Server struct{}

var _ speech.Server = (*Server)(nil)

// New returns a server. It does not connect: the first piece does. A fault.BadInput names the option to change.
func New(o Options) (*Server, error) { return nil, fault.New(fault.Internal, fault.Neutral) }

// Check asks the server what it can do, with a second of sound, unless that is known. It returns a fault for a server that
// cannot hear.
func (s *Server) Check(ctx context.Context) error { return fault.New(fault.Internal, fault.Neutral) }

// Name implements speech.Server.
func (s *Server) Name() string { return "" }

// Limits implements speech.Server.
func (s *Server) Limits() speech.Limits { return speech.Limits{} }

// Hear implements speech.Server.
func (s *Server) Hear(ctx context.Context, path string, piece audio.Piece, h speech.Hints) (speech.Heard, error) {
	return speech.Heard{}, fault.New(fault.Internal, fault.Neutral)
}
