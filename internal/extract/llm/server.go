package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/modelserver"
)

// server holds one conversation partner.
type server struct {
	settings modelserver.Settings
	model    string
	after    func(time.Duration, func()) (stop func() bool)
}

func newServer(o Options) *server {
	settings := modelserver.Settings{
		BaseURL: o.BaseURL, Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
		MaxAnswer: MaxAnswer, ErrHuge: errHuge, Refused: newStatusError,
	}
	return &server{settings: settings, model: o.Model, after: o.AfterFunc}
}

// reply is what matters of an answer.
type reply struct {
	content  string
	cutOff   bool // the model hit its limit of tokens
	declined bool // refused for its content
}

// ask makes one call and adds its tokens to usage.
func (s *server) ask(ctx context.Context, w way, messages []message, usage *extract.Usage) (reply, error) {
	body, err := json.Marshal(question{Model: s.model, Messages: messages, ResponseFormat: formatOf(w)})
	if err != nil {
		return reply{}, err
	}
	defer s.watch(ctx)()
	body, err = s.settings.Post(ctx, "/chat/completions", "application/json", bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return reply{}, err
	}
	var completion completion
	var odd *json.UnmarshalTypeError // a part that we may not need; the others are read all the same
	if err := json.Unmarshal(body, &completion); err != nil && !errors.As(err, &odd) || len(completion.Choices) == 0 {
		return reply{}, errNoCompletion
	}
	u := completion.Usage
	usage.PromptTokens += claimed(u.PromptTokens)
	usage.CachedTokens += claimed(u.PromptDetails.CachedTokens)
	usage.CompletionTokens += claimed(u.CompletionTokens)
	usage.ReasoningTokens += claimed(u.CompletionDetails.ReasoningTokens)
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
	if s.settings.Timeout <= extract.SlowAfter {
		return func() {}
	}
	told := make(chan struct{})
	stop := s.after(extract.SlowAfter, func() {
		defer close(told)
		extract.TellSlow(ctx, s.settings.Timeout-extract.SlowAfter)
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

func claimed(tokens float64) int { return int(max(-maxClaimed, min(tokens, maxClaimed))) }

var (
	errHuge         = errors.New("the model server's answer is larger than 1 MiB")
	errNoCompletion = errors.New("the model server's answer is not a chat completion")
)
