package upload_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

// Known bad inputs, one list per format; every fuzz target starts from all of its list, and the tests run them.
var (
	badVTT = []string{
		"WEBVTT", "WEBVTT\n-->", "WEBVTT\n\n-->\n\n --> \n", "WEBVTT\n\n99999999999999999:00:00.000 --> 00:01.000\nx",
		"WEBVTT\n\n00:01.000 --> 00:02.000\n<v", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v >x<v>y</v>&#x110000;&#0;&",
		"WEBVTT\n\n00:60.000 --> 00:61.000\nx",
		"WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<", 5000), "WEBVTT\n\n00:01.000 --> 00:02.000\n{\\",
		"WEBVTT\r\r00:01.000 --> 00:02.000\r\u202ex",
		"WEBVTT\n\n23:59:59.999 --> 99:00:00.000\nlate\n\n00:00.000 --> 00:00.000\nx", "WEBVTT\n\n[1 --> 2]\nx",
	}
	badSRT = []string{
		"1\n00:00:01,000 --> 00:00:02,000", "1\n2\n3\n00:00:01,000 --> 00:00:02,000\n4\n5",
		"-1\n-00:00:01,000 --> 00:00:02,000\nx\n\n1\n00:00:01,000 --> 00:00:02,000\ny",
		"1 00:00:01,000 --> 00:00:02,000 x y z\n\n\n\ny", "00:00:01,5 --> 00:00:02\n<i><b>{\\an8}",
	}
	badJSON = []string{
		"{}", "[]", "[{}]", `{"segments":null}`, `{"segments":[null,1]}`, `{"segments":[{"start":1e400,"text":"x"}]}`,
		`{"segments":[{"start":"NaN","end":"-Inf","text":"x"}]}`,
		`{"chunks":[{"timestamp":[null,null],"text":"x"},{"timestamp":"x","text":"y"},{"timestamp":[1,2,3],"text":5}]}`,
		`{"events":[{"tStartMs":9999999999999,"dDurationMs":-5,"segs":[{"utf8":"x"}]}]}`,
		`{"segments":[{"text":"\ud800\u0000"}],"segments":[{"text":"b"}]}`, `{"text":{"a":[]}}`,
		`{"transcription":[{"offsets":{"from":-1,"to":1},"text":"x"}]}`, `{"`, `[{"text":`,
		`{"segments":[{"text":"a"},{"text":"b"},{"text":" "},{"text":"c"},{"text":"."},{"text":"d"}]}`,
	}
	badTSV = []string{
		"start\tend\ttext\n", "start\tend\ttext\n-1\t2\tx", "start\tend\ttext\n99999999999\t1\tx",
		"start\tend\ttext\n5\t1\t\x01\n9999999999\t0\tx",
	}
	badText = []string{
		"---", "---\n---\n", "# only a heading", "[", "[]", "()", "[(00:01)](https://x) ", "Ann:", "Ann:\n\nAnn:\n\nAnn:", "[00:01]\n[00:02]\n",
		"0:00", "99:99 x",
		"[Ann] [00:05]\n\n\n[Bob] [00:01] x", "****", "**x", "[1 --> 2] a\n[1 --> 1]\n", "Ann (00:00:01):", strings.Repeat("[", 400),
		"\x1b[31mred", "0:05 a\n\nb\n\n0:01 c\n\nd",
	}
	badInfo = []string{
		"{}", `{"id":"../../etc/passwd","extractor":"youtube","title":"\u202ex"}`,
		`{"title":"x","duration":1e300,"view_count":-1,"timestamp":-5,"upload_date":"20269999"}`,
		`{"id":"x","chapters":"no","subtitles":[1],"automatic_captions":null}`,
		`{"id":"x","chapters":[{"start_time":-1,"title":null},{}],"webpage_url":"javascript:alert(1)","thumbnail":"file:///etc"}`,
		`{"id":1}`, `{"_type":"playlist"}`, `{"id":"x","description":"https://a.b/c, http://u:p@h/ https://"}`,
	}
)

// holds checks what callers rely on, whatever the input.
func holds(t *testing.T, name, content string) {
	tr, err := upload.Parse(name, strings.NewReader(content))
	if err != nil {
		require.NotEqual(t, fault.Internal, fault.KindOf(err), "%v", err)
		require.NotEmpty(t, fault.Of(err).Sentence)
		return
	}
	require.NotEmpty(t, tr.Cues)
	require.LessOrEqual(t, len(tr.Cues), transcript.MaxCues)
	for i, c := range tr.Cues {
		require.NotEmpty(t, c.Text)
		require.True(t, utf8.ValidString(c.Text))
		require.LessOrEqual(t, utf8.RuneCountInString(c.Text), transcript.MaxCueRunes)
		require.Equal(t, c.Speaker, transcript.CleanText(c.Speaker, transcript.MaxSpeakerRunes))
		require.True(t, c.StartMS >= 0 && c.StartMS <= transcript.MaxDurationMS)
		require.True(t, i == 0 || tr.Cues[i-1].StartMS <= c.StartMS)
	}
}

func fuzz(f *testing.F, name string, seeds []string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) { holds(t, name, content) })
}

func FuzzVTT(f *testing.F)  { fuzz(f, "a.vtt", badVTT) }
func FuzzSRT(f *testing.F)  { fuzz(f, "a.srt", badSRT) }
func FuzzJSON(f *testing.F) { fuzz(f, "a.json", badJSON) }
func FuzzTSV(f *testing.F)  { fuzz(f, "a.tsv", badTSV) }
func FuzzText(f *testing.F) { fuzz(f, "a.txt", badText) }

func FuzzInfo(f *testing.F) {
	for _, s := range badInfo {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		info, err := upload.ParseInfo(strings.NewReader(content))
		if err != nil {
			require.NotEqual(t, fault.Internal, fault.KindOf(err), "%v", err)
			return
		}
		e := info.Episode
		for _, u := range []string{e.PageURL, e.ThumbnailURL, e.Channel.URL} {
			require.True(t, u == "" || strings.HasPrefix(u, "https://") || strings.HasPrefix(u, "http://"), u)
		}
		require.Equal(t, e.Title, transcript.CleanText(e.Title, 0))
		require.GreaterOrEqual(t, e.Duration, time.Duration(0))
	})
}

func FuzzTitle(f *testing.F) {
	for _, s := range []string{
		"", ".vtt", "2024-01-01 [abcdefghijk].en.vtt", "20240101", "a/../b.srt", `..\..\x.txt`, "\u202etxt.exe",
		"_-_.vtt",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		title, _ := upload.TitleOf(name)
		require.NotEmpty(t, title)
		require.True(t, utf8.ValidString(title))
	})
}
