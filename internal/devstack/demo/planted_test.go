package demo

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type plantedEpisode struct {
	Show     string           `json:"show"`
	Episode  string           `json:"episode"`
	Mentions []plantedMention `json:"mentions"`
}

type plantedMention struct {
	Name      string `json:"name"`
	Type      string `json:"type"`
	Phrase    string `json:"phrase"`
	PromoCode string `json:"promoCode"`
}

func readPlanted(t *testing.T) map[string][]plantedMention {
	t.Helper()
	data, err := os.ReadFile("library/planted.json")
	require.NoError(t, err)
	var list []plantedEpisode
	require.NoError(t, json.Unmarshal(data, &list))
	byPath := map[string][]plantedMention{}
	for _, p := range list {
		byPath[p.Show+"/"+p.Episode] = p.Mentions
	}
	return byPath
}

func TestPlantedMentionsAreSaid(t *testing.T) {
	t.Parallel()
	planted := readPlanted(t)
	eachEpisode(t, func(t *testing.T, e *episode) {
		mentions := planted[e.path()]
		require.GreaterOrEqual(t, len(mentions), 15)
		text := heardText(t, e)
		types := map[string]int{}
		names := map[string]bool{}
		for _, m := range mentions {
			types[m.Type]++
			require.Contains(t, text, m.Phrase, m.Name)
			require.False(t, names[m.Type+m.Name], "%s is listed twice", m.Name)
			names[m.Type+m.Name] = true
			if m.Type == "sponsor" {
				require.NotEmpty(t, m.PromoCode, m.Name)
				require.Contains(t, strings.ToLower(text), "code "+strings.ToLower(m.PromoCode))
				require.Contains(t, e.notes, m.PromoCode)
			}
		}
		require.Len(t, types, 7)
		for _, kind := range []string{"book", "product", "person", "company", "location", "concept", "sponsor"} {
			require.Positive(t, types[kind], kind)
		}
	})
}

// The directory should have something to count: the same things come up in
// several episodes, and in different shows.
func TestPlantedMentionsRecurAcrossShows(t *testing.T) {
	t.Parallel()
	showsOf := map[string]map[string]bool{}
	for path, mentions := range readPlanted(t) {
		show, _, _ := strings.Cut(path, "/")
		for _, m := range mentions {
			key := m.Type + " " + m.Name
			if showsOf[key] == nil {
				showsOf[key] = map[string]bool{}
			}
			showsOf[key][show] = true
		}
	}
	require.GreaterOrEqual(t, len(showsOf["person Daniel Kahneman"]), 3)
	recurring := 0
	for _, in := range showsOf {
		if len(in) > 1 {
			recurring++
		}
	}
	require.GreaterOrEqual(t, recurring, 10)
}
