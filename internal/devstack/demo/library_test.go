package demo

import (
	"bytes"
	"image/png"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// eachEpisode runs a test for every episode of the library.
func eachEpisode(t *testing.T, test func(t *testing.T, e *episode)) {
	t.Helper()
	for _, s := range library() {
		for _, e := range s.Episodes {
			t.Run(e.path(), func(t *testing.T) {
				t.Parallel()
				test(t, e)
			})
		}
	}
}

func TestLibraryIsLargeAndMixed(t *testing.T) {
	t.Parallel()
	require.GreaterOrEqual(t, len(library()), 3)
	formats, languages, guids, episodes := map[format]int{}, map[string]int{}, map[string]int{}, 0
	for _, s := range library() {
		guids[s.GUID]++
		for _, e := range s.Episodes {
			formats[e.Format]++
			languages[s.Language]++
			episodes++
		}
	}
	require.GreaterOrEqual(t, episodes, 8)
	require.Len(t, guids, len(library()), "no two shows share an identity")
	require.Equal(t, 1, languages["de"])
	for _, f := range []format{formatVTT, formatSRT, formatJSON, formatCaptions} {
		require.Positive(t, formats[f], "an episode with %s", f)
	}
}

func TestEpisodesAreConversations(t *testing.T) {
	t.Parallel()
	eachEpisode(t, func(t *testing.T, e *episode) {
		words, speakers := 0, map[string]bool{}
		for _, c := range e.script.cues {
			words += len(c.words)
			speakers[c.speaker] = true
		}
		require.GreaterOrEqual(t, words, 800)
		require.LessOrEqual(t, words, 2000)
		require.Len(t, speakers, len(e.People), "everybody named talks")
		requireOrdered(t, e.script.cues)

		require.NotEmpty(t, e.Title)
		require.NotEmpty(t, e.Summary)
		require.Equal(t, 2026, e.Published.Year())
		require.Positive(t, e.Number)
		require.Greater(t, e.duration(), 5*time.Minute)
		require.Less(t, e.duration(), 15*time.Minute)
		require.GreaterOrEqual(t, len(e.script.chapters), 3)
	})
}

// Sponsors are invented, so their links must never reach a real company;
// tracking parameters are there for the product to remove.
func TestShowNotesLinkToInventedSponsorsWithTracking(t *testing.T) {
	t.Parallel()
	sponsor := regexp.MustCompile(`href="https://[a-z]+\.example/[^"]*utm_source=[^"]+"`)
	link := regexp.MustCompile(`href="https?://[^"]+"`)
	eachEpisode(t, func(t *testing.T, e *episode) {
		require.Len(t, sponsor.FindAllString(e.notes, -1), 1)
		require.GreaterOrEqual(t, len(link.FindAllString(e.notes, -1)), 4)
	})
}

func TestCoversAreSmallDeterministicPictures(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, s := range library() {
		data := s.coverPNG()
		require.LessOrEqual(t, len(data), 60_000, s.slug)
		header, err := png.DecodeConfig(bytes.NewReader(data))
		require.NoError(t, err)
		require.Equal(t, coverSize, header.Width)
		require.Equal(t, coverSize, header.Height)
		require.Empty(t, seen[string(data)], "every show has a cover of its own")
		seen[string(data)] = s.slug
	}
	first := library()[0]
	require.True(t, bytes.Equal(first.coverPNG(), first.Cover.png()), "the same shapes give the same bytes")
}

func TestColorIsWrittenAsHex(t *testing.T) {
	t.Parallel()
	var c hexColor
	require.NoError(t, c.UnmarshalJSON([]byte(`"#12aBff"`)))
	require.Equal(t, []uint8{0x12, 0xab, 0xff, 0xff}, []uint8{c.R, c.G, c.B, c.A})
	for _, bad := range []string{`"red"`, `"#12345"`, `"#1234567"`, `7`} {
		require.Error(t, c.UnmarshalJSON([]byte(bad)), bad)
	}
}

func TestSilenceIsAValidRecordingOfItsLength(t *testing.T) {
	t.Parallel()
	s := newSilence(2 * time.Second)
	data := make([]byte, s.size())
	n, err := s.reader().Read(data)
	require.NoError(t, err)
	require.Equal(t, 44+2*sampleRate, n)
	require.Equal(t, "RIFF", string(data[:4]))
	require.Equal(t, "WAVEfmt ", string(data[8:16]))
	require.Equal(t, "data", string(data[36:40]))
	require.Equal(t, bytes.Repeat([]byte{0x80}, 2*sampleRate), data[44:])

	part := make([]byte, 10)
	_, err = s.ReadAt(part, 40)
	require.NoError(t, err)
	require.Equal(t, data[40:50], part, "a range that begins inside the header")
}
