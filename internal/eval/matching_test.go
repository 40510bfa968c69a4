package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// A small run over made-up files, so that the evaluation keeps working.
func TestPairsAreReadAndFitted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("er/podcast-names/labels.jsonl", `{"a_id":"person:a","a_label":"Tom Hallenberg","b_label":"Tom Hallanburg",`+
		`"same_show":true,"shared_episode":true,"label":"SAME"}
{"a_id":"person:a","a_label":"Tom Hallenberg","b_label":"Ada Marquez","label":"DIFFERENT"}
{"a_id":"person:a","a_label":"Tom","b_label":"Tom H","label":"BORDERLINE"}
`)
	write("gold/er_shownotes_clusters.jsonl", `{"kind":"site","names":[{"name":"Acme"},{"name":"Acme Inc"}]}`+"\n")
	write("gold/er_shownotes_hard_negatives.jsonl", `{"a":"Acme","b":"Acne Studios","kind_a":"site"}`+"\n")
	write("gold/asr_variants.jsonl", `{"written":"The Quiet Harbour","heard":"the quiet harbor","kind":"book","score":0.95}`+"\n")
	for _, f := range notedShows {
		write("gold/"+f+".jsonl", `{"participants":[{"name":"Ada Marquez"},{"name":"Ida Marquez"}],"mentioned":[]}`+"\n")
	}
	write("er/ditto/er_magellan/Textual/Abt-Buy/valid.txt",
		"COL name VAL acme kettle k100 COL price VAL \tCOL name VAL acme k-100 kettle COL price VAL \t1\n")

	sets, err := pairSets(dir)
	require.NoError(t, err)
	sizes := map[string]int{}
	for _, s := range sets {
		sizes[s.name] = len(s.pairs)
	}
	require.Positive(t, sizes["listings"])
	delete(sizes, "listings")
	require.Equal(t, map[string]int{"podcast-names": 2, "show-notes": 2, "heard": 1, "strangers": 1, "Textual/Abt-Buy": 1}, sizes)
	require.Equal(t, 1.0, blocked(sets[0].pairs))
	require.Len(t, fit(samples(sets[0].pairs, 1)), len(samples(sets[0].pairs, 1)[0].x))
}

func TestPapersAreWorksByTheirAuthors(t *testing.T) {
	t.Parallel()
	dblp := record("COL title VAL the tide tables COL authors VAL ida vintner , orla brask COL venue VAL vldb COL year VAL 1999")
	acm := record("COL title VAL the tide tables COL authors VAL o. brask , i. vintner COL venue VAL very large data bases COL year VAL 1999")
	require.Equal(t, mention.Book, dblp.Type)
	require.Equal(t, match.Attach, match.Decide(dblp, []match.Known{pair{b: acm}.known()}, nil).Action)
	require.Equal(t, mention.Book, record("COL title VAL the tide tables COL authors VAL  COL year VAL 1999").Type)
}

func TestASetIsLeftOutOfItsFit(t *testing.T) {
	t.Parallel()
	person := func(a, b string, same bool) pair {
		return pair{a: match.Subject{Type: mention.Person, Name: a}, b: match.Subject{Type: mention.Person, Name: b}, same: same}
	}
	sets := []set{
		{"podcast-names", []pair{person("Tom Hallenberg", "Tom Hallanburg", true), person("Tom Hallenberg", "Ada Marquez", false)}},
		{"show-notes", []pair{person("Ida Vintner", "Ida Vintnor", true), person("Ida Vintner", "Orla Brask", false)}},
		{"strangers", []pair{person("Ada Marquez", "Ida Marquez", false)}},
	}
	require.Len(t, families[0].samples(sets, ""), 6)
	require.Len(t, families[0].samples(sets, "show-notes"), 3)
	r := &Report{}
	crossValidate(r, sets)
	value := map[string]float64{}
	for _, f := range r.Figures {
		value[f.Name] = f.Value
	}
	require.Equal(t, 1.0, value["podcast-names: F1"])
	require.Contains(t, value, "strangers: wrongly called the same")
	require.NotContains(t, value, "strangers: F1", "there is nothing to find")
}

// A list of names that the comparison of products cannot tell apart would teach it nothing.
func TestOurListingsHoldWhatTellsProductsApart(t *testing.T) {
	t.Parallel()
	pairs, err := ownListings("")
	require.NoError(t, err)
	same := map[bool]int{}
	names := map[string]bool{}
	for _, p := range pairs {
		same[p.same]++
		names[p.a.Name], names[p.b.Name] = true, true
		require.NotEqual(t, p.a.Name, p.b.Name)
		require.Equal(t, strings.TrimSpace(p.a.Name), p.a.Name)
	}
	require.Greater(t, same[true], 90)
	require.Greater(t, same[false], 300)
	require.True(t, names["Ledgerline payroll 2007 maintenance"], "the last line is read")
}

func TestSweepFindsTheBestThreshold(t *testing.T) {
	t.Parallel()
	list := []scored{{0.9, true}, {0.8, true}, {0.7, false}, {0.6, true}, {0.1, false}}
	best, threshold, recall := sweep(list)
	require.InDelta(t, 6.0/7, best, 1e-9)
	require.InDelta(t, 0.6, threshold, 1e-9)
	require.InDelta(t, 2.0/3, recall, 1e-9)
	p, r, _ := at(list, 0.7)
	require.InDelta(t, 2.0/3, p, 1e-9)
	require.InDelta(t, 2.0/3, r, 1e-9)
}
