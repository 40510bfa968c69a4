package activities

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/telemetry"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// Extract reads transcripts chunk by chunk.
type Extract struct {
	Store     *store.Store
	Texts     *Texts
	Extractor extract.Extractor
	// Beside reads what a model reads too, and adds what it finds: show notes, the creator's links. It is nil where the
	// built-in extractor reads the chunks anyway.
	Beside  extract.Extractor
	Metrics *telemetry.Metrics // nil counts nothing
	Now     func() time.Time   // nil means time.Now
	Log     *slog.Logger       // nil logs nothing

	refused refusal
}

func (a *Extract) now() time.Time {
	if a.Now == nil {
		return time.Now()
	}
	return a.Now()
}

func (a *Extract) log() *slog.Logger {
	if a.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return a.Log
}

// ExtractChunk finds candidates in one chunk and stores them. A chunk of the same text that the same model has read
// before, in any run, costs nothing.
//
// Idempotent: candidates, and what they cost, are keyed by run and chunk.
func (a *Extract) ExtractChunk(ctx context.Context, in ChunkInput) error {
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return err
	}
	t, err := a.Texts.Get(ctx, in.TranscriptID)
	if err != nil {
		return err
	}
	if in.Chunk >= len(t.Chunks) {
		return fault.Newf(fault.Internal, "Chunk %d of %d does not exist.", in.Chunk, len(t.Chunks))
	}
	if err := a.Store.Jobs.ResumeStep(ctx, in.RunID, work.StageExtract); err != nil { // the wait for this attempt is over
		return err
	}
	chunk, about := t.Chunks[in.Chunk], aboutEpisode(w.Episode)
	added, err := findBeside(ctx, a.Beside, chunk, about) // first: nothing may fail between the model's answer and its keeping
	if err != nil {
		return err
	}
	result, err := a.read(ctx, in, t.asRead(in.Chunk, a.Extractor.Recipe().Model), about, w.Episode.ChannelID)
	if err != nil {
		return err
	}
	result.Added = added
	err = a.Store.Jobs.SaveCandidates(ctx, in.RunID, a.Extractor.Recipe(), result, in.Chunks)
	if result.Usage.Model == "" {
		return err
	}
	if err != nil { // refused as stale, say: the model is to be paid all the same
		return errors.Join(err, a.settle(ctx, in, result.Usage))
	}
	a.charge(result.Usage)
	return nil
}

// read asks the cache, then the extractor. Only model answers are cached and budgeted: offline extraction is free and also
// depends on what is known about the episode.
func (a *Extract) read(ctx context.Context, in ChunkInput, c transcript.Chunk, about extract.Context,
	channelID *int,
) (jobs.ChunkResult, error) {
	out := jobs.ChunkResult{Index: c.Index, Hash: c.Hash}
	recipe := a.Extractor.Recipe()
	var err error
	if recipe.Model == "" {
		out.Candidates, _, err = a.Extractor.Extract(ctx, c, about)
		return out, err
	}
	cached, ok, err := a.Store.Jobs.CachedCandidates(ctx, c.Hash, recipe)
	if err != nil {
		return out, err
	}
	if ok {
		out.Candidates = cached
		return out, nil
	}
	if about, err = a.aboutShow(ctx, about, channelID); err != nil {
		return out, err
	}
	out.Candidates, out.Usage, err = a.buy(ctx, in, c, about)
	return out, err
}

// aboutShow adds what a model is told of the show: what it often mentions, and what its reviewers taught.
func (a *Extract) aboutShow(ctx context.Context, about extract.Context, channelID *int) (extract.Context, error) {
	if channelID == nil {
		return about, nil
	}
	var err error
	if about.Often, err = a.Store.Catalogue.OftenMentioned(ctx, *channelID, extract.MaxOften); err != nil {
		return about, err
	}
	about.Taught, err = a.Store.Publish.Taught(ctx, channelID)
	return about, err
}

// findBeside returns what the built-in extractor adds to what a model finds in a chunk: nil without one, and never nil with one.
func findBeside(ctx context.Context, x extract.Extractor, c transcript.Chunk, about extract.Context) ([]mention.Candidate, error) {
	if x == nil {
		return nil, nil
	}
	found, _, err := x.Extract(ctx, c, about)
	return append([]mention.Candidate{}, found...), err
}

// aboutEpisode is what extraction may know beside the text.
func aboutEpisode(e *store.Episode) extract.Context {
	about := extract.Context{
		Title: e.Title, Description: e.Description, Language: e.Language, People: e.People, Links: e.Links,
	}
	if e.Edges.Channel != nil {
		about.Show = e.Edges.Channel.Name
	}
	for _, c := range e.Edges.Chapters {
		about.Chapters = append(about.Chapters, media.Chapter{Start: time.Duration(c.StartMs) * time.Millisecond, Title: c.Title, URL: c.URL})
	}
	return about
}
