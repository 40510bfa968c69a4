package activities

import (
	"context"
	"fmt"
	"slices"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

// Publish puts mentions together and makes them public.
type Publish struct {
	Store *store.Store
	Texts *Texts
	Known *KnownNames
	// Beside reads chunks that a model read before versions kept what the built-in extractor adds (docs/adr/0028). It is nil
	// where the built-in extractor reads the chunks anyway.
	Beside extract.Extractor
	// Voice is the second opinion on names, nil where the extractors stand alone.
	Voice extract.Voice
}

// PublishEpisode turns the candidates of a run into located mentions and writes them with their entities in one
// transaction: from its commit on the episode is public.
//
// Idempotent: mentions are keyed by episode, entity and place, entities by type and name, counters are recomputed.
func (a *Publish) PublishEpisode(ctx context.Context, in RunStage) (PublishResult, error) {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return PublishResult{}, err
	}
	if w.Run.TranscriptID == nil {
		return PublishResult{}, fault.New(fault.NoTranscript, "The episode has no transcript.")
	}
	if err := a.Store.Jobs.EndReading(ctx, in.RunID); err != nil {
		return PublishResult{}, err
	}
	if err := a.Store.Jobs.SetStep(ctx, in.RunID, work.StageConsolidate, jobs.StepProgress{State: work.StepRunning}); err != nil {
		return PublishResult{}, err
	}
	found, err := a.consolidate(ctx, w)
	if err != nil {
		return PublishResult{}, err
	}
	text := provedText(len(found.Mentions), found.Rejected)
	if err := a.Store.Jobs.NextStep(ctx, in.RunID, work.StageConsolidate, text, work.StagePublish); err != nil {
		return PublishResult{}, err
	}
	r, err := a.Store.Publish.Publish(ctx, publish.PublishInput{
		RunID: in.RunID, TranscriptID: *w.Run.TranscriptID, Mentions: found.Mentions, Rejected: found.Rejected,
		Unproven: found.Unproven,
	})
	return PublishResult{Mentions: r.Mentions, Entities: r.Entities, New: len(r.NewEntities), Rejected: found.Rejected}, err
}

func (a *Publish) consolidate(ctx context.Context, w jobs.RunWork) (extract.Result, error) {
	t, err := a.Texts.Get(ctx, *w.Run.TranscriptID)
	if err != nil {
		return extract.Result{}, err
	}
	rows, err := a.Store.Jobs.Candidates(ctx, w.Run.ID)
	if err != nil {
		return extract.Result{}, err
	}
	known, err := a.Known.Names(ctx)
	if err != nil {
		return extract.Result{}, err
	}
	glossary, err := a.Store.Publish.Taught(ctx, w.Episode.ChannelID)
	if err != nil {
		return extract.Result{}, err
	}
	read := make(map[int]string, len(rows))
	for _, r := range rows {
		read[r.Index] = r.Hash
	}
	t = t.cutFor(read, 0)
	about := aboutEpisode(w.Episode, t.Cues)
	perChunk, err := a.perChunk(ctx, t, w.Run.Model, rows, about)
	if err != nil {
		return extract.Result{}, err
	}
	if about.OnlyHere, err = a.Store.Publish.OnlyIn(ctx, w.Episode.ID); err != nil {
		return extract.Result{}, err
	}
	taught := extract.NewNames(extract.TaughtNames(glossary))
	return extract.Consolidate(t.Document, t.Cues, perChunk, []*extract.Names{taught, known}, about, a.Voice), nil
}

// perChunk pairs chunks with what was found in them, by a model and beside it: consolidation puts equal findings together.
func (a *Publish) perChunk(ctx context.Context, t *Text, model string, rows []jobs.ChunkResult,
	about extract.Context,
) ([]extract.ChunkCandidates, error) {
	out := make([]extract.ChunkCandidates, 0, len(rows))
	for _, r := range rows {
		if r.Index >= len(t.Chunks) {
			continue
		}
		added := r.Added
		if added == nil {
			var err error
			if added, err = findBeside(ctx, a.Beside, t.Chunks[r.Index], about); err != nil {
				return nil, err
			}
		}
		out = append(out, extract.ChunkCandidates{Chunk: t.asRead(r.Index, model), Candidates: slices.Concat(r.Candidates, added)})
	}
	return out, nil
}

// provedText says how many mentions the transcript proves, and how many it does not.
func provedText(proved, rejected int) string {
	text := wording.Count(proved, "mention", "mentions") + " found"
	switch rejected {
	case 0:
		return text + "."
	case 1:
		return text + "; 1 was left out because the transcript does not prove it."
	}
	return fmt.Sprintf("%s; %d were left out because the transcript does not prove them.", text, rejected)
}
