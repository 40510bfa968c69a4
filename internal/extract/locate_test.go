package extract_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
)

func TestLocateFindsWhatWasSaidAndNothingElse(t *testing.T) {
	t.Parallel()
	const text = "Well, she said “Don’t   panic” — and then the ﬁne party began. Straße und Café."
	cases := []struct {
		quote string
		want  string // what stands in the text, "" when nothing does
		exact bool
	}{
		{"and then the", "and then the", true},
		{"don't panic", "Don’t   panic", false},
		{"\"Don't panic\" - and", "Don’t   panic” — and", false},
		{"WELL, SHE SAID", "Well, she said", false},
		{"the fine party", "the ﬁne party", false},
		{"strasse und café", "Straße und Café", false},
		{"Don't panic...", "Don’t   panic", false},
		{"art", "", false}, // within "party"
		{"she never said", "", false},
		{"don't be", "", false},
		{"", "", false},
		{"...", "", false},
		{strings.Repeat("and ", 2000), "", false},
	}
	for _, c := range cases {
		start, end, exact, ok := extract.Locate(text, c.quote)
		require.Equal(t, c.want != "", ok, c.quote)
		if ok {
			require.Equal(t, c.want, text[start:end], c.quote)
			require.Equal(t, c.exact, exact, c.quote)
		}
	}
}

func TestLocateStaysLinearOnHostileRepetition(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a", 2_000_000)
	begin := time.Now()
	_, _, _, ok := extract.Locate(text, strings.Repeat("a", 3_999)+"b")
	require.False(t, ok)
	require.Less(t, time.Since(begin), 3*time.Second)
}

func FuzzLocate(f *testing.F) {
	f.Add("The “quick” brown ﬁsh", "\"quick\" brown fish")
	f.Add("a\u0301b", "áb")
	f.Fuzz(func(t *testing.T, text, quote string) {
		start, end, exact, ok := extract.Locate(text, quote)
		if !ok {
			return
		}
		if start < 0 || start >= end || end > len(text) {
			t.Fatalf("bad span %d %d of %d", start, end, len(text))
		}
		if exact && text[start:end] != strings.TrimSpace(quote) {
			t.Fatalf("not exact: %q", text[start:end])
		}
		from, to := extract.QuoteAround(text, start, end)
		if from > start || to < end {
			t.Fatalf("quote %d-%d cuts %d-%d", from, to, start, end)
		}
		if utf8.ValidString(text) && !utf8.ValidString(text[from:to]) {
			t.Fatalf("quote cuts a character: %q", text[from:to])
		}
	})
}

func TestQuoteAroundKeepsSentencesAndWordBorders(t *testing.T) {
	t.Parallel()
	text := "First one. I read a book by Dr. Seuss with J. K. Smith yesterday! Last."
	at := strings.Index(text, "Seuss")
	from, to := extract.QuoteAround(text, at, at+5)
	require.Equal(t, "I read a book by Dr. Seuss with J. K. Smith yesterday!", text[from:to])

	long := strings.Repeat("wörter ohne punkt ", 60) + "KAHNEMAN " + strings.Repeat("und weiter geht es ", 60)
	at = strings.Index(long, "KAHNEMAN")
	from, to = extract.QuoteAround(long, at, at+len("KAHNEMAN"))
	quote := long[from:to]
	require.LessOrEqual(t, utf8.RuneCountInString(quote), extract.MaxQuoteRunes)
	require.Greater(t, utf8.RuneCountInString(quote), extract.MaxQuoteRunes-40)
	require.Contains(t, quote, "KAHNEMAN")
	require.True(t, from == 0 || long[from-1] == ' ')
	require.True(t, to == len(long) || long[to] == ' ')
}
