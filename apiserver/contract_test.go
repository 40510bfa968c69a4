package apiserver_test

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/restgate/httprule"
)

// procedures lists the whole contract by service and name, streams too; methods leaves those out.
func procedures() []protoreflect.MethodDescriptor {
	out := append(methods(), v1.File_mentionary_v1_watch_proto.Services().ByName("WatchService").Methods().ByName("Watch"))
	slices.SortFunc(out, func(a, b protoreflect.MethodDescriptor) int {
		return strings.Compare(string(a.FullName()), string(b.FullName()))
	})
	return out
}

// nameOf is "Service/Procedure".
func nameOf(m protoreflect.MethodDescriptor) string {
	return string(m.Parent().Name()) + "/" + string(m.Name())
}

var braces = regexp.MustCompile(`\{[^}]*\}`)

// procedureOf finds the procedure behind a REST address, "" when there is none. The address is a template, whose names
// do not count, or has values in the places of its variables.
func procedureOf(method, path string) string {
	found, variables := "", 99
	for _, m := range methods() {
		verb, template := address(m)
		// The address with the fewest variables wins, as in http.ServeMux.
		n := strings.Count(template, "{")
		if verb == method && n < variables && regexp.MustCompile("^"+braces.ReplaceAllString(template, "[^/]+")+"$").MatchString(path) {
			found, variables = nameOf(m), n
		}
	}
	return found
}

// object is a request's fields by their names in the contract.
type object map[string]any

// request is the smallest valid request of a procedure, with the given fields in it.
func request(m protoreflect.MethodDescriptor, given ...object) object {
	out := object{}
	for i := range m.Input().Fields().Len() {
		f := m.Input().Fields().Get(i)
		if v := least(f); v != nil {
			out[string(f.Name())] = v
		}
	}
	for _, g := range given {
		for name, v := range g {
			if m.Input().Fields().ByName(protoreflect.Name(name)) == nil {
				panic(nameOf(m) + " has no field " + name)
			}
			out[name] = v
		}
	}
	return out
}

// least is the smallest value that the rules of a field allow, nil when it may be left out.
func least(f protoreflect.FieldDescriptor) any {
	r, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	switch {
	case f.IsList() && r.GetRepeated().GetMinItems() > 0 && f.Message() != nil:
		one := map[string]any{}
		for i := range f.Message().Fields().Len() {
			if v := least(f.Message().Fields().Get(i)); v != nil {
				one[string(f.Message().Fields().Get(i).Name())] = v
			}
		}
		return []any{one}
	case f.IsList() && r.GetRepeated().GetMinItems() > 0:
		if f.Kind() == protoreflect.Int32Kind {
			return []any{r.GetRepeated().GetItems().GetInt32().GetGt() + 1}
		}
		if in := r.GetRepeated().GetItems().GetString().GetIn(); len(in) > 0 {
			return []any{in[0]}
		}
		return []any{"x"}
	case f.IsList() || f.Message() != nil:
		return nil
	}
	switch f.Kind() {
	case protoreflect.StringKind:
		if in := r.GetString().GetIn(); len(in) > 0 && !slices.Contains(in, "") {
			return in[0]
		}
		if n := r.GetString().GetMinLen(); n > 0 {
			return strings.Repeat("x", int(n))
		}
	case protoreflect.Int32Kind:
		if n := r.GetInt32(); n.HasGt() {
			return n.GetGt() + 1
		} else if n.GetGte() > 0 || r.GetRequired() {
			return n.GetGte()
		}
	case protoreflect.BoolKind:
		if r.GetRequired() {
			return true
		}
	}
	return nil
}

// restCall writes a request as the REST face takes it.
func restCall(m protoreflect.MethodDescriptor, req object) (verb, target string, body any) {
	routes, err := httprule.Of(m)
	if err != nil || len(routes) == 0 {
		panic(nameOf(m) + " has no REST address")
	}
	rt := routes[0]
	target, rest := rt.Path, map[string]any{}
	for name, v := range req {
		f := m.Input().Fields().ByName(protoreflect.Name(name))
		if slices.Contains(rt.Vars, f) {
			target = strings.ReplaceAll(target, "{"+name+"}", url.PathEscape(written(v)))
			continue
		}
		rest[f.JSONName()] = v
	}
	if rt.HasBody {
		return rt.Verb, target, rest
	}
	query := url.Values{}
	for name, v := range rest {
		if list, ok := v.([]any); ok {
			for _, one := range list {
				query.Add(name, written(one))
			}
			continue
		}
		query.Set(name, written(v))
	}
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return rt.Verb, target, nil
}

// written is a value as an address carries it.
func written(v any) string { return fmt.Sprint(v) }
