package extract

import (
	"slices"
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

// everySaid puts all words of an episode that are a name under a type.
func (e *episode) everySaid(typ mention.Type, name string) *group {
	g := &group{typ: typ, key: Key(name), name: name}
	words := Words(name)
	for i := range e.words[:len(e.words)-len(words)+1] {
		if slices.EqualFunc(e.words[i:i+len(words)], words, func(a, b Word) bool { return a.Fold == b.Fold }) {
			g.hits = append(g.hits, hit{start: e.words[i].Start, end: e.words[i+len(words)-1].End})
		}
	}
	e.groups[groupKey{g.typ, g.key}] = g
	return g
}

// What a show is called is no mention of an idea of that name, which may be talked about in it all the same.
func TestAShowsNameIsNoMentionOfAnIdea(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ show, text, idea, left string }{
		{"Base Rates", "This is Base Rates, and the base rates of floods are our theme. Base Rates is made in Oslo.", "base rates", "base rates"},
		{
			"The Palimpsest Hour", "Welcome to the Palimpsest Hour. A palimpsest is read an hour at a time. You hear The Palimpsest Hour",
			"palimpsest", "palimpsest",
		},
		{"Palimpsest & Hour", "Welcome to Palimpsest and Hour. A palimpsest is read an hour at a time.", "palimpsest", "palimpsest"},
	} {
		e := newEpisode(transcript.Document{Text: c.text}, nil, nil, nil, Context{Show: c.show})
		g := e.everySaid(mention.Concept, c.idea)
		e.dropOwnShow()
		require.Len(t, g.hits, 1, c.text)
		require.Equal(t, c.left, c.text[g.hits[0].start:g.hits[0].end], c.text)
	}
}

// What a show is named after is no mention of it either; who it is named after is, and a firm whose own show it is.
func TestAProductInAShowsNameIsNoMention(t *testing.T) {
	t.Parallel()
	text := "This is Nora Vint Talks Plimsoft. Plimsoft is a program. Nora Vint Talks Plimsoft is a firm."
	e := newEpisode(transcript.Document{Text: text}, nil, nil, nil, Context{Show: "Nora Vint Talks Plimsoft"})
	product, host := e.everySaid(mention.Product, "Plimsoft"), e.everySaid(mention.Person, "Nora Vint")
	firm := e.everySaid(mention.Company, "Nora Vint Talks Plimsoft")
	e.dropOwnShow()
	require.Len(t, product.hits, 1)
	require.Equal(t, strings.Index(text, "Plimsoft is a program"), product.hits[0].start)
	require.Len(t, host.hits, 2)
	require.Len(t, firm.hits, 2)
}
