package llmtest

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// vocabulary is loaded once: it takes some milliseconds.
var vocabulary = sync.OnceValue(func() tokenizer.Codec {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		panic(err) // the vocabulary is part of the binary
	}
	return codec
})

func encode(text string) []uint {
	ids, _, err := vocabulary().Encode(text)
	if err != nil { // text the tokenizer's expression cannot split: a token a byte is the upper bound
		return make([]uint, len(text))
	}
	return ids
}

func count(text string) int { return len(encode(text)) }

// CountTokens counts the tokens of a text as the server does.
func CountTokens(text string) int { return count(text) }

// The cache of big providers: prompts that begin alike share what was computed, from 1,024 tokens on, in steps of 128.
const (
	cacheFrom    = 1024
	cacheStep    = 128
	cachePrompts = 32
)

// prefixCache remembers the last prompts.
type prefixCache struct{ prompts [][]uint }

// hit returns how many tokens of a prompt were seen as the beginning of an earlier one, and remembers it.
func (c *prefixCache) hit(tokens []uint) int {
	best := 0
	for _, p := range c.prompts {
		n := 0
		for n < min(len(p), len(tokens)) && p[n] == tokens[n] {
			n++
		}
		best = max(best, n)
	}
	c.prompts = append(c.prompts, tokens)
	if len(c.prompts) > cachePrompts {
		c.prompts = c.prompts[1:]
	}
	if best < cacheFrom {
		return 0
	}
	return best / cacheStep * cacheStep
}
