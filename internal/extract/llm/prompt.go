package llm

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/openai/openai-go/v3"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// PromptVersion names the instructions. Change it with their words: it is part of the cache key of extraction.
const PromptVersion = "2"

// instructions are the same in every call and stand first, so that servers can reuse what they computed for them; most
// do so from about a thousand tokens on, which is why there are examples.
//
//go:embed instructions.txt
var instructions string

// schemaInstructions follow where the server does not take a schema.
const schemaInstructions = "\n\nThe answer is one JSON object by this JSON Schema, without a word before or after it:\n"

// Bounds of what is told about the episode, in characters and items.
const (
	maxAboutText  = 600
	maxAboutName  = 200
	maxAboutItems = 30
	maxTaught     = 20 // lines of the show's glossary of a kind: each is paid with every chunk, if at a tenth
	maxTaughtName = 60
)

// opening are the messages every conversation starts with: what never changes first, then what is the same for an
// episode, then the chunk.
func opening(w way, user string) []openai.ChatCompletionMessageParamUnion {
	system := instructions
	if w != strictSchema {
		system += schemaInstructions + string(schemaText)
	}
	return []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system), openai.UserMessage(user)}
}

// about is what is told about the episode, as JSON, so that none of it can look like anything but data.
type about struct {
	Show        string   `json:"show,omitempty"`
	Title       string   `json:"title,omitempty"`
	Language    string   `json:"language,omitempty"`
	People      []string `json:"people,omitempty"`
	Chapters    []string `json:"chapters,omitempty"`
	Description string   `json:"description,omitempty"`
	Often       []string `json:"often,omitempty"`   // "PostgreSQL (product)"
	Heard       []string `json:"heard,omitempty"`   // "post grass = PostgreSQL (product)"
	NoNames     []string `json:"noNames,omitempty"` // words that reviewers said name nothing
}

// userPrompt is the part that differs: the episode, then the chunk between markers. The marker's code is a hash of the
// text, so no text can contain its own marker.
func userPrompt(chunk transcript.Chunk, c extract.Context) string {
	a := about{
		Show: wording.FirstRunes(c.Show, maxAboutName), Title: wording.FirstRunes(c.Title, maxAboutName),
		Language:    wording.FirstRunes(c.Language, 35),
		Description: wording.FirstRunes(c.Description, maxAboutText),
	}
	for _, p := range c.People[:min(len(c.People), maxAboutItems)] {
		a.People = append(a.People, wording.FirstRunes(strings.TrimSpace(p.Name+" "+p.Role), maxAboutName))
	}
	for _, ch := range c.Chapters[:min(len(c.Chapters), maxAboutItems)] {
		a.Chapters = append(a.Chapters, wording.FirstRunes(ch.Title, maxAboutName))
	}
	a.fromShow(c)
	data, err := json.Marshal(a)
	if err != nil { // a struct of strings: cannot fail
		data = []byte("{}")
	}
	sum := sha256.Sum256([]byte(chunk.Text))
	marker := "=== transcript " + hex.EncodeToString(sum[:6]) + " ==="
	return "About the episode: " + string(data) + "\n" + marker + "\n" + chunk.Text + "\n" + marker
}

// fromShow adds what the show's other episodes and its reviewers taught. It helps with spelling and proves nothing: what is found must
// be said in the chunk all the same.
func (a *about) fromShow(c extract.Context) {
	for _, k := range c.Often[:min(len(c.Often), extract.MaxOften)] {
		a.Often = append(a.Often, typed(k.Name, k.Type))
	}
	for _, t := range c.Taught {
		heard := wording.FirstRunes(t.Heard, maxTaughtName)
		switch {
		case t.Sentence != "": // about one place
		case t.Blocked && len(a.NoNames) < maxTaught:
			a.NoNames = append(a.NoNames, heard)
		case !t.Blocked && len(a.Heard) < maxTaught:
			a.Heard = append(a.Heard, heard+" = "+typed(t.Meant, t.MeantType))
		}
	}
}

func typed(name string, t mention.Type) string {
	return wording.FirstRunes(name, maxTaughtName) + " (" + string(t) + ")"
}

// maxRepeated bounds how much of a bad answer is shown to the model again, in characters.
const maxRepeated = 2000

// repairMessages ask once more after a bad answer.
func repairMessages(bad, problem string) []openai.ChatCompletionMessageParamUnion {
	return []openai.ChatCompletionMessageParamUnion{
		openai.AssistantMessage(wording.FirstRunes(strings.ToValidUTF8(bad, ""), maxRepeated)),
		openai.UserMessage("That answer cannot be used: " + problem +
			". Answer again for the same transcript part, with one JSON object in the required form and nothing else."),
	}
}
