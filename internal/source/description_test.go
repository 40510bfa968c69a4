package source_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/source"
)

func TestPlainLinksKeepOrderAndTheWordsAround(t *testing.T) {
	t.Parallel()
	text := "Get the book: https://example.com/book (the new one).\n" +
		"Also (see https://en.wikipedia.org/wiki/Go_(game)).\n" +
		"Again https://example.com/book!\n" +
		`Rosa (Wiki): https://en.wikipedia.org/wiki/Rosa\_Vint` + "\n" +
		"Not links: javascript:alert(1) ftp://example.com https://user:pw@example.com"
	require.Equal(t, []media.Link{
		{URL: "https://example.com/book", Text: "Get the book"},
		{URL: "https://en.wikipedia.org/wiki/Go_(game)", Text: "Also"},
		{URL: "https://en.wikipedia.org/wiki/Rosa_Vint", Text: "Rosa"},
	}, source.PlainLinks(text))
}

func TestTheLineAboveSaysWhatAnAddressIs(t *testing.T) {
	t.Parallel()
	text := "Vint, Nora. 1998. Borrowed Weather. Oslo: Harbor:\n\nhttps://example.com/a: https://example.com/a\n" +
		"Further reading:\nhttps://example.com/b\nhttps://example.com/c\nNo colon\nhttps://example.com/d\n\n:\nhttps://example.com/e"
	require.Equal(t, []media.Link{
		{URL: "https://example.com/a", Text: "Vint, Nora. 1998. Borrowed Weather. Oslo: Harbor"},
		{URL: "https://example.com/b"},
		{URL: "https://example.com/c"},
		{URL: "https://example.com/d"},
		{URL: "https://example.com/e"},
	}, source.PlainLinks(text))
}

func TestEachAddressOfALineHasTheWordsBeforeIt(t *testing.T) {
	t.Parallel()
	text := "- Borrowed Weather: https://example.com/a - the opposite of a storm\n" +
		"- We met Nora Vint (wiki: https://example.com/b), Zorvex: https://example.com/c and Brunnvale: https://example.com/d\n" +
		"https://example.com/e Harbourmarch\n" +
		"@1:02: https://example.com/f"
	require.Equal(t, []media.Link{
		{URL: "https://example.com/a", Text: "Borrowed Weather"},
		{URL: "https://example.com/b", Text: "We met Nora Vint"},
		{URL: "https://example.com/c", Text: "Zorvex"},
		{URL: "https://example.com/d", Text: "Brunnvale"},
		{URL: "https://example.com/e", Text: "Harbourmarch"},
		{URL: "https://example.com/f"},
	}, source.PlainLinks(text))
}

func TestPlainChaptersNeedThreeRisingLinesFromTheStart(t *testing.T) {
	t.Parallel()
	require.Equal(t, []media.Chapter{
		{Start: 0, Title: "Intro"},
		{Start: 90 * time.Second, Title: "The guest"},
		{Start: time.Hour + 2*time.Minute + 3*time.Second, Title: "End"},
	}, source.PlainChapters("Chapters\n0:00 Intro\n(01:30) The guest\n1:02:03 - End\nBye"))
	require.Empty(t, source.PlainChapters("0:00 Intro\n1:00 End"))
	require.Empty(t, source.PlainChapters("at 1:00 one\n2:00 two\n3:00 three"))
	require.Empty(t, source.PlainChapters("1:00 one\n2:00 two\n3:00 three"), "the first chapter starts at the start")
}

func TestClockTime(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]time.Duration{
		"90": 90 * time.Second, "1:30": 90 * time.Second, "75:03": 75*time.Minute + 3*time.Second,
		"1:02:03": time.Hour + 2*time.Minute + 3*time.Second, "12.5": 12500 * time.Millisecond, " 0:05 ": 5 * time.Second,
	} {
		got, ok := source.ClockTime(in)
		require.True(t, ok, in)
		require.Equal(t, want, got, in)
	}
	for _, in := range []string{"", "x", "-1", "1:2:3:4", "NaN", "Inf", "1e9", "100:00:00", "1::2"} {
		_, ok := source.ClockTime(in)
		require.False(t, ok, in)
	}
}

func TestCleanURL(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://example.com/a":    "https://example.com/a",
		"/b?c=1":                   "https://example.com/b?c=1",
		"//cdn.example.com/x":      "https://cdn.example.com/x",
		" HTTP://example.com ":     "http://example.com",
		"":                         "",
		"javascript:alert(1)":      "",
		"data:text/html,x":         "",
		"mailto:a@example.com":     "",
		"https://u:p@example.com/": "",
		"https://exa mple.com/":    "",
		"https://example.com/" + strings.Repeat("a", 2_048): "",
	} {
		require.Equal(t, want, source.CleanURL("https://example.com/page", in), in)
	}
	require.Empty(t, source.CleanURL("", "/relative"))
}
