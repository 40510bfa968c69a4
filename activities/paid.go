package activities

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const (
	maxPaidCalls = 3 // a chunk may cost, over all tries of its activity: SECURITY.md, Cost
	callsOfATry  = 2 // the question and one repair; a refused way of asking is not paid

	// What one call takes at most, for reservations: instructions, schema and what is told about the episode; two bytes of
	// text a token; a long answer.
	overheadTokens = 4_000
	bytesPerToken  = 2
	answerTokens   = 4_000

	settleWithin = 5 * time.Second
)

// buy asks a paid model within the budget. A chunk that is too long for the model is cut in halves, once; a half counts
// its calls like a chunk of its own.
func (a *Extract) buy(ctx context.Context, in ChunkInput, c transcript.Chunk, r *reading) ([]mention.Candidate, extract.Usage, error) {
	held := r.holds(in.Chunk)
	if err := a.refused.lately(a.now()); err != nil {
		if held {
			err = errors.Join(err, a.settle(ctx, in, extract.Usage{}))
		}
		return nil, extract.Usage{}, err
	}
	if !held {
		calls, err := a.Store.Jobs.ReserveTokens(ctx, in.RunID, in.Chunk, estimate(c))
		if err != nil {
			return nil, extract.Usage{}, err
		}
		r.held = &jobs.Held{Chunk: in.Chunk, Calls: calls}
	}
	if r.held.Calls+callsOfATry > maxPaidCalls {
		exhausted := fault.New(fault.Unsupported, "The model has failed at this part of the transcript too often. Use another model or the "+
			"built-in extractor.")
		return nil, extract.Usage{}, errors.Join(exhausted, a.settle(ctx, in, extract.Usage{}))
	}
	found, cost, err := a.ask(ctx, in, *r.toModel, c)
	parts := halves(c)
	if !fault.Is(err, fault.TooLarge) || len(parts) < 2 {
		return found, cost, err
	}
	if _, err := a.Store.Jobs.ReserveTokens(ctx, in.RunID, in.Chunk, estimate(parts...)); err != nil {
		return nil, extract.Usage{}, err
	}
	return a.ask(ctx, in, *r.toModel, parts...)
}

// ask reads the parts of a chunk one after the other. What a failure cost is settled here; what a success cost is settled
// with its candidates.
func (a *Extract) ask(ctx context.Context, in ChunkInput, about extract.Context, parts ...transcript.Chunk) ([]mention.Candidate,
	extract.Usage, error,
) {
	var found []mention.Candidate
	var cost extract.Usage
	reserved := estimate(parts...)
	for _, p := range parts {
		more, used, err := a.Extractor.Extract(a.tellSlow(ctx, in), p, about)
		if err != nil && turnedAway(err) {
			used.Calls = max(0, used.Calls-1)
		}
		cost = a.believe(in, sum(cost, used), reserved)
		if err != nil {
			a.refused.note(err, a.now())
			return nil, cost, errors.Join(err, a.settle(ctx, in, cost))
		}
		found = append(found, more...)
	}
	return found, cost, nil
}

// believe returns what is booked of what the server reports: never less than nothing, never more than was reserved. What
// lies beyond is counted and logged.
func (a *Extract) believe(in ChunkInput, claimed extract.Usage, reserved int) extract.Usage {
	booked, honest := claimed.Within(reserved)
	if !honest {
		a.Metrics.UsageDisbelieved(claimed.Model)
		a.log().Warn("the model server reports a usage that cannot be",
			"run", in.RunID, "chunk", in.Chunk, "model", claimed.Model, "reserved", reserved,
			"prompt", claimed.PromptTokens, "cached", claimed.CachedTokens,
			"completion", claimed.CompletionTokens, "reasoning", claimed.ReasoningTokens)
	}
	return booked
}

// tellSlow says at the stage when the model does not answer: since when, and until when it may.
func (a *Extract) tellSlow(ctx context.Context, in ChunkInput) context.Context {
	return extract.OnSlow(ctx, func(left time.Duration) {
		text := fmt.Sprintf("The model has not answered for %.0f seconds; it has until %s UTC, then it is asked again.",
			extract.SlowAfter.Seconds(), a.now().Add(left).UTC().Format(time.TimeOnly))
		err := a.Store.Jobs.SetStep(ctx, in.RunID, in.Stage, jobs.StepProgress{State: work.StepRunning, Text: text})
		if err != nil && ctx.Err() == nil {
			a.log().Warn("a slow model could not be recorded", "run", in.RunID, "error", err)
		}
	})
}

// turnedAway reports whether the last call failed before the model did any work: the server refused it or could not be
// reached. A call that timed out may have been worked on, and an answer that cannot be used has been.
func turnedAway(err error) bool {
	f := fault.Of(err)
	timeout := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	return f.Cause != nil && f.Kind != fault.Unsupported && f.Kind != fault.Internal && !timeout
}

// settle writes what a try cost, also when the activity is being cancelled.
func (a *Extract) settle(ctx context.Context, in ChunkInput, cost extract.Usage) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleWithin)
	defer cancel()
	a.charge(cost)
	return a.Store.Jobs.SettleTokens(ctx, in.RunID, in.Chunk, cost)
}

// charge counts what the model server charged; giving a reservation back costs nothing.
func (a *Extract) charge(u extract.Usage) {
	if u.Model == "" {
		return
	}
	a.Metrics.Tokens(u.Model, u.PromptTokens, u.CachedTokens, u.CompletionTokens, u.ReasoningTokens)
}

// estimate is more than reading the parts costs: what is over comes back when the calls are settled.
func estimate(parts ...transcript.Chunk) int {
	tokens := 0
	for _, p := range parts {
		tokens += callsOfATry * (overheadTokens + len(p.Text)/bytesPerToken + answerTokens)
	}
	return tokens
}

func sum(a, b extract.Usage) extract.Usage {
	return extract.Usage{
		Model: b.Model, PromptTokens: a.PromptTokens + b.PromptTokens, CachedTokens: a.CachedTokens + b.CachedTokens,
		CompletionTokens: a.CompletionTokens + b.CompletionTokens, ReasoningTokens: a.ReasoningTokens + b.ReasoningTokens,
		Calls: a.Calls + b.Calls,
	}
}

// halves cuts a chunk at the end of the sentence that is nearest to its middle, else at a space; a text without one stays
// whole. Candidates are looked for in the whole chunk afterwards, so that only the text matters.
func halves(c transcript.Chunk) []transcript.Chunk {
	cut := nearestToMiddle(c.Text, endsSentence)
	if cut < 0 {
		cut = nearestToMiddle(c.Text, func(string, int) bool { return true })
	}
	if cut < 0 {
		return []transcript.Chunk{c}
	}
	first, second := c, c
	first.Text, first.End = c.Text[:cut], c.Start+cut
	second.Text, second.Start = c.Text[cut+1:], c.Start+cut+1
	return []transcript.Chunk{first, second}
}

// nearestToMiddle finds the offset of the white space nearest to the middle of a text of which good is true, -1 when there
// is none between other characters.
func nearestToMiddle(text string, good func(text string, at int) bool) int {
	best, middle := -1, len(text)/2
	for i := 1; i < len(text)-1; i++ {
		if (text[i] == ' ' || text[i] == '\n') && good(text, i) && (best < 0 || abs(i-middle) < abs(best-middle)) {
			best = i
		}
	}
	return best
}

func endsSentence(text string, at int) bool {
	return text[at] == '\n' || strings.ContainsRune(".!?", rune(text[at-1]))
}

func abs(n int) int { return max(n, -n) }
