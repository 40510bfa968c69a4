package extract

import (
	"context"

	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// Recipe says what makes two extractions equal: the same recipe on the same chunk gives the same candidates.
type Recipe struct {
	Extractor     string // "offline", "llm"
	Model         string // empty for offline
	PromptVersion string
	SchemaVersion string
}

// Context is what an extractor may know beside the chunk.
type Context struct {
	Show        string // name of the channel
	Title       string
	Description string
	Language    string // BCP 47, empty when unknown
	People      []media.Person
	Links       []media.Link
	Chapters    []media.Chapter
	Often       []Known  // what the show's public episodes mention most, the most mentioned first; at most MaxOften are told
	Taught      []Taught // by the show's reviewers
	// OnlyHere are the entities of the directory that this episode alone mentions and no person said anything about: that they are known
	// says nothing that the episode does not say itself.
	OnlyHere map[int]bool
}

// MaxOften is how many names of its show a model is told: each is paid with every chunk, if at a tenth.
const MaxOften = 20

// Usage is what a call cost. Offline extraction costs nothing.
type Usage struct {
	Model            string
	PromptTokens     int
	CachedTokens     int
	CompletionTokens int
	ReasoningTokens  int
	Calls            int
}

// Within returns the usage as far as it can be believed when tokens were set aside for it: what a server reports is a
// claim. No number is negative, prompt and completion together are at most tokens, and cached and reasoning tokens are
// part of them. The second result is false when the claim was another one.
func (u Usage) Within(tokens int) (Usage, bool) {
	b := u
	b.PromptTokens = clamp(u.PromptTokens, tokens)
	b.CompletionTokens = clamp(u.CompletionTokens, tokens-b.PromptTokens)
	b.CachedTokens = clamp(u.CachedTokens, b.PromptTokens)
	b.ReasoningTokens = clamp(u.ReasoningTokens, b.CompletionTokens)
	return b, b == u
}

func clamp(n, most int) int { return max(0, min(n, most)) }

// Extractor finds candidates in one chunk. Errors are faults; a chunk without mentions is an empty answer.
// Implementations are safe for concurrent use.
type Extractor interface {
	Recipe() Recipe
	Extract(ctx context.Context, chunk transcript.Chunk, about Context) ([]mention.Candidate, Usage, error)
}

// MaxBatch is how many chunks a model may be asked for together.
const MaxBatch = 200

// BatchAnswer is what a model said about one chunk that it was asked for together with others. Err is a fault when the answer cannot be
// used; it is to be paid all the same.
type BatchAnswer struct {
	Candidates []mention.Candidate
	Usage      Usage
	Err        error
}
