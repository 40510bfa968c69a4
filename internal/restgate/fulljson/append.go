package fulljson

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Message appends a message.
func Message(buf *bytes.Buffer, m protoreflect.Message) error {
	return write(buf, func(b []byte) ([]byte, error) { return shapeOf(m.Descriptor()).append(b, m) })
}

// Field appends the value of one field of m.
func Field(buf *bytes.Buffer, m protoreflect.Message, f protoreflect.FieldDescriptor) error {
	own := formOf(f)
	return write(buf, func(b []byte) ([]byte, error) { return own.append(b, m) })
}

// scratch holds slices that texts are made in, so that each takes as much memory as it is long.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// largestScratch bounds what a slice that is kept may hold, in bytes.
const largestScratch = 1 << 20

func write(buf *bytes.Buffer, text func(b []byte) ([]byte, error)) error {
	s, _ := scratch.Get().(*[]byte)
	b, err := text((*s)[:0])
	if err == nil {
		buf.Write(b)
	}
	if cap(b) <= largestScratch {
		*s = b
		scratch.Put(s)
	}
	return err
}

// shape is what a message's descriptor says of its JSON, looked up once.
type shape struct {
	wellKnown bool // of a library
	fields    []form
}

// form is the same of a field.
type form struct {
	of          protoreflect.FieldDescriptor
	name        string // `"name":`
	kind        protoreflect.Kind
	isMap, list bool
	optional    bool          // null where it is unset
	member      bool          // of a oneof: left out where it is unset
	shape       func() *shape // of its messages
}

func formOf(f protoreflect.FieldDescriptor) form {
	o := f.ContainingOneof()
	out := form{
		of: f, name: `"` + f.JSONName() + `":`, kind: f.Kind(), isMap: f.IsMap(), list: f.IsList(), // names are letters and digits
		optional: f.HasPresence(), member: o != nil && !o.IsSynthetic(),
	}
	if out.kind == protoreflect.MessageKind {
		out.shape = sync.OnceValue(func() *shape { return shapeOf(f.Message()) }) // later: a message may hold its like
	}
	return out
}

// shapes are those of the messages that were written, by descriptor.
var shapes sync.Map

func shapeOf(d protoreflect.MessageDescriptor) *shape {
	if known, ok := shapes.Load(d); ok {
		out, _ := known.(*shape)
		return out
	}
	out := &shape{wellKnown: d.ParentFile().Package() == "google.protobuf"}
	for i := range d.Fields().Len() {
		out.fields = append(out.fields, formOf(d.Fields().Get(i)))
	}
	shapes.Store(d, out)
	return out
}

func (s *shape) append(b []byte, m protoreflect.Message) ([]byte, error) {
	if s.wellKnown {
		return wellKnown(b, m)
	}
	b = append(b, '{')
	first := true
	for i := range s.fields {
		f := &s.fields[i]
		if f.member && !m.Has(f.of) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(b, f.name...)
		var err error
		if b, err = f.append(b, m); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func wellKnown(b []byte, m protoreflect.Message) ([]byte, error) {
	if at, ok := m.Interface().(*timestamppb.Timestamp); ok && at.CheckValid() == nil {
		return appendTime(b, at.AsTime()), nil
	}
	text, err := protojson.Marshal(m.Interface())
	if err != nil {
		return b, err
	}
	compact := bytes.NewBuffer(b)
	err = json.Compact(compact, text)
	return compact.Bytes(), err
}

func (f *form) append(b []byte, m protoreflect.Message) ([]byte, error) {
	switch {
	case f.isMap:
		return b, fmt.Errorf("%s: maps are not supported", f.of.FullName())
	case f.optional && !m.Has(f.of):
		return append(b, "null"...), nil
	case !f.list:
		return f.value(b, m.Get(f.of))
	}
	b = append(b, '[')
	for i, list := 0, m.Get(f.of).List(); i < list.Len(); i++ {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = f.value(b, list.Get(i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func (f *form) value(b []byte, v protoreflect.Value) ([]byte, error) {
	switch f.kind {
	case protoreflect.MessageKind:
		return f.shape().append(b, v.Message())
	case protoreflect.StringKind:
		return appendText(b, v.String())
	case protoreflect.BytesKind:
		return appendText(b, base64.StdEncoding.EncodeToString(v.Bytes()))
	case protoreflect.BoolKind:
		return strconv.AppendBool(b, v.Bool()), nil
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case protoreflect.EnumKind:
		if e := f.of.Enum().Values().ByNumber(v.Enum()); e != nil {
			return appendText(b, string(e.Name()))
		}
		return strconv.AppendInt(b, int64(v.Enum()), 10), nil
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return appendText(b, v.String()) // as text, because JSON numbers lose digits
	default:
		return encode(b, v.Interface())
	}
}

// appendText appends a string. Most need nothing but their quotes; encoding/json does the others.
func appendText(b []byte, text string) ([]byte, error) {
	if !plain(text) {
		return encode(b, text)
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"'), nil
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

func encode(b []byte, v any) ([]byte, error) {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return b, err
	}
	return buf.Bytes()[:buf.Len()-1], nil // the encoder ends with a line feed
}

// appendTime appends a time as protojson does: in UTC, with no fraction of a second, or three, six or nine digits of it.
func appendTime(b []byte, at time.Time) []byte {
	format := `"2006-01-02T15:04:05.000000000Z"`
	switch nanoseconds := at.Nanosecond(); {
	case nanoseconds == 0:
		format = `"2006-01-02T15:04:05Z"`
	case nanoseconds%int(time.Millisecond) == 0:
		format = `"2006-01-02T15:04:05.000Z"`
	case nanoseconds%int(time.Microsecond) == 0:
		format = `"2006-01-02T15:04:05.000000Z"`
	}
	return at.AppendFormat(b, format)
}
