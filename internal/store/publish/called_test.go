package publish

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// said are mentions of a person, each in an episode of its own, the first in the oldest.
type said struct {
	surface string
	sure    bool
	signal  mention.Signal
}

func bestOf(names []string, mentions ...said) string {
	e := &db.Entity{Type: mention.Person, Name: names[0], Key: match.Key(mention.Person, names[0])}
	for _, n := range names[1:] {
		source := "heard 0.95"
		n, written := strings.CutPrefix(n, "written: ")
		if written {
			source = inWriting
		}
		e.Edges.Aliases = append(e.Edges.Aliases, &db.Alias{Name: n, Key: match.Key(mention.Person, n), ChannelID: 1, Source: source})
	}
	var heard []*db.Mention
	for i, m := range mentions {
		at := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
		row := &db.Mention{EpisodeID: i, Surface: m.surface, Confidence: 0.3, Signals: []mention.Signal{m.signal}}
		if m.sure {
			row.Confidence = 0.9
		}
		row.Edges.Episode = &db.Episode{PublishedAt: &at}
		heard = append(heard, row)
	}
	return bestName(e, heard)
}

func TestAnEntityIsCalledWhatEvidenceSpeaksFor(t *testing.T) {
	t.Parallel()
	heard, listed := mention.SignalCapitalised, mention.SignalGazetteer
	for name, c := range map[string]struct {
		want string
		got  string
	}{
		"of names that were only heard, the oldest": {
			"Orla Brandt", bestOf([]string{"Orla Brant", "Orla Brandt"}, said{"Orla Brandt", true, heard}, said{"Orla Brant", true, heard}),
		},
		"one that is heard far more often": {
			"Orla Brandt", bestOf([]string{"Orla Brant", "Orla Brandt"}, said{"Orla Brant", true, heard},
				said{"Orla Brandt", true, heard}, said{"Orla Brandt", true, heard}, said{"Orla Brandt", true, heard}),
		},
		"one whose family name somebody has in writing": {
			"Niels Ohlmann", bestOf([]string{"Nicholas Oleman", "Niels Ohlmann"}, said{"Nicholas Oleman", true, heard},
				said{"Ohlmann", true, listed}),
		},
		"a given name in writing speaks for none": {
			"Steve Tamm", bestOf([]string{"Steve Tamm", "Steve Tumm"}, said{"Steve Tamm", true, heard}, said{"Steve", true, listed}),
		},
		"where no mention of them is published, the one in more episodes": {
			"Steve Tumm", bestOf([]string{"Steve Tamm", "Steve Tumm"}, said{"Steve Tamm", false, heard}, said{"Steve Tumm", false, heard},
				said{"Steve Tumm", false, heard}, said{"Steve", true, listed}),
		},
		"the one that our lists have, of which only the family name is said": {
			"Niels Ohlmann", bestOf([]string{"Niels Ohlmann", "Nick Ohlmann"}, said{"Ohlmann", true, listed}, said{"Nick Ohlmann", false, heard}),
		},
		"the one that show notes have, though another is heard": {
			"Orla Brandt", bestOf([]string{"Orla Brent", "written: Orla Brandt"}, said{"Orla Brent", true, mention.SignalShowNotes},
				said{"Orla Brent", true, heard}),
		},
		"one that was heard once and is said no more is not written": {
			"Orla Brandt", bestOf([]string{"Orla Brandt", "Orla Brent"}, said{"Orla Brandt", true, mention.SignalShowNotes}),
		},
	} {
		require.Equal(t, c.want, c.got, name)
	}
}

func TestSpellingsOfOneName(t *testing.T) {
	t.Parallel()
	require.True(t, betterSpelling(mention.Person, "Jan Groß", "Jan Gross"))
	require.False(t, betterSpelling(mention.Person, "Jan Gross", "Jan Groß"))
	require.True(t, betterSpelling(mention.Book, "Deep Work", "DEEP WORK"))
	require.True(t, betterSpelling(mention.Product, "DTrace", "D-Trace"))
}
