package transcript_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

func TestCleanTextRemovesWhatNobodySees(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"plain":                   {"Thinking, Fast and Slow", "Thinking, Fast and Slow"},
		"white space":             {"  a\t b\r\n\u00a0c\u2028d ", "a b c d"},
		"controls":                {"a\x00b\x1bc\u0085d\u009fe\x7f", "abc de"},
		"invalid bytes":           {"a\xff\xfeb", "ab"},
		"composed":                {"Cafe\u0301", "Café"},
		"composed after cleaning": {"Cafe\u200b\u0301", "Café"},
		"bidi":                    {"\u202eevil\u202c \u2066x\u2069\u200f", "evil x"},
		"zero width":              {"pay\u200bpal\ufeff\u2060", "paypal"},
		"tags":                    {"hi\U000e0068\U000e0069", "hi"},
		"variation outside emoji": {"a\ufe0fb\U000e0100", "ab"},
		"soft hyphen":             {"pod\u00adcast", "podcast"},
		"fillers":                 {"a\u3164\u115f\u034fb", "ab"},
		"heart":                   {"I \u2764\ufe0f Go", "I \u2764\ufe0f Go"},
		"family":                  {"\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"},
		"rainbow flag":            {"\U0001f3f3\ufe0f\u200d\U0001f308", "\U0001f3f3\ufe0f\u200d\U0001f308"},
		"keycap":                  {"1\ufe0f\u20e3 1\ufe0f", "1\ufe0f\u20e3 1"},
		"joiner between letters":  {"a\u200db \U0001f468\u200d", "ab \U0001f468"},
		"arabic number sign":      {"\u0600 12", "\u0600 12"},
		"only invisible":          {"\u200b \ufeff", ""},
		"marks without end":       {"e" + strings.Repeat("\u0334", 100), "e" + strings.Repeat("\u0334", 8)},
	} {
		require.Equal(t, c.want, transcript.CleanText(c.in, 0), name)
	}
}

func TestCleanTextCutsAtRunes(t *testing.T) {
	t.Parallel()
	require.Equal(t, "äö", transcript.CleanText("äöü", 2))
	require.Equal(t, "a", transcript.CleanText("a bc", 2), "no space at the end")
	require.Equal(t, "\U0001f468", transcript.CleanText("\U0001f468\u200d\U0001f469", 2), "no half emoji sequence")
}

func TestCleanParagraphsKeepsBlankLines(t *testing.T) {
	t.Parallel()
	require.Equal(t, "One two\nthree\n\nfour", transcript.CleanParagraphs("\n One  two\r\nthree\n\n\n\u200b\nfour\n\n", 0))
	require.Equal(t, "One", transcript.CleanParagraphs("One\n\ntwo", 5))
}

func TestCleanTextIsSafeForAnyInput(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "in")
		limit := rapid.IntRange(0, 20).Draw(t, "limit")
		out := transcript.CleanText(in, limit)
		require.True(t, utf8.ValidString(out))
		require.True(t, norm.NFC.IsNormalString(out))
		require.Equal(t, strings.Join(strings.Fields(out), " "), out)
		require.Equal(t, out, transcript.CleanText(out, limit), "cleaning twice changes nothing")
		if limit > 0 {
			require.LessOrEqual(t, utf8.RuneCountInString(out), limit)
		}
		for _, r := range out {
			require.False(t, r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x200b || r >= 0xe0000 && r <= 0xe0fff, "%U", r)
		}
	})
}

func TestCountWords(t *testing.T) {
	t.Parallel()
	require.Equal(t, 0, transcript.CountWords("  "))
	require.Equal(t, 3, transcript.CountWords("one two\nthree"))
	require.Equal(t, 3, transcript.CountWords("日本語の本"), "two characters count as a word")
	require.Equal(t, 3, transcript.CountWords("Go 入門 book"))
}
