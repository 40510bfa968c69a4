package offline_test

import (
	"math"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// repetitive are sentences that cost more than in proportion to their number, or might: names, calls to action and
// addresses said again and again.
var repetitive = map[string]string{
	"an address":     "Head to lantern.com slash show, use code show at lantern.com, sponsored by Lantern. ",
	"known names":    "Dune Dune Paris Dune Berlin Dune, Dune. ",
	"no punctuation": "dune paris berlin lantern dot com ",
	"one capital":    "Zorblax. ",
	"paid reads": "This episode is brought to you by Lantern. Go to lantern.com and use the promo code show for a free trial. Back to " +
		"the show. " + strings.Repeat("We talked about gardens for a very long time and nobody was in a hurry. ", 12),
}

// said is a transcript of about n bytes of a sentence said again and again.
func said(sentence string, n int) transcript.Transcript {
	var cues []transcript.Cue
	for len(cues)*len(sentence) < n {
		cues = append(cues, transcript.Cue{Text: sentence})
	}
	clean, _ := transcript.Clean(cues)
	return transcript.Transcript{Language: "en", Origin: transcript.Uploaded, Cues: clean}
}

// analyze does what a run does with a transcript, the directory knowing some of the names.
func analyze(t *testing.T, text transcript.Transcript) extract.Result {
	x, about := offline.New(), extract.Context{Language: "en"}
	var found []extract.ChunkCandidates
	for _, c := range transcript.Chunks(text, transcript.DefaultChunkWords) {
		candidates, _, err := x.Extract(t.Context(), c, about)
		require.NoError(t, err)
		found = append(found, extract.ChunkCandidates{Chunk: c, Candidates: candidates})
	}
	known := extract.NewNames([]extract.Known{
		{EntityID: 1, Type: mention.Book, Name: "Dune"}, {EntityID: 2, Type: mention.Location, Name: "Paris"},
	})
	return extract.Consolidate(transcript.Layout(text.Cues), text.Cues, found, []*extract.Names{known}, about)
}

// spent is the processor time that this process has had: other programs of the machine add nothing to it.
func spent(t *testing.T) time.Duration {
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Four times the words may cost nine times as much: in proportion it is four, a quadratic step makes it sixteen.
func TestRepetitiveTextsCostInProportionToTheirSize(t *testing.T) {
	const small, times = 150_000, 9.0
	for name, sentence := range repetitive {
		a, b := said(sentence, small), said(sentence, 4*small)
		cost := func(text transcript.Transcript) float64 {
			least := math.Inf(1)
			for range 2 {
				began := spent(t)
				require.LessOrEqual(t, len(analyze(t, text).Mentions), extract.MaxMentions)
				least = min(least, (spent(t) - began).Seconds())
			}
			return least
		}
		ratio := 0.0
		for range 3 {
			if ratio = cost(b) / cost(a); ratio <= times {
				break
			}
		}
		require.LessOrEqual(t, ratio, times, "%s: four times the words cost %.1f times as much", name, ratio)
	}
}
