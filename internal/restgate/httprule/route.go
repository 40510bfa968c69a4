package httprule

import (
	"fmt"
	"regexp"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Route is one rule of one method.
type Route struct {
	Verb, Path string
	Method     protoreflect.MethodDescriptor
	Vars       []protoreflect.FieldDescriptor // request fields filled from the path, in its order
	HasBody    bool
	Body       protoreflect.FieldDescriptor // the message field the body fills, nil for the whole request
	Answer     protoreflect.FieldDescriptor // the field that is answered, nil for the whole message
}

// Procedure is the Connect path of the method.
func (r Route) Procedure() string {
	return "/" + string(r.Method.Parent().FullName()) + "/" + string(r.Method.Name())
}

// Of returns the routes of a method: its rule and the additional bindings; none when it has no rule. It fails for rules
// that are not supported.
func Of(m protoreflect.MethodDescriptor) ([]Route, error) {
	rule, _ := proto.GetExtension(m.Options(), annotations.E_Http).(*annotations.HttpRule)
	if rule == nil {
		return nil, nil
	}
	var routes []Route
	for _, r := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
		route, err := read(m, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.FullName(), err)
		}
		routes = append(routes, route)
	}
	return routes, nil
}

// template is what paths may look like.
var template = regexp.MustCompile(`^(/([A-Za-z0-9._~-]+|\{[a-z][a-z0-9_]*\}))+$`)

func read(m protoreflect.MethodDescriptor, rule *annotations.HttpRule) (Route, error) {
	verb, path := verbPath(rule)
	rt := Route{Verb: verb, Path: path, Method: m, HasBody: rule.GetBody() != ""}
	if verb == "" || !template.MatchString(path) || m.IsStreamingClient() || m.IsStreamingServer() {
		return rt, fmt.Errorf("%q %q: streaming methods and templates beyond {field} are not supported", verb, path)
	}
	for segment := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			f := Parameter(m.Input(), strings.TrimSuffix(name, "}"))
			if f == nil || f.IsList() {
				return rt, fmt.Errorf("%s is no plain field of the request", segment)
			}
			rt.Vars = append(rt.Vars, f)
		}
	}
	if b := rule.GetBody(); rt.HasBody && b != "*" {
		if rt.Body = m.Input().Fields().ByName(protoreflect.Name(b)); rt.Body == nil || rt.Body.IsList() || rt.Body.Message() == nil {
			return rt, fmt.Errorf("body %q is no message field of the request", b)
		}
	}
	if a := rule.GetResponseBody(); a != "" {
		if rt.Answer = m.Output().Fields().ByName(protoreflect.Name(a)); rt.Answer == nil {
			return rt, fmt.Errorf("response_body %q is no field of the answer", a)
		}
	}
	return rt, nil
}

func verbPath(rule *annotations.HttpRule) (verb, path string) {
	if custom := rule.GetCustom(); custom != nil {
		return custom.GetKind(), custom.GetPath()
	}
	r := rule.ProtoReflect()
	f := r.WhichOneof(r.Descriptor().Oneofs().ByName("pattern"))
	if f == nil {
		return "", ""
	}
	return strings.ToUpper(string(f.Name())), r.Get(f).String()
}

// Parameter finds the field that a path or query parameter fills, by its JSON or its contract name. Messages are no
// parameters.
func Parameter(d protoreflect.MessageDescriptor, name string) protoreflect.FieldDescriptor {
	f := d.Fields().ByJSONName(name)
	if f == nil {
		f = d.Fields().ByName(protoreflect.Name(name))
	}
	if f == nil || f.Message() != nil {
		return nil
	}
	return f
}
