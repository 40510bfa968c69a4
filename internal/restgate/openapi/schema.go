package openapi

import (
	"fmt"
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// schemas collects the messages that are used, and which of them are answered.
type schemas struct {
	known    map[string]protoreflect.MessageDescriptor
	answered map[protoreflect.FullName]bool
	examples *examples
	// weakest returns the weakest role that may call a procedure.
	weakest func(procedure string) (string, error)
	// sessionOnly says whether no access token may call a procedure.
	sessionOnly func(procedure string) bool
}

func ref(name string) *yaml.Node {
	return object{{"$ref", text("#/components/schemas/" + name)}}.node()
}

// message refers to a message and remembers it.
func (s *schemas) message(d protoreflect.MessageDescriptor) *yaml.Node {
	s.known[string(d.Name())] = d
	return ref(string(d.Name()))
}

// markAnswered notes that d, and all it holds, is written with every field.
func (s *schemas) markAnswered(d protoreflect.MessageDescriptor) {
	if s.answered[d.FullName()] {
		return
	}
	s.answered[d.FullName()] = true
	for i := range d.Fields().Len() {
		if m := d.Fields().Get(i).Message(); m != nil {
			s.markAnswered(m)
		}
	}
}

// components describes every message that was referred to, and those they refer to in turn.
func (s *schemas) components() (object, error) {
	done := map[string]object{"Error": {
		{"type", text("object")},
		{"required", list(text("code"), text("message"))},
		{"properties", object{
			{"code", object{{"type", text("string")}, {"description", text("The name of a Connect code, as in not_found.")}}.node()},
			{"message", object{{"type", text("string")}, {"description", text("A sentence for people.")}}.node()},
		}.node()},
	}}
	for len(done) <= len(s.known) {
		for name, d := range s.known {
			if done[name] != nil {
				continue
			}
			o, err := s.properties(d, s.answered[d.FullName()], nil)
			if err != nil {
				return nil, err
			}
			done[name] = o
		}
	}
	var all object
	for _, name := range slices.Sorted(mapKeys(done)) {
		all = append(all, pair{name, done[name].node()})
	}
	return all, nil
}

// properties describes a message as an object without the fields in skip.
func (s *schemas) properties(d protoreflect.MessageDescriptor, answered bool, skip []protoreflect.FieldDescriptor) (object, error) {
	var properties object
	var required []*yaml.Node
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if slices.Contains(skip, f) {
			continue
		}
		schema, err := s.field(f, answered)
		if err != nil {
			return nil, err
		}
		properties = append(properties, pair{f.JSONName(), append(schema, pair{"description", text(comment(f))}).node()})
		if optional := f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic(); answered && !optional || !answered && demanded(f) {
			required = append(required, text(f.JSONName()))
		}
	}
	o := object{{"type", text("object")}, {"description", text(comment(d))}, {"required", list(required...)}}
	if len(properties) > 0 {
		o = append(o, pair{"properties", properties.node()})
	}
	return o, nil
}

// field describes the value of a field; answered values may be null where the contract allows them to be unset.
func (s *schemas) field(f protoreflect.FieldDescriptor, answered bool) (object, error) {
	if f.IsMap() {
		return nil, fmt.Errorf("%s: the REST face has no maps", f.FullName())
	}
	null := answered && f.HasPresence()
	if f.IsList() {
		items, err := s.value(f, rules(f).GetRepeated().GetItems(), false)
		if err != nil {
			return nil, err
		}
		o := object{{"type", text("array")}, {"items", items.node()}}
		if r := rules(f).GetRepeated(); r.HasMaxItems() {
			o = append(o, pair{"maxItems", integer(int64(r.GetMaxItems()))})
		}
		return o, nil
	}
	return s.value(f, rules(f), null)
}

func (s *schemas) value(f protoreflect.FieldDescriptor, r *validate.FieldRules, null bool) (object, error) {
	kind := func(name, format string) object {
		o := object{{"type", text(name)}}
		if null {
			o[0].value = list(text(name), text("null"))
		}
		return append(o, pair{"format", text(format)})
	}
	switch f.Kind() {
	case protoreflect.StringKind:
		return append(kind("string", ""), stringLimits(r.GetString())...), nil
	case protoreflect.BoolKind:
		return kind("boolean", ""), nil
	case protoreflect.Int32Kind:
		return append(kind("integer", "int32"), int32Limits(r.GetInt32())...), nil
	case protoreflect.DoubleKind:
		return kind("number", "double"), nil
	case protoreflect.MessageKind:
		if f.Message().FullName() == "google.protobuf.Timestamp" {
			return kind("string", "date-time"), nil
		}
		if f.Message().ParentFile().Package() == "google.protobuf" {
			break
		}
		target := s.message(f.Message())
		if null {
			return object{{"anyOf", list(target, object{{"type", text("null")}}.node())}}, nil
		}
		return object{{"$ref", target.Content[1]}}, nil
	}
	return nil, fmt.Errorf("%s: the REST face has no %s", f.FullName(), f.Kind())
}

func rules(f protoreflect.FieldDescriptor) *validate.FieldRules {
	r, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return r
}

func stringLimits(r *validate.StringRules) (o object) {
	if r.GetMinLen() > 0 {
		o = append(o, pair{"minLength", integer(int64(r.GetMinLen()))})
	}
	if r.HasMaxLen() {
		o = append(o, pair{"maxLength", integer(int64(r.GetMaxLen()))})
	}
	var words []*yaml.Node
	for _, w := range r.GetIn() {
		words = append(words, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: w})
	}
	return append(o, pair{"enum", list(words...)}, pair{"pattern", text(r.GetPattern())})
}

func int32Limits(r *validate.Int32Rules) (o object) {
	switch {
	case r.HasGte():
		o = append(o, pair{"minimum", integer(int64(r.GetGte()))})
	case r.HasGt():
		o = append(o, pair{"exclusiveMinimum", integer(int64(r.GetGt()))})
	}
	switch {
	case r.HasLte():
		o = append(o, pair{"maximum", integer(int64(r.GetLte()))})
	case r.HasLt():
		o = append(o, pair{"exclusiveMaximum", integer(int64(r.GetLt()))})
	}
	return o
}
