package eval

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// What a judged list says of a name.
const (
	right     = "right"
	wrong     = "wrong"
	notJudged = "not judged"
)

// judgedFile is the list beside the data when none is named.
const judgedFile = "judged.tsv"

// Judged is what people said of names: a line each, type, name and yes or no, divided by tabs. A learned name is written
// "what was heard -> name". Names that are not in it count for nothing.
type Judged map[string]bool

func judgedKey(t mention.Type, name string) string {
	heard, meant, isLearned := strings.Cut(name, " -> ")
	if !isLearned {
		return string(t) + "\t" + extract.Key(name)
	}
	return string(t) + "\t" + extract.Key(heard) + " -> " + extract.Key(meant)
}

// ReadJudged reads a judged list.
func ReadJudged(path string) (Judged, error) {
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	j := Judged{}
	n := 0
	for line := range strings.Lines(string(raw)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(line, "\t")
		if len(cols) != 3 || cols[2] != "yes" && cols[2] != "no" {
			return nil, fmt.Errorf("%s:%d: want type, name and yes or no, divided by tabs", path, n)
		}
		j[judgedKey(mention.Type(cols[0]), cols[1])] = cols[2] == "yes"
	}
	return j, nil
}

func (j Judged) verdict(t mention.Type, name string) string {
	switch is, known := j[judgedKey(t, name)]; {
	case !known:
		return notJudged
	case is:
		return right
	default:
		return wrong
	}
}
