package apidocs

import (
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// piece is a stretch of JSON text; the names of fields are set apart.
type piece struct {
	Name bool
	Text string
}

// jsonPieces writes a value of the document as indented JSON, in its order.
func jsonPieces(n *yaml.Node) []piece {
	w := &jsonWriter{}
	w.value(n, "")
	w.flush()
	return w.out
}

// jsonLine writes a value as one line.
func jsonLine(n *yaml.Node) string {
	var b strings.Builder
	for _, p := range jsonPieces(n) {
		for line := range strings.Lines(p.Text) {
			b.WriteString(strings.TrimLeft(strings.TrimSuffix(line, "\n"), " "))
			if strings.HasSuffix(strings.TrimSuffix(line, "\n"), ",") {
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

type jsonWriter struct {
	out  []piece
	text strings.Builder
}

func (w *jsonWriter) flush() {
	if w.text.Len() > 0 {
		w.out = append(w.out, piece{Text: w.text.String()})
		w.text.Reset()
	}
}

func (w *jsonWriter) value(n *yaml.Node, indent string) {
	switch n.Kind {
	case yaml.MappingNode:
		w.all(n, "{", "}", 2, indent, func(i int) {
			w.flush()
			w.out = append(w.out, piece{Name: true, Text: quoted(n.Content[i].Value)})
			w.text.WriteString(": ")
			w.value(n.Content[i+1], indent+"  ")
		})
	case yaml.SequenceNode:
		w.all(n, "[", "]", 1, indent, func(i int) { w.value(n.Content[i], indent+"  ") })
	default:
		if n.Tag == "!!str" {
			w.text.WriteString(quoted(n.Value))
			return
		}
		w.text.WriteString(n.Value)
	}
}

// all writes the elements of a mapping or sequence; step is how many nodes make one.
func (w *jsonWriter) all(n *yaml.Node, open, end string, step int, indent string, one func(i int)) {
	w.text.WriteString(open)
	for i := 0; i < len(n.Content); i += step {
		if i > 0 {
			w.text.WriteByte(',')
		}
		w.text.WriteString("\n" + indent + "  ")
		one(i)
	}
	if len(n.Content) > 0 {
		w.text.WriteString("\n" + indent)
	}
	w.text.WriteString(end)
}

func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a text can always be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
