package transcript_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

func TestLayoutJoinsByspaceAndSpeakersByNewline(t *testing.T) {
	t.Parallel()
	d := transcript.Layout([]transcript.Cue{
		{Speaker: "Ann", Text: "Hello"},
		{Speaker: "Ann", Text: "there."},
		{Speaker: "Bob", Text: "Grüezi"},
	})
	require.Equal(t, "Hello there.\nGrüezi", d.Text)
	start, end := d.CueSpan(2)
	require.Equal(t, "Grüezi", d.Text[start:end])
	require.Equal(t, 0, d.CueAt(-3))
	require.Equal(t, 0, d.CueAt(5), "the joint belongs to the cue before")
	require.Equal(t, 2, d.CueAt(1000))
	require.Equal(t, -1, transcript.Layout(nil).CueAt(0))
	start, end = d.CueSpan(3)
	require.Zero(t, start+end)
}

func TestEveryOffsetMapsToItsCue(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cues, _ := transcript.Clean(drawCues(t))
		d := transcript.Layout(cues)
		require.Equal(t, d, transcript.Layout(cues))
		parts := make([]string, len(cues))
		for i, c := range cues {
			start, end := d.CueSpan(i)
			require.Equal(t, c.Text, d.Text[start:end])
			for o := start; o <= end && o < len(d.Text); o++ {
				require.Equal(t, i, d.CueAt(o))
			}
			parts[i] = c.Text
		}
		require.Equal(t, strings.Join(parts, " "), strings.ReplaceAll(d.Text, "\n", " "))
	})
}
