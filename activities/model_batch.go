package activities

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// ModelBatches is a model that can be asked for many chunks at once: it answers within a day, at a lower price. Errors are faults; one
// that is fault.Unsupported says that this server cannot.
type ModelBatches interface {
	FindBatch(ctx context.Context, key string) (id string, err error)
	SubmitBatch(ctx context.Context, key string, chunks []transcript.Chunk, about extract.Context) (id string, probe extract.Usage, err error)
	BatchEnded(ctx context.Context, id string) (bool, error)
	BatchAnswers(ctx context.Context, id string) (map[int]extract.BatchAnswer, error)
	CancelBatch(ctx context.Context, id string) error
}

// withoutBatches is how long a server that has no batches is not asked for one.
const withoutBatches = time.Hour

// batchKey is what finds the batch of a run again at the model's server. Another recipe asks anew.
func batchKey(run *store.Run) string {
	return run.Key + "|" + jobs.RecipeKey(extract.Recipe{
		Extractor: run.Extractor, Model: run.Model, PromptVersion: run.PromptVersion, SchemaVersion: run.SchemaVersion,
	})
}

// asksAs reports whether this process asks for what a batch asks for: not when it has another model by now.
func (a *Extract) asksAs(key string) bool {
	return a.Batches != nil && strings.HasSuffix(key, "|"+jobs.RecipeKey(a.Extractor.Recipe()))
}

// SubmitModelBatch asks the model's server for all chunks that the run has not read, as far as the budget goes, and says which. It
// returns no id where there is nothing to ask, or the server has no batches.
//
// Idempotent: the batch is found again by its key, unless the server does not list batches.
func (a *Extract) SubmitModelBatch(ctx context.Context, in ModelBatch) (ModelBatch, error) {
	if !a.asksAs(in.Key) || a.without.lately(a.now()) != nil || a.refused.lately(a.now()) != nil {
		return in, nil
	}
	r, err := a.open(ctx, in.RunID, in.TranscriptID, in.Chunks)
	if err != nil {
		return in, err
	}
	chunks, err := a.reserveUnread(ctx, in, r)
	if err != nil || len(chunks) == 0 {
		return in, err
	}
	for _, c := range chunks {
		in.Which = append(in.Which, c.Index)
	}
	in.Since = a.now()
	if in.ID, err = a.Batches.FindBatch(ctx, in.Key); err == nil && in.ID == "" {
		in.ID, in.Probe, err = a.submit(ctx, in.Key, chunks, r)
	}
	switch {
	case err == nil:
		return in, a.tellBatch(ctx, in)
	case ctx.Err() != nil || fault.Of(err).Kind.Retryable(): // the next try reserves the same
		return in, err
	}
	a.log().InfoContext(ctx, "no batch of the model's server", "run", in.RunID, "error", err)
	a.refused.note(err, a.now())
	if fault.Is(err, fault.Unsupported) {
		a.without.hold(err, a.now().Add(withoutBatches))
	}
	err = a.giveBack(ctx, in)
	in.ID, in.Which = "", nil
	return in, err
}

func (a *Extract) submit(ctx context.Context, key string, chunks []transcript.Chunk, r *reading) (string, extract.Usage, error) {
	about, err := a.aboutShow(ctx, r.about, r.work.Episode.ChannelID)
	if err != nil {
		return "", extract.Usage{}, err
	}
	return a.Batches.SubmitBatch(ctx, key, chunks, about)
}

// reserveUnread sets tokens aside for the chunks that a model has yet to read, and returns those that the budget goes as far as. When it
// does not go as far as one, the fault says when it may.
func (a *Extract) reserveUnread(ctx context.Context, in ModelBatch, r *reading) (chunks []transcript.Chunk, err error) {
	recipe := a.Extractor.Recipe()
	for i := range r.text.Chunks {
		c := r.text.asRead(i, recipe.Model)
		if r.read[i] != "" || len(chunks) == extract.MaxBatch {
			continue
		}
		_, known, err := a.Store.Jobs.CachedCandidates(ctx, c.Hash, recipe)
		if err != nil {
			return nil, err
		}
		if known { // it costs nothing
			continue
		}
		err = a.Store.Jobs.ReserveBatch(ctx, in.RunID, i, estimateInBatch(c, len(chunks) == 0))
		if fault.Is(err, fault.Budget) && len(chunks) > 0 {
			return chunks, nil
		}
		if err != nil {
			return nil, err
		}
		chunks = append(chunks, c)
	}
	return chunks, nil
}

// estimateInBatch is estimate for a chunk of a batch, which is one call. The first bears what finding out takes how to ask.
func estimateInBatch(c transcript.Chunk, first bool) int {
	if first {
		return estimate(c)
	}
	return estimate(c) / callsOfATry
}

// LookAtModelBatch reports whether nothing more comes of a batch.
func (a *Extract) LookAtModelBatch(ctx context.Context, in ModelBatch) (bool, error) {
	if !a.asksAs(in.Key) {
		return false, errOtherModel
	}
	over, err := a.Batches.BatchEnded(ctx, in.ID)
	if err != nil || over {
		return over, err
	}
	return false, a.tellBatch(ctx, in)
}

var errOtherModel = fault.New(fault.Conflict, "The model was changed while its batch was under way.")

// tellBatch says at the stage since when a batch is waited for.
func (a *Extract) tellBatch(ctx context.Context, in ModelBatch) error {
	text := fmt.Sprintf("Waiting for the model's batch since %s UTC; it may take a day.", in.Since.UTC().Format("15:04"))
	return a.Store.Jobs.SetStep(ctx, in.RunID, in.Stage, jobs.StepProgress{State: work.StepRunning, Text: text})
}

// CollectModelBatch keeps what a batch answered, as if each chunk had been asked for by itself, and gives back what was reserved for the
// others.
//
// Idempotent: candidates, and what they cost, are keyed by run and chunk.
func (a *Extract) CollectModelBatch(ctx context.Context, in ModelBatch) error {
	if !a.asksAs(in.Key) {
		return errOtherModel
	}
	r, err := a.open(ctx, in.RunID, in.TranscriptID, in.Chunks)
	if err != nil {
		return err
	}
	answers, err := a.Batches.BatchAnswers(ctx, in.ID)
	if err != nil {
		return err
	}
	for i, chunk := range in.Which {
		if r.read[chunk] != "" {
			continue
		}
		answer, answered := answers[chunk]
		if i == 0 {
			answer.Usage = sum(in.Probe, answer.Usage)
		}
		if err := a.keepAnswer(ctx, in, r, chunk, i == 0, answer, answered); err != nil {
			return err
		}
	}
	return nil
}

// keepAnswer stores the answer for a chunk and books what it cost. One that cannot be used is booked and not stored.
func (a *Extract) keepAnswer(
	ctx context.Context, in ModelBatch, r *reading, chunk int, first bool, answer extract.BatchAnswer, answered bool,
) error {
	this, err := a.prepare(ctx, r, chunk)
	if err != nil {
		return err
	}
	one := ChunkInput{RunStage: in.RunStage, TranscriptID: in.TranscriptID, Chunk: chunk, Chunks: in.Chunks}
	recipe := a.Extractor.Recipe()
	cost := a.believe(one, answer.Usage, estimateInBatch(this.chunk, first))
	cost.Model = budget.InBatch(recipe.Model)
	if !answered || answer.Err != nil {
		return a.settle(ctx, one, cost)
	}
	err = a.Store.Jobs.SaveCandidates(ctx, in.RunID, recipe, jobs.ChunkResult{
		Index: chunk, Hash: this.chunk.Hash, Candidates: answer.Candidates, Usage: cost, Added: this.added,
	}, in.Chunks)
	if err != nil { // refused as stale, say: the model is to be paid all the same
		return errors.Join(err, a.settle(ctx, one, cost))
	}
	a.charge(cost)
	return nil
}

// DropModelBatch stops a batch that nobody waits for any more, as far as the server lets it, and gives back what was reserved for it.
// What the server had done by then is not known: a call counts for each chunk.
//
// Idempotent: what is settled stays so.
func (a *Extract) DropModelBatch(ctx context.Context, in ModelBatch) error {
	if a.Batches != nil {
		if err := a.cancel(ctx, in); err != nil {
			a.log().InfoContext(ctx, "a batch of the model's server could not be canceled", "run", in.RunID, "error", err)
		}
	}
	return a.giveBack(ctx, in)
}

// cancel stops a batch, also one that was made and not heard of.
func (a *Extract) cancel(ctx context.Context, in ModelBatch) (err error) {
	if in.ID == "" {
		in.ID, err = a.Batches.FindBatch(ctx, in.Key)
	}
	if err != nil || in.ID == "" {
		return err
	}
	return a.Batches.CancelBatch(ctx, in.ID)
}

// giveBack settles what is reserved for a batch.
func (a *Extract) giveBack(ctx context.Context, in ModelBatch) error {
	cost := extract.Usage{}
	if in.ID != "" {
		cost.Calls = 1
	}
	which := in.Which
	if len(which) == 0 { // it was reserved by a step that was not heard of again
		for i := range in.Chunks {
			which = append(which, i)
		}
	}
	var failed error
	for i, chunk := range which {
		took := cost
		if i == 0 {
			took = sum(in.Probe, cost)
		}
		one := ChunkInput{RunStage: in.RunStage, TranscriptID: in.TranscriptID, Chunk: chunk, Chunks: in.Chunks}
		failed = errors.Join(failed, a.settle(ctx, one, took))
	}
	return failed
}
