package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbattempt "mentionary/ent/db/attempt"
	dbline "mentionary/ent/db/batchitem"
	dbcandidate "mentionary/ent/db/candidate"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbmention "mentionary/ent/db/mention"
	dbresult "mentionary/ent/db/passresult"
	dbtranscript "mentionary/ent/db/transcript"
	dbusage "mentionary/ent/db/usage"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Story is everything that is known about one piece of work.
type Story struct {
	Work
	Attempts   []*db.Attempt // of a run, the newest keptAttempts, in their order
	Found      map[int]int   // of a run: candidates by chunk; a chunk that was read is in it
	Uses       []*db.Usage   // of a run: what the model was asked, by chunk
	Wanted     []WantedBy    // of a run
	Transcript *db.Transcript
	Mentions   int            // of a run: those that stand now
	Entities   int            // of a run: whom they are about
	Parts      []Work         // of a job its runs, of a batch its jobs
	Outcomes   map[string]int // of a pass: entities by outcome
	WorkflowID string         // of its present workflow; empty when the rows do not tell
}

// WantedBy is a job that wants a run, or wanted it.
type WantedBy struct {
	Job   *db.Job // with its user
	Live  bool
	Since time.Time
}

// maxParts bounds how many runs of a job, or jobs of a batch, a story has.
const maxParts = 1000

// WorkStory returns the story of a piece of work.
func (s *Store) WorkStory(ctx context.Context, k work.Key) (Story, error) {
	w, err := s.WorkByKey(ctx, k)
	if err != nil {
		return Story{}, err
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Story, error) {
		st := Story{Work: w}
		switch {
		case w.Run != nil:
			return st, s.storyOfRun(ctx, tx, &st)
		case w.Job != nil:
			st.WorkflowID = RefWithUser(w.Job).WorkflowID()
			return st, storyOfJob(ctx, tx, &st)
		case w.Batch != nil:
			st.WorkflowID = work.BatchWorkflowID(w.Batch.Key)
			return st, storyOfBatch(ctx, tx, &st)
		case w.Reading != nil:
			st.WorkflowID = work.ReadAgainID
			return st, nil
		}
		st.WorkflowID = work.PassWorkflowID(w.Pass.Kind, string(w.Pass.Type))
		return st, storyOfPass(ctx, tx, &st)
	})
}

func (s *Store) storyOfRun(ctx context.Context, tx *db.Tx, st *Story) (err error) {
	run := st.Run
	st.WorkflowID = RunRef{EpisodeID: run.EpisodeID, Number: run.Number, Key: run.Key}.WorkflowID()
	st.Attempts, err = tx.Attempt.Query().Where(dbattempt.RunID(run.ID)).
		Order(dbattempt.ByStartedAt(sql.OrderDesc()), dbattempt.ByID(sql.OrderDesc())).Limit(keptAttempts).All(ctx)
	if err != nil {
		return err
	}
	slices.Reverse(st.Attempts)
	read, err := tx.Candidate.Query().Where(dbcandidate.RunID(run.ID)).Order(dbcandidate.ByChunk()).All(ctx)
	if err != nil {
		return err
	}
	st.Found = map[int]int{}
	for _, c := range read {
		st.Found[c.Chunk%addedFrom] += len(c.Candidates)
	}
	if st.Uses, err = tx.Usage.Query().Where(dbusage.RunID(run.ID)).Order(dbusage.ByChunk()).All(ctx); err != nil {
		return err
	}
	if st.Wanted, err = wantedBy(ctx, tx, run.ID); err != nil {
		return err
	}
	if run.TranscriptID != nil {
		st.Transcript, err = tx.Transcript.Query().Where(dbtranscript.ID(*run.TranscriptID)).
			Select(dbtranscript.FieldOrigin, dbtranscript.FieldLanguage, dbtranscript.FieldWords).Only(ctx)
		if db.MaskNotFound(err) != nil {
			return err
		}
	}
	return countWritten(ctx, tx, st)
}

// countWritten counts the mentions that a run wrote and that stand now.
func countWritten(ctx context.Context, tx *db.Tx, st *Story) error {
	var rows []struct{ Mentions, Entities int }
	err := tx.Mention.Query().Where(dbmention.RunID(st.Run.ID)).Aggregate(db.As(db.Count(), "mentions"),
		db.As(func(s *sql.Selector) string { return sql.Count(sql.Distinct(s.C(dbmention.FieldEntityID))) }, "entities")).Scan(ctx, &rows)
	if err == nil && len(rows) == 1 {
		st.Mentions, st.Entities = rows[0].Mentions, rows[0].Entities
	}
	return err
}

// wantedBy lists the jobs that want a run, then those whose items wanted it last.
func wantedBy(ctx context.Context, tx *db.Tx, runID int) ([]WantedBy, error) {
	wants, err := tx.Want.Query().Where(dbwant.RunID(runID)).WithJob(func(q *db.JobQuery) { q.WithUser() }).Order(dbwant.ByID()).All(ctx)
	if err != nil {
		return nil, err
	}
	var out []WantedBy
	var known []int
	for _, w := range wants {
		out, known = append(out, WantedBy{w.Edges.Job, true, w.CreatedAt}), append(known, w.JobID)
	}
	former, err := tx.Job.Query().Where(dbjob.HasItemsWith(dbitem.RunID(runID)), dbjob.IDNotIn(known...)).WithUser().
		Order(dbjob.ByID()).Limit(maxParts).All(ctx)
	for _, j := range former {
		out = append(out, WantedBy{Job: j, Since: j.CreatedAt})
	}
	return out, err
}

func storyOfJob(ctx context.Context, tx *db.Tx, st *Story) error {
	items, err := tx.JobItem.Query().Where(dbitem.JobID(st.Job.ID), dbitem.RunIDNotNil()).Order(dbitem.ByPosition()).
		Limit(maxParts).Select(dbitem.FieldRunID).Ints(ctx)
	if err != nil {
		return err
	}
	return readParts(ctx, tx, st, each(items, func(id int) work.Key { return work.Key{Kind: work.KindRun, ID: id} }))
}

// readParts reads the parts of a story, in the order of their keys.
func readParts(ctx context.Context, tx *db.Tx, st *Story, keys []work.Key) (err error) {
	if st.Parts, err = workQueries(tx).only(keys).read(ctx, maxParts); err != nil {
		return err
	}
	at := make(map[work.Key]int, len(keys))
	for i, k := range keys {
		at[k] = i
	}
	slices.SortFunc(st.Parts, func(a, b Work) int { return at[a.Key()] - at[b.Key()] })
	return addDetails(ctx, tx, st.Parts)
}

func storyOfBatch(ctx context.Context, tx *db.Tx, st *Story) error {
	made, err := tx.BatchItem.Query().Where(dbline.BatchID(st.Batch.ID), dbline.JobIDNotNil()).Order(dbline.ByPosition()).
		Limit(maxParts).Select(dbline.FieldJobID).Ints(ctx)
	if err != nil {
		return err
	}
	return readParts(ctx, tx, st, each(made, func(id int) work.Key { return work.Key{Kind: work.KindJob, ID: id} }))
}

func storyOfPass(ctx context.Context, tx *db.Tx, st *Story) error {
	var rows []struct {
		Outcome string `json:"outcome"`
		Count   int    `json:"count"`
	}
	err := tx.PassResult.Query().Where(dbresult.PassID(st.Pass.ID)).GroupBy(dbresult.FieldOutcome).Aggregate(db.Count()).Scan(ctx, &rows)
	st.Outcomes = map[string]int{}
	for _, r := range rows {
		st.Outcomes[r.Outcome] = r.Count
	}
	return err
}
