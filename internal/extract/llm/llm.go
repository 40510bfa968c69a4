package llm

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/modelserver"
	"mentionary/internal/transcript"
)

// Limits of SECURITY.md (Parsers, Cost).
const (
	MaxCalls      = 3       // paid calls per extraction
	MaxAnswer     = 1 << 20 // bytes of one HTTP answer
	MaxCandidates = 200     // per chunk
	MaxString     = 500     // characters

	DefaultTimeout = 2 * time.Minute // per call
)

// Options configure an extractor.
type Options struct {
	BaseURL    string       // of the API, ending in /v1 at most servers; http or https
	Key        string       // empty for servers without keys
	Model      string       // as the server calls it
	HTTPClient *http.Client // from package outbound; required

	MaxChunkCandidates int           // 1 to MaxCandidates; 0 means MaxCandidates
	Timeout            time.Duration // of one call; 0 means DefaultTimeout
	// AfterFunc calls f after d, in a goroutine of its own; stop reports whether it kept f from being called. nil means
	// time.AfterFunc.
	AfterFunc func(d time.Duration, f func()) (stop func() bool)
}

// Extractor asks a language model. It is safe for concurrent use.
type Extractor struct {
	model         string
	maxCandidates int
	server        *server
	ladder        *modelserver.Ladder // of ways
}

// partner is what sentences call whom we talk to.
const partner = "model server"

var _ extract.Extractor = (*Extractor)(nil)

// New returns an extractor. It does not connect: the first extraction does. A fault.BadInput names the option to change.
func New(o Options) (*Extractor, error) {
	if err := modelserver.CheckAddress(partner, "llm-url", o.BaseURL); err != nil {
		return nil, err
	}
	switch {
	case strings.TrimSpace(o.Model) == "":
		return nil, fault.New(fault.BadInput, "Say which model the model server should use.").WithField("llm-model")
	case o.HTTPClient == nil:
		return nil, fault.New(fault.Internal, fault.Neutral)
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.AfterFunc == nil {
		o.AfterFunc = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if o.MaxChunkCandidates <= 0 || o.MaxChunkCandidates > MaxCandidates {
		o.MaxChunkCandidates = MaxCandidates
	}
	return &Extractor{
		model:         o.Model,
		maxCandidates: o.MaxChunkCandidates,
		server:        newServer(o),
		ladder:        modelserver.NewLadder(),
	}, nil
}

// Recipe implements extract.Extractor.
func (e *Extractor) Recipe() extract.Recipe {
	return extract.Recipe{Extractor: "llm", Model: e.model, PromptVersion: PromptVersion, SchemaVersion: SchemaVersion}
}

// Extract implements extract.Extractor. Usage is filled also when the error is not nil: what was called is to be paid.
func (e *Extractor) Extract(ctx context.Context, chunk transcript.Chunk, about extract.Context) ([]mention.Candidate, extract.Usage,
	error,
) {
	usage := extract.Usage{Model: e.model}
	if strings.TrimSpace(chunk.Text) == "" {
		return nil, usage, nil
	}
	w, err := e.way(ctx, &usage)
	if err != nil {
		return nil, usage, err
	}
	candidates, err := e.converse(ctx, w, userPrompt(chunk, about), &usage)
	return candidates, usage, err
}

// converse asks until an answer can be read: stepping down when the server refuses the way of asking, and asking once
// for a repair. It makes at most MaxCalls calls.
func (e *Extractor) converse(ctx context.Context, w way, user string, usage *extract.Usage) ([]mention.Candidate, error) {
	var repair []openai.ChatCompletionMessageParamUnion
	cutOff := false
	for usage.Calls < MaxCalls {
		messages := append(opening(w, user), repair...)
		reply, err := e.server.ask(ctx, w, messages, usage)
		usage.Calls++
		if refusesWay(err) && w != plainText {
			w++
			e.ladder.StepDown(int(w))
			continue
		}
		if err != nil {
			return nil, e.faultOf(err)
		}
		if reply.declined {
			return nil, errDeclined
		}
		candidates, problem := e.read(reply)
		if problem == "" {
			return candidates, nil
		}
		cutOff = reply.cutOff
		if repair != nil {
			break
		}
		repair = repairMessages(reply.content, problem)
	}
	if cutOff {
		return nil, fault.New(fault.TooLarge, "The model's answer did not fit into its limit. The part of the transcript has to be shorter.")
	}
	return nil, errUnreadable
}

var (
	errDeclined = fault.New(fault.Unsupported, "The model declined to read this part of the transcript. Use another model or the built-in "+
		"extractor.")
	errUnreadable = fault.New(fault.Unsupported, "The model's answers could not be read. Use another model or the built-in extractor.")
)

// read returns the candidates of a reply, or what is wrong with it, in words for the model.
func (e *Extractor) read(r reply) ([]mention.Candidate, string) {
	if r.cutOff {
		return nil, "it was cut off; answer again with the most important entities only, with short descriptions"
	}
	return parseAnswer(r.content, e.maxCandidates)
}
