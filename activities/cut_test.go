package activities_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// finder names who is met in a chunk, and notes the hashes of what it reads.
type finder struct{ read []string }

func (*finder) Recipe() extract.Recipe { return extract.Recipe{Extractor: "scripted"} }

func (f *finder) Extract(_ context.Context, c transcript.Chunk, _ extract.Context) ([]mention.Candidate, extract.Usage, error) {
	f.read = append(f.read, c.Hash)
	return whoIsMet(c), extract.Usage{}, nil
}

var metFor = regexp.MustCompile(`We met (Nora \w+) for an hour\.`)

func whoIsMet(c transcript.Chunk) (out []mention.Candidate) {
	for _, m := range metFor.FindAllStringSubmatch(c.Text, -1) {
		out = append(out, mention.Candidate{Type: mention.Person, Name: m[1], Surface: m[1], Quote: m[0]})
	}
	return out
}

// A release that cuts transcripts otherwise meets runs that are half read, and episodes that earlier releases published.
func TestWhatWasReadByTheFormerCutStaysWhereItWasFound(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, open storetest.Open) {
		found := &finder{}
		w := newWorld(t, open, found)
		var lines []string
		for i := range 24 {
			lines = append(lines, fmt.Sprintf("We met Nora Varan%c for an hour.", 'a'+i), strings.Repeat("nothing more is said, ", 18)+"or so.")
		}
		w.site.transcript = spoken(lines...)
		_, run, plan := w.planned(videoID)
		former := transcript.FormerChunks(w.site.transcript, 0)
		require.Greater(t, len(former), plan.Chunks)
		var hashes []string
		for _, c := range former {
			hashes = append(hashes, c.Hash)
		}

		// The release before had read the first of its chunks.
		require.NoError(t, w.s.Jobs.SaveCandidates(t.Context(), run, found.Recipe(),
			jobs.ChunkResult{Index: 0, Hash: hashes[0], Candidates: whoIsMet(former[0])}, len(former)))
		in := activities.ChunksInput{RunStage: stage(run, work.StageExtract), TranscriptID: plan.TranscriptID, Chunks: len(former)}
		for i := range former[:len(former)-1] {
			in.Which = append(in.Which, i)
		}
		out, err := w.extract.ReadChunks(t.Context(), in)
		require.NoError(t, err)
		require.Equal(t, activities.ChunksRead{Looked: len(former) - 1}, out)
		last := activities.Plan{TranscriptID: plan.TranscriptID, Chunks: len(former)}
		require.NoError(t, w.extract.ExtractChunk(t.Context(), chunk(run, last, len(former)-1)))
		require.Equal(t, hashes[1:], found.read)

		published, err := w.publish.PublishEpisode(t.Context(), stage(run, work.StagePublish))
		require.NoError(t, err)
		require.Equal(t, 24, published.New)
		require.Zero(t, published.Rejected)
	})
}
