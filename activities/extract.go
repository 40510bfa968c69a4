package activities

import (
	"context"
	"errors"
	"log/slog"
	"slices"
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
	Batches ModelBatches       // nil where nobody can be asked for many chunks at once
	Metrics *telemetry.Metrics // nil counts nothing
	Now     func() time.Time   // nil means time.Now
	Log     *slog.Logger       // nil logs nothing

	refused refusal
	told    pace
	without refusal // while it holds, the server has no batches
}

// begunWithin is how long an activity that reads several chunks begins one more.
const begunWithin = 5 * time.Second

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
	r, err := a.open(ctx, in.RunID, in.TranscriptID, in.Chunks)
	if err != nil {
		return err
	}
	return a.extract(ctx, r, in, true, nil)
}

// ReadChunks is ExtractChunk for several chunks, one after the other. What the run has read before is left out, so that a try goes on
// where the one before ended. A chunk that cannot be read does not keep it from the others. After a while it hands back those that it
// has not begun: with a slow model an activity is little more than one call, which is what is waited for when a queue is paused.
//
// Idempotent: candidates, and what they cost, are keyed by run and chunk.
func (a *Extract) ReadChunks(ctx context.Context, in ChunksInput) (ChunksRead, error) {
	r, err := a.open(ctx, in.RunID, in.TranscriptID, in.Chunks)
	if err != nil {
		return ChunksRead{}, err
	}
	done := func(chunk int) bool { return r.read[chunk] != "" }
	var out ChunksRead
	until := a.now().Add(begunWithin)
	for i, chunk := range in.Which {
		if i > 0 && a.now().After(until) && !r.holds(chunk) {
			break
		}
		out.Looked = i + 1
		if done(chunk) {
			continue
		}
		one := ChunkInput{RunStage: in.RunStage, TranscriptID: in.TranscriptID, Chunk: chunk, Chunks: in.Chunks}
		next := func() (int, bool) {
			rest := in.Which[i+1:]
			at := slices.IndexFunc(rest, func(c int) bool { return !done(c) })
			if at < 0 || ctx.Err() != nil || a.now().After(until) {
				return 0, false
			}
			return rest[at], true
		}
		if err = a.extract(ctx, r, one, a.told.due(in.RunID, a.now()), next); err == nil {
			continue
		}
		f := fault.Of(err)
		if ctx.Err() != nil || f.Kind.Retryable() || f.Kind == fault.Stale {
			break
		}
		a.log().InfoContext(ctx, "a chunk cannot be read", "run", in.RunID, "chunk", chunk, "error", err)
		a.Metrics.ActivityFailed("ReadChunks", string(f.Kind))
		out.Failed, out.Class, out.Text, err = append(out.Failed, chunk), string(f.Kind), f.Sentence, nil
	}
	// Not all of it was told: progress is told now and then only.
	if told := a.Store.Jobs.TellReading(context.WithoutCancel(ctx), in.RunID, in.Chunks); err == nil {
		err = told
	}
	return out, err
}

// reading is what the chunks of one activity have in common.
type reading struct {
	work    jobs.RunWork
	text    *Text
	read    map[int]string // chunks that the run had read when the activity began, with their hashes
	about   extract.Context
	toModel *extract.Context // what a model is told beside: that and the show; nil until one is asked
	ready   *readyChunk      // the chunk whose turn it is, where something was done for it before
	held    *jobs.Held       // tokens that are reserved for it
}

// readyChunk is a chunk for which all is done that may fail before a model is asked.
type readyChunk struct {
	chunk transcript.Chunk
	added []mention.Candidate // what the built-in extractor adds to what a model finds
	found []mention.Candidate // what the model found in the same text before
	known bool                // it did
}

// holds reports whether tokens are reserved for a chunk: then it is asked for, whatever the time.
func (r *reading) holds(chunk int) bool { return r.held != nil && r.held.Chunk == chunk }

func (a *Extract) open(ctx context.Context, runID, transcriptID, chunks int) (*reading, error) {
	w, err := a.Store.Jobs.RunWork(ctx, runID)
	if err != nil {
		return nil, err
	}
	t, err := a.Texts.Get(ctx, transcriptID)
	if err != nil {
		return nil, err
	}
	read, err := a.Store.Jobs.ChunksRead(ctx, runID)
	if err != nil {
		return nil, err
	}
	if err := a.Store.Jobs.ResumeStep(ctx, runID, work.StageExtract); err != nil { // the wait for this attempt is over
		return nil, err
	}
	return &reading{work: w, text: t.cutFor(read, chunks), read: read, about: aboutEpisode(w.Episode, t.Cues)}, nil
}

// extract reads one chunk and stores what it finds; tell says whether its progress is told at once, next which chunk is read after it.
func (a *Extract) extract(ctx context.Context, r *reading, in ChunkInput, tell bool, next func() (int, bool)) error {
	// What the built-in extractor finds comes first: nothing may fail between the model's answer and its keeping.
	this, err := a.prepare(ctx, r, in.Chunk)
	if err != nil {
		return err
	}
	recipe := a.Extractor.Recipe()
	var after *readyChunk
	if recipe.Model != "" && next != nil {
		if i, ok := next(); ok {
			after, _ = a.prepare(ctx, r, i) // what fails says so when it is its turn
		}
	}
	result, err := a.read(ctx, in, r, this)
	if err != nil {
		return err
	}
	result.Added = this.added
	chunks := 0
	if tell {
		chunks = in.Chunks
	}
	r.ready = after
	r.held, err = a.Store.Jobs.SaveAndReserve(ctx, in.RunID, recipe, result, chunks, r.nextCall(this, next))
	if result.Usage.Model == "" {
		return err
	}
	if err != nil { // refused as stale, say: the model is to be paid all the same
		return errors.Join(err, a.settle(ctx, in, result.Usage))
	}
	a.charge(result.Usage)
	return nil
}

// nextCall is the call of the model that follows at once: what it costs is reserved with the keeping of what was read before, in one
// write. A text that has just been read is looked up instead.
func (r *reading) nextCall(this *readyChunk, next func() (int, bool)) *jobs.NextCall {
	if r.ready == nil || r.ready.known || r.toModel == nil || r.ready.chunk.Hash == this.chunk.Hash {
		return nil
	}
	if _, ok := next(); !ok { // it has become late
		return nil
	}
	return &jobs.NextCall{Chunk: r.ready.chunk.Index, Tokens: estimate(r.ready.chunk)}
}

// prepare does for a chunk what may fail before a model is asked. Only model answers are cached and budgeted: offline extraction is free
// and also depends on what is known about the episode.
func (a *Extract) prepare(ctx context.Context, r *reading, chunk int) (*readyChunk, error) {
	if r.ready != nil && r.ready.chunk.Index == chunk && (r.holds(chunk) || r.ready.known) {
		return r.ready, nil
	}
	if chunk >= len(r.text.Chunks) {
		return nil, fault.Newf(fault.Internal, "Chunk %d of %d does not exist.", chunk, len(r.text.Chunks))
	}
	recipe := a.Extractor.Recipe()
	out := &readyChunk{chunk: r.text.asRead(chunk, recipe.Model)}
	var err error
	if out.added, err = findBeside(ctx, a.Beside, r.text.Chunks[chunk], r.about); err != nil || recipe.Model == "" {
		return out, err
	}
	out.found, out.known, err = a.Store.Jobs.CachedCandidates(ctx, out.chunk.Hash, recipe)
	return out, err
}

// read asks the extractor, unless the answer is known.
func (a *Extract) read(ctx context.Context, in ChunkInput, r *reading, ready *readyChunk) (jobs.ChunkResult, error) {
	c := ready.chunk
	out := jobs.ChunkResult{Index: c.Index, Hash: c.Hash, Candidates: ready.found}
	var err error
	switch {
	case ready.known:
		return out, nil
	case a.Extractor.Recipe().Model == "":
		out.Candidates, _, err = a.Extractor.Extract(ctx, c, r.about)
		return out, err
	case r.toModel == nil:
		about, err := a.aboutShow(ctx, r.about, r.work.Episode.ChannelID)
		if err != nil {
			return out, err
		}
		r.toModel = &about
	}
	out.Candidates, out.Usage, err = a.buy(ctx, in, c, r)
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
func aboutEpisode(e *store.Episode, cues []transcript.Cue) extract.Context {
	about := extract.Context{
		Title: e.Title, Description: e.Description, Language: e.Language, People: e.People, Links: e.Links,
	}
	if e.Edges.Channel != nil {
		about.Show = e.Edges.Channel.Name
	}
	for _, c := range e.Edges.Chapters {
		about.Chapters = append(about.Chapters, media.Chapter{Start: time.Duration(c.StartMs) * time.Millisecond, Title: c.Title, URL: c.URL})
	}
	return about.WithSpeakers(cues)
}
