package upload_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

func parse(t *testing.T, name, content string) transcript.Transcript {
	t.Helper()
	tr, err := upload.Parse(name, strings.NewReader(content))
	require.NoError(t, err, content)
	require.Equal(t, transcript.Uploaded, tr.Origin)
	return tr
}

func cue(start, end int, speaker, text string) transcript.Cue {
	return transcript.Cue{StartMS: start, EndMS: end, Speaker: speaker, Text: text}
}

func TestFormatsAreReadByTheirContent(t *testing.T) {
	t.Parallel()
	two := []transcript.Cue{cue(1000, 2500, "", "Hello there."), cue(3000, 4000, "", "Read Dune.")}
	for name, c := range map[string]struct {
		file, content string
		want          []transcript.Cue
	}{
		"WebVTT": {"a.vtt", "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello there.\n\n00:00:03.000 --> " +
			"00:00:04.000\nRead Dune.\n", two},
		"WebVTT named as text": {"a.txt", "WEBVTT - a title\n\n1\n00:01.000 --> 00:02.500 align:start\nHello there.\n\nid 2\n00:03.000 --> " +
			"00:04.000\nRead Dune.", two},
		"WebVTT with all sorts": {"a.vtt", "\ufeffWEBVTT\r\nKind: captions\r\n\r\nSTYLE\r\n::cue { color: red " +
			"}\r\n\r\nREGION\r\nid:x\r\n\r\nNOTE a comment\r\nof two lines\r\n\r\n00:01.000-->00:02.500\r\n<c.yellow>Hello</c> " +
			"<00:01.500><i>there</i>.\r\n\r\n00:03.000 --> 00:04.000\r\nRead\r\nDune.\r\n", two},
		"WebVTT, no header": {"a.vtt", "00:01.000 --> 00:02.500\nHello there.\n\n00:03.000 --> 00:04.000\nRead Dune.\n", two},
		"voices": {
			"a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann Lee>Tom &amp; I</v>\n<v.loud Bob>No &lt;way&gt; x < 3\n",
			[]transcript.Cue{cue(1000, 2000, "Ann Lee", "Tom & I"), cue(1000, 2000, "Bob", "No <way> x < 3")},
		},
		"steps back and has no length": {
			"a.vtt", "WEBVTT\n\n00:03.000 --> 00:03.000\nsecond\n\n00:01.000 --> 00:00.500\nfirst\n\n00:05.000 --> 00:06.000\n \n",
			[]transcript.Cue{cue(1000, 2600, "", "first"), cue(3000, 4600, "", "second")},
		},
		"one broken line among good ones": {
			"a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.500\nHello there.\n\n00:xx --> yy\nlost\n\n00:03.000 --> 00:04.000\nRead Dune.\n", two,
		},
		"SRT": {"a.srt", "1\r\n00:00:01,000 --> 00:00:02,500\r\n<font color=\"red\">Hello</font> " +
			"{\\an8}there.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nRead\r\nDune.\r\n", two},
		"SRT without blank": {"a.srt", "1\n00:00:01,000 --> 00:00:02,500\nHello there.\n2\n00:00:03,000 --> 00:00:04,000\nRead Dune.", two},
		"SRT blank inside":  {"a.txt", "1\n00:00:01,000 --> 00:00:02,500\nHello\n\nthere.\n\n2\n00:00:03,000 --> 00:00:04,000\nRead Dune.", two},
		"SRT, no numbers": {
			"a.srt", "00:00:01,000 --> 00:00:02,500\nit is\n42\n\n00:00:03,000 --> 00:00:04,000\nRead Dune.",
			[]transcript.Cue{cue(1000, 2500, "", "it is 42"), two[1]},
		},
		"podcast JSON": {
			"a.json", `{"version":"1.0.0","segments":[{"speaker":"Ann","startTime":1,"endTime":2.5,"body":"Hello there."},{"startTime":3,
"endTime":4,"body":"Read Dune."}]}`,
			[]transcript.Cue{cue(1000, 2500, "Ann", "Hello there."), two[1]},
		},
		"Whisper JSON": {"a.json", `{"text":" Hello","language":"en","segments":[{"id":0,"start":1.0,"end":2.5,"text":" Hello there.",
"words":[{"word":"x"}]},{"start":3,"end":4,"text":" Read Dune."}]}`, two},
		"Whisper chunks": {"a.json", `{"text":"x","chunks":[{"timestamp":[1.0,2.5],"text":"Hello there."},{"timestamp":[3.0,null],
"text":"Read Dune."}]}`, []transcript.Cue{two[0], cue(3000, 4600, "", "Read Dune.")}},
		"whisper.cpp": {"a.json", `{"result":{"language":"en"},"transcription":[{"timestamps":{"from":"00:00:01,000"},
"offsets":{"from":1000,"to":2500},"text":" Hello there."},{"offsets":{"from":3000,"to":4000},"text":"Read Dune."}]}`, two},
		"array of pieces": {"a.json", `[{"text":"Hello there.","start":"1.0","duration":1.5},{"text":"Read Dune.","start":"0:03",
"duration":1}]`, two},
		"json3": {
			"a.json3", `{"wireMagic":"pb3","events":[{"tStartMs":0,"id":1},{"tStartMs":1000,"dDurationMs":5000,"segs":[{"utf8":"Hello"},
{"utf8":" there.","tOffsetMs":200}]},{"tStartMs":2500,"aAppend":1,"segs":[{"utf8":"\n"}]},{"tStartMs":3000,"dDurationMs":1000,
"segs":[{"utf8":"Read Dune."}]}]}`,
			[]transcript.Cue{cue(1000, 3000, "", "Hello there."), two[1]},
		},
		"TSV":     {"a.tsv", "start\tend\ttext\n1000\t2500\tHello there.\n3000\t4000\tRead Dune.\n", two},
		"plain":   {"a.txt", "Hello\nthere.\n\nRead Dune.", []transcript.Cue{cue(0, 0, "", "Hello there."), cue(0, 0, "", "Read Dune.")}},
		"inline":  {"a.txt", "[00:01.000 --> 00:02.500]  Hello there.\n[00:03.000 --> 00:04.000]  Read Dune.\n", two},
		"seconds": {"a.txt", "[1.00s -> 2.50s] Hello there.\n[3.00 --> 4.00] Read Dune.\n", two},
		"stamps": {
			"a.txt", "0:01 Hello there.\n\n0:03 Read Dune.\n",
			[]transcript.Cue{cue(1000, 3000, "", "Hello there."), cue(3000, 3800, "", "Read Dune.")},
		},
		"own lines": {
			"a.txt", "Ann Lee  0:01\nHello there.\n\nBob  0:03\nRead Dune.\n",
			[]transcript.Cue{cue(1000, 3000, "Ann Lee", "Hello there."), cue(3000, 3800, "Bob", "Read Dune.")},
		},
		"brackets": {
			"a.md", "[Ann] [00:01] Hello there.\n[Speaker 2] [00:03] Read Dune.\n",
			[]transcript.Cue{cue(1000, 3000, "Ann", "Hello there."), cue(3000, 3800, "Speaker 2", "Read Dune.")},
		},
		"name first": {
			"a.md", "---\ntitle: x\n---\n\n# Talk\n\nAnn de Vries (00:00:01):\nHello there.\n\nMore here (not a time).\n\nBob " +
				"(00:00:05):\nRead Dune.\n",
			[]transcript.Cue{
				cue(1000, 2371, "Ann de Vries", "Hello there."), cue(2371, 5000, "Ann de Vries", "More here (not a time)."),
				cue(5000, 5800, "Bob", "Read Dune."),
			},
		},
		"linked times": {"a.md", "Ann Lee [(00:00:01)](https://example.org/?t=1) Hello there.\n\n[(00:00:03)](https://example.org/?t=3) " +
			"Read Dune.\n", []transcript.Cue{cue(1000, 3000, "Ann Lee", "Hello there."), cue(3000, 3800, "Ann Lee", "Read Dune.")}},
		"bold names": {
			"a.md", "**Ann Lee:** Hello there.\n\nGo on.\n\n**Bob:** Yes.\n\n**Ann Lee:** Read Dune.\n\n**Bob:** Note: it is long.\n",
			[]transcript.Cue{
				cue(0, 0, "Ann Lee", "Hello there."), cue(0, 0, "Ann Lee", "Go on."), cue(0, 0, "Bob", "Yes."),
				cue(0, 0, "Ann Lee", "Read Dune."), cue(0, 0, "Bob", "Note: it is long."),
			},
		},
		"a colon is no speaker": {
			"a.txt", "Note: this happens once.\n\nWe met at [12:30] and talked.\n",
			[]transcript.Cue{cue(0, 0, "", "Note: this happens once."), cue(0, 0, "", "We met at [12:30] and talked.")},
		},
	} {
		require.Equal(t, c.want, parse(t, c.file, c.content).Cues, name)
	}
}

func TestWordsAreMergedToSentences(t *testing.T) {
	t.Parallel()
	words := strings.Fields("Today we talk about the book of Daniel Kahneman . It is called Thinking , Fast and Slow and I like it a lot")
	var b strings.Builder
	for i, w := range words {
		fmt.Fprintf(&b, `{"speaker":"Ann","startTime":%d.5,"endTime":%d.2,"body":%q},`, i, i+1, w)
	}
	tr := parse(t, "a.json", `{"version":"1.0.0","segments":[`+strings.TrimSuffix(b.String(), ",")+`]}`)
	require.Equal(t, []transcript.Cue{
		cue(500, 10_200, "Ann", "Today we talk about the book of Daniel Kahneman."),
		cue(10_500, 24_200, "Ann", "It is called Thinking, Fast and Slow and I like it a lot"),
	}, tr.Cues)
}

func TestLongParagraphsBecomeSeveralCues(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "Sentence %d has six words here. ", i)
	}
	tr := parse(t, "a.txt", b.String())
	require.Greater(t, len(tr.Cues), 5)
	for _, c := range tr.Cues {
		require.True(t, strings.HasSuffix(c.Text, "here."))
		require.LessOrEqual(t, transcript.CountWords(c.Text), 60)
	}
	require.False(t, tr.Timed())
}

func TestRollingCaptionsAreUnrolled(t *testing.T) {
	t.Parallel()
	tr := parse(t, "x.en.vtt", `WEBVTT
Kind: captions
Language: en

00:00:00.000 --> 00:00:01.990 align:start position:0%
 
so<00:00:00.400><c> today</c><00:00:00.800><c> we</c><c> talk</c>

00:00:01.990 --> 00:00:02.000 align:start position:0%
so today we talk
 

00:00:02.000 --> 00:00:03.990 align:start position:0%
so today we talk
about<00:00:02.400><c> thinking</c><c> fast</c>

00:00:03.990 --> 00:00:04.000 align:start position:0%
about thinking fast
 
`)
	require.Equal(t, []transcript.Cue{cue(0, 2000, "", "so today we talk"), cue(2000, 4000, "", "about thinking fast")}, tr.Cues)
	require.Equal(t, "en", tr.Language)
}

func TestCharacterSets(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"UTF-8 with mark":           "\xef\xbb\xbfGrüße – schön",
		"Windows-1252":              "Gr\xfc\xdfe \x96 sch\xf6n",
		"UTF-16 little":             "\xff\xfeG\x00r\x00\xfc\x00\xdf\x00e\x00 \x00\x13\x20 \x00s\x00c\x00h\x00\xf6\x00n\x00",
		"UTF-16 big":                "\xfe\xff\x00G\x00r\x00\xfc\x00\xdf\x00e\x00 \x20\x13\x00 \x00s\x00c\x00h\x00\xf6\x00n",
		"UTF-8 with a few bad bits": "Gr\xc3\xbc\xc3\x9fe – schön\xff",
	} {
		require.Equal(t, "Grüße – schön", parse(t, "a.txt", content).Cues[0].Text, name)
	}
}

func TestLanguageComesFromTheNameOrTheFile(t *testing.T) {
	t.Parallel()
	vtt := "WEBVTT\nLanguage: fr\n\n00:01.000 --> 00:02.000\nx\n"
	for name, want := range map[string]string{
		"talk.vtt": "fr", "talk.de.vtt": "de", "talk.pt-BR.vtt": "pt-BR", "talk.en-orig.vtt": "en", "talk.zh-Hans.vtt": "zh-Hans",
		"talk.en-uYU-mmqFLq8.vtt": "en", "talk.final.vtt": "fr", "talk.wav.vtt": "fr", "de.vtt": "fr", "": "fr",
	} {
		require.Equal(t, want, parse(t, name, vtt).Language, name)
	}
	require.Equal(t, "de", parse(t, "a.json", `{"language":"german","text":"Guten Tag"}`).Language)
}

func TestRefusalsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content  string
		kind     fault.Kind
		sentence string
	}{
		"empty":              {"", fault.BadInput, "empty"},
		"only spaces":        {" \n\n ", fault.BadInput, "empty"},
		"only a mark":        {"\xef\xbb\xbf", fault.BadInput, "empty"},
		"no cues":            {"WEBVTT\n\nNOTE nothing\n", fault.BadInput, "no words"},
		"binary":             {"\x00\x01\x02\x03", fault.Unsupported, "not a text file"},
		"music":              {"ID3\x04music", fault.Unsupported, "not a text file"},
		"web page":           {"<!DOCTYPE html><p>Hi", fault.Unsupported, "web page"},
		"pdf":                {"%PDF-1.7 text", fault.Unsupported, "PDF"},
		"other JSON":         {`{"name":"x"}`, fault.Unsupported, "not a transcript"},
		"segments no list":   {`{"segments":{"a":1}}`, fault.Unsupported, "not a list"},
		"cut JSON":           {"{\n\"segments\":[\n{\"start\":1,\n", fault.BadInput, "Line "},
		"wrong time in JSON": {"{\n\"segments\":[\n{\"start\":\"soon\",\"text\":\"x\"}]}", fault.BadInput, "time"},
		"deep JSON":          {`{"a":` + strings.Repeat("[", 100_000), fault.BadInput, "Line 1: the JSON is nested"},
		"broken timings":     {"WEBVTT\n\n00:00:xx --> 00:00:02.000\nHi\n\n1 --> \nHo\n", fault.BadInput, "Line 3: "},
		"broken TSV":         {"start\tend\ttext\n1\t2\tHi\n1\t2\n", fault.BadInput, "Line 3: "},
		"too large":          {strings.Repeat("a", upload.MaxFileBytes+1), fault.TooLarge, "16 MiB"},
		"too many cues":      {`{"segments":[` + strings.Repeat(`{},`, 500_000) + `{}]}`, fault.TooLarge, "cues"},
		"too many voices":    {"WEBVTT\n\n00:01.000 --> 00:02.000\n" + strings.Repeat("<v A>a", 500_000), fault.TooLarge, "cues"},
	} {
		_, err := upload.Parse("a", strings.NewReader(c.content))
		require.True(t, fault.Is(err, c.kind), "%s: %v", name, err)
		require.Contains(t, fault.Of(err).Sentence, c.sentence, name)
	}
	_, err := upload.Parse("a", iotest.ErrReader(errors.New("reset")))
	require.True(t, fault.Is(err, fault.Unavailable))
	_, err = upload.Parse("a", iotest.ErrReader(fault.New(fault.TooLarge, "no")))
	require.True(t, fault.Is(err, fault.TooLarge), "the fault of the reader is kept")
}
