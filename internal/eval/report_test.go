package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestTwoReportsStandSideBySide(t *testing.T) {
	t.Parallel()
	before, after := &Report{}, &Report{Version: "2"}
	before.share("Lists", "book: right", 1, 2, "")
	before.count("Lists", "gone", 7, "")
	after.share("Lists", "book: right", 3, 4, "")
	after.count("Lists", "new", 8, "")
	path := filepath.Join(t.TempDir(), "after.json")
	require.NoError(t, after.Save(path))
	loaded, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, after, loaded)

	var out strings.Builder
	Compare(&out, before, loaded)
	require.Regexp(t, `book: right +0\.500 +0\.750 +\+0\.250\n`, out.String())
	require.Regexp(t, `new +- +8 *\n`, out.String())
	require.Regexp(t, `gone +7 +- *\n`, out.String())
}

func TestReportsOfOtherProgramsAreRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.json")
	require.NoError(t, os.WriteFile(path, []byte("no"), 0o600))
	_, err := Load(path)
	require.ErrorContains(t, err, "is no report of mentionary eval")
}

func TestOnlyJudgedNamesCount(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), judgedFile)
	list := "# judged by eye\nbook\tThe Emma\tyes\nperson\tClay Pots\tno\nperson\tlex freedman -> Lex Fridman\tyes\n"
	require.NoError(t, os.WriteFile(path, []byte(list), 0o600))
	judged, err := ReadJudged(path)
	require.NoError(t, err)
	r := &Report{}
	judgeLists(r, &imported{
		entities: []listed{{mention.Book, "Emma", 5, 2}, {mention.Person, "Clay Pots", 3, 0}, {mention.Person, "Ann Lee", 2, 1}},
		learned:  []learned{{mention.Person, "Lex Freedman", "Lex Fridman", 4}, {mention.Person, "Ada", "Eda", 1}},
	}, judged)
	value := map[string]Figure{}
	for _, f := range r.Figures {
		value[f.Name] = f
	}
	require.Equal(t, 1.0, value["book: right of the top 100"].Value)
	require.Equal(t, 0.0, value["person: right of the top 100"].Value)
	require.Equal(t, 1, value["person: right of the top 100"].Of, "nobody judged Ann Lee")
	require.Equal(t, 2.0, value["book: links per entity"].Value)
	require.Equal(t, 0.5, value["person: with a link"].Value)
	require.Equal(t, 1, value["learned names: right"].Of)
	require.Equal(t, 5.0, value["learned names: published mentions by them"].Value)

	var out strings.Builder
	r.Print(&out)
	require.Contains(t, out.String(), "person\tAnn Lee\t2\tnot judged\n")
	require.Contains(t, out.String(), "person\tAda -> Eda\t1\tnot judged\n")
	require.NotContains(t, out.String(), "Clay Pots\t")

	require.NoError(t, os.WriteFile(path, []byte("book Emma yes\n"), 0o600))
	_, err = ReadJudged(path)
	require.ErrorContains(t, err, ":1: want type, name and yes or no")
}

func TestBandsTellConfidenceFromWhatIsRight(t *testing.T) {
	t.Parallel()
	b := bands{}
	for i := range fewCases {
		b.add(mention.Book, []mention.Signal{mention.SignalCue}, 0.9, i%2 == 0)
		b.add(mention.Book, nil, 0.3, false)
	}
	b.add(mention.Person, nil, 0.7, true)
	r := &Report{}
	b.report(r, "Confidence")
	names := map[string]Figure{}
	for _, f := range r.Figures {
		names[f.Name] = f
	}
	require.Equal(t, Figure{Part: "Confidence", Name: "type book, 0.9 to 1.0", Value: 0.5, Of: 20, Unit: Share, Goal: "0.90 was said"},
		names["type book, 0.9 to 1.0"])
	require.Contains(t, names, "signal cue, 0.9 to 1.0")
	require.Contains(t, names, "all, below 0.4")
	require.NotContains(t, names, "type person, 0.7 to 0.8", "one case says nothing")
	require.InDelta(t, 0.4, names["largest gap of a band"].Value, 1e-9)
}
