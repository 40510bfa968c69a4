package speech_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/audio"
	"mentionary/internal/speech"
	"mentionary/internal/speech/speechtest"
	"mentionary/internal/transcript"
)

// listen hears what lies wholly in a piece, in cues of a sentence or some words.
func listen(talk speechtest.Talk, p audio.Piece, most int) speech.Heard {
	words := talk.Within(p.StartMS, p.EndMS)
	h := speech.Heard{Language: "en", MS: p.EndMS - p.StartMS}
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && to-from < most && !strings.HasSuffix(words[to-1].Text, ".") {
			to++
		}
		texts := make([]string, 0, most)
		for _, w := range words[from:to] {
			texts = append(texts, w.Text)
		}
		h.Cues = append(h.Cues, transcript.Cue{StartMS: words[from].StartMS, EndMS: words[to-1].EndMS, Text: strings.Join(texts, " ")})
		from = to
	}
	return h
}

func said(t transcript.Transcript) string {
	texts := make([]string, len(t.Cues))
	for i, c := range t.Cues {
		texts[i] = c.Text
	}
	return strings.Join(texts, " ")
}

func requireForward(t require.TestingT, cues []transcript.Cue) {
	for i, c := range cues {
		require.LessOrEqual(t, c.StartMS, c.EndMS)
		if i > 0 {
			require.LessOrEqual(t, cues[i-1].StartMS, c.StartMS)
		}
	}
}

func TestAnyCutJoinsToTheSameWordsOnceEach(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		talk := speechtest.NewTalk(rapid.Uint16().Draw(r, "talk"), 3*time.Minute)
		var pieces []audio.Piece
		var heard []speech.Heard
		for start := 0; ; {
			p := audio.Piece{Number: len(pieces), StartMS: start, EndMS: start + rapid.IntRange(20_000, 60_000).Draw(r, "length")}
			p.EndMS = min(p.EndMS, talk.MS)
			pieces = append(pieces, p)
			heard = append(heard, listen(talk, p, rapid.IntRange(4, 14).Draw(r, "words of a cue")))
			if p.EndMS == talk.MS {
				break
			}
			start = p.EndMS - rapid.IntRange(2_000, 9_000).Draw(r, "overlap")
		}
		got := speech.Join(pieces, heard)
		require.Equal(r, talk.Text(), said(got))
		require.Equal(r, "en", got.Language)
		require.Equal(r, transcript.Speech, got.Origin)
		requireForward(r, got.Cues)
	})
}

// Servers that tell no times: all words of a piece are spread over it evenly.
func TestWordsWithoutTimesJoinByWhatWasSaid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		talk := speechtest.NewTalk(rapid.Uint16().Draw(r, "talk"), 3*time.Minute)
		cut := rapid.IntRange(60_000, 120_000).Draw(r, "cut")
		known := rapid.Bool().Draw(r, "it is known that times are guessed")
		pieces := []audio.Piece{{EndMS: cut + 4000}, {Number: 1, StartMS: cut - 4000, EndMS: talk.MS}}
		heard := make([]speech.Heard, 2)
		for i, p := range pieces {
			heard[i] = listen(talk, p, 1000)
			whole := said(transcript.Transcript{Cues: heard[i].Cues})
			heard[i].Cues = []transcript.Cue{{StartMS: p.StartMS, EndMS: p.EndMS, Text: whole}}
			heard[i].Spread = known
		}
		require.Equal(r, talk.Text(), said(speech.Join(pieces, heard)))
	})
}

// Words at the edge of a piece are misheard, and a piece may be heard in its own way.
func TestTheEdgesOfPiecesAreNotBelieved(t *testing.T) {
	t.Parallel()
	pieces := []audio.Piece{{EndMS: 60_000}, {Number: 1, StartMS: 52_000, EndMS: 100_000}}
	left := []transcript.Cue{
		{StartMS: 50_000, EndMS: 52_500, Text: "They met in Reykjavík."},
		{StartMS: 53_000, EndMS: 57_000, Text: "Then everybody played volleyball in the yard"},
		{StartMS: 57_000, EndMS: 60_000, Text: "and the sandcas"},
	}
	right := []transcript.Cue{
		{StartMS: 52_000, EndMS: 52_600, Text: "Vick."},
		{StartMS: 53_000, EndMS: 61_000, Text: "Then everyone played volley ball in the yard, and the sandcastles fell."},
	}
	got := speech.Join(pieces, []speech.Heard{{Cues: left}, {Cues: right}})
	require.Equal(t, "They met in Reykjavík. Then everybody played volleyball in the yard, and the sandcastles fell.",
		strings.ReplaceAll(said(got), "yard and", "yard, and"))
	requireForward(t, got.Cues)
}

func TestWhereNothingIsFoundAgainTimeDecides(t *testing.T) {
	t.Parallel()
	pieces := []audio.Piece{{EndMS: 60_000}, {Number: 1, StartMS: 50_000, EndMS: 100_000}}
	cue := func(start int, text string) transcript.Cue {
		return transcript.Cue{StartMS: start, EndMS: start + 1000, Text: text}
	}
	for name, c := range map[string]struct {
		left, right []transcript.Cue
		want        string
	}{
		"heard in two ways": {
			[]transcript.Cue{cue(49_000, "before"), cue(52_000, "alpha"), cue(57_000, "beta")},
			[]transcript.Cue{cue(52_000, "gamma"), cue(57_000, "delta"), cue(61_000, "after")},
			"before alpha delta after",
		},
		"music on the right":     {[]transcript.Cue{cue(57_000, "beta")}, []transcript.Cue{cue(70_000, "after")}, "beta after"},
		"the left heard nothing": {nil, []transcript.Cue{cue(52_000, "gamma")}, "gamma"},
		"nobody heard anything":  {nil, nil, ""},
	} {
		got := speech.Join(pieces, []speech.Heard{{Cues: c.left}, {Cues: c.right}})
		require.Equal(t, c.want, said(got), name)
	}
}

func TestPiecesWithNothingInThemAreJoined(t *testing.T) {
	t.Parallel()
	talk := speechtest.NewTalk(5, 2*time.Minute)
	var pieces []audio.Piece
	var heard []speech.Heard
	for i := range 5 { // speech only in the second minute, and silence after it
		p := audio.Piece{Number: i, StartMS: i * 50_000, EndMS: i*50_000 + 58_000}
		moved := listen(talk, audio.Piece{StartMS: p.StartMS - 60_000, EndMS: p.EndMS - 60_000}, 10)
		for j := range moved.Cues {
			moved.Cues[j].StartMS += 60_000
			moved.Cues[j].EndMS += 60_000
		}
		pieces, heard = append(pieces, p), append(heard, moved)
	}
	require.Empty(t, heard[0].Cues)
	require.Empty(t, heard[4].Cues)
	require.Equal(t, talk.Text(), said(speech.Join(pieces, heard)))
}

func TestScriptsWithoutSpacesJoin(t *testing.T) {
	t.Parallel()
	text := []rune("昨日友達と新しい本屋に行きましたそこで面白い小説を二冊見つけて一冊はすぐに読み始めました")
	cue := func(from, to int) transcript.Cue {
		return transcript.Cue{StartMS: from * 300, EndMS: to * 300, Text: string(text[from:to])}
	}
	pieces := []audio.Piece{{EndMS: 9000}, {Number: 1, StartMS: 5000, EndMS: len(text) * 300}}
	got := speech.Join(pieces, []speech.Heard{{Cues: []transcript.Cue{cue(0, 30)}}, {Cues: []transcript.Cue{cue(17, len(text))}}})
	require.Equal(t, string(text), strings.ReplaceAll(said(got), " ", ""))
}

func TestTheLanguageIsTheOneOfMost(t *testing.T) {
	t.Parallel()
	got := speech.Join(make([]audio.Piece, 4), []speech.Heard{
		{Language: "cy", MS: 10}, {MS: 900}, {Language: "en", MS: 50}, {Language: "cy", MS: 10},
	})
	require.Equal(t, "en", got.Language)
	require.Empty(t, speech.Join(nil, nil).Cues)
}

func ExamplePrompt() {
	people, glossary := []string{"Ann Lee", "Siân Ó Cearbhaill"}, []string{"ann lee", "Reykjavík"}
	fmt.Println(speech.Prompt("Books for winter", "What we read, and why.", people, glossary))
	// Output: Ann Lee, Siân Ó Cearbhaill, Reykjavík. Books for winter. What we read, and why.
}

func TestPromptsStayShort(t *testing.T) {
	t.Parallel()
	many := make([]string, 500)
	for i := range many {
		many[i] = fmt.Sprintf("Name%d O'Longish", i)
	}
	p := speech.Prompt(strings.Repeat("title ", 100), "", []string{"Ann Lee", " \x00"}, many)
	require.True(t, strings.HasPrefix(p, "Ann Lee, Name0 O'Longish, "))
	require.Less(t, len(p), 700)
	require.Empty(t, speech.Prompt("", "", nil, nil))
	require.Len(t, []rune(speech.Prompt(strings.Repeat("日本語", 100), "", nil, nil)), 100)
}
