package jobs

import (
	"context"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbcandidate "mentionary/ent/db/candidate"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
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
	// Added is what the built-in extractor finds in a chunk that a model reads; nil where it adds nothing of its own, and
	// in rows of versions before it was kept.
	Added []mention.Candidate
}

// What the built-in extractor adds to chunk i of a run is kept as chunk addedFrom+i, under a recipe that no cache asks for:
// unlike a model's answer it depends on what is known about the episode. No transcript has so many chunks.
const (
	addedFrom = 1 << 20
	addedMark = "|added"
)

// readChunks counts the chunks of a run that have been read.
func readChunks(ctx context.Context, q *db.CandidateClient, runID int) (int, error) {
	return q.Query().Where(dbcandidate.RunID(runID), dbcandidate.ChunkLT(addedFrom)).Count(ctx)
}

func chunkRow(tx *db.Tx, runID, chunk int, hash, recipe string, found []mention.Candidate, now time.Time) *db.CandidateCreate {
	if found == nil {
		found = []mention.Candidate{}
	}
	return tx.Candidate.Create().SetRunID(runID).SetChunk(chunk).SetChunkHash(hash).SetRecipe(recipe).SetCandidates(found).SetCreatedAt(now)
}

// CachedCandidates returns what the recipe found in a chunk of the same text before, in any run.
func (s *Store) CachedCandidates(ctx context.Context, hash string, r extract.Recipe) ([]mention.Candidate, bool, error) {
	row, err := s.RO.Candidate.Query().Where(dbcandidate.ChunkHash(hash), dbcandidate.Recipe(RecipeKey(r))).
		Order(dbcandidate.ByID(sql.OrderDesc())).First(ctx)
	if db.IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, s.Fault(err)
	}
	return row.Candidates, true, nil
}

// SaveCandidates stores the result of one chunk, settles what it cost and moves the stage's progress, which is done with
// the last of its chunks.
//
// Idempotent: candidates and usage are keyed by run and chunk.
func (s *Store) SaveCandidates(ctx context.Context, runID int, r extract.Recipe, c ChunkResult, chunks int) error {
	_, err := s.SaveAndReserve(ctx, runID, r, c, chunks, nil)
	return err
}

// NextCall is a call of the model that follows at once.
type NextCall struct{ Chunk, Tokens int }

// Held is a reservation of tokens for reading a chunk.
type Held struct {
	Chunk int
	Calls int // that the chunk has been paid for so far
}

// SaveAndReserve is SaveCandidates and then ReserveTokens for the chunk whose turn it is, in one transaction. With 0 chunks it leaves the
// stage's progress to a later TellReading. It returns nil where nothing is to be reserved, or nobody can pay for the next call: that is
// said when it is reserved by itself.
func (s *Store) SaveAndReserve(ctx context.Context, runID int, r extract.Recipe, c ChunkResult, chunks int, next *NextCall) (*Held, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Held, error) {
		lock := s.LiveRun
		if chunks > 0 {
			lock = s.LockJobsAndLiveRun
		}
		run, err := lock(ctx, tx, runID)
		if err != nil {
			return nil, err
		}
		if err := s.saveResult(ctx, tx, run, r, c); err != nil {
			return nil, err
		}
		if chunks > 0 {
			if err := s.tellReading(ctx, tx, run, chunks); err != nil {
				return nil, err
			}
		}
		if next == nil {
			return nil, nil //nolint:nilnil // nothing is reserved
		}
		calls, err := s.reserveIn(ctx, tx, run, reservation{chunk: next.Chunk, what: budget.Model, amount: next.Tokens})
		if fault.Is(err, fault.Budget) {
			return nil, nil //nolint:nilnil // nothing is reserved
		}
		return &Held{Chunk: next.Chunk, Calls: calls}, err
	})
}

func (s *Store) saveResult(ctx context.Context, tx *db.Tx, run *db.Run, r extract.Recipe, c ChunkResult) error {
	rows := []*db.CandidateCreate{chunkRow(tx, run.ID, c.Index, c.Hash, RecipeKey(r), c.Candidates, s.Now())}
	if c.Added != nil {
		rows = append(rows, chunkRow(tx, run.ID, addedFrom+c.Index, c.Hash, RecipeKey(r)+addedMark, c.Added, s.Now()))
	}
	err := tx.Candidate.CreateBulk(rows...).OnConflictColumns(dbcandidate.FieldRunID, dbcandidate.FieldChunk).UpdateNewValues().Exec(ctx)
	if err != nil {
		return err
	}
	return s.settleUsage(ctx, tx, run, c.Index, c.Usage)
}

// ChunksRead returns the chunks of a run that have been read, with the hashes of their texts.
func (s *Store) ChunksRead(ctx context.Context, runID int) (map[int]string, error) {
	rows, err := s.RO.Candidate.Query().Where(dbcandidate.RunID(runID), dbcandidate.ChunkLT(addedFrom)).
		Select(dbcandidate.FieldChunk, dbcandidate.FieldChunkHash).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	out := make(map[int]string, len(rows))
	for _, c := range rows {
		out[c.Chunk] = c.ChunkHash
	}
	return out, nil
}

// TellReading moves the progress of the stage that reads a run's chunks to what has been stored. Where that is told already, or the
// run is closed, nothing changes.
func (s *Store) TellReading(ctx context.Context, runID, chunks int) error {
	done, err := readChunks(ctx, s.RO.Candidate, runID)
	if err != nil {
		return s.Fault(err)
	}
	told, err := s.RO.RunStep.Query().
		Where(dbstep.RunID(runID), dbstep.StageEQ(work.StageExtract), dbstep.Done(done), dbstep.Total(chunks)).Exist(ctx)
	if err != nil || told {
		return s.Fault(err)
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil || run.State != work.RunLive {
			return err
		}
		return s.tellReading(ctx, tx, run, chunks)
	})
}

func (s *Store) tellReading(ctx context.Context, tx *db.Tx, run *db.Run, chunks int) error {
	done, err := readChunks(ctx, tx.Candidate, run.ID)
	if err != nil {
		return err
	}
	p, err := s.reading(ctx, tx, run.ID, done, chunks)
	if err != nil {
		return err
	}
	return s.RecordStep(ctx, tx, run, work.StageExtract, p)
}

// BeginReading shows that the chunks of a live run's transcript are read from now on.
//
// Idempotent: chunks that are stored already are counted.
func (s *Store) BeginReading(ctx context.Context, runID, chunks int) error {
	done, err := readChunks(ctx, s.RO.Candidate, runID)
	if err != nil {
		return s.Fault(err)
	}
	p := StepProgress{State: work.StepRunning, Done: done, Total: chunks}
	if done >= chunks {
		p.State = work.StepDone
	}
	return s.SetStep(ctx, runID, work.StageExtract, p)
}

// EndReading notes that a live run goes on with what was read: chunks that are missing could not be.
//
// Idempotent: a reading that is done stays done.
func (s *Store) EndReading(ctx context.Context, runID int) error {
	st, err := s.RO.RunStep.Query().Where(dbstep.RunID(runID), dbstep.StageEQ(work.StageExtract)).Only(ctx)
	if err != nil || !underWay(st) || st.Total <= st.Done {
		return s.Fault(err)
	}
	text := fmt.Sprintf("%d of %d parts of the transcript could not be read.", st.Total-st.Done, st.Total)
	return s.SetStep(ctx, runID, work.StageExtract, StepProgress{State: work.StepFailed, Text: text})
}

// reading is how far the stage is that reads a run's chunks.
func (s *Store) reading(ctx context.Context, tx *db.Tx, runID, done, chunks int) (StepProgress, error) {
	p := StepProgress{State: work.StepRunning, Done: done, Total: chunks}
	if done >= chunks {
		p.State = work.StepDone
		return p, nil
	}
	return s.stillWaiting(ctx, tx, runID, work.StageExtract, p)
}

// Candidates returns what was found in a run, by chunk.
func (s *Store) Candidates(ctx context.Context, runID int) ([]ChunkResult, error) {
	rows, err := s.RO.Candidate.Query().Where(dbcandidate.RunID(runID)).Order(dbcandidate.ByChunk()).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	out := make([]ChunkResult, 0, len(rows))
	added := map[int][]mention.Candidate{}
	for _, r := range rows {
		if r.Chunk >= addedFrom {
			added[r.Chunk-addedFrom] = r.Candidates
			continue
		}
		out = append(out, ChunkResult{Index: r.Chunk, Hash: r.ChunkHash, Candidates: r.Candidates})
	}
	for i := range out {
		out[i].Added = added[out[i].Index]
	}
	return out, nil
}
