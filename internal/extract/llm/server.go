package llm

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"mentionary/internal/extract"
	"mentionary/internal/modelserver"
)

// server holds one conversation partner.
type server struct {
	chat    openai.ChatCompletionService
	files   openai.FileService
	batches openai.BatchService
	model   string
	timeout time.Duration // of one call
	after   func(time.Duration, func()) (stop func() bool)
}

func newServer(o Options) *server {
	settings := modelserver.Settings{
		BaseURL: o.BaseURL, Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
		MaxAnswer: MaxAnswer, ErrHuge: errHuge, Refused: newStatusError,
	}
	files := settings
	files.MaxAnswer = MaxBatchFile
	return &server{
		chat:  openai.NewChatCompletionService(settings.Options()...),
		files: openai.NewFileService(files.Options()...), batches: openai.NewBatchService(settings.Options()...),
		model: o.Model, timeout: o.Timeout, after: o.AfterFunc,
	}
}

// question is one question to the model, as servers take it.
func (s *server) question(w way, messages []openai.ChatCompletionMessageParamUnion) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: s.model, Messages: messages, ResponseFormat: responseFormat(w)}
}

// reply is what matters of an answer.
type reply struct {
	content  string
	cutOff   bool // the model hit its limit of tokens
	declined bool // refused for its content
}

// ask makes one call and adds its tokens to usage.
func (s *server) ask(ctx context.Context, w way, messages []openai.ChatCompletionMessageParamUnion, usage *extract.Usage) (reply, error) {
	var body []byte
	defer s.watch(ctx)()
	if _, err := s.chat.New(ctx, s.question(w, messages), option.WithResponseBodyInto(&body)); err != nil {
		return reply{}, err
	}
	// The bytes are read here, whatever content type they came with: some servers announce text/plain.
	return readCompletion(body, usage)
}

// readCompletion reads an answer and adds its tokens to usage.
func readCompletion(body []byte, usage *extract.Usage) (reply, error) {
	var completion openai.ChatCompletion
	if err := json.Unmarshal(body, &completion); err != nil || len(completion.Choices) == 0 {
		return reply{}, errNoCompletion
	}
	u := completion.Usage
	usage.PromptTokens += claimed(u.PromptTokens)
	usage.CachedTokens += claimed(u.PromptTokensDetails.CachedTokens)
	usage.CompletionTokens += claimed(u.CompletionTokens)
	usage.ReasoningTokens += claimed(u.CompletionTokensDetails.ReasoningTokens)
	choice := completion.Choices[0]
	return reply{
		content:  choice.Message.Content,
		cutOff:   choice.FinishReason == "length",
		declined: choice.Message.Refusal != "" || choice.FinishReason == "content_filter",
	}, nil
}

// watch tells who waits for a call when it has not been answered for a while. What it returns ends that, and returns when
// nothing is being told any more.
func (s *server) watch(ctx context.Context) (end func()) {
	if s.timeout <= extract.SlowAfter {
		return func() {}
	}
	told := make(chan struct{})
	stop := s.after(extract.SlowAfter, func() {
		defer close(told)
		extract.TellSlow(ctx, s.timeout-extract.SlowAfter)
	})
	return func() {
		if !stop() {
			<-told
		}
	}
}

// maxClaimed bounds a number of tokens that a server reports, so that sums stay numbers. Who pays decides what of it is
// believed (extract.Usage.Within).
const maxClaimed = 1 << 40

func claimed(tokens int64) int { return int(max(-maxClaimed, min(tokens, maxClaimed))) }

func responseFormat(w way) openai.ChatCompletionNewParamsResponseFormatUnion {
	switch w {
	case strictSchema:
		return openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "mentions", Strict: openai.Bool(true), Schema: schemaText},
		}}
	case anyObject:
		return openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONObject: &shared.ResponseFormatJSONObjectParam{}}
	default:
		return openai.ChatCompletionNewParamsResponseFormatUnion{}
	}
}

var (
	errHuge         = errors.New("the model server's answer is larger than 1 MiB")
	errNoCompletion = errors.New("the model server's answer is not a chat completion")
)
