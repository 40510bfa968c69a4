package llm

import (
	"context"

	"github.com/openai/openai-go/v3"

	"mentionary/internal/extract"
	"mentionary/internal/modelserver"
)

// way is how a server is asked for JSON, best first.
type way int32

const (
	strictSchema way = iota // response_format json_schema, strict
	anyObject               // response_format json_object, schema in the prompt
	plainText               // no response_format, schema in the prompt, JSON picked out of the text
)

// probeQuestion has one right answer, so that what comes back tells whether the server follows the schema.
const probeQuestion = "About the episode: {}\n=== transcript 000000000000 ===\nyes. okay. thank you.\n=== transcript 000000000000 ==="

// way returns how to ask, probing the server the first time. Other extractions wait meanwhile.
func (e *Extractor) way(ctx context.Context, usage *extract.Usage) (way, error) {
	w, err := e.ladder.Way(ctx, func() error { return e.findWay(ctx, usage) })
	if err != nil && ctx.Err() != nil {
		return 0, modelserver.TimedOut(partner, ctx.Err())
	}
	return way(w), err
}

// findWay asks in the best way that the server follows.
func (e *Extractor) findWay(ctx context.Context, usage *extract.Usage) error {
	for w := strictSchema; w < plainText; w++ {
		reply, err := e.server.ask(ctx, w, probe(w), usage)
		if err != nil && !refusesWay(err) {
			return e.faultOf(err)
		}
		if err == nil && !reply.declined {
			if _, problem := parseAnswer(reply.content, MaxCandidates); problem == "" {
				e.ladder.StepDown(int(w))
				return nil
			}
		}
	}
	e.ladder.StepDown(int(plainText)) // every server has it: nothing left to ask
	return nil
}

func probe(w way) []openai.ChatCompletionMessageParamUnion { return opening(w, probeQuestion) }
