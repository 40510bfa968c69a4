package llm

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

const one = `{"type":"person","name":"Ada Lovelace","description":"","quote":"said ada","surface":"ada","context":"editorial",
"stance":"passing","claims":[]}`

func TestParseAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want int
		bad  bool
	}{
		"object":               {`{"entities":[` + one + `]}`, 1, false},
		"empty list":           {`{"entities":[]}`, 0, false},
		"list alone":           {`[` + one + `]`, 1, false},
		"in a fence":           {"```json\n{\"entities\":[" + one + "]}\n```", 1, false},
		"behind thoughts":      {`<think>{"entities":[]}</think>{"entities":[` + one + `]}`, 1, false},
		"brackets in strings":  {`{"entities":[` + strings.Replace(one, "said ada", `said } ] \" ada`, 1) + `]}`, 1, false},
		"one bad among good":   {`{"entities":[{"type":"person"},` + one + `]}`, 1, false},
		"unknown field":        {`{"entities":[` + strings.Replace(one, `"claims"`, `"url":"https://x","claims"`, 1) + `]}`, 0, true},
		"unknown type":         {`{"entities":[` + strings.Replace(one, `"person"`, `"admin"`, 1) + `]}`, 0, true},
		"null list":            {`{"entities":null}`, 0, true},
		"another object":       {`{"answer":42}`, 0, true},
		"nothing":              {``, 0, true},
		"prose":                {`no mentions here`, 0, true},
		"cut":                  {`{"entities":[` + one, 0, true},
		"nested without end":   {strings.Repeat("[", 100_000), 0, true},
		"entities is a string": {`{"entities":"all"}`, 0, true},
		"too long a name":      {`{"entities":[` + strings.Replace(one, "Ada Lovelace", strings.Repeat("a", 501), 1) + `]}`, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, problem := parseAnswer(c.text, MaxCandidates)
			require.Len(t, got, c.want)
			require.Equal(t, c.bad, problem != "", problem)
		})
	}
}

func TestTheSchemaIsStrict(t *testing.T) {
	t.Parallel()
	var walk func(path string, v any)
	walk = func(path string, v any) {
		o, ok := v.(map[string]any)
		if !ok {
			return
		}
		if p, ok := o["properties"].(map[string]any); ok {
			require.Equal(t, false, o["additionalProperties"], path)
			require.Len(t, o["required"], len(p), "%s: strict schemas require every field", path)
			for name, x := range p {
				require.NotContains(t, strings.ToLower(name), "url")
				walk(path+"."+name, x)
			}
		}
		if items, ok := o["items"]; ok {
			require.Equal(t, "array", o["type"], path)
			walk(path+"[]", items)
		}
	}
	var schema any
	require.NoError(t, json.Unmarshal([]byte(schemaText), &schema))
	walk("", schema)
}

func FuzzParseAnswer(f *testing.F) {
	for _, s := range []string{
		`{"entities":[` + one + `]}`, "```json\n[]\n```", `{"entities":[{"a":`, `</think>[`,
		"{\"entities\":[\"\\ud800\"]}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, problem := parseAnswer(text, 20)
		if len(got) > 20 || problem != "" && len(got) > 0 {
			t.Fatalf("%d candidates, problem %q", len(got), problem)
		}
		for _, c := range got {
			if c.Name == "" || c.Quote == "" || c.URL != "" || !utf8.ValidString(c.Name) || !utf8.ValidString(c.Quote) || tooLong(c.Name) ||
				tooLong(c.Quote) {
				t.Fatalf("bad candidate %+v", c)
			}
		}
	})
}
