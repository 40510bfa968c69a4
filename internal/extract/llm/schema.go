package llm

import (
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"mentionary/internal/mention"
)

// SchemaVersion names the form of answers. Change it with the form: it is part of the cache key of extraction.
const SchemaVersion = "1"

// answer is what a model is asked for. Every field is required, because strict schemas know no optional ones; what was
// not said is an empty string or list. There is no field for addresses.
type answer struct {
	Entities []entity `json:"entities" jsonschema:"everything the chunk mentions by name, in order"`
}

type entity struct {
	Type        string  `json:"type"`
	Name        string  `json:"name" jsonschema:"as it should be written"`
	Description string  `json:"description" jsonschema:"one short sentence on what it is, or empty"`
	Quote       string  `json:"quote" jsonschema:"copied word for word from the transcript, one sentence at most"`
	Surface     string  `json:"surface" jsonschema:"the words of the quote that name it"`
	Context     string  `json:"context"`
	Stance      string  `json:"stance"`
	Claims      []claim `json:"claims" jsonschema:"only what was said aloud"`
}

type claim struct {
	About string `json:"about"`
	Value string `json:"value"`
}

// The kinds of claims a model may make, as in mention.Claims.
var claimKinds = []any{"author", "company", "country", "title", "field", "category", "sponsorType", "promoCode", "offer"}

var contexts = []any{string(mention.Editorial), string(mention.Ad), string(mention.SelfPromo)}

var stances = []any{
	string(mention.Recommended), string(mention.Used), string(mention.Discussed), string(mention.Criticised), string(mention.Passing),
	string(mention.OwnWork),
}

// schemaText is sent to the server with each chunk, so it is written once; entitySchema judges one entity at a time, so that one bad
// entity costs only itself.
var (
	answerSchema = newAnswerSchema()
	schemaText   = mustJSON(answerSchema)
	entitySchema = mustResolve(answerSchema.Properties["entities"].Items)
)

func newAnswerSchema() *jsonschema.Schema {
	s, err := jsonschema.For[answer](nil)
	if err != nil {
		panic(err) // the type is ours: only a change of this file can break it
	}
	list := s.Properties["entities"]
	plainArray(list)
	e := list.Items
	var types []any
	for _, t := range mention.Types() {
		types = append(types, string(t))
	}
	e.Properties["type"].Enum = types
	e.Properties["context"].Enum = contexts
	e.Properties["stance"].Enum = stances
	plainArray(e.Properties["claims"])
	e.Properties["claims"].Items.Properties["about"].Enum = claimKinds
	return s
}

// plainArray says that a list is never null: Go slices may be, answers may not.
func plainArray(s *jsonschema.Schema) { s.Types, s.Type = nil, "array" }

func mustResolve(s *jsonschema.Schema) *jsonschema.Resolved {
	r, err := s.CloneSchemas().Resolve(nil)
	if err != nil {
		panic(err)
	}
	return r
}

func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
