package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// fileSetting names the setting that names the file.
const fileSetting = "config"

// openFile reads the file of settings, when one is named, and lets kong ask it for what neither the command line nor the
// environment says.
func (r *reading) openFile(ctx *kong.Context) error {
	if r.opened { // kong calls this for every part of the command line
		return nil
	}
	r.opened = true
	all := settings(ctx.Model)
	for _, f := range all {
		if f.Name != fileSetting {
			continue
		}
		if name, _ := ctx.FlagValue(f).(string); name != "" {
			r.file, r.wrong = readFile(name, all)
		}
	}
	ctx.AddResolver(kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, f *kong.Flag) (any, error) {
		if text, found := r.file[f.Name]; found && setting(f) {
			if _, wins := environment(f); !wins {
				return text, nil
			}
		}
		return nil, nil
	}))
	return nil
}

// readFile returns the settings in a file by the names of their flags, and everything that is wrong with it.
func readFile(name string, known []*kong.Flag) (found map[string]string, wrong []error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, []error{fmt.Errorf("MENTIONARY_CONFIG: the file cannot be read: %w", err)}
	}
	defer func() { _ = f.Close() }() // it was only read
	var document yaml.Node
	if err := yaml.NewDecoder(f).Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil // an empty file
	} else if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", name, err)}
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, []error{fmt.Errorf("%s: write one setting a line, such as “listen: 127.0.0.1:8080”", name)}
	}
	found = map[string]string{}
	for i := 0; i < len(root.Content); i += 2 {
		key, node := root.Content[i], root.Content[i+1]
		complain := func(format string, args ...any) {
			wrong = append(wrong, fmt.Errorf("%s, line %d: %s", name, key.Line, fmt.Sprintf(format, args...)))
		}
		text, err := textOf(node)
		switch _, twice := found[key.Value]; {
		case key.Value == fileSetting || !knows(known, key.Value):
			complain("there is no setting %q; did you mean %s?", key.Value, nearest(known, key.Value))
		case twice:
			complain("%s is set twice", key.Value)
		case err != nil:
			complain("%s: %v", key.Value, err)
		}
		found[key.Value] = text
	}
	return found, wrong
}

// textOf is a value as the command line would give it: a list with commas.
func textOf(n *yaml.Node) (string, error) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null":
		return "", nil
	case n.Kind == yaml.ScalarNode:
		return n.Value, nil
	case n.Kind != yaml.SequenceNode:
		return "", errors.New("write a value or a list of values")
	}
	parts := make([]string, len(n.Content))
	for i, c := range n.Content {
		if c.Kind != yaml.ScalarNode {
			return "", errors.New("write a list of plain values")
		}
		parts[i] = c.Value
	}
	return strings.Join(parts, ","), nil
}

func knows(known []*kong.Flag, name string) bool {
	for _, f := range known {
		if f.Name == name {
			return true
		}
	}
	return false
}

// nearest is the setting whose name is most like the given one.
func nearest(known []*kong.Flag, name string) string {
	best, least := "", len(name)+100
	for _, f := range known {
		if d := levenshtein.Distance(name, f.Name, nil); d < least && f.Name != fileSetting {
			best, least = f.Name, d
		}
	}
	return best
}
