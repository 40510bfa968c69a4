package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

func cue(start, end int, text string) transcript.Cue {
	return transcript.Cue{StartMS: start, EndMS: end, Text: text}
}

func TestCleanOrdersMendsAndCounts(t *testing.T) {
	t.Parallel()
	in := []transcript.Cue{
		cue(-5, 1000, "first"),
		cue(3000, 3000, "no length"),
		cue(2000, 2500, "steps back"),
		cue(4000, 3500, "ends before it begins"),
		cue(5000, 6000, " \u200b "),
		cue(6000, 999_999_999, "too long"),
		cue(7000, 0, "last one"),
	}
	out, rep := transcript.Clean(in)
	require.Equal(t, []transcript.Cue{
		cue(0, 1000, "first"), cue(2000, 2500, "steps back"), cue(3000, 4000, "no length"),
		cue(4000, 6000, "ends before it begins"), cue(6000, transcript.MaxDurationMS, "too long"), cue(7000, 8600, "last one"),
	}, out)
	require.Equal(t, transcript.Report{In: 7, Out: 6, Empty: 1, Clamped: 2, Reordered: 1, EndsMended: 3}, rep)
	require.Equal(t, -5, in[0].StartMS, "the input is not changed")
}

func TestCleanLeavesGoodAndUntimedCuesAlone(t *testing.T) {
	t.Parallel()
	for _, in := range [][]transcript.Cue{
		{cue(0, 900, "one"), cue(1000, 2000, "one")},
		{{Text: "a"}, {Text: "b", Speaker: "Ann"}},
	} {
		out, rep := transcript.Clean(in)
		require.Equal(t, in, out)
		require.Equal(t, transcript.Report{In: 2, Out: 2}, rep)
	}
}

func TestCleanUnrollsAutomaticCaptions(t *testing.T) {
	t.Parallel()
	lines := []string{
		"so today we talk about the book", "thinking fast and slow and", "what it means for", "no no no", "no no no",
		"thank you",
	}
	var in []transcript.Cue
	for i, l := range lines {
		before := " "
		if i > 0 {
			before = lines[i-1]
		}
		start := i * 2000
		in = append(in, cue(start, start+1990, before+"\n"+l), cue(start+1990, start+2000, l+"\n "))
	}
	out, rep := transcript.Clean(in)
	got := make([]string, len(out))
	for i, c := range out {
		got[i] = c.Text
		require.Equal(t, i*2000, c.StartMS)
		require.Equal(t, i*2000+2000, c.EndMS, "the time of the transition goes to the line")
	}
	require.Equal(t, lines, got)
	require.Equal(t, 11, rep.Rolling)
}

func TestCleanKeepsWhatPeopleRepeat(t *testing.T) {
	t.Parallel()
	var in []transcript.Cue
	for i := range 20 {
		in = append(in, cue(i*1000, i*1000+900, fmt.Sprintf("sentence number %d goes here", i)))
	}
	in[7].Text, in[8].Text = "go on then", "go on then and tell"
	out, rep := transcript.Clean(in)
	require.Equal(t, in, out)
	require.Zero(t, rep.Rolling)
}

func TestCleanSplitsLongCuesAndSharesTheTime(t *testing.T) {
	t.Parallel()
	sentence := "This sentence has exactly forty letters. "
	out, rep := transcript.Clean([]transcript.Cue{{StartMS: 0, EndMS: 100_000, Speaker: "Ann", Text: strings.Repeat(sentence, 100)}})
	require.Equal(t, 1, rep.Split)
	require.Len(t, out, 3)
	text := make([]string, len(out))
	for i, c := range out {
		require.LessOrEqual(t, utf8.RuneCountInString(c.Text), transcript.MaxCueRunes)
		require.True(t, strings.HasSuffix(c.Text, "letters."))
		require.Equal(t, "Ann", c.Speaker)
		text[i] = c.Text
	}
	require.Equal(t, strings.TrimSpace(strings.Repeat(sentence, 100)), strings.Join(text, " "))
	require.InDelta(t, 48_000, out[0].EndMS, 3000)
	require.Equal(t, out[0].EndMS, out[1].StartMS)
	require.Equal(t, 100_000, out[2].EndMS)

	out, _ = transcript.Clean([]transcript.Cue{{Text: strings.Repeat("ü", 4500)}})
	require.Len(t, out, 3, "a word without end is cut hard")
}

func TestCleanLimitsTheNumberOfCues(t *testing.T) {
	t.Parallel()
	in := make([]transcript.Cue, transcript.MaxCues+10)
	for i := range in {
		in[i] = cue(i*10, i*10+10, fmt.Sprint("cue ", i))
	}
	out, rep := transcript.Clean(in)
	require.Len(t, out, transcript.MaxCues)
	require.Equal(t, 10, rep.Dropped)
}

func drawCues(t *rapid.T) []transcript.Cue {
	word := rapid.SampledFrom([]string{"alpha", "Beta", "gamma.", "über", "x", "日本", "naïve?", "I", "\U0001f600"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) transcript.Cue {
		return transcript.Cue{
			StartMS: rapid.IntRange(-1000, transcript.MaxDurationMS+1000).Draw(t, "start"),
			EndMS:   rapid.IntRange(-1000, transcript.MaxDurationMS+1000).Draw(t, "end"),
			Speaker: rapid.SampledFrom([]string{"", "Ann", "Bob"}).Draw(t, "speaker"),
			Text:    strings.Join(rapid.SliceOfN(word, 0, 25).Draw(t, "words"), " "),
		}
	}), 0, 60).Draw(t, "cues")
}

func TestCleanHoldsItsPromisesForAnyCues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		out, rep := transcript.Clean(drawCues(t))
		require.Equal(t, rep.Out, len(out))
		timed := transcript.Transcript{Cues: out}.Timed()
		for i, c := range out {
			require.NotEmpty(t, c.Text)
			require.GreaterOrEqual(t, c.StartMS, 0)
			require.LessOrEqual(t, c.StartMS, transcript.MaxDurationMS)
			if timed {
				require.Greater(t, c.EndMS, c.StartMS)
			}
			if i > 0 {
				require.GreaterOrEqual(t, c.StartMS, out[i-1].StartMS)
			}
		}
	})
}
