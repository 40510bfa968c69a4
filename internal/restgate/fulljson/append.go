package fulljson

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Message appends a message.
func Message(buf *bytes.Buffer, m protoreflect.Message) error {
	if m.Descriptor().ParentFile().Package() == "google.protobuf" {
		if at, ok := m.Interface().(*timestamppb.Timestamp); ok && at.CheckValid() == nil {
			writeTime(buf, at.AsTime())
			return nil
		}
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
		buf.WriteByte('"')
		buf.WriteString(f.JSONName()) // letters and digits
		buf.WriteString(`":`)
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
	switch f.Kind() {
	case protoreflect.MessageKind:
		return Message(buf, v.Message())
	case protoreflect.StringKind:
		return writeText(buf, v.String())
	case protoreflect.BytesKind:
		return writeText(buf, base64.StdEncoding.EncodeToString(v.Bytes()))
	case protoreflect.BoolKind:
		buf.Write(strconv.AppendBool(buf.AvailableBuffer(), v.Bool()))
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		buf.Write(strconv.AppendInt(buf.AvailableBuffer(), v.Int(), 10))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		buf.Write(strconv.AppendUint(buf.AvailableBuffer(), v.Uint(), 10))
	case protoreflect.EnumKind:
		if e := f.Enum().Values().ByNumber(v.Enum()); e != nil {
			return writeText(buf, string(e.Name()))
		}
		buf.Write(strconv.AppendInt(buf.AvailableBuffer(), int64(v.Enum()), 10))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return writeText(buf, v.String()) // as text, because JSON numbers lose digits
	default:
		return encode(buf, v.Interface())
	}
	return nil
}

// writeText appends a string. Most need nothing but their quotes; encoding/json does the others.
func writeText(buf *bytes.Buffer, text string) error {
	if !plain(text) {
		return encode(buf, text)
	}
	buf.WriteByte('"')
	buf.WriteString(text)
	buf.WriteByte('"')
	return nil
}

// plain reports whether a text stands in JSON as it is. U+2028 and U+2029, which begin with 0xE2 0x80, do not: scripts may read them as
// ends of lines.
func plain(text string) bool {
	ascii := true
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' || c == '"' || c == '\\':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(text) && !strings.Contains(text, "\xe2\x80")
}

func encode(buf *bytes.Buffer, v any) error {
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - 1) // the encoder ends with a line feed
	return nil
}

// writeTime appends a time as protojson does: in UTC, with no fraction of a second, or three, six or nine digits of it.
func writeTime(buf *bytes.Buffer, at time.Time) {
	format := `"2006-01-02T15:04:05.000000000Z"`
	switch nanoseconds := at.Nanosecond(); {
	case nanoseconds == 0:
		format = `"2006-01-02T15:04:05Z"`
	case nanoseconds%int(time.Millisecond) == 0:
		format = `"2006-01-02T15:04:05.000Z"`
	case nanoseconds%int(time.Microsecond) == 0:
		format = `"2006-01-02T15:04:05.000000Z"`
	}
	buf.Write(at.AppendFormat(buf.AvailableBuffer(), format))
}
