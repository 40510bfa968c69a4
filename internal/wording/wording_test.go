package wording_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/wording"
)

func TestTextsAreCutAtAWord(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		limit int
		want  string
	}{
		"fits":                    {"short", 5, "short"},
		"at a space":              {"one two three", 10, "one two…"},
		"at the end of a word":    {"one two three", 8, "one two…"},
		"no space near":           {"äöüäöüäöü", 5, "äöüä…"},
		"a space too early":       {"a reallyverylongword", 12, "a reallyver…"},
		"an accent of its own":    {"ca\u0301fe\u0301s", 3, "c…"},
		"a family":                {"a👩\u200d👩\u200d👧b", 4, "a…"},
		"a hand with a skin tone": {"ab👍🏽cd", 4, "ab…"},
		"only marks":              {strings.Repeat("\u0301", 9), 5, "…"},
		"no text":                 {"ab\xff\xfecd", 4, "abcd"},
	} {
		require.Equal(t, c.want, wording.Shorten(c.text, c.limit), name)
	}
}

func TestCutsHoldTheirLimits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "text"), rapid.IntRange(1, 40).Draw(t, "limit")
		require.LessOrEqual(t, utf8.RuneCountInString(wording.Shorten(s, n)), n)
		runes, bytes := wording.FirstRunes(s, n), wording.FirstBytes(s, n)
		require.Equal(t, min(n, utf8.RuneCountInString(s)), utf8.RuneCountInString(runes))
		require.LessOrEqual(t, len(bytes), n)
		require.Greater(t, len(bytes)+utf8.UTFMax, min(n, len(s)), "no more is lost than the character at the border")
		for _, cut := range []string{runes, bytes} {
			require.True(t, strings.HasPrefix(s, cut) && utf8.ValidString(cut))
		}
	})
}

func TestCounts(t *testing.T) {
	t.Parallel()
	require.Equal(t, "0 entities", wording.Count(0, "entity", "entities"))
	require.Equal(t, "1 entity", wording.Count(1, "entity", "entities"))
	require.Equal(t, "2 entities", wording.Count(2, "entity", "entities"))
	require.Equal(t, "1 byte", wording.Size(1))
	require.Equal(t, "1048575 bytes", wording.Size(1<<20-1))
	require.Equal(t, "5 MiB", wording.Size(5<<20+1))
}
