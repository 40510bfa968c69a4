package apidoc

import (
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// Document describes an API.
type Document struct {
	OpenAPI    string `yaml:"openapi"`
	Info       Info
	Servers    []Server
	Tags       []Tag
	Paths      map[string]map[string]Operation // by path and verb
	Components Components
}

// Info is what the whole is called and about.
type Info struct{ Title, Version, Description string }

// Server is an address of the API.
type Server struct{ URL, Description string }

// Tag is a group of operations.
type Tag struct{ Name, Description string }

// Components are what operations refer to by name.
type Components struct {
	SecuritySchemes map[string]SecurityScheme `yaml:"securitySchemes"`
	Responses       map[string]Response
	Schemas         map[string]Schema
}

// SecurityScheme is a way to show who one is.
type SecurityScheme struct {
	Type         string
	In           string `yaml:",omitempty"`
	Name         string `yaml:",omitempty"`
	Scheme       string `yaml:",omitempty"`
	BearerFormat string `yaml:"bearerFormat,omitempty"`
	Description  string
}

// Operation is one verb of a path.
type Operation struct {
	ID          string `yaml:"operationId"`
	Tags        []string
	Summary     string
	Description string
	Needs       string                `yaml:"x-needs"` // the weakest role that may call it
	Security    []map[string][]string // any one of them will do
	Parameters  []Parameter           `yaml:",omitempty"`
	Body        Body                  `yaml:"requestBody,omitempty"`
	Responses   map[string]Response   // by status, or default
}

// Parameter is a value in the path or in the query.
type Parameter struct {
	Name        string
	In          string
	Description string `yaml:",omitempty"`
	Required    bool   `yaml:",omitempty"`
	Schema      Schema
	Example     yaml.Node `yaml:",omitempty"`
}

// Body is what a request carries.
type Body struct {
	Required bool `yaml:",omitempty"`
	Content  Content
}

// Content describes a body by its media type.
type Content map[string]Media

// Media is a body of one type.
type Media struct {
	Schema  Schema
	Example yaml.Node `yaml:",omitempty"`
}

// Response is an answer.
type Response struct {
	Ref         string            `yaml:"$ref,omitempty"`
	Description string            `yaml:",omitempty"`
	Headers     map[string]Header `yaml:",omitempty"`
	Content     Content           `yaml:",omitempty"`
}

// Header is a header of an answer.
type Header struct {
	Description string
	Schema      Schema
}

// Schema says what a value looks like.
type Schema struct {
	Ref              string     `yaml:"$ref,omitempty"`
	AnyOf            []Schema   `yaml:"anyOf,omitempty"`
	Type             any        `yaml:",omitempty"` // a word, or a list of words
	Format           string     `yaml:",omitempty"`
	ContentMediaType string     `yaml:"contentMediaType,omitempty"`
	Items            *Schema    `yaml:",omitempty"`
	MaxItems         *int64     `yaml:"maxItems,omitempty"`
	MinLength        *int64     `yaml:"minLength,omitempty"`
	MaxLength        *int64     `yaml:"maxLength,omitempty"`
	Enum             []string   `yaml:",omitempty"`
	Pattern          string     `yaml:",omitempty"`
	Minimum          *int64     `yaml:",omitempty"`
	ExclusiveMinimum *int64     `yaml:"exclusiveMinimum,omitempty"`
	Maximum          *int64     `yaml:",omitempty"`
	ExclusiveMaximum *int64     `yaml:"exclusiveMaximum,omitempty"`
	Description      string     `yaml:",omitempty"`
	Required         []string   `yaml:",omitempty"`
	Properties       Properties `yaml:",omitempty"`
}

// Properties are the fields of an object in their order.
type Properties []Property

// Property is one field of an object.
type Property struct {
	Name   string
	Schema Schema
}

// MarshalYAML keeps the order.
func (p Properties) MarshalYAML() (any, error) {
	out := &yaml.Node{Kind: yaml.MappingNode}
	for _, one := range p {
		var value yaml.Node
		if err := value.Encode(one.Schema); err != nil {
			return nil, err
		}
		out.Content = append(out.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: one.Name}, &value)
	}
	return out, nil
}

// UnmarshalYAML keeps the order.
func (p *Properties) UnmarshalYAML(n *yaml.Node) error {
	for pair := range slices.Chunk(n.Content, 2) {
		one := Property{Name: pair[0].Value}
		if err := pair[1].Decode(&one.Schema); err != nil {
			return err
		}
		*p = append(*p, one)
	}
	return nil
}

// The parts of a document that are referred to.
const (
	inSchemas   = "#/components/schemas/"
	inResponses = "#/components/responses/"
)

// SchemaRef refers to a schema of the components.
func SchemaRef(name string) Schema { return Schema{Ref: inSchemas + name} }

// ResponseRef refers to a response of the components.
func ResponseRef(name string) Response { return Response{Ref: inResponses + name} }

// Resolved is the schema itself, also where s only refers to it.
func (d *Document) Resolved(s Schema) Schema {
	if name, ok := strings.CutPrefix(s.Ref, inSchemas); ok {
		return d.Components.Schemas[name]
	}
	return s
}

// Shared is the response of the components that r refers to.
func (d *Document) Shared(r Response) (Response, bool) {
	name, ok := strings.CutPrefix(r.Ref, inResponses)
	return d.Components.Responses[name], ok
}

// Words writes the name of a procedure or service as words: "ListEntities" becomes "List entities".
func Words(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
