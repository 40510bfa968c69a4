package llm

import (
	"context"
	"sync/atomic"

	"github.com/openai/openai-go/v3"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
)

// way is how a server is asked for JSON, best first.
type way int32

const (
	strictSchema way = iota // response_format json_schema, strict
	anyObject               // response_format json_object, schema in the prompt
	plainText               // no response_format, schema in the prompt, JSON picked out of the text
)

// abilities remember what one server understands.
type abilities struct {
	turn  chan struct{} // held while probing: one probe at a time
	known atomic.Int32  // 0 unknown, otherwise way + 1
}

// probeQuestion has one right answer, so that what comes back tells whether the server follows the schema.
const probeQuestion = "About the episode: {}\n=== transcript 000000000000 ===\nyes. okay. thank you.\n=== transcript 000000000000 ==="

// way returns how to ask, probing the server the first time. Other extractions wait meanwhile.
func (e *Extractor) way(ctx context.Context, usage *extract.Usage) (way, error) {
	if known := e.abilities.known.Load(); known > 0 {
		return way(known - 1), nil
	}
	select {
	case e.abilities.turn <- struct{}{}:
		defer func() { <-e.abilities.turn }()
	case <-ctx.Done():
		return 0, fault.Wrap(fault.Unavailable, ctx.Err(), sentenceTimeout)
	}
	if known := e.abilities.known.Load(); known > 0 {
		return way(known - 1), nil
	}
	for w := strictSchema; w < plainText; w++ {
		reply, err := e.server.ask(ctx, w, probe(w), usage)
		if err != nil && !refusesWay(err) {
			return 0, e.faultOf(err)
		}
		if err == nil && !reply.declined {
			if _, problem := parseAnswer(reply.content, MaxCandidates); problem == "" {
				e.stepDown(w)
				return w, nil
			}
		}
	}
	e.stepDown(plainText) // every server has it: nothing left to ask
	return plainText, nil
}

// stepDown remembers w unless a worse way is known to be needed already.
func (e *Extractor) stepDown(w way) {
	for {
		known := e.abilities.known.Load()
		if known >= int32(w)+1 || e.abilities.known.CompareAndSwap(known, int32(w)+1) {
			return
		}
	}
}

func probe(w way) []openai.ChatCompletionMessageParamUnion { return opening(w, probeQuestion) }
