package openapi

import (
	"iter"
	"maps"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// object is a YAML mapping that keeps its order. Pairs without a value are left out.
type object []pair

type pair struct {
	key   string
	value *yaml.Node
}

func (o object) node() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, p := range o {
		if p.value != nil {
			n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.key}, p.value)
		}
	}
	return n
}

// text is a string, nil when empty.
func text(s string) *yaml.Node {
	if s == "" {
		return nil
	}
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if strings.Contains(s, "\n") {
		n.Style = yaml.LiteralStyle
	}
	return n
}

func list(items ...*yaml.Node) *yaml.Node {
	if len(items) == 0 {
		return nil
	}
	return &yaml.Node{Kind: yaml.SequenceNode, Content: items}
}

func integer(n int64) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.FormatInt(n, 10)}
}

func yes() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }

func mapKeys(m map[string]object) iter.Seq[string] { return maps.Keys(m) }
