package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/audio"
	"mentionary/internal/speech"
	"mentionary/internal/speech/openai"
	"mentionary/internal/transcript"
)

func cue(start, end int, text string) transcript.Cue {
	return transcript.Cue{StartMS: start, EndMS: end, Text: text}
}

func TestEveryServersShapeIsRead(t *testing.T) {
	t.Parallel()
	crossed := []transcript.Cue{cue(60_000, 62_400, "Nobody crossed.")}
	for name, c := range map[string]struct {
		body     string
		language string
		cues     []transcript.Cue
		spread   bool
	}{
		"verbose": {shapeVerbose, "de", []transcript.Cue{
			cue(60_000, 63_320, "Die Brücke war alt."), cue(63_320, 66_500, "Niemand ging hinüber."),
		}, false},
		"words alone": {shapeWords, "en", []transcript.Cue{
			cue(60_000, 61_500, "The bridge was old."), cue(64_000, 65_100, "Nobody crossed."),
		}, false},
		"speakers": {shapeDiarized, "", []transcript.Cue{
			{StartMS: 60_000, EndMS: 64_700, Text: "Who built it?", Speaker: "Ann Lee"},
			{StartMS: 64_700, EndMS: 71_800, Text: "A mason.", Speaker: "A"},
		}, false},
		"text alone":  {shapePlain, "", []transcript.Cue{cue(60_000, 90_000, "The bridge was old. Nobody crossed.")}, true},
		"codes":       {shapeCoded, "en", []transcript.Cue{cue(60_000, 90_000, "Nobody crossed.")}, true},
		"whisper.cpp": {shapeWhisper, "en", crossed, false},
		"LocalAI":     {shapeLocalAI, "en", crossed, false},
		"speaches":    {shapeSpeaches, "en", crossed, false},
		"vLLM":        {shapeVLLM, "en", crossed, false},
		"nothing":     {`{"text":"","segments":[]}`, "", nil, false},
		"notes":       {`{"text":"♪ ♪","segments":[{"start":0,"end":2,"text":" ♪ ♪"}]}`, "", nil, false},
		"music named": {`{"text":"[Music] (upbeat music)"}`, "", nil, false},
		"sent twice":  {shapeSpeaches + "\n" + shapeSpeaches, "en", crossed, false},
	} {
		heard, ok := openai.Read([]byte(c.body), audio.Piece{Number: 2, StartMS: 60_000, EndMS: 90_000})
		require.True(t, ok, name)
		require.Equal(t, c.language, heard.Language, name)
		if c.spread {
			require.True(t, heard.Spread, name)
			require.Equal(t, c.cues[0].Text, said(heard), name)
			require.Equal(t, 60_000, heard.Cues[0].StartMS, name)
			require.Equal(t, 90_000, heard.Cues[len(heard.Cues)-1].EndMS, name)
		} else {
			require.Equal(t, c.cues, heard.Cues, name)
			require.False(t, heard.Spread, name)
		}
		require.Equal(t, 30_000, heard.MS, name)
	}
}

func said(h speech.Heard) string {
	texts := make([]string, len(h.Cues))
	for i, c := range h.Cues {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

func TestAFileOfUnknownLengthIsAsLongAsTheServerSays(t *testing.T) {
	t.Parallel()
	heard, ok := openai.Read([]byte(shapeVLLM), audio.Piece{})
	require.True(t, ok)
	require.Equal(t, 2400, heard.MS)
	require.Equal(t, []transcript.Cue{cue(0, 2400, "Nobody crossed.")}, heard.Cues)
}

func TestWhatIsNoTranscriptionIsNotRead(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"", "null", "[]", `"text"`, "<!doctype html>", `{"error":"x"}`, `{"text":`, `{"text":7}`, `{"segments":"none"}`,
		`{"text":null,"words":null}`,
	} {
		_, ok := openai.Read([]byte(body), audio.Piece{EndMS: 1000})
		require.False(t, ok, body)
	}
}

func segments(lines ...string) []byte {
	return []byte(`{"segments":[` + strings.Join(lines, ",") + `]}`)
}

func segment(start, end any, text string) string {
	b, _ := json.Marshal(map[string]any{"start": start, "end": end, "text": text})
	return string(b)
}

func TestTimesThatCannotBeAreNotBelieved(t *testing.T) {
	t.Parallel()
	heard, ok := openai.Read(segments(
		segment(0.0, 2.0, "one"), segment(1e300, 3.0, "two is lost in space"), segment(4.0, 3.0, "three ends early"), segment(6.0, 8.0, "four"),
		segment(5.0, 9.0, "five runs backwards"), segment(9.0, "NaN", "six"), segment(9.5, 10.4, "seven"), `7`, segment(3, 4, "\u0000\u202e"),
	), audio.Piece{StartMS: 100_000, EndMS: 110_000})
	require.True(t, ok)
	require.False(t, heard.Spread)
	require.Equal(t, []transcript.Cue{
		cue(100_000, 102_000, "one"), cue(102_000, 104_000, "two is lost in space"), cue(104_000, 105_200, "three ends early"),
		cue(106_000, 108_000, "four"), cue(108_000, 109_000, "five runs backwards"), cue(109_000, 109_400, "six"),
		cue(109_500, 110_000, "seven"),
	}, heard.Cues)

	heard, ok = openai.Read(segments(segment(50, 60, "All of it lies outside."), segment(70, 80, "Nothing is right.")),
		audio.Piece{EndMS: 10_000})
	require.True(t, ok)
	require.True(t, heard.Spread)
	require.Equal(t, "All of it lies outside. Nothing is right.", said(heard))
	require.Equal(t, 10_000, heard.Cues[1].EndMS)
}

func TestWhatModelsMakeUpInSilenceIsDropped(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 30 {
		lines = append(lines, segment(i, i+1, " Thank you."))
	}
	lines = append(lines, segment(31, 32, "Yes."), segment(32, 33, "Yes."), segment(33, 34, strings.Repeat("la ", 40)),
		`{"start":35,"end":36,"text":"Subtitles by nobody","no_speech_prob":0.9,"avg_logprob":-1.4}`,
		`{"start":37,"end":38,"text":"Sure of it","no_speech_prob":0.9,"avg_logprob":-0.3}`)
	heard, ok := openai.Read(segments(lines...), audio.Piece{EndMS: 60_000})
	require.True(t, ok)
	require.Equal(t, "Thank you. Yes. Yes. Sure of it", said(heard))
}

func TestWhatIsHeardBesideSpeechIsNoLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[Music]": "", "[ Silence ]": "", "[BLANK_AUDIO]": "", "(upbeat music)": "", " ♪ (soft piano music) ♪ ": "",
		"*laughs* [Applause].": "", "(speaking in foreign language)": "", "...": "", "【音楽】": "",
		"[Music] Welcome back.": "[Music] Welcome back.", "♪ We walk the line ♪": "♪ We walk the line ♪",
		"(That is not what she said.)": "(That is not what she said.)", "42": "42",
	} {
		heard, ok := openai.Read(segments(segment(0, 2, text)), audio.Piece{EndMS: 60_000})
		require.True(t, ok)
		require.Equal(t, want, said(heard), text)
	}
}

func TestWhatIsToldTwiceIsHeardOnce(t *testing.T) {
	t.Parallel()
	one, two := segment(0, 2, "We crossed."), segment(2, 4, "Nobody else did.")
	heard, ok := openai.Read(segments(one, two, one, two), audio.Piece{EndMS: 60_000})
	require.True(t, ok)
	require.Equal(t, "We crossed. Nobody else did.", said(heard))
	require.False(t, heard.Spread)

	heard, ok = openai.Read(segments(segment(0, 1, "No."), segment(1, 2, "No.")), audio.Piece{EndMS: 60_000})
	require.True(t, ok)
	require.Equal(t, "No. No.", said(heard), "at another time it was said again")
}

func TestLongLinesAreCutAtSentences(t *testing.T) {
	t.Parallel()
	text := "We crossed the old bridge in the rain. Nobody else was there! Who would be?"
	var words []string
	for i := range strings.Fields(text) {
		at := float64(i)
		if i >= 8 {
			at += 10 // a long pause after the first sentence
		}
		words = append(words, fmt.Sprintf(`{"word":"w","start":%g,"end":%g}`, at, at+0.5))
	}
	body := fmt.Sprintf(`{"segments":[{"start":0,"end":28,"text":%q}],"words":[%s]}`, text, strings.Join(words, ","))
	heard, ok := openai.Read([]byte(body), audio.Piece{EndMS: 30_000})
	require.True(t, ok)
	require.Len(t, heard.Cues, 3)
	require.Equal(t, "Nobody else was there!", heard.Cues[1].Text)
	require.Equal(t, 18_000, heard.Cues[1].StartMS)

	heard, ok = openai.Read(segments(segment(0, 28, text)), audio.Piece{EndMS: 30_000})
	require.True(t, ok)
	require.Len(t, heard.Cues, 3)
	require.InDelta(t, 14_500, heard.Cues[1].StartMS, 500, "even by characters")
}

// Which of them are names is found out when pieces are joined.
// A mention begins where its cue does: with the times of words that is near, also in a short segment.
func TestASegmentWithTheTimesOfItsWordsIsCutAtSentencesAndAfterFourteenWords(t *testing.T) {
	t.Parallel()
	text := "One two. " + strings.Repeat("w ", 15) + "end."
	var words []string
	for i, w := range strings.Fields(text) {
		at := 0.5 * float64(i)
		words = append(words, fmt.Sprintf(`{"word":%q,"start":%g,"end":%g}`, w, at, at+0.4))
	}
	body := fmt.Sprintf(`{"segments":[{"start":0,"end":9,"text":%q,"words":[%s]}]}`, text, strings.Join(words, ","))
	heard, ok := openai.Read([]byte(body), audio.Piece{StartMS: 0, EndMS: 30_000})
	require.True(t, ok)
	begins := map[string]int{}
	for _, c := range heard.Cues {
		begins[c.Text] = c.StartMS
	}
	require.Equal(t, map[string]int{"One two.": 0, strings.TrimSpace(strings.Repeat("w ", 14)): 1_000, "w end.": 8_000}, begins)
}

func TestSpeakersAreCleaned(t *testing.T) {
	t.Parallel()
	for speaker, want := range map[string]string{
		`"B "`: "B", `"SPEAKER_01"`: "SPEAKER_01", `7`: "", `null`: "", `""`: "", `"李娜"`: "李娜", `"Ann\nLee"`: "Ann Lee",
	} {
		heard, ok := openai.Read([]byte(`{"segments":[{"start":0,"end":1,"text":"x","speaker":`+speaker+`}]}`), audio.Piece{EndMS: 1000})
		require.True(t, ok)
		require.Equal(t, want, heard.Cues[0].Speaker, speaker)
	}
}

func TestLanguagesAreReadAsNamesAndCodes(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"english": "en", "Welsh": "cy", "de": "de", "pt-BR": "pt-BR", "haitian creole": "ht", "myanmar": "my", "chinese": "zh", "Klingonish": "",
		"": "", "none of this": "",
	} {
		heard, ok := openai.Read([]byte(fmt.Sprintf(`{"text":"x","language":%q}`, said)), audio.Piece{EndMS: 1000})
		require.True(t, ok)
		require.Equal(t, want, heard.Language, said)
	}
}

// Whatever a server answers: times within the piece, in order, text that is clean, no panic.
func TestAnyAnswerIsSafe(t *testing.T) {
	t.Parallel()
	shapes := []string{shapeVerbose, shapeWords, shapeDiarized, shapePlain, shapeCoded, shapeWhisper, shapeLocalAI, shapeSpeaches, shapeVLLM}
	values := []string{
		"-1", "0", "1e308", "-1e308", `"NaN"`, "null", "[]", "{}", `"\u202e\u0000 x"`, "3.5", "true",
		`"` + strings.Repeat("wörd ", 3000) + `"`,
	}
	rapid.Check(t, func(r *rapid.T) {
		body := rapid.SampledFrom(shapes).Draw(r, "shape")
		for range rapid.IntRange(0, 6).Draw(r, "changes") {
			colons := strings.Count(body, ":")
			nth := rapid.IntRange(0, colons-1).Draw(r, "colon")
			at := 0
			for range nth + 1 {
				at += strings.Index(body[at:], ":") + 1
			}
			end := at + strings.IndexAny(body[at:]+",", ",}]")
			body = body[:at] + rapid.SampledFrom(values).Draw(r, "value") + body[min(end, len(body)):]
		}
		p := audio.Piece{StartMS: 1000, EndMS: 31_000}
		heard, ok := openai.Read([]byte(body), p)
		if !ok {
			return
		}
		last := p.StartMS
		for _, c := range heard.Cues {
			require.GreaterOrEqual(r, c.StartMS, last)
			require.GreaterOrEqual(r, c.EndMS, c.StartMS)
			require.LessOrEqual(r, c.EndMS, p.EndMS)
			require.Equal(r, transcript.CleanText(c.Text, transcript.MaxCueRunes), c.Text)
			require.NotEmpty(r, c.Text)
			last = c.StartMS
		}
	})
}
