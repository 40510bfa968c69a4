package restgate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"mentionary/internal/restgate/httprule"
	"mentionary/internal/wording"
)

// maxDepth limits how deep JSON bodies nest; the contract needs three levels.
const maxDepth = 64

const needJSON = "Please send the request as JSON, uncompressed, with the header Content-Type: application/json."

// problem is why a request cannot be read.
type problem struct {
	status         int
	code, sentence string
}

func invalid(format string, args ...any) *problem {
	return &problem{http.StatusBadRequest, "invalid_argument", fmt.Sprintf(format, args...)}
}

func tooLarge(limit int64) *problem {
	return &problem{
		http.StatusRequestEntityTooLarge, "resource_exhausted",
		"The request is larger than " + wording.Size(limit) + ". Please send less at once.",
	}
}

// decode reads a request message: what the path says wins over the body, the body over the query.
func (g *Gate) decode(w http.ResponseWriter, r *http.Request, rt httprule.Route, req protoreflect.Message) *problem {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return invalid("The part of the address after the question mark is not valid. Write special characters as %%XX.")
	}
	for name, texts := range query {
		if f := httprule.Parameter(req.Descriptor(), name); f != nil {
			if p := set(req, f, texts); p != nil {
				return p
			}
		}
	}
	if rt.HasBody {
		if p := g.readBody(w, r, rt, req); p != nil {
			return p
		}
	}
	for _, f := range rt.Vars {
		if p := set(req, f, []string{r.PathValue(string(f.Name()))}); p != nil {
			return p
		}
	}
	return nil
}

func (g *Gate) readBody(w http.ResponseWriter, r *http.Request, rt httprule.Route, req protoreflect.Message) *problem {
	kind := r.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(kind)
	// DELETE may come without a body and then needs no type; every other change has to name it, which no HTML form can.
	bare := r.Method == http.MethodDelete && r.ContentLength == 0 && kind == ""
	if !bare && (err != nil || media != "application/json" || r.Header.Get("Content-Encoding") != "") {
		return &problem{http.StatusUnsupportedMediaType, "invalid_argument", needJSON}
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, g.maxBody))
	if beyond := (*http.MaxBytesError)(nil); errors.As(err, &beyond) {
		return tooLarge(beyond.Limit)
	} else if err != nil {
		return invalid("The request ended before it was complete. Please send it again.")
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	whole := req.New()
	into := whole
	if rt.Body != nil {
		into = whole.Mutable(rt.Body).Message()
	}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true, RecursionLimit: maxDepth}).Unmarshal(raw, into.Interface()); err != nil {
		return invalid("%s", jsonSentence(err))
	}
	proto.Merge(req.Interface(), whole.Interface())
	return nil
}

// protojsonError takes an error of protojson apart: its prefix and spaces change on purpose between builds.
var protojsonError = regexp.MustCompile(`^proto:[\s\x{a0}]*(?:syntax error )?(?:\(line (\d+):(\d+)\): )?(.*)$`)

func jsonSentence(err error) string {
	what, where := "it is not valid", ""
	if m := protojsonError.FindStringSubmatch(strings.ToValidUTF8(err.Error(), "?")); m != nil {
		what = m[3]
		if m[1] != "" {
			where = " at line " + m[1] + ", column " + m[2]
		}
	}
	return "The JSON of the request cannot be read" + where + ": " + wording.Shorten(what, 200) + "." // it may quote what was sent
}

// set puts texts into a field; a field that holds one value takes the last. protojson reads numbers, enums and bytes
// from JSON strings, so one rule serves every kind but bool.
func set(m protoreflect.Message, f protoreflect.FieldDescriptor, texts []string) *problem {
	values := make([]any, len(texts))
	for i, text := range texts {
		values[i] = text
		if f.Kind() == protoreflect.BoolKind && (text == "true" || text == "false") {
			values[i] = text == "true"
		}
		if !utf8.ValidString(text) {
			return invalid("%s: must be valid UTF-8.", f.JSONName())
		}
	}
	value := values[len(values)-1]
	switch {
	case f.IsList():
		value = values
	case f.Kind() == protoreflect.StringKind: // as it is
		m.Set(f, protoreflect.ValueOfString(texts[len(texts)-1]))
		return nil
	}
	// Marshaling texts and booleans cannot fail.
	raw, _ := json.Marshal(map[string]any{f.JSONName(): value})
	one := m.New()
	if err := protojson.Unmarshal(raw, one.Interface()); err != nil {
		return invalid("%s: must be %s.", f.JSONName(), expected(f.Kind()))
	}
	m.Set(f, one.Get(f))
	return nil
}

func expected(k protoreflect.Kind) string {
	switch k {
	case protoreflect.BoolKind:
		return "true or false"
	case protoreflect.FloatKind, protoreflect.DoubleKind:
		return "a number"
	case protoreflect.EnumKind:
		return "one of the documented words"
	default:
		return "a whole number, and not too large"
	}
}
