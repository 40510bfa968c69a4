package lines_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source/lines"
)

func read(t *testing.T, text string) lines.List {
	t.Helper()
	l, err := lines.Read(text)
	require.NoError(t, err)
	return l
}

func TestLinesAreTrimmedAndThoseThatASourceRecognizesCount(t *testing.T) {
	t.Parallel()
	l := read(t, "\ufeff  https://www.youtube.com/watch?v=UF8uR6Z6KLc \r\n\r\n@somebody\nhttps://feeds.example.org/show.xml\nnot an address\n")
	require.Equal(t, lines.Text, l.Format)
	require.Equal(t, []string{"https://www.youtube.com/watch?v=UF8uR6Z6KLc", "@somebody", "https://feeds.example.org/show.xml"}, l.Texts())
	require.Equal(t, 1, l.Unknown)
	require.Equal(t, 5, l.Dropped[0].Number)
	require.Equal(t, "not an address", l.Dropped[0].Text)
	require.Contains(t, l.Dropped[0].Reason, "This is not an address.")
	require.Empty(t, read(t, " \n\n").Lines)
}

func TestAddressesOfAKnownSiteThatLeadNowhereCount(t *testing.T) {
	t.Parallel()
	l := read(t, "https://www.youtube.com/feed/library\nhttps://www.youtube.com/feed/library\nhttps://youtu.be/aaaaaaaaaaa\n")
	require.Equal(t, []string{"https://www.youtube.com/feed/library", "https://youtu.be/aaaaaaaaaaa"}, l.Texts())
	require.Zero(t, l.Lines[0].Ref)
	require.Equal(t, 1, l.Duplicates)
}

func TestDuplicatesAreNamedWhateverTheirSpelling(t *testing.T) {
	t.Parallel()
	l := read(t, "https://www.youtube.com/watch?v=UF8uR6Z6KLc\n\nhttps://youtu.be/UF8uR6Z6KLc\n m.youtube.com/watch?v=UF8uR6Z6KLc&t=5 \n")
	require.Len(t, l.Lines, 1)
	require.Equal(t, 2, l.Duplicates)
	require.Equal(t, []lines.Dropped{
		{Number: 3, Text: "https://youtu.be/UF8uR6Z6KLc", Reason: "The same address is in line 1.", DuplicateOf: 1},
		{Number: 4, Text: "m.youtube.com/watch?v=UF8uR6Z6KLc&t=5", Reason: "The same address is in line 1.", DuplicateOf: 1},
	}, l.Dropped)
}

func TestCSVHasItsAddressInAnyField(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"comma":     "title,url\n\"Salt, and iron\",https://feeds.example.org/a.xml\nOther.Show,https://feeds.example.org/b.xml\n",
		"semicolon": "title;url;note\nSalt;https://feeds.example.org/a.xml;\n\nOther;https://feeds.example.org/b.xml;x\n",
		"tab":       "A title\thttps://feeds.example.org/a.xml\nOther\thttps://feeds.example.org/b.xml\n",
	} {
		l := read(t, text)
		require.Equal(t, lines.CSV, l.Format, name)
		require.Equal(t, []string{"https://feeds.example.org/a.xml", "https://feeds.example.org/b.xml"}, l.Texts(), name)
		require.Empty(t, l.Dropped, name)
	}
	l := read(t, "url,title\nnowhere,A title\n")
	require.Equal(t, 1, l.Unknown)
	require.Equal(t, 2, l.Dropped[0].Number)
	l = read(t, "https://www.youtube.com/watch?v=UF8uR6Z6KLc&x=a,b\nhttps://youtu.be/aaaaaaaaaaa\n")
	require.Equal(t, lines.Text, l.Format, "an address with a comma is an address")
	require.Len(t, l.Lines, 2)
}

const opml = `<?xml version="1.0"?><opml version="2.0"><body>
<outline text="A"><outline type="rss" xmlUrl="https://feeds.example.org/a.xml"/></outline>
<outline type="rss" xmlUrl="https://feeds.example.org/b.xml"/><outline type="rss" xmlUrl="https://feeds.example.org/a.xml"/></body></opml>`

func TestOPMLIsAListOfFeeds(t *testing.T) {
	t.Parallel()
	l := read(t, "\n "+opml)
	require.Equal(t, lines.OPML, l.Format)
	require.Equal(t, []string{"https://feeds.example.org/a.xml", "https://feeds.example.org/b.xml"}, l.Texts())
}

func TestHostileLists(t *testing.T) {
	t.Parallel()
	bomb := `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><opml><body>&b;</body></opml>`
	for name, c := range map[string]struct {
		text string
		kind fault.Kind
	}{
		"too many bytes":         {strings.Repeat("x", lines.MaxBytes+1), fault.TooLarge},
		"too many lines":         {strings.Repeat("x\n", 20_001), fault.TooLarge},
		"too many records":       {strings.Repeat("a,b\n", 20_001), fault.TooLarge},
		"XML entities":           {bomb, fault.BadInput},
		"XML without end":        {"<opml><body>" + strings.Repeat("<outline>", 1000), fault.TooLarge},
		"a page":                 {"<!doctype html><html><body>hello</body></html>", fault.BadInput},
		"a list without feeds":   {`<opml version="2.0"><body><outline text="nothing"/></body></opml>`, fault.BadInput},
		"bytes that are no text": {"https://youtu.be/aaaaaaaaaaa\n\xff\xfe", fault.BadInput},
		"zero bytes":             {"https://youtu.be/aaaaaaaaaaa\n\x00", fault.BadInput},
	} {
		_, err := lines.Read(c.text)
		require.True(t, fault.Is(err, c.kind), "%s: %v", name, err)
	}
}

func TestABatchTakesAThousandAddresses(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range lines.Max {
		fmt.Fprintf(&b, "https://feeds.example.org/%d.xml\n", i)
	}
	require.NoError(t, read(t, b.String()).Check())
	b.WriteString("https://feeds.example.org/one-more.xml\n")
	err := read(t, b.String()).Check()
	require.True(t, fault.Is(err, fault.TooLarge))
	require.Equal(t, "A batch takes at most 1,000 addresses. This list has 1 address too many: please split it.", fault.Of(err).Sentence)
}

func TestNoMoreThanAHundredLinesAreNamed(t *testing.T) {
	t.Parallel()
	l := read(t, strings.Repeat("no address at all "+strings.Repeat("x", 500)+"\n", 300))
	require.Equal(t, 300, l.Unknown)
	require.Len(t, l.Dropped, 100)
	require.LessOrEqual(t, len(l.Dropped[0].Text), 210)
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{opml, "a,b\n\"c\nd\",https://example.org/x", "https://youtu.be/aaaaaaaaaaa", "<opml"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := lines.Read(text)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, x := range l.Lines {
			require.False(t, seen[x.Text], "each address once")
			seen[x.Text] = true
		}
	})
}
