package transcript_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/transcript"
)

// talk makes a plausible transcript: cues of 3 to 14 words, a full stop after every third cue, turns of many cues.
func talk(seed uint64, cues int, timed bool) transcript.Transcript {
	rnd := rand.New(rand.NewPCG(seed, 1))
	t := transcript.Transcript{Language: "en"}
	at, speaker := 0, "Ann"
	for range cues {
		n := 3 + rnd.IntN(12)
		words := make([]string, n)
		for i := range words {
			words[i] = fmt.Sprintf("w%d", rnd.IntN(5000))
		}
		c := transcript.Cue{Speaker: speaker, Text: strings.Join(words, " ")}
		if rnd.IntN(3) == 0 {
			c.Text += "."
			if rnd.IntN(15) == 0 {
				speaker = map[string]string{"Ann": "Bob", "Bob": "Ann"}[speaker]
			}
		}
		if timed {
			length := n*300 + rnd.IntN(900)
			c.StartMS, c.EndMS = at, at+length
			at += length + rnd.IntN(2)*rnd.IntN(700)
		}
		t.Cues = append(t.Cues, c)
	}
	return t
}

func requireTiling(t require.TestingT, cues []transcript.Cue, chunks []transcript.Chunk, maxWords int) {
	doc := transcript.Layout(cues)
	next, offset := 0, 0
	for i, c := range chunks {
		require.Equal(t, i, c.Index)
		require.Equal(t, next, c.FirstCue)
		require.Equal(t, offset, c.Start)
		require.Equal(t, doc.Text[c.Start:c.End], c.Text)
		require.Len(t, c.Hash, 64)
		if c.FirstCue < c.LastCue {
			require.LessOrEqual(t, transcript.CountWords(c.Text), maxWords)
		}
		next, offset = c.LastCue+1, c.End+1
	}
	require.Equal(t, len(cues), next)
	if len(chunks) > 0 {
		require.Equal(t, len(doc.Text), offset-1)
	}
}

func TestChunksTileTheDocument(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cues, _ := transcript.Clean(drawCues(t))
		maxWords := rapid.IntRange(1, 120).Draw(t, "maxWords")
		requireTiling(t, cues, transcript.Chunks(transcript.Transcript{Cues: cues}, maxWords), maxWords)
	})
}

func TestChunksHaveTheSizeAskedForAndEndWhereSentencesDo(t *testing.T) {
	t.Parallel()
	tr := talk(1, 3000, true)
	chunks := transcript.Chunks(tr, 0)
	requireTiling(t, tr.Cues, chunks, transcript.DefaultChunkWords)
	for _, c := range chunks {
		require.GreaterOrEqual(t, transcript.CountWords(c.Text), transcript.DefaultChunkWords/2)
	}
	for _, c := range chunks[:len(chunks)-1] {
		require.True(t, strings.HasSuffix(c.Text, "."))
	}
	require.Len(t, transcript.Chunks(talk(1, 50, true), 0), 1, "short transcripts stay whole")
	require.Empty(t, transcript.Chunks(transcript.Transcript{}, 0))
}

func TestChunkHashesDependOnLanguageAndTextOnly(t *testing.T) {
	t.Parallel()
	tr := talk(2, 500, true)
	moved := transcript.Transcript{Language: "en", Origin: transcript.Speech, Cues: append([]transcript.Cue{}, tr.Cues...)}
	for i := range moved.Cues {
		moved.Cues[i].StartMS += 31_000
		moved.Cues[i].EndMS += 31_000
	}
	require.Equal(t, hashes(tr), hashes(moved), "another advertisement in front changes nothing")
	tr.Language = "de"
	require.NotEqual(t, hashes(tr)[0], hashes(moved)[0])
}

func hashes(t transcript.Transcript) []string {
	var out []string
	for _, c := range transcript.Chunks(t, 0) {
		out = append(out, c.Hash)
	}
	return out
}

func countNew(before, after []string) int {
	known := map[string]bool{}
	for _, h := range before {
		known[h] = true
	}
	n := 0
	for _, h := range after {
		if !known[h] {
			n++
		}
	}
	return n
}

// Benchmark B9: what an edit makes us read again. A corrected word costs its own chunk and hardly ever a neighbor.
func TestAnEditChangesAboutOneChunk(t *testing.T) {
	t.Parallel()
	edits := map[string]func(*rand.Rand, *transcript.Cue){
		"corrected word": func(r *rand.Rand, c *transcript.Cue) {
			w := strings.Fields(c.Text)
			w[r.IntN(len(w))] = "Kahneman"
			c.Text = strings.Join(w, " ")
		},
		"new sentence": func(_ *rand.Rand, c *transcript.Cue) { c.Text = "now something else altogether was said." },
	}
	for name, edit := range edits {
		for timing, said := range map[string]func(seed uint64) transcript.Transcript{
			"timed":           func(seed uint64) transcript.Transcript { return talk(seed, 1500, true) },
			"not timed":       func(seed uint64) transcript.Transcript { return talk(seed, 1500, false) },
			"timed by clocks": func(seed uint64) transcript.Transcript { return even(talk(seed, 1500, true)) },
		} {
			rnd := rand.New(rand.NewPCG(7, 7))
			fresh, total := 0, 0
			for seed := range uint64(6) {
				tr := said(seed)
				before := hashes(tr)
				for range 60 {
					i := rnd.IntN(len(tr.Cues))
					old := tr.Cues[i]
					edit(rnd, &tr.Cues[i])
					n := countNew(before, hashes(tr))
					require.GreaterOrEqual(t, n, 1)
					fresh += n
					total++
					tr.Cues[i] = old
				}
			}
			mean := float64(fresh) / float64(total)
			t.Logf("%s, %s: %.3f chunks", name, timing, mean)
			require.LessOrEqual(t, mean, 1.1, "%s, %s", name, timing)
		}
	}
}

// even gives all cues the same time, as machines cut them: then joints differ by kind only.
func even(t transcript.Transcript) transcript.Transcript {
	for i := range t.Cues {
		t.Cues[i].StartMS, t.Cues[i].EndMS = i*4000, i*4000+3900
	}
	return t
}

func TestOfEqualJointsTheLastInReachIsTaken(t *testing.T) {
	t.Parallel()
	ten := transcript.Transcript{Language: "en", Cues: make([]transcript.Cue, 300)}
	for i := range ten.Cues {
		ten.Cues[i].Text = "one two three four five six seven eight nine ten."
	}
	ten = even(ten)
	sizes := func(chunks []transcript.Chunk) (out []int) {
		for _, c := range chunks {
			out = append(out, transcript.CountWords(c.Text))
		}
		return out
	}
	require.Equal(t, []int{700, 700, 700, 550, 350}, sizes(transcript.Chunks(ten, 0)), "the last two share what is left")
	require.Equal(t, []int{350, 350, 350, 350, 350, 350, 350, 550}, sizes(transcript.FormerChunks(ten, 0)))

	spoken := even(talk(3, 3000, true))
	requireTiling(t, spoken.Cues, transcript.Chunks(spoken, 0), transcript.DefaultChunkWords)
	requireTiling(t, spoken.Cues, transcript.FormerChunks(spoken, 0), transcript.DefaultChunkWords)
	require.Less(t, len(transcript.Chunks(spoken, 0)), len(transcript.FormerChunks(spoken, 0))*8/10)
}

func TestWhereJointsDifferTheCutIsAsItWas(t *testing.T) {
	t.Parallel()
	tr := talk(4, 3000, true)
	require.Equal(t, transcript.FormerChunks(tr, 0), transcript.Chunks(tr, 0))
}

// What lies further in front of an edit than a chunk can reach is never read again.
func TestAnEditNeverReachesFarBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tr := talk(rapid.Uint64Range(0, 50).Draw(t, "seed"), 400, rapid.Bool().Draw(t, "timed"))
		const maxWords = 120
		before := transcript.Chunks(tr, maxWords)
		i := rapid.IntRange(0, 399).Draw(t, "cue")
		tr.Cues[i].Text = rapid.SampledFrom([]string{"short", "a long sentence with quite a few more words than there were."}).Draw(t, "text")
		after := transcript.Chunks(tr, maxWords)
		words := 0
		for k := i; k > 0 && words <= maxWords; k-- {
			words += transcript.CountWords(tr.Cues[k-1].Text)
			i = k - 1
		}
		for k, c := range before {
			// The last two chunks look at the end of the transcript as well.
			if c.LastCue >= i || k >= len(before)-3 {
				break
			}
			require.Equal(t, c, after[k])
		}
	})
}

func TestLowerCaseIsSeenPerChunk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"automatic captions": {"so I was reading thinking fast and slow by daniel kahneman and I'm really into it [Music] right", true},
		"written":            {"So I was reading Thinking, Fast and Slow by Daniel Kahneman and I liked it a lot. Then we talked.", false},
		"all capitals":       {">> SO WE WERE READING THINKING FAST AND SLOW BY DANIEL KAHNEMAN AND LIKED IT", true},
		"talk without names": {"So we went there and it was good. But then it was not. And what do you do about it? You just go " +
			"on and on.", false},
		"stops, no capitals": {"so we went there and it was good. but then it was not. and what do you do about it? you just go on.", true},
		"too little":         {"hello there", false},
		"german":             {"ich habe das Buch über die Wirtschaft in der Stadt gelesen und es war gut", false},
		"no letters' case":   {"日本語 の 本 を 読む 日本語 の 本 を 読む 日本語 の 本", false},
	} {
		got := transcript.Chunks(transcript.Transcript{Cues: []transcript.Cue{{Text: c.text}}}, 0)
		require.Equal(t, c.want, got[0].LowerCase, name)
	}
}
