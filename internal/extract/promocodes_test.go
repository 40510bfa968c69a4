package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

func TestPromoCodesAreNoNames(t *testing.T) {
	t.Parallel()
	for text, names := range map[string]map[string]int{
		"Go to it and use code LANTERN20. Our code still works, it's LANTERN20. LANTERN20 is a lot.":               {"LANTERN20": 0},
		"This is brought to you by Lantern. Go to lantern.example, free for a year using code Nora. Nora is here.": {"Nora": 1},
		"This is brought to you by Lantern. Sign up with the code LANTERNTALK, all caps.":                          {"LANTERNTALK": 0},
		"Diese Folge wird unterstützt von Lantern. Mit dem Gutscheincode KERZE gibt es Rabatt, sagt Kerze.":        {"Kerze": 1},
		"It runs in VS Code, Lantern and others. We code Lantern all day.":                                         {"Lantern": 2},
	} {
		e := newEpisode(transcript.Document{Text: text}, nil, nil, nil, Context{})
		for name := range names {
			g := &group{typ: mention.Company, key: Key(name), name: name}
			low := strings.ToLower(text)
			for from := 0; ; {
				i := strings.Index(low[from:], strings.ToLower(name))
				if i < 0 {
					break
				}
				if from += i; from == 0 || low[from-1] == ' ' { // no part of an address
					g.hits = append(g.hits, hit{start: from, end: from + len(name)})
				}
				from += len(name)
			}
			e.groups[groupKey{g.typ, g.key}] = g
		}
		e.dropPromoCodes()
		for name, left := range names {
			g := e.groups[groupKey{mention.Company, Key(name)}]
			if left == 0 {
				require.Nil(t, g, text)
				continue
			}
			require.NotNil(t, g, text)
			require.Len(t, g.hits, left, text)
		}
	}
}
