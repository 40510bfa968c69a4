package match_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

func TestSameName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typ        mention.Type
		name, said string
		want       bool
	}{
		{mention.Sponsor, "FreshBooks", "fresh books", true},
		{mention.Product, "VS Code", "VSCode", true},
		{mention.Product, "C++", "c plus plus", true},
		{mention.Product, ".NET", "dot net", true},
		{mention.Company, "Sentry.io", "sentry dot io", true},
		{mention.Company, "AT&T", "at and t", true},
		{mention.Company, "Yahoo!", "yahoo", true},
		{mention.Company, "Acme GmbH", "ACME", true},
		{mention.Company, "3M", "3m", true},
		{mention.Company, "Guns N' Roses", "guns n roses", true},
		{mention.Company, "Sinch", "cinch", true},
		{mention.Book, "DEC is Dead, Long Live DEC", "deck is dead long live deck", true},
		{mention.Person, "Trebor Scholz", "Trevor Schultz", true},
		{mention.Person, "Jaya Klara Brekke", "jaya clara brecke", true},
		{mention.Person, "Robert Martin", "Bob Martin", true},
		{mention.Person, "Лев Толстой", "лев толстой", true},
		{mention.Person, "村上春樹", "村上春樹", true},

		{mention.Person, "Daniel Kahneman", "plate", false},
		{mention.Person, "Daniel Kahneman", "Kahneman", false}, // a part is not the name
		{mention.Person, "Daniel Kahneman", "Daniel Dennett", false},
		{mention.Company, "Acme", "the", false},
		{mention.Company, "Eve", "the", false},
		{mention.Product, "SPARCstation 1", "SPARCstation 2", false},
		{mention.Book, "Thinking, Fast and Slow, and why you should buy it today from us", "thinking fast and slow", false},
		{mention.Company, "Microsoft", "Google", false},
		{mention.Book, "ノルウェイの森", "スプートニクの恋人", false},
		{mention.Company, "", "", false},
	} {
		require.Equal(t, c.want, match.SameName(c.typ, c.name, c.said), "%s %q %q", c.typ, c.name, c.said)
	}
}
