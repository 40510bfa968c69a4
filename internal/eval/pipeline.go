package eval

import (
	"context"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
	"mentionary/internal/transcript"
)

// pipeline reads an episode as a run does, without database: chunks, extraction, consolidation. It is for figures about
// computing time and for tests; what readers see is measured through an import.
type pipeline struct {
	extractor extract.Extractor
	voice     extract.Voice
	clock     func() time.Duration // computing time of this process

	extracting, consolidating time.Duration
	words                     int
}

func newPipeline(clock func() time.Duration) *pipeline {
	return &pipeline{extractor: offline.New(), voice: offline.Voice(), clock: clock}
}

func (p *pipeline) read(ctx context.Context, cues []transcript.Cue, about extract.Context) (extract.Result, transcript.Document, error) {
	cues, _ = transcript.Clean(cues)
	doc, about := transcript.Layout(cues), about.WithSpeakers(cues)
	began := p.clock()
	var all []extract.ChunkCandidates
	for _, c := range transcript.Chunks(transcript.Transcript{Language: about.Language, Cues: cues}, 0) {
		candidates, _, err := p.extractor.Extract(ctx, c, about)
		if err != nil {
			return extract.Result{}, doc, err
		}
		all = append(all, extract.ChunkCandidates{Chunk: c, Candidates: candidates})
	}
	extracted := p.clock()
	result := extract.Consolidate(doc, cues, all, nil, about, p.voice)
	p.extracting += extracted - began
	p.consolidating += p.clock() - extracted
	p.words += transcript.CountWords(doc.Text)
	return result, doc, nil
}
