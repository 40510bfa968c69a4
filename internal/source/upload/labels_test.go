package upload_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/source/upload"
)

func srt(lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%d\n00:00:%02d,000 --> 00:00:%02d,900\n%s\n\n", i+1, i, i, l)
	}
	return b.String()
}

func TestNamesBeforeColonsAreSpeakersOfCaptions(t *testing.T) {
	t.Parallel()
	tr, err := upload.Parse("talk.srt", strings.NewReader(srt(
		"Ann Lee: Do you know this?", "It is a long story.", "Bo: Always.", "Ann Lee: So, there was a baker.", "Note: he was small.",
		"Bo: Go on.")))
	require.NoError(t, err)
	var got []string
	for _, c := range tr.Cues {
		got = append(got, c.Speaker+"|"+c.Text)
	}
	require.Equal(t, []string{
		"Ann Lee|Do you know this?", "Ann Lee|It is a long story.", "Bo|Always.", "Ann Lee|So, there was a baker.",
		"Ann Lee|Note: he was small.", "Bo|Go on.",
	}, got)
}

func TestColonsThatNameNobodyStayText(t *testing.T) {
	t.Parallel()
	tr, err := upload.Parse("talk.srt", strings.NewReader(srt("Remember: it was late.", "Then this happened.", "Warning: do not try.")))
	require.NoError(t, err)
	require.Empty(t, tr.Cues[0].Speaker)
	require.Equal(t, "Remember: it was late.", tr.Cues[0].Text)
}
