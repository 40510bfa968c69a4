package mention_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestTheQuoteThatSaysMoreLeads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		surface       string
		better, worse string
		stance        mention.Stance // of the better one
	}{
		"more than the name": {"Middlemarch", "And how many other books did you finish hoping they'd be Middlemarch?", "Middlemarch.", ""},
		"short words tell nothing": {
			"Dune", "Dune taught me patience.", "And so it is, as I say to you, Dune, or is it not so?", "",
		},
		"a recommendation": {"Dune", "You should read Dune.", "We talked about Dune then.", mention.Recommended},
		"no endless sentence": {
			"Dune", "Dune taught me what patience means for whole families.",
			"Dune " + strings.Repeat("which reminds everybody about something ", 30), "",
		},
		"scripts without spaces": {"こころ", "夏目漱石のこころを十年ぶりに読み返して泣きました。", "こころ。", ""},
		"Korean":                 {"채식주의자", "채식주의자를 읽고 며칠을 못 잤어요.", "채식주의자.", ""},
		"German":                 {"Faust", "Faust habe ich als Schüler auswendig gelernt.", "Ja, und der Faust, na ja.", ""},
	} {
		better, worse := mention.Telling(c.better, c.surface, c.stance), mention.Telling(c.worse, c.surface, mention.Passing)
		require.Greater(t, better, worse, name)
	}
	require.Zero(t, mention.Telling("Middlemarch.", "Middlemarch", mention.Passing))
	require.Zero(t, mention.Telling("", "", ""))
}
