package speech

import (
	"strings"

	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// promptTokens are what servers read of a prompt, less a reserve for counting otherwise than they do.
const promptTokens = 200

const (
	maxPromptName  = 80  // runes of one name
	maxPromptTitle = 200 // runes
	maxPromptNotes = 600 // runes
)

// Prompt tells a server the names it may hear, within the 224 tokens that servers read: people first, then the glossary,
// then title and description as far as they fit. Names come once each, whatever their case.
func Prompt(title, description string, people, glossary []string) string {
	p := prompt{known: map[string]bool{}}
	for _, names := range [][]string{people, glossary} {
		for _, name := range names {
			p.name(transcript.CleanText(name, maxPromptName))
		}
	}
	p.end()
	p.text(transcript.CleanText(title, maxPromptTitle))
	p.text(transcript.CleanText(description, maxPromptNotes))
	return strings.TrimSpace(p.b.String())
}

// prompt is one being written.
type prompt struct {
	b     strings.Builder
	spent int
	known map[string]bool
}

// name adds a name if it is new and fits.
func (p *prompt) name(name string) {
	key := strings.ToLower(name)
	cost := tokens(name) + 1
	if name == "" || p.known[key] || p.spent+cost > promptTokens {
		return
	}
	if len(p.known) > 0 {
		p.b.WriteString(", ")
	}
	p.known[key] = true
	p.b.WriteString(name)
	p.spent += cost
}

// end ends the list of names.
func (p *prompt) end() {
	if p.b.Len() > 0 {
		p.b.WriteString(".")
		p.spent++
	}
}

// text adds as many words as fit.
func (p *prompt) text(text string) {
	for word := range strings.FieldsSeq(text) {
		room := promptTokens - p.spent
		if p.spent += tokens(word); p.spent > promptTokens {
			if room >= 20 { // a script without spaces
				p.b.WriteString(" " + wording.FirstRunes(word, room/2))
			}
			return
		}
		p.b.WriteString(" " + word)
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		p.b.WriteString(".")
		p.spent++
	}
}

// tokens counts more than servers do: a token for three letters of ASCII, for every other rune two.
func tokens(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		ascii, others := 0, 0
		for _, r := range word {
			if r < 0x80 {
				ascii++
			} else {
				others++
			}
		}
		n += (ascii+2)/3 + 2*others
	}
	return n
}
