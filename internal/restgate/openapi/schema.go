package openapi

import (
	"fmt"
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/apidoc"
)

// message refers to a message and remembers it.
func (w *writer) message(d protoreflect.MessageDescriptor) apidoc.Schema {
	w.known[string(d.Name())] = d
	return apidoc.SchemaRef(string(d.Name()))
}

// markAnswered notes that d, and all it holds, is written with every field.
func (w *writer) markAnswered(d protoreflect.MessageDescriptor) {
	if w.answered[d.FullName()] {
		return
	}
	w.answered[d.FullName()] = true
	for i := range d.Fields().Len() {
		if m := d.Fields().Get(i).Message(); m != nil {
			w.markAnswered(m)
		}
	}
}

// failure is the body of every answer that says what went wrong.
var failure = apidoc.Schema{Type: "object", Required: []string{"code", "message"}, Properties: apidoc.Properties{
	{Name: "code", Schema: apidoc.Schema{Type: "string", Description: "The name of a Connect code, as in not_found."}},
	{Name: "message", Schema: apidoc.Schema{Type: "string", Description: "A sentence for people."}},
}}

// schemas describes every message that was referred to, and those they refer to in turn.
func (w *writer) schemas() (map[string]apidoc.Schema, error) {
	done := map[string]apidoc.Schema{"Error": failure}
	for len(done) <= len(w.known) {
		for name, d := range w.known {
			if _, ok := done[name]; ok {
				continue
			}
			var err error
			if done[name], err = w.properties(d, w.answered[d.FullName()], nil); err != nil {
				return nil, err
			}
		}
	}
	return done, nil
}

// properties describes a message as an object without the fields in skip.
func (w *writer) properties(d protoreflect.MessageDescriptor, answered bool, skip []protoreflect.FieldDescriptor) (apidoc.Schema, error) {
	o := apidoc.Schema{Type: "object", Description: comment(d)}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		if slices.Contains(skip, f) {
			continue
		}
		schema, err := w.field(f, answered)
		if err != nil {
			return o, err
		}
		schema.Description = comment(f)
		o.Properties = append(o.Properties, apidoc.Property{Name: f.JSONName(), Schema: schema})
		optional := f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic()
		if answered && !optional || !answered && demanded(f) {
			o.Required = append(o.Required, f.JSONName())
		}
	}
	return o, nil
}

// field describes the value of a field; answered values may be null where the contract allows them to be unset.
func (w *writer) field(f protoreflect.FieldDescriptor, answered bool) (apidoc.Schema, error) {
	if f.IsMap() {
		return apidoc.Schema{}, fmt.Errorf("%s: the REST face has no maps", f.FullName())
	}
	if f.IsList() {
		r := rules(f).GetRepeated()
		items, err := w.value(f, r.GetItems(), false)
		return apidoc.Schema{Type: "array", Items: &items, MaxItems: number(r.HasMaxItems(), r.GetMaxItems())}, err
	}
	return w.value(f, rules(f), answered && f.HasPresence())
}

func (w *writer) value(f protoreflect.FieldDescriptor, r *validate.FieldRules, null bool) (apidoc.Schema, error) {
	kind := func(name, format string) apidoc.Schema {
		if null {
			return apidoc.Schema{Type: []string{name, "null"}, Format: format}
		}
		return apidoc.Schema{Type: name, Format: format}
	}
	switch f.Kind() {
	case protoreflect.StringKind:
		s, text := kind("string", ""), r.GetString()
		s.MinLength, s.MaxLength = number(text.GetMinLen() > 0, text.GetMinLen()), number(text.HasMaxLen(), text.GetMaxLen())
		s.Enum, s.Pattern = text.GetIn(), text.GetPattern()
		return s, nil
	case protoreflect.BoolKind:
		return kind("boolean", ""), nil
	case protoreflect.Int32Kind:
		s, n := kind("integer", "int32"), r.GetInt32()
		s.Minimum, s.ExclusiveMinimum = number(n.HasGte(), n.GetGte()), number(n.HasGt(), n.GetGt())
		s.Maximum, s.ExclusiveMaximum = number(n.HasLte(), n.GetLte()), number(n.HasLt(), n.GetLt())
		return s, nil
	case protoreflect.DoubleKind:
		return kind("number", "double"), nil
	case protoreflect.MessageKind:
		if f.Message().FullName() == "google.protobuf.Timestamp" {
			return kind("string", "date-time"), nil
		}
		if f.Message().ParentFile().Package() == "google.protobuf" {
			break
		}
		target := w.message(f.Message())
		if null {
			return apidoc.Schema{AnyOf: []apidoc.Schema{target, {Type: "null"}}}, nil
		}
		return target, nil
	}
	return apidoc.Schema{}, fmt.Errorf("%s: the REST face has no %s", f.FullName(), f.Kind())
}

func rules(f protoreflect.FieldDescriptor) *validate.FieldRules {
	r, _ := proto.GetExtension(f.Options(), validate.E_Field).(*validate.FieldRules)
	return r
}

// number is a limit, nil when there is none.
func number[N int32 | uint64](set bool, n N) *int64 {
	if !set {
		return nil
	}
	return new(int64(n))
}
