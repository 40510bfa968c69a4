package demo

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var pair = []person{{Name: "Ada Brook", Role: "host"}, {Name: "Émil Castle", Role: "guest"}}

func TestParseScriptTimesSpeechAt150WordsAMinute(t *testing.T) {
	t.Parallel()
	s, err := parseScript("## Hello | https://shop.example\n[00:05] Ada: One two three four five.\nÉmil: Six.\n\n## Later\nAda: Seven.", pair)
	require.NoError(t, err)

	require.Len(t, s.cues, 3)
	require.Equal(t, cue{
		start: 5 * time.Second, end: 7 * time.Second, speaker: "Ada Brook", turn: true,
		words: []string{"One", "two", "three", "four", "five."},
	}, s.cues[0])
	require.Equal(t, "Émil Castle", s.cues[1].speaker)
	require.Equal(t, 7*time.Second+turnPause, s.cues[1].start, "a breath between speakers")
	require.Equal(t, s.cues[1].end+chapterPause, s.cues[2].start, "a pause before a chapter")
	require.Equal(t, []chapter{
		{5 * time.Second, "Hello", "https://shop.example"},
		{s.cues[2].start, "Later", ""},
	}, s.chapters)
}

func TestParseScriptRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":           "\n\n",
		"only a chapter":    "## Hello",
		"no speaker":        "Just talking.",
		"a stranger":        "Zoe: Hello.",
		"time running back": "[01:00] Ada: Hello.\n[00:30] Ada: Hello again.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := parseScript(text, pair)
			require.Error(t, err)
		})
	}
}

func TestSplitCues(t *testing.T) {
	t.Parallel()
	word := func(n int) string { return strings.TrimSpace(strings.Repeat("word ", n)) }
	for name, test := range map[string]struct {
		turn  string
		sizes []int
	}{
		"short sentences stay together":      {"No. No, no. " + word(4) + ".", []int{7}},
		"a sentence ends a cue":              {word(8) + ". " + word(3) + ".", []int{8, 3}},
		"a late comma ends a cue":            {word(13) + ", " + word(5) + ".", []int{13, 5}},
		"a long sentence is cut":             {word(50) + ".", []int{18, 18, 14}},
		"the last words are not left behind": {word(21) + ".", []int{21}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sizes []int
			for _, c := range splitCues(strings.Fields(test.turn)) {
				sizes = append(sizes, len(c))
			}
			require.Equal(t, test.sizes, sizes)
		})
	}
}

func FuzzParseScript(f *testing.F) {
	f.Add("## One\n[00:05] Ada: Hello, you.\nÉmil: Hello.")
	f.Add("[999:59] Ada: " + strings.Repeat("on ", 100))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseScript(text, pair)
		if err != nil {
			return
		}
		requireOrdered(t, s.cues)
	})
}

// requireOrdered checks that cues follow each other and can be read.
func requireOrdered(t *testing.T, cues []cue) {
	t.Helper()
	var last time.Duration
	for _, c := range cues {
		require.GreaterOrEqual(t, c.start, last)
		require.Greater(t, c.end, c.start)
		require.LessOrEqual(t, c.end-c.start, 12*time.Second)
		require.NotEmpty(t, c.words)
		last = c.end
	}
}
