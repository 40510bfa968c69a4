package llm

// What goes over the wire: the part of the API of chat completions that is needed.

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type question struct {
	Model          string    `json:"model"`
	Messages       []message `json:"messages"`
	ResponseFormat *format   `json:"response_format,omitempty"`
}

type format struct {
	Type   string  `json:"type"`
	Schema *schema `json:"json_schema,omitempty"`
}

type schema struct {
	Name   string `json:"name"`
	Strict bool   `json:"strict"`
	Schema any    `json:"schema"`
}

// formatOf is what a way of asking demands of the answer.
func formatOf(w way) *format {
	switch w {
	case strictSchema:
		return &format{Type: "json_schema", Schema: &schema{Name: "mentions", Strict: true, Schema: answerSchema}}
	case anyObject:
		return &format{Type: "json_object"}
	default:
		return nil
	}
}

type completion struct {
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content string `json:"content"`
			Refusal string `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     float64 `json:"prompt_tokens"`
		CompletionTokens float64 `json:"completion_tokens"`
		PromptDetails    struct {
			CachedTokens float64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			ReasoningTokens float64 `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
}
