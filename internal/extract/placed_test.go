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
	const us = "United States"
	town := func(name, quote, country string) mention.Candidate {
		return mention.Candidate{
			Type: mention.Location, Name: name, Quote: quote, Signals: []mention.Signal{mention.SignalGazetteer},
			Claims: mention.Claims{Country: country},
		}
	}
	for _, c := range []struct {
		said      string
		name      string
		country   string // where our list has it
		beside    string // another town that is said
		published bool
	}{
		{"I have to say that Flint disturbed me.", "Flint", us, "", false},
		{"We met in Flint.", "Flint", us, "", true},
		{"We live in rural Flint.", "Flint", us, "", true},
		{"I got as far as Flint with it.", "Flint", us, "", true},
		{"The Flint airport is small.", "Flint", us, "", true},
		{"Flint, Lansing and so on.", "Flint", us, "Lansing", true},
		{"A story from Orla Flint about boats.", "Flint", us, "", false},
		{"We could include Bahrain.", "Bahrain", "", "", true},
		{"Flint said no. Flint said yes. Flint waited. Flint left, and we stayed in Flint.", "Flint", us, "", false},
		{"Fort Flint disturbed me.", "Fort Flint", us, "", true},
	} {
		found := []mention.Candidate{town(c.name, c.said, c.country)}
		if c.beside != "" {
			found = append(found, town(c.beside, c.said, c.country))
		}
		r := consolidate(t, extract.Context{}, nil, found, c.said)
		require.NotEmpty(t, r.Mentions, c.said)
		require.Equal(t, c.published, r.Mentions[0].Confidence >= extract.Published, c.said)
	}
}
