package apiserver_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// shape is what a JSON value must look like. Fields that a shape does not name are allowed: answers may grow.
type shape interface {
	// differs returns what is wrong with v at a place, nothing when it fits.
	differs(at string, v any) []string
}

// kind is a plain value.
type kind string

// The plain kinds of SPEC.md section 3.
const (
	isText   kind = "text"
	isNumber kind = "number"
	isBool   kind = "boolean"
	isTime   kind = "moment" // RFC 3339
	isNull   kind = "null"
	isEmpty  kind = "the empty text"
)

func (k kind) differs(at string, v any) []string {
	ok := false
	switch k {
	case isText:
		_, ok = v.(string)
	case isNumber:
		_, ok = v.(float64)
	case isBool:
		_, ok = v.(bool)
	case isTime:
		s, isText := v.(string)
		_, err := time.Parse(time.RFC3339, s)
		ok = isText && err == nil
	case isNull:
		ok = v == nil
	case isEmpty:
		ok = v == ""
	}
	if ok {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, not %s", at, shown(v), k)}
}

// unknown is a value that may be null, and then has to be null rather than missing.
type unknown struct{ shape }

func (u unknown) differs(at string, v any) []string {
	if v == nil {
		return nil
	}
	return u.shape.differs(at, v)
}

// fields is an object with at least these fields.
type fields map[string]shape

func (f fields) differs(at string, v any) []string {
	m, ok := v.(map[string]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %s, not an object", at, shown(v))}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		value, there := m[name]
		if !there {
			out = append(out, at+"."+name+" is missing")
			continue
		}
		out = append(out, f[name].differs(at+"."+name, value)...)
	}
	return out
}

// list is an array whose every element has the shape; some is one that has elements.
type list struct {
	of   shape
	some bool
}

func (l list) differs(at string, v any) []string {
	rows, ok := v.([]any)
	if !ok {
		return []string{fmt.Sprintf("%s is %s, not an array", at, shown(v))}
	}
	if l.some && len(rows) == 0 {
		return []string{at + " is empty, so nothing of it can be compared"}
	}
	var out []string
	for i, row := range rows {
		out = append(out, l.of.differs(fmt.Sprintf("%s[%d]", at, i), row)...)
	}
	return out
}

// none is an array without elements.
type none struct{}

func (none) differs(at string, v any) []string {
	if rows, ok := v.([]any); !ok || len(rows) > 0 {
		return []string{fmt.Sprintf("%s is %s, not an empty array", at, shown(v))}
	}
	return nil
}

// word is exactly this text.
type word string

func (w word) differs(at string, v any) []string {
	if v == string(w) {
		return nil
	}
	return []string{fmt.Sprintf("%s is %s, not %q", at, shown(v), string(w))}
}

// with is a shape with further or other fields.
func (f fields) with(more fields) fields {
	out := maps.Clone(f)
	maps.Copy(out, more)
	return out
}

func shown(v any) string {
	raw, _ := json.Marshal(v)
	if len(raw) > 60 {
		raw = append(raw[:60], "…"...)
	}
	return string(raw)
}
