package openapi

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/httprule"
)

// operation describes one route; n counts the bindings of its method.
func (s *schemas) operation(rt httprule.Route, n int) (object, error) {
	m := rt.Method
	service := string(m.Parent().Name())
	id := service + "_" + string(m.Name())
	if n > 0 {
		id += strconv.Itoa(n + 1)
	}
	needs, err := s.weakest(rt.Procedure())
	if err != nil {
		return nil, err
	}
	op := object{
		{"operationId", text(id)},
		{"tags", list(text(service))},
		{"summary", text(title(string(m.Name())))},
		{"description", text(comment(m))},
		{"x-needs", text(needs)},
		{"security", securityOf(needs, s.sessionOnly(rt.Procedure()))},
	}
	parameters, err := s.parameters(id, rt)
	if err != nil {
		return nil, err
	}
	op = append(op, pair{"parameters", list(parameters...)})
	if rt.HasBody {
		body, err := s.body(id, rt)
		if err != nil {
			return nil, err
		}
		op = append(op, pair{"requestBody", body.node()})
	}
	answer, err := s.answer(id, rt)
	if err != nil {
		return nil, err
	}
	failed := object{
		{"description", text("What went wrong: a code for machines, a sentence for people.")},
		{"content", content("application/json", ref("Error"))},
	}
	all := append(object{{"200", answer.node()}}, s.failuresOf(id, rt, needs)...)
	return append(op, pair{"responses", append(all, pair{"default", failed.node()}).node()}), nil
}

// title writes the name of a procedure as words: "ListEntities" becomes "List entities".
func title(name string) string {
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

// parameters are the path variables and, for methods without a body, every plain field that is left.
func (s *schemas) parameters(id string, rt httprule.Route) (nodes []*yaml.Node, err error) {
	add := func(f protoreflect.FieldDescriptor, in string, required bool) error {
		schema, err := s.field(f, false)
		if err != nil {
			return err
		}
		p := object{{"name", text(f.JSONName())}, {"in", text(in)}, {"description", text(s.examples.words(f))}}
		if required {
			p = append(p, pair{"required", yes()})
		}
		example, err := s.examples.parameter(id, f.JSONName())
		nodes = append(nodes, append(p, pair{"schema", schema.node()}, pair{"example", example}).node())
		return err
	}
	for _, f := range rt.Vars {
		if err := add(f, "path", true); err != nil {
			return nil, err
		}
	}
	fields := rt.Method.Input().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if rt.HasBody || slices.Contains(rt.Vars, f) || f.Message() != nil {
			continue
		}
		if err := add(f, "query", demanded(f)); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// body describes the request body without the fields that the path fills.
func (s *schemas) body(id string, rt httprule.Route) (object, error) {
	var schema *yaml.Node
	example, err := s.examples.request(id, rt.Method.Input())
	if err != nil {
		return nil, err
	}
	if rt.Body != nil {
		schema = s.message(rt.Body.Message())
	} else {
		o, err := s.properties(rt.Method.Input(), false, rt.Vars)
		if err != nil {
			return nil, err
		}
		schema = o.node()
	}
	return object{{"required", required(rt)}, {"content", contentWith("application/json", schema, example)}}, nil
}

// required says whether a call needs its body: DELETE may come without one.
func required(rt httprule.Route) *yaml.Node {
	if rt.Verb == http.MethodDelete {
		return nil
	}
	return yes()
}

func (s *schemas) answer(id string, rt httprule.Route) (object, error) {
	out := rt.Method.Output()
	o := object{{"description", text("The answer.")}}
	if total := out.Fields().ByName("total"); total != nil {
		header := object{{"description", text("All that match, not only this page.")}, {"schema", object{{"type", text("integer")}}.node()}}
		o = append(o, pair{"headers", object{{"X-Total-Count", header.node()}}.node()})
	}
	if out.FullName() == "google.api.HttpBody" {
		return append(o, pair{"content", content("*/*", object{}.node())}), nil
	}
	example, err := s.examples.answer(id, out, rt.Answer)
	if err != nil {
		return nil, err
	}
	if rt.Answer == nil {
		s.markAnswered(out)
		return append(o, pair{"content", contentWith("application/json", s.message(out), example)}), nil
	}
	if rt.Answer.Message() != nil {
		s.markAnswered(rt.Answer.Message())
	}
	schema, err := s.field(rt.Answer, true)
	if err != nil {
		return nil, err
	}
	if c := comment(rt.Answer); c != "" {
		o[0].value = text(c)
	}
	return append(o, pair{"content", contentWith("application/json", schema.node(), example)}), nil
}

func content(kind string, schema *yaml.Node) *yaml.Node { return contentWith(kind, schema, nil) }

func contentWith(kind string, schema, example *yaml.Node) *yaml.Node {
	return object{{kind, object{{"schema", schema}, {"example", example}}.node()}}.node()
}

// comment is what the contract says about d.
func comment(d protoreflect.Descriptor) string {
	c := d.ParentFile().SourceLocations().ByDescriptor(d).LeadingComments
	lines := strings.Split(strings.TrimSpace(c), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}

// demanded says whether a request is refused without the field.
func demanded(f protoreflect.FieldDescriptor) bool {
	r := rules(f)
	if r.GetRequired() || r.GetString().GetMinLen() > 0 {
		return true
	}
	if in := r.GetString().GetIn(); len(in) > 0 {
		return !slices.Contains(in, "")
	}
	n := r.GetInt32()
	return n.HasGt() && n.GetGt() >= 0 && !f.HasPresence()
}
