package apidocs

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// piece is a stretch of JSON text; the names of fields are set apart.
type piece struct {
	Name bool
	Text string
}

var fieldName = regexp.MustCompile(`(?m)^ *("(?:[^"\\]|\\.)*"): `)

// jsonPieces writes a value of the document as indented JSON, in its order.
func jsonPieces(n *yaml.Node) (out []piece) {
	var indented bytes.Buffer
	_ = json.Indent(&indented, []byte(jsonLine(n)), "", "  ") // what jsonLine writes is JSON
	text, from := indented.String(), 0
	for _, at := range fieldName.FindAllStringSubmatchIndex(text, -1) {
		out = append(out, piece{Text: text[from:at[2]]}, piece{Name: true, Text: text[at[2]:at[3]]})
		from = at[3]
	}
	return append(out, piece{Text: text[from:]})
}

// jsonLine writes a value as one line.
func jsonLine(n *yaml.Node) string {
	var all []string
	switch {
	case n.Kind == yaml.MappingNode:
		for pair := range slices.Chunk(n.Content, 2) {
			all = append(all, quoted(pair[0].Value)+": "+jsonLine(pair[1]))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case n.Kind == yaml.SequenceNode:
		for _, one := range n.Content {
			all = append(all, jsonLine(one))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case n.Tag == "!!str":
		return quoted(n.Value)
	}
	return n.Value
}

func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a text can always be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
