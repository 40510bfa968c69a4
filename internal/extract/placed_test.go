package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// A town that a list alone knows is one where it stands as towns do: behind a word for where, beside another place, before "city".
func TestATownIsOneWhereItStandsAsTownsDo(t *testing.T) {
	t.Parallel()
	town := func(name, quote, country string) mention.Candidate {
		return mention.Candidate{
			Type: mention.Location, Name: name, Quote: quote, Signals: []mention.Signal{mention.SignalGazetteer},
			Claims: mention.Claims{Country: country},
		}
	}
	for _, c := range []struct {
		said      string
		name      string
		published bool
	}{
		{"I have to say that Flint disturbed me.", "Flint", false},
		{"We met in Flint.", "Flint", true},
		{"We live in rural Flint.", "Flint", true},
		{"I got as far as Flint with it.", "Flint", true},
		{"The Flint airport is small.", "Flint", true},
		{"Flint, Lansing and so on.", "Flint", true},
		{"A story from Orla Flint about boats.", "Flint", false},
		{"We could include Bahrain.", "Bahrain", true},
		{"Flint said no. Flint said yes. Flint waited. Flint left, and we stayed in Flint.", "Flint", false},
		{"Fort Flint disturbed me.", "Fort Flint", true},
	} {
		country := "United States"
		if c.name == "Bahrain" {
			country = ""
		}
		found := []mention.Candidate{town(c.name, c.said, country)}
		if c.said == "Flint, Lansing and so on." {
			found = append(found, town("Lansing", c.said, country))
		}
		r := consolidate(t, extract.Context{}, nil, found, c.said)
		require.NotEmpty(t, r.Mentions, c.said)
		require.Equal(t, c.published, r.Mentions[0].Confidence >= extract.Published, c.said)
	}
}
