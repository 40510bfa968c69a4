package fulljson

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Message appends a message.
func Message(buf *bytes.Buffer, m protoreflect.Message) error {
	if m.Descriptor().ParentFile().Package() == "google.protobuf" {
		b, err := protojson.Marshal(m.Interface())
		if err != nil {
			return err
		}
		return json.Compact(buf, b)
	}
	buf.WriteByte('{')
	fields, first := m.Descriptor().Fields(), true
	for i := range fields.Len() {
		f := fields.Get(i)
		if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() && !m.Has(f) {
			continue
		}
		if !first {
			buf.WriteByte(',')
		}
		first = false
		buf.WriteString(strconv.Quote(f.JSONName()) + ":")
		if err := Field(buf, m, f); err != nil {
			return err
		}
	}
	return buf.WriteByte('}')
}

// Field appends the value of one field of m.
func Field(buf *bytes.Buffer, m protoreflect.Message, f protoreflect.FieldDescriptor) error {
	switch {
	case f.IsMap():
		return fmt.Errorf("%s: maps are not supported", f.FullName())
	case f.HasPresence() && !m.Has(f):
		_, err := buf.WriteString("null")
		return err
	case !f.IsList():
		return value(buf, f, m.Get(f))
	}
	buf.WriteByte('[')
	for i, list := 0, m.Get(f).List(); i < list.Len(); i++ {
		if i > 0 {
			buf.WriteByte(',')
		}
		if err := value(buf, f, list.Get(i)); err != nil {
			return err
		}
	}
	return buf.WriteByte(']')
}

func value(buf *bytes.Buffer, f protoreflect.FieldDescriptor, v protoreflect.Value) error {
	plain := v.Interface()
	switch f.Kind() {
	case protoreflect.MessageKind:
		return Message(buf, v.Message())
	case protoreflect.EnumKind:
		if e := f.Enum().Values().ByNumber(v.Enum()); e != nil {
			plain = string(e.Name())
		}
	case protoreflect.BytesKind:
		plain = base64.StdEncoding.EncodeToString(v.Bytes())
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		plain = v.String() // as text, because JSON numbers lose digits
	}
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(plain); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - 1) // the encoder ends with a line feed
	return nil
}
