package openapi

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/apidoc"
	"mentionary/internal/restgate/httprule"
)

// operation describes one route; n counts the bindings of its method.
func (w *writer) operation(rt httprule.Route, n int) (op apidoc.Operation, err error) {
	m := rt.Method
	service := string(m.Parent().Name())
	id := service + "_" + string(m.Name())
	if n > 0 {
		id += strconv.Itoa(n + 1)
	}
	needs, err := w.weakest(rt.Procedure())
	if err != nil {
		return op, err
	}
	op = apidoc.Operation{
		ID: id, Tags: []string{service}, Summary: apidoc.Words(string(m.Name())), Description: comment(m), Needs: needs,
		Security: w.security(rt.Procedure(), needs), Responses: w.failures(id, rt, needs),
	}
	if op.Parameters, err = w.parameters(id, rt); err != nil {
		return op, err
	}
	if rt.HasBody {
		if op.Body, err = w.body(id, rt); err != nil {
			return op, err
		}
	}
	op.Responses["200"], err = w.answer(id, rt)
	return op, err
}

// parameters are the path variables and, for methods without a body, every plain field that is left.
func (w *writer) parameters(id string, rt httprule.Route) (all []apidoc.Parameter, err error) {
	add := func(f protoreflect.FieldDescriptor, in string, required bool) {
		p := apidoc.Parameter{Name: f.JSONName(), In: in, Description: w.examples.words(f), Required: required}
		var badSchema, badExample error
		p.Schema, badSchema = w.field(f, false)
		p.Example, badExample = w.examples.parameter(id, f.JSONName())
		all, err = append(all, p), errors.Join(err, badSchema, badExample)
	}
	for _, f := range rt.Vars {
		add(f, "path", true)
	}
	fields := rt.Method.Input().Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); !rt.HasBody && !slices.Contains(rt.Vars, f) && f.Message() == nil {
			add(f, "query", demanded(f))
		}
	}
	return all, err
}

// body describes the request body without the fields that the path fills. DELETE may come without one.
func (w *writer) body(id string, rt httprule.Route) (apidoc.Body, error) {
	example, badExample := w.examples.request(id, rt.Method.Input())
	schema, badSchema := w.properties(rt.Method.Input(), false, rt.Vars)
	if rt.Body != nil {
		schema = w.message(rt.Body.Message())
	}
	return apidoc.Body{Required: rt.Verb != http.MethodDelete, Content: inJSON(schema, example)}, errors.Join(badExample, badSchema)
}

func (w *writer) answer(id string, rt httprule.Route) (out apidoc.Response, err error) {
	d := rt.Method.Output()
	out = apidoc.Response{Description: "The answer."}
	if d.Fields().ByName("total") != nil {
		out.Headers = map[string]apidoc.Header{"X-Total-Count": {Description: "All that match, not only this page.", Schema: integer}}
	}
	if d.FullName() == "google.api.HttpBody" {
		out.Content = apidoc.Content{"*/*": {}}
		return out, nil
	}
	var schema apidoc.Schema
	if rt.Answer == nil {
		w.markAnswered(d)
		schema = w.message(d)
	} else {
		if rt.Answer.Message() != nil {
			w.markAnswered(rt.Answer.Message())
		}
		out.Description = cmp.Or(comment(rt.Answer), out.Description)
		if schema, err = w.field(rt.Answer, true); err != nil {
			return out, err
		}
	}
	example, err := w.examples.answer(id, d, rt.Answer)
	out.Content = inJSON(schema, example)
	return out, err
}

func inJSON(schema apidoc.Schema, example yaml.Node) apidoc.Content {
	return apidoc.Content{"application/json": {Schema: schema, Example: example}}
}

var integer = apidoc.Schema{Type: "integer"}

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
