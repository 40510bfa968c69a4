package transcript_test

import (
	"testing"

	"github.com/stretchr/testify/require"

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
