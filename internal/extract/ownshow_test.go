package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

func TestOneWordOfAShowsNameMayBeAnybodys(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]bool{
		"linear digressions": true, "linear": false, "talk harbour": true, "talk": false, "quillford": true,
	} {
		show := map[string]string{"talk harbour": "talk harbour to me", "talk": "talk harbour to me", "quillford": "quillford podcast"}[name]
		if show == "" {
			show = "linear digressions"
		}
		require.Equal(t, own, shortOf(show, name), name)
	}
}

// What a show is called is no mention of an idea of that name, which may be talked about in it all the same.
func TestAShowsNameIsNoMentionOfAnIdea(t *testing.T) {
	t.Parallel()
	text := "This is Base Rates, and the base rates of floods are our theme. Base Rates is made in Oslo."
	e := newEpisode(transcript.Document{Text: text}, nil, nil, nil, Context{Show: "Base Rates"})
	g := &group{typ: mention.Concept, key: "base rate", name: "base rate"}
	for _, said := range []string{"Base Rates, and", "base rates of", "Base Rates is"} {
		at := strings.Index(text, said)
		g.hits = append(g.hits, hit{start: at, end: at + len("Base Rates")})
	}
	e.groups[groupKey{g.typ, g.key}] = g
	e.dropOwnShow()
	require.Len(t, g.hits, 1)
	require.Equal(t, "base rates", text[g.hits[0].start:g.hits[0].end])
}

// A word of a show's name is no mention of an idea, and is one wherever else it stands.
func TestAPartOfAShowsNameIsNoMentionOfAnIdea(t *testing.T) {
	t.Parallel()
	text := "Welcome to the Palimpsest and Hour. A palimpsest is read an hour at a time. You hear The Palimpsest Hour"
	e := newEpisode(transcript.Document{Text: text}, nil, nil, nil, Context{Show: "The Palimpsest & Hour"})
	g := &group{typ: mention.Concept, key: "palimpsest", name: "palimpsest"}
	for _, said := range []string{"Palimpsest and", "palimpsest is"} {
		at := strings.Index(text, said)
		g.hits = append(g.hits, hit{start: at, end: at + len("palimpsest")})
	}
	at := strings.LastIndex(text, "Palimpsest")
	g.hits = append(g.hits, hit{start: at, end: at + len("palimpsest")})
	e.groups[groupKey{g.typ, g.key}] = g
	e.dropOwnShow()
	require.Len(t, g.hits, 1)
	require.Equal(t, "palimpsest", text[g.hits[0].start:g.hits[0].end])
}

// What a show is named after is no mention of it either; who it is named after is.
func TestAProductInAShowsNameIsNoMention(t *testing.T) {
	t.Parallel()
	text := "This is Nora Vint Talks Plimsoft. Plimsoft is a program. Nora Vint Talks Plimsoft is a firm."
	e := newEpisode(transcript.Document{Text: text}, nil, nil, nil, Context{Show: "Nora Vint Talks Plimsoft"})
	at := func(typ mention.Type, name string) *group {
		g := &group{typ: typ, key: Key(name), name: name}
		for from := 0; ; {
			i := strings.Index(text[from:], name)
			if i < 0 {
				e.groups[groupKey{g.typ, g.key}] = g
				return g
			}
			g.hits = append(g.hits, hit{start: from + i, end: from + i + len(name)})
			from += i + len(name)
		}
	}
	product, host, firm := at(mention.Product, "Plimsoft"), at(mention.Person, "Nora Vint"), at(mention.Company, "Nora Vint Talks Plimsoft")
	e.dropOwnShow()
	require.Len(t, product.hits, 1)
	require.Equal(t, strings.Index(text, "Plimsoft is a program"), product.hits[0].start)
	require.Len(t, host.hits, 2)
	require.Len(t, firm.hits, 2, "a firm's own show is called as the firm is")
}
