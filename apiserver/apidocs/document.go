package apidocs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// document is the part of an OpenAPI document that the page shows.
type document struct {
	Info struct{ Title, Version, Description string }
	Tags []struct{ Name, Description string }
	// Paths holds calls by path and verb.
	Paths      map[string]map[string]call
	Components struct {
		Schemas   map[string]schema
		Responses map[string]struct{ Description string }
	}
}

type call struct {
	OperationID string   `yaml:"operationId"`
	Summary     string   `yaml:"summary"`
	Description string   `yaml:"description"`
	Needs       string   `yaml:"x-needs"`
	Tags        []string `yaml:"tags"`
	Security    []map[string][]string
	Parameters  []struct {
		Name, In, Description string
		Required              bool
		Schema                schema
		Example               yaml.Node
	}
	RequestBody struct{ Content map[string]content } `yaml:"requestBody"`
	Responses   map[string]struct {
		Ref     string               `yaml:"$ref"`
		Headers map[string]yaml.Node `yaml:"headers"`
		Content map[string]content
	}
}

// byToken says whether scripts may call it with an access token.
func (c call) byToken() bool {
	return slices.ContainsFunc(c.Security, func(way map[string][]string) bool { _, ok := way["token"]; return ok })
}

// method is the name of the procedure behind the call.
func (c call) method() string {
	_, name, _ := strings.Cut(c.OperationID, "_")
	return name
}

type content struct {
	Schema  schema
	Example yaml.Node
}

// schema is as much of a JSON Schema as parameters and bodies need.
type schema struct {
	Ref              string    `yaml:"$ref"`
	Type             any       `yaml:"type"`
	Description      string    `yaml:"description"`
	Required         []string  `yaml:"required"`
	Enum             []string  `yaml:"enum"`
	Items            *schema   `yaml:"items"`
	Properties       yaml.Node `yaml:"properties"`
	Minimum          *int      `yaml:"minimum"`
	Maximum          *int      `yaml:"maximum"`
	ExclusiveMinimum *int      `yaml:"exclusiveMinimum"`
	MinLength        *int      `yaml:"minLength"`
	MaxLength        *int      `yaml:"maxLength"`
	MaxItems         *int      `yaml:"maxItems"`
}

// group is the calls of one service.
type group struct {
	Name, Anchor, About string
	Calls               []shownCall
}

// shownCall is a call as the page shows it.
type shownCall struct {
	Anchor, Verb, Path, Title, About, Needs string
	Parts                                   []part // of the path
	Fields                                  []shownField
	Curl                                    string
	Answer                                  []piece
	Counted                                 bool // the answer counts all that match
	Failures                                []shownFailure
}

// part is a stretch of a path; variables are set apart.
type part struct {
	Variable bool
	Text     string
}

// shownField is a parameter or a field of the body.
type shownField struct {
	Name, Where, Type, Limits, About string
	Required                         bool
}

type shownFailure struct{ Status, About string }

// needs says for whom a call is, by the policy's words.
var needs = map[string]string{"anonymous": "everybody", "user": "signed in", "moderator": "moderators", "admin": "admins"}

// needed says who may call, in words.
func needed(c call) string {
	who := needs[c.Needs]
	if c.Needs != "anonymous" && !c.byToken() {
		who += ", not by token"
	}
	return who
}

// verbs orders the calls of one path.
var verbs = []string{"get", "post", "patch", "delete"}

// groups sorts the calls of the document by service.
func (d *document) groups(base string) ([]group, error) {
	var out []group
	for _, tag := range d.Tags {
		g := group{Name: spaced(strings.TrimSuffix(tag.Name, "Service")), Anchor: tag.Name, About: withoutName(tag.Description, tag.Name)}
		for path, byVerb := range d.Paths {
			for verb, c := range byVerb {
				if slices.Contains(c.Tags, tag.Name) {
					shown, err := d.shown(base, verb, path, c)
					if err != nil {
						return nil, err
					}
					g.Calls = append(g.Calls, shown)
				}
			}
		}
		slices.SortFunc(g.Calls, func(a, b shownCall) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), slices.Index(verbs, strings.ToLower(a.Verb))-slices.Index(verbs, strings.ToLower(b.Verb)))
		})
		out = append(out, g)
	}
	return out, nil
}

func (d *document) shown(base, verb, path string, c call) (shownCall, error) {
	out := shownCall{
		Anchor: c.OperationID, Verb: strings.ToUpper(verb), Path: path, Title: c.Summary, About: withoutName(c.Description, c.method()),
		Needs: needed(c), Parts: parts(path),
	}
	for _, p := range c.Parameters {
		out.Fields = append(out.Fields, shownField{
			Name: p.Name, Where: p.In, Type: p.Schema.kind(), Limits: p.Schema.limits(), About: p.Description, Required: p.Required,
		})
	}
	for _, body := range c.RequestBody.Content {
		fields, err := d.fields(body.Schema, "")
		if err != nil {
			return out, fmt.Errorf("%s: %w", c.OperationID, err)
		}
		out.Fields = append(out.Fields, fields...)
	}
	out.Curl = curl(base, out.Verb, path, c)
	answer := c.Responses["200"]
	_, out.Counted = answer.Headers["X-Total-Count"]
	if example := answer.Content["application/json"].Example; example.Kind != 0 {
		out.Answer = jsonPieces(&example)
	}
	for status, r := range c.Responses {
		if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
			out.Failures = append(out.Failures, shownFailure{status, d.Components.Responses[name].Description})
		}
	}
	slices.SortFunc(out.Failures, func(a, b shownFailure) int { return strings.Compare(a.Status, b.Status) })
	return out, nil
}

// fields lists what a body may hold; the fields of an object in it have its name before their own.
func (d *document) fields(s schema, within string) ([]shownField, error) {
	if s.Ref != "" {
		s = d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	var out []shownField
	for i := 0; i+1 < len(s.Properties.Content); i += 2 {
		name := s.Properties.Content[i].Value
		var field schema
		if err := s.Properties.Content[i+1].Decode(&field); err != nil {
			return nil, err
		}
		if field.Ref != "" {
			inner, err := d.fields(field, within+name+".")
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
			continue
		}
		out = append(out, shownField{
			Name: within + name, Where: "body", Type: field.kind(), Limits: field.limits(), About: field.Description,
			Required: slices.Contains(s.Required, name),
		})
	}
	return out, nil
}

// kind names the type of a value.
func (s schema) kind() string {
	if s.Items != nil {
		return "list of " + s.Items.kind()
	}
	if s.Type == nil {
		return "object"
	}
	return fmt.Sprint(s.Type)
}

// limits says what values are allowed.
func (s schema) limits() string {
	if s.Items != nil && len(s.Items.Enum) > 0 {
		return s.Items.limits()
	}
	var out []string
	if words := slices.DeleteFunc(slices.Clone(s.Enum), func(w string) bool { return w == "" }); len(words) > 0 {
		out = append(out, strings.Join(words, ", "))
	}
	between := func(from, to *int, unit string) {
		switch {
		case from != nil && to != nil:
			out = append(out, fmt.Sprintf("%d to %d%s", *from, *to, unit))
		case from != nil:
			out = append(out, fmt.Sprintf("at least %d%s", *from, unit))
		case to != nil:
			out = append(out, fmt.Sprintf("at most %d%s", *to, unit))
		}
	}
	between(s.Minimum, s.Maximum, "")
	if s.ExclusiveMinimum != nil {
		out = append(out, fmt.Sprintf("more than %d", *s.ExclusiveMinimum))
	}
	between(s.MinLength, s.MaxLength, " characters")
	between(nil, s.MaxItems, " values")
	return strings.Join(out, ", ")
}

// parts cuts a path at its variables.
func parts(path string) []part {
	var out []part
	for {
		before, rest, found := strings.Cut(path, "{")
		if before != "" {
			out = append(out, part{Text: before})
		}
		if !found {
			return out
		}
		name, after, _ := strings.Cut(rest, "}")
		out = append(out, part{Variable: true, Text: "{" + name + "}"})
		path = after
	}
}

// withoutName drops the name that a comment of the contract begins with: "ListUsers answers all people" reads "Answers
// all people", "AdminService is for admins" reads "For admins".
func withoutName(text, name string) string {
	rest, ok := strings.CutPrefix(text, name+" ")
	if !ok || rest == "" {
		return text
	}
	rest = strings.TrimPrefix(rest, "is ")
	return strings.ToUpper(rest[:1]) + rest[1:]
}

// spaced writes "PublicUser" as "Public user".
func spaced(name string) string {
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
