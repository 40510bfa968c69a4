package extract_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

func heardPerson(name, quote string) mention.Candidate {
	return mention.Candidate{
		Type: mention.Person, Name: name, Quote: quote, Signals: []mention.Signal{extract.SignalNamePattern, mention.SignalCapitalised},
	}
}

// Who is known only by what was heard is the one whom the notes have under a name that sounds like it, if half of the name is the same.
func TestPeopleAreCalledWhatTheNotesCallThem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ notes, heard, called string }{
		{"With Orla Vindtner, who builds boats.", "Orla Vintner", "Orla Vindtner"},
		{"With Ohrla Vintner, who builds boats.", "Orla Vintner", "Ohrla Vintner"},
		{"With Ohrla Vindtner, who builds boats.", "Orla Vintner", "Orla Vintner"},      // nothing is the same
		{"With Orla Brask, who builds boats.", "Orla Vintner", "Orla Vintner"},          // nothing is alike
		{"With Daniela Vintner, who builds boats.", "Daniel Vintner", "Daniel Vintner"}, // another given name
		{"With Orla Vindtner and Orla Wintner.", "Orla Vintner", "Orla Vintner"},        // two may be meant
		{"With Orla Vintner and Orla Vindtner.", "Orla Vintner", "Orla Vintner"},        // both are there
		{"Hey Vintner, what about boats?", "Hay Vintner", "Hay Vintner"},                // a greeting is no name
	} {
		about := extract.Context{Title: "Boats", Description: c.notes}
		r := consolidate(t, about, nil, []mention.Candidate{heardPerson(c.heard, "We met "+c.heard+" there.")}, "We met "+c.heard+" there.")
		require.Equal(t, []string{"person:" + c.called}, names(r), "%+v", c)
		require.Equal(t, c.heard, r.Mentions[0].Surface)
	}
}

func TestOfTwoWhoWereOnlyHeardNobodyIsJoined(t *testing.T) {
	t.Parallel()
	said := []string{"We met Orla Vintner there.", "And Orla Vindtner laughed."}
	candidates := []mention.Candidate{heardPerson("Orla Vintner", said[0]), heardPerson("Orla Vindtner", said[1])}
	both := consolidate(t, extract.Context{}, nil, candidates, said...)
	require.Equal(t, []string{"person:Orla Vintner", "person:Orla Vindtner"}, names(both))
	candidates[1].Signals = append(candidates[1].Signals, mention.SignalGazetteer)
	r := consolidate(t, extract.Context{}, nil, candidates, said...)
	require.Equal(t, []string{"person:Orla Vindtner"}, slices.Compact(names(r)), "a list has the one")
	require.Len(t, r.Mentions, 2)
}

// Who pays is a sponsor in a paid read; named elsewhere it is no more than named.
func TestSponsorsAreSponsorsOnlyWhereTheyPay(t *testing.T) {
	t.Parallel()
	read := "This episode is brought to you by Tarline. Get a free trial of Tarline at tarline.com with the promo code boat."
	said := []string{"I tarred my boat with Tarline when I was young and it sank.", read, "We talked about boats for a long time after that."}
	known := []extract.Known{{EntityID: 7, Type: mention.Sponsor, Name: "Tarline"}}
	r := consolidate(t, extract.Context{}, known, nil, said...)
	require.NotEmpty(t, r.Mentions)
	for _, m := range r.Mentions {
		require.Equal(t, mention.Ad, m.Context, m.Quote)
	}
	require.Empty(t, consolidate(t, extract.Context{}, known, nil, said[0], said[2]).Mentions)
}

// Who bears a rare family name and is nobody known is the one well-known person whose name sounds so, given half of it is the same.
func TestAMisheardNameIsTheWellKnownPersons(t *testing.T) {
	t.Parallel()
	for heard, called := range map[string]string{
		"Linus Torvold":    "Linus Torvalds",
		"Lynus Torvalds":   "Linus Torvalds",
		"Lynus Torvold":    "Lynus Torvold",    // nothing is the same
		"Linus Turner":     "Linus Turner",     // many bear the name
		"Hannah Arendt":    "Hannah Arendt",    // it is hers
		"Hannah Brekkvold": "Hannah Brekkvold", // nobody sounds so
		"Jeff Hinton":      "Geoff Hinton",     // many bear the name, but it is said the same
		"Geoff Turner":     "Geoff Turner",     // nobody known is called so
	} {
		said := "We met " + heard + " there."
		r := consolidate(t, extract.Context{}, nil, []mention.Candidate{heardPerson(heard, said)}, said)
		require.Equal(t, []string{"person:" + called}, names(r), heard)
		require.Equal(t, heard, r.Mentions[0].Surface)
	}
}
