package demo

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	vttTiming = regexp.MustCompile(`^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})( align:start position:0%)?$`)
	srtTiming = regexp.MustCompile(`^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$`)
	vttTag    = regexp.MustCompile(`<[^>]*>`)
)

// heardText is the text of a rendered transcript, read back without the help
// of the code that wrote it, with single spaces.
func heardText(t *testing.T, e *episode) string {
	t.Helper()
	_, body := e.transcript()
	var lines []string
	switch e.Format {
	case formatJSON:
		var doc segments
		require.NoError(t, json.Unmarshal(body, &doc))
		require.Equal(t, "1.0.0", doc.Version)
		for _, s := range doc.Segments {
			require.Greater(t, s.EndTime, s.StartTime)
			require.NotEmpty(t, s.Speaker)
			lines = append(lines, s.Body)
		}
	case formatSRT:
		for i, block := range strings.Split(strings.TrimSpace(string(body)), "\n\n") {
			parts := strings.Split(block, "\n")
			require.Len(t, parts, 3)
			require.Equal(t, strconv.Itoa(i+1), parts[0])
			times := srtTiming.FindStringSubmatch(parts[1])
			require.NotNil(t, times, parts[1])
			require.Less(t, times[1], times[2])
			lines = append(lines, parts[2])
		}
	default:
		blocks := strings.Split(strings.TrimSpace(string(body)), "\n\n")
		require.True(t, strings.HasPrefix(blocks[0], "WEBVTT"))
		shown := ""
		for _, block := range blocks[1:] {
			parts := strings.Split(block, "\n")
			times := vttTiming.FindStringSubmatch(parts[0])
			require.NotNil(t, times, parts[0])
			require.Less(t, times[1], times[2])
			for _, line := range parts[1:] {
				line = strings.TrimSpace(vttTag.ReplaceAllString(line, ""))
				if line != "" && line != shown {
					lines = append(lines, line)
					shown = line
				}
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
}

func TestTranscriptsSayWhatTheScriptSays(t *testing.T) {
	t.Parallel()
	eachEpisode(t, func(t *testing.T, e *episode) {
		var said []string
		for _, c := range e.script.cues {
			if e.Format == formatSRT && c.turn {
				said = append(said, c.speaker+":")
			}
			for _, word := range c.words {
				if e.Format == formatCaptions {
					said = append(said, bareWords(word)...)
				} else {
					said = append(said, word)
				}
			}
		}
		require.Equal(t, strings.Join(said, " "), heardText(t, e))
	})
}

func TestVTTNamesTheVoiceAndEscapes(t *testing.T) {
	t.Parallel()
	got := renderVTT([]cue{{start: 61_500_000_000, end: 62_000_000_000, speaker: "Ada & Co", words: []string{"a", "<", "b"}}})
	require.Equal(t, "WEBVTT\n\n00:01:01.500 --> 00:01:02.000\n<v Ada &amp; Co>a &lt; b\n", string(got))
}

func TestCaptionsRoll(t *testing.T) {
	t.Parallel()
	s, err := parseScript("Ada: Well, sixty-four bits. Isn't that - odd? Yes!", pair)
	require.NoError(t, err)
	require.Equal(t, `WEBVTT
Kind: captions
Language: en

00:00:00.000 --> 00:00:02.790 align:start position:0%
 
well<00:00:00.400><c> sixty</c><00:00:00.400><c> four</c><00:00:00.800><c> bits</c><00:00:01.200><c> isn't</c><00:00:01.600><c> that</c>`+
		`<00:00:02.400><c> odd</c>

00:00:02.790 --> 00:00:02.800 align:start position:0%
well sixty four bits isn't that odd
 

00:00:02.800 --> 00:00:03.190 align:start position:0%
well sixty four bits isn't that odd
yes

00:00:03.190 --> 00:00:03.200 align:start position:0%
yes
 
`, string(renderCaptions(s.cues, "en")))
}

func TestChaptersFollowThePodcastFormat(t *testing.T) {
	t.Parallel()
	published := 0
	for _, s := range library() {
		for _, e := range s.Episodes {
			if !e.Chapters {
				continue
			}
			published++
			var doc chapterList
			require.NoError(t, json.Unmarshal(renderChapters(e.script.chapters), &doc))
			require.Equal(t, "1.2.0", doc.Version)
			last := -1.0
			for _, c := range doc.Chapters {
				require.NotEmpty(t, c.Title)
				require.Greater(t, c.StartTime, last)
				last = c.StartTime
			}
			require.Less(t, last, e.duration().Seconds())
		}
	}
	require.GreaterOrEqual(t, published, 3)
}
