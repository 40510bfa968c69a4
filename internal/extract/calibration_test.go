package extract_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// leastJudged is how many judged names a band needs to say anything.
const leastJudged = 50

// What is said of published names is how often such names are right in archives that people recorded.
func TestConfidenceOfNamesThatPeopleJudged(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/judged_names.tsv")
	require.NoError(t, err)
	type band struct{ said, right, names float64 }
	bands := map[string]*band{}
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(strings.TrimSpace(line), "\t")
		require.Len(t, cols, 4, line)
		typ, known := mention.ParseType(cols[0])
		require.True(t, known, line)
		var signals []mention.Signal
		for s := range strings.FieldsSeq(cols[1]) {
			signals = append(signals, mention.Signal(s))
		}
		right, err := strconv.ParseFloat(cols[2], 64)
		require.NoError(t, err)
		names, err := strconv.ParseFloat(cols[3], 64)
		require.NoError(t, err)
		said := extract.Confidence(typ, signals, 2)
		if said < extract.Published {
			continue
		}
		name := strconv.FormatFloat(float64(int(said*10))/10, 'f', 1, 64)
		if bands[name] == nil {
			bands[name] = &band{}
		}
		b := bands[name]
		b.said, b.right, b.names = b.said+said*names, b.right+right, b.names+names
	}
	judged := 0
	for name, b := range bands {
		t.Logf("from %s: said %.3f, right %.3f of %.0f", name, b.said/b.names, b.right/b.names, b.names)
		if b.names >= leastJudged {
			judged++
			require.InDelta(t, b.said/b.names, b.right/b.names, 0.05, "from %s", name)
		}
	}
	require.Equal(t, 4, judged, "bands with enough names")
}
