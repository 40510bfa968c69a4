package openapi

import (
	_ "embed"
	"fmt"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/reflect/protoreflect"
)

//go:embed examples.yaml
var examplesText []byte

// examples are values for people to read: by message, and what single operations say differently. Names are invented.
type examples struct {
	// Parameters are values of parameters by name, where an operation has none of its own.
	Parameters map[string]any `yaml:"parameters"`
	// Words describe parameters of which the contract says nothing.
	Words map[string]string `yaml:"words"`
	// Messages hold values by the JSON names of their fields; fields that are left out are unset.
	Messages map[string]map[string]any `yaml:"messages"`
	// Operations are keyed by operationId.
	Operations map[string]operationExample `yaml:"operations"`
}

// operationExample is what one operation says differently.
type operationExample struct {
	Request    map[string]any `yaml:"request"`
	Parameters map[string]any `yaml:"parameters"`
	// Answer is laid over the message of the answer, or holds such layers for each row of a list.
	Answer any `yaml:"answer"`
	// Errors are statuses beyond those that follow from the rule of the call.
	Errors []int `yaml:"errors"`
}

// message is an example of a message with the values of over before those of the table.
func (x *examples) message(d protoreflect.MessageDescriptor, over map[string]any) (yaml.Node, error) {
	table := x.Messages[string(d.Name())]
	for _, values := range []map[string]any{table, over} {
		for name := range values {
			if d.Fields().ByJSONName(name) == nil {
				return yaml.Node{}, fmt.Errorf("examples.yaml: %s has no field %s", d.Name(), name)
			}
		}
	}
	out := yaml.Node{Kind: yaml.MappingNode}
	for i := range d.Fields().Len() {
		f := d.Fields().Get(i)
		v, ok := over[f.JSONName()]
		if !ok {
			v, ok = table[f.JSONName()]
		}
		n, err := x.value(f, v, ok)
		if err != nil {
			return yaml.Node{}, err
		}
		out.Content = append(out.Content, key(f.JSONName()), &n)
	}
	return out, nil
}

// value is an example of a field's value; an unset field is what the REST face writes for one.
func (x *examples) value(f protoreflect.FieldDescriptor, v any, set bool) (yaml.Node, error) {
	switch {
	case f.IsList():
		rows, ok := v.([]any)
		if set && !ok {
			return yaml.Node{}, fmt.Errorf("examples.yaml: %s is a list", f.FullName())
		}
		n := yaml.Node{Kind: yaml.SequenceNode}
		for _, row := range rows {
			one, err := x.single(f, row)
			if err != nil {
				return yaml.Node{}, err
			}
			n.Content = append(n.Content, &one)
		}
		return n, nil
	case !set && f.HasPresence():
		return literal(nil)
	case !set:
		return literal(f.Default().Interface())
	}
	return x.single(f, v)
}

func (x *examples) single(f protoreflect.FieldDescriptor, v any) (yaml.Node, error) {
	if f.Message() == nil || f.Message().FullName() == "google.protobuf.Timestamp" || v == nil {
		return literal(v)
	}
	over, ok := v.(map[string]any)
	if !ok {
		return yaml.Node{}, fmt.Errorf("examples.yaml: %s is a message", f.FullName())
	}
	return x.message(f.Message(), over)
}

// answer is an example of what an operation answers: the message, or the field that its rule picks.
func (x *examples) answer(id string, d protoreflect.MessageDescriptor, field protoreflect.FieldDescriptor) (yaml.Node, error) {
	v := x.Operations[id].Answer
	if field == nil {
		over, _ := v.(map[string]any)
		return x.message(d, over)
	}
	if v == nil && field.IsList() {
		v = []any{map[string]any{}}
	} else if v == nil {
		v = map[string]any{}
	}
	return x.value(field, v, true)
}

// request is an example of a body, in the order of the contract.
func (x *examples) request(id string, d protoreflect.MessageDescriptor) (yaml.Node, error) {
	given := x.Operations[id].Request
	out := yaml.Node{Kind: yaml.MappingNode}
	for i := range d.Fields().Len() {
		if name := d.Fields().Get(i).JSONName(); given[name] != nil {
			n, err := literal(given[name])
			if err != nil {
				return n, err
			}
			out.Content = append(out.Content, key(name), &n)
		}
	}
	if len(out.Content) != 2*len(given) {
		return out, fmt.Errorf("examples.yaml: the request of %s has fields that %s has not", id, d.Name())
	}
	return out, nil
}

// parameter is an example of a parameter's value, none when it is best left out.
func (x *examples) parameter(id, name string) (yaml.Node, error) {
	v, ok := x.Operations[id].Parameters[name]
	if !ok {
		v, ok = x.Parameters[name]
	}
	if !ok {
		return yaml.Node{}, nil
	}
	return literal(v)
}

// words are what a parameter means, from the contract or from the table.
func (x *examples) words(f protoreflect.FieldDescriptor) string {
	if c := comment(f); c != "" {
		return c
	}
	return x.Words[f.JSONName()]
}

// literal is a plain value as YAML.
func literal(v any) (n yaml.Node, err error) {
	err = n.Encode(v)
	return n, err
}

func key(name string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name} }
