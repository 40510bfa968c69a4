package store

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbcandidate "mentionary/ent/db/candidate"
	"mentionary/internal/extract"
	"mentionary/internal/job"
	"mentionary/internal/mention"
)

// RecipeKey is the stored form of a recipe.
func RecipeKey(r extract.Recipe) string {
	return strings.Join([]string{r.Extractor, r.Model, r.PromptVersion, r.SchemaVersion}, "|")
}

// ChunkResult is what an extractor said about one chunk of a run.
type ChunkResult struct {
	Index      int
	Hash       string
	Candidates []mention.Candidate
	Usage      extract.Usage
}

// CachedCandidates answers what the recipe found in a chunk of the same text before, in any run.
func (s *Store) CachedCandidates(ctx context.Context, hash string, r extract.Recipe) ([]mention.Candidate, bool, error) {
	row, err := s.ro.Candidate.Query().Where(dbcandidate.ChunkHash(hash), dbcandidate.Recipe(RecipeKey(r))).
		Order(dbcandidate.ByID(sql.OrderDesc())).First(ctx)
	if db.IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, s.fault(err)
	}
	return row.Candidates, true, nil
}

// SaveCandidates stores the result of one chunk, settles what it cost and moves the stage's progress: done is the number
// of stored chunks.
//
// Idempotent: candidates and usage are keyed by run and chunk.
func (s *Store) SaveCandidates(ctx context.Context, runID int, r extract.Recipe, c ChunkResult, chunks int, text func(done int) string) error {
	return s.write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.lockJobsAndRun(ctx, tx, runID); err != nil {
			return err
		}
		run, err := s.liveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		found := c.Candidates
		if found == nil {
			found = []mention.Candidate{}
		}
		err = tx.Candidate.Create().SetRunID(runID).SetChunk(c.Index).SetChunkHash(c.Hash).SetRecipe(RecipeKey(r)).
			SetCandidates(found).SetCreatedAt(s.now()).
			OnConflictColumns(dbcandidate.FieldRunID, dbcandidate.FieldChunk).UpdateNewValues().Exec(ctx)
		if err != nil {
			return err
		}
		if err := s.settleUsage(ctx, tx, run, c.Index, c.Usage); err != nil {
			return err
		}
		done, err := tx.Candidate.Query().Where(dbcandidate.RunID(runID)).Count(ctx)
		if err != nil {
			return err
		}
		p := StepProgress{State: job.StepRunning, Done: done, Total: chunks, Text: text(done)}
		if err := s.setStep(ctx, tx, run, job.StageExtract, p); err != nil {
			return err
		}
		return s.touchRun(ctx, tx, run, job.StageExtract, p)
	})
}

// Candidates answers what was found in a run, by chunk.
func (s *Store) Candidates(ctx context.Context, runID int) ([]ChunkResult, error) {
	rows, err := s.ro.Candidate.Query().Where(dbcandidate.RunID(runID)).Order(dbcandidate.ByChunk()).All(ctx)
	if err != nil {
		return nil, s.fault(err)
	}
	out := make([]ChunkResult, 0, len(rows))
	for _, r := range rows {
		out = append(out, ChunkResult{Index: r.Chunk, Hash: r.ChunkHash, Candidates: r.Candidates})
	}
	return out, nil
}
