package apidocs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mentionary/internal/restgate/apidoc"
)

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

// byToken says whether scripts may call it with an access token.
func byToken(c apidoc.Operation) bool {
	return slices.ContainsFunc(c.Security, func(way map[string][]string) bool { _, ok := way["token"]; return ok })
}

// needed says who may call, in words.
func needed(c apidoc.Operation) string {
	who := needs[c.Needs]
	if c.Needs != "anonymous" && !byToken(c) {
		who += ", not by token"
	}
	return who
}

// verbs orders the calls of one path.
var verbs = []string{"get", "post", "patch", "delete"}

// groupsOf sorts the calls of a document by service.
func groupsOf(d *apidoc.Document, base string) (out []group) {
	for _, tag := range d.Tags {
		g := group{Name: apidoc.Words(strings.TrimSuffix(tag.Name, "Service")), Anchor: tag.Name, About: withoutName(tag.Description, tag.Name)}
		for path, byVerb := range d.Paths {
			for verb, c := range byVerb {
				if slices.Contains(c.Tags, tag.Name) {
					g.Calls = append(g.Calls, shown(d, base, verb, path, c))
				}
			}
		}
		slices.SortFunc(g.Calls, func(a, b shownCall) int {
			return cmp.Or(strings.Compare(a.Path, b.Path),
				slices.Index(verbs, strings.ToLower(a.Verb))-slices.Index(verbs, strings.ToLower(b.Verb)))
		})
		out = append(out, g)
	}
	return out
}

func shown(d *apidoc.Document, base, verb, path string, c apidoc.Operation) shownCall {
	_, method, _ := strings.Cut(c.ID, "_")
	out := shownCall{
		Anchor: c.ID, Verb: strings.ToUpper(verb), Path: path, Title: c.Summary, About: withoutName(c.Description, method),
		Needs: needed(c), Parts: parts(path),
	}
	for _, p := range c.Parameters {
		out.Fields = append(out.Fields, shownField{
			Name: p.Name, Where: p.In, Type: kind(p.Schema), Limits: limits(p.Schema), About: p.Description, Required: p.Required,
		})
	}
	for _, body := range c.Body.Content {
		out.Fields = append(out.Fields, fields(d, body.Schema, "")...)
	}
	out.Curl = curl(base, out.Verb, path, c)
	answer := c.Responses["200"]
	_, out.Counted = answer.Headers["X-Total-Count"]
	if example := answer.Content["application/json"].Example; example.Kind != 0 {
		out.Answer = jsonPieces(&example)
	}
	for status, r := range c.Responses {
		if failure, ok := d.Shared(r); ok {
			out.Failures = append(out.Failures, shownFailure{status, failure.Description})
		}
	}
	slices.SortFunc(out.Failures, func(a, b shownFailure) int { return strings.Compare(a.Status, b.Status) })
	return out
}

// fields lists what a body may hold; the fields of an object in it have its name before their own.
func fields(d *apidoc.Document, s apidoc.Schema, within string) (out []shownField) {
	s = d.Resolved(s)
	for _, p := range s.Properties {
		if p.Schema.Ref != "" {
			out = append(out, fields(d, p.Schema, within+p.Name+".")...)
			continue
		}
		out = append(out, shownField{
			Name: within + p.Name, Where: "body", Type: kind(p.Schema), Limits: limits(p.Schema), About: p.Schema.Description,
			Required: slices.Contains(s.Required, p.Name),
		})
	}
	return out
}

// kind names the type of a value.
func kind(s apidoc.Schema) string {
	if s.Items != nil {
		return "list of " + kind(*s.Items)
	}
	if s.Type == nil {
		return "object"
	}
	return fmt.Sprint(s.Type)
}

// limits says what values are allowed.
func limits(s apidoc.Schema) string {
	if s.Items != nil && len(s.Items.Enum) > 0 {
		return limits(*s.Items)
	}
	var out []string
	if words := slices.DeleteFunc(slices.Clone(s.Enum), func(w string) bool { return w == "" }); len(words) > 0 {
		out = append(out, strings.Join(words, ", "))
	}
	between := func(from, to *int64, unit string) {
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
