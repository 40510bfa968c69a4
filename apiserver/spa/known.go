package spa

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// knownPlace is a place in a drawing for a text of an answer, as webapp/src/lib/known.ts writes it: "{=GetEntity.entity.name}", with "?"
// for one that may be missing, or for what stands in it before or behind the first place of another text.
var knownPlace = regexp.MustCompile(`\{=(\w+)\.([\w.~]+?)(?:\|(before|behind):\w+\.([\w.~]+))?(\?)?\}`)

// known returns what the page looks like with what the answers say of its subject; false where they do not say all that it needs.
func (f face) known(held answers) (drawing, bool) {
	if f.Known == nil || len(held) == 0 {
		return drawing{}, false
	}
	all := held.byProcedure()
	complete := true
	fill := func(text string) string {
		return knownPlace.ReplaceAllStringFunc(text, func(one string) string {
			parts := knownPlace.FindStringSubmatch(one)
			answer, maySpare := all[parts[1]], parts[5] != ""
			value := textAt(answer, parts[2])
			complete = complete && (value != "" || maySpare)
			if parts[3] != "" {
				mark := textAt(answer, parts[4])
				front, back, found := strings.Cut(value, mark)
				complete = complete && found && mark != ""
				if value = front; parts[3] == "behind" {
					value = back
				}
			}
			return html.EscapeString(value)
		})
	}
	d := drawing{Title: fill(f.Known.Title), Body: fill(f.Known.Body)}
	return d, complete
}

// byProcedure are the answers by the names of their procedures.
func (a answers) byProcedure() map[string]any {
	all := make(map[string]any, len(a))
	for address, answer := range a {
		path, _, _ := strings.Cut(address, "?")
		var v any
		if json.Unmarshal(answer, &v) == nil {
			all[path[strings.LastIndexByte(path, '/')+1:]] = v
		}
	}
	return all
}

// textAt returns the text at a path such as "mentions.0.quote", or "mentions.~quote.surface" for the first one that has a quote; "" when
// there is none.
func textAt(v any, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if with, ok := strings.CutPrefix(name, "~"); ok {
				i, err = slices.IndexFunc(in, func(one any) bool { return textAt(one, with) != "" }), nil
			}
			if err != nil || i < 0 || i >= len(in) {
				return ""
			}
			v = in[i]
		}
	}
	text, _ := v.(string)
	return text
}
