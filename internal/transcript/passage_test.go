package transcript_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

func TestPassagesTileTheCuesAndStayShort(t *testing.T) {
	t.Parallel()
	tr := talk(3, 600, true)
	sum, next := 0, 0
	passages := transcript.Passages(tr.Cues)
	for i, p := range passages {
		require.Equal(t, i, p.Index)
		require.Equal(t, next, p.FirstCue)
		require.Equal(t, tr.Cues[p.FirstCue].StartMS, p.StartMS)
		require.Equal(t, tr.Cues[p.LastCue].EndMS, p.EndMS)
		n := transcript.CountWords(p.Text)
		require.LessOrEqual(t, n, 90)
		sum += n
		next = p.LastCue + 1
	}
	require.Equal(t, len(tr.Cues), next)
	require.InDelta(t, 75, sum/len(passages), 15)
	require.Empty(t, transcript.Passages(nil))
}

func TestParagraphsFollowTheRuleOfThePage(t *testing.T) {
	t.Parallel()
	var cues []transcript.Cue
	for _, s := range []int{0, 1, 2, 3, 4, 5, 6, 7, 38, 39, 69, 70, 71, 72} {
		cues = append(cues, transcript.Cue{StartMS: s * 1000})
	}
	require.Equal(t, []transcript.Paragraph{
		{FirstCue: 0, LastCue: 5, StartMS: 0},
		{FirstCue: 6, LastCue: 7, StartMS: 6000},
		{FirstCue: 8, LastCue: 11, StartMS: 38_000}, // 31 s after the start before; 30 s (39 to 69) is not more than 30 s
		{FirstCue: 12, LastCue: 13, StartMS: 71_000},
	}, transcript.Paragraphs(cues))
	require.Empty(t, transcript.Paragraphs(nil))
}

func TestParagraphsTileAnyCues(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cues := drawCues(t)
		next := 0
		for _, p := range transcript.Paragraphs(cues) {
			require.Equal(t, next, p.FirstCue)
			require.GreaterOrEqual(t, p.LastCue, p.FirstCue)
			next = p.LastCue + 1
		}
		require.Equal(t, len(cues), next)
	})
}

func TestOriginsAreRanked(t *testing.T) {
	t.Parallel()
	order := []transcript.Origin{
		transcript.Publisher, transcript.Captions, transcript.Uploaded, transcript.Automatic, transcript.Speech,
		"unknown",
	}
	for i := 1; i < len(order); i++ {
		require.Less(t, order[i-1].Rank(), order[i].Rank())
	}
	require.True(t, transcript.Transcript{Cues: []transcript.Cue{{EndMS: 1}}}.Timed())
	require.False(t, transcript.Transcript{Cues: []transcript.Cue{{Text: "x"}}}.Timed())
}
