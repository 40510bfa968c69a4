package llm

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// maxDepth bounds the nesting of an answer; ours needs 5.
const maxDepth = 16

// parseAnswer reads candidates out of a model's text. The second result says, in words for the model, why there are
// none to read; it is empty for a readable answer, also one without entities.
func parseAnswer(text string, limit int) ([]mention.Candidate, string) {
	raw := jsonObject(text)
	if raw == "" {
		return nil, "it held no complete JSON object"
	}
	var list struct {
		Entities *[]json.RawMessage `json:"entities"`
	}
	if err := json.Unmarshal([]byte(raw), &list); err != nil || list.Entities == nil {
		return nil, `it was not a JSON object with the list "entities"`
	}
	entities := *list.Entities
	if len(entities) > limit {
		entities = entities[:limit]
	}
	out := make([]mention.Candidate, 0, len(entities))
	wrong := ""
	for _, raw := range entities {
		c, err := candidate(raw)
		if err != nil {
			wrong = err.Error()
			continue
		}
		out = append(out, c)
	}
	if len(out) == 0 && wrong != "" {
		return nil, "no entity followed the schema: " + wrong
	}
	return out, ""
}

// candidate reads one entity; the error says what is wrong, in words of our own.
func candidate(raw json.RawMessage) (mention.Candidate, error) {
	var none mention.Candidate
	var instance any
	if err := json.Unmarshal(raw, &instance); err != nil {
		return none, fmt.Errorf("an entity is not JSON")
	}
	if entitySchema.Validate(instance) != nil {
		return none, fmt.Errorf("an entity has missing, unknown or wrong fields")
	}
	var e entity
	if err := json.Unmarshal(raw, &e); err != nil {
		return none, fmt.Errorf("an entity has wrong fields")
	}
	c := mention.Candidate{
		Type: mention.Type(e.Type), Name: tidy(e.Name), Description: tidy(e.Description), Quote: strings.TrimSpace(e.Quote),
		Surface: strings.TrimSpace(e.Surface),
		Context: mention.Context(e.Context), Stance: mention.Stance(e.Stance), Signals: []mention.Signal{mention.SignalModel},
	}
	switch {
	case c.Name == "" || c.Quote == "":
		return none, fmt.Errorf("an entity has no name or no quote")
	case tooLong(c.Name) || tooLong(c.Quote):
		return none, fmt.Errorf("a name or quote is longer than %d characters", MaxString)
	case extract.HasAddress(c.Name):
		return none, fmt.Errorf("a name is an address")
	case strings.ContainsFunc(c.Quote, func(r rune) bool { return r == 0 || r == utf8.RuneError }):
		return none, fmt.Errorf("a quote is not text")
	}
	if tooLong(c.Surface) {
		c.Surface = ""
	}
	if tooLong(c.Description) || extract.HasAddress(c.Description) {
		c.Description = ""
	}
	for _, x := range e.Claims {
		if value := tidy(x.Value); value != "" && !tooLong(value) && !extract.HasAddress(value) {
			if claim := c.Claims.Of(x.About); claim != nil && *claim == "" { // the first of a kind stays
				*claim = value
			}
		}
	}
	return c, nil
}

// tidy drops what has no place in a name: control, format and private characters, and runs of spaces.
func tidy(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

func tooLong(s string) bool { return utf8.RuneCountInString(s) > MaxString }

// jsonObject finds the first complete JSON object in a text: models put it into fences, behind thoughts or between
// words. It returns "" when there is none or it is nested too deep. A list of entities alone is wrapped.
func jsonObject(text string) string {
	if i := strings.LastIndex(text, "</think>"); i >= 0 {
		text = text[i:]
	}
	start := strings.IndexAny(text, "{[")
	if start < 0 {
		return ""
	}
	end := balanced(text[start:])
	if end == 0 {
		return ""
	}
	object := text[start : start+end]
	if object[0] == '[' {
		object = `{"entities":` + object + `}`
	}
	if !json.Valid([]byte(object)) {
		return ""
	}
	return object
}

// balanced returns the length of the bracketed text at the beginning of s, 0 when it does not end or is too deep.
func balanced(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return 0
			}
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
