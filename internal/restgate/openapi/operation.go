package openapi

import (
	"slices"
	"strconv"
	"strings"

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
	op := object{{"operationId", text(id)}, {"tags", list(text(service))}, {"description", text(comment(m))}}
	parameters, err := s.parameters(rt)
	if err != nil {
		return nil, err
	}
	op = append(op, pair{"parameters", list(parameters...)})
	if rt.HasBody {
		body, err := s.body(rt)
		if err != nil {
			return nil, err
		}
		op = append(op, pair{"requestBody", body.node()})
	}
	answer, err := s.answer(rt)
	if err != nil {
		return nil, err
	}
	failed := object{{"description", text("What went wrong: a code for machines, a sentence for people.")}, {"content", content("application/json", ref("Error"))}}
	return append(op, pair{"responses", object{{"200", answer.node()}, {"default", failed.node()}}.node()}), nil
}

// parameters are the path variables and, for methods without a body, every plain field that is left.
func (s *schemas) parameters(rt httprule.Route) (nodes []*yaml.Node, err error) {
	add := func(f protoreflect.FieldDescriptor, in string, required bool) error {
		schema, err := s.field(f, false)
		if err != nil {
			return err
		}
		p := object{{"name", text(f.JSONName())}, {"in", text(in)}, {"description", text(comment(f))}}
		if required {
			p = append(p, pair{"required", yes()})
		}
		nodes = append(nodes, append(p, pair{"schema", schema.node()}).node())
		return nil
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
func (s *schemas) body(rt httprule.Route) (object, error) {
	var schema *yaml.Node
	if rt.Body != nil {
		schema = s.message(rt.Body.Message())
	} else {
		o, err := s.properties(rt.Method.Input(), false, rt.Vars)
		if err != nil {
			return nil, err
		}
		schema = o.node()
	}
	return object{{"content", content("application/json", schema)}}, nil
}

func (s *schemas) answer(rt httprule.Route) (object, error) {
	out := rt.Method.Output()
	o := object{{"description", text("The answer.")}}
	if total := out.Fields().ByName("total"); total != nil {
		header := object{{"description", text("All that match, not only this page.")}, {"schema", object{{"type", text("integer")}}.node()}}
		o = append(o, pair{"headers", object{{"X-Total-Count", header.node()}}.node()})
	}
	if out.FullName() == "google.api.HttpBody" {
		return append(o, pair{"content", content("*/*", object{}.node())}), nil
	}
	if rt.Answer == nil {
		s.markAnswered(out)
		return append(o, pair{"content", content("application/json", s.message(out))}), nil
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
	return append(o, pair{"content", content("application/json", schema.node())}), nil
}

func content(kind string, schema *yaml.Node) *yaml.Node {
	return object{{kind, object{{"schema", schema}}.node()}}.node()
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
