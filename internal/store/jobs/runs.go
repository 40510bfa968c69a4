package jobs

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbitem "mentionary/ent/db/jobitem"
	"mentionary/ent/db/predicate"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// RunStarted notes that the run's workflow exists now: it need not be looked up again for a while.
func (s *Store) RunStarted(ctx context.Context, id int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Now()
		if err := tx.Run.Update().Where(dbrun.ID(id), dbrun.StartedAtIsNil()).SetStartedAt(now).Exec(ctx); err != nil {
			return err
		}
		return tx.Run.Update().Where(dbrun.ID(id), dbrun.StateEQ(work.RunLive)).SetUpdatedAt(now).Exec(ctx)
	})
}

// RunWork is what the activities of a run need to know.
type RunWork struct {
	Run     *db.Run
	Episode *db.Episode // with its channel
	Item    *db.JobItem // one item that wanted the run: how the episode was named; nil when there is none
	Again   bool        // a job that wants the run has the audio heard again, whatever transcript there is
}

// RunWork returns a live run with its episode. A closed run is refused as stale.
func (s *Store) RunWork(ctx context.Context, runID int) (RunWork, error) {
	r, err := s.RO.Run.Get(ctx, runID)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	if err := closed(r); err != nil {
		return RunWork{}, err
	}
	ep, err := s.RO.Episode.Query().Where(dbepisode.ID(r.EpisodeID)).WithChannel().WithChapters().Only(ctx)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	item, err := s.RO.JobItem.Query().Where(dbitem.EpisodeID(ep.ID)).First(ctx)
	if err != nil && !db.IsNotFound(err) {
		return RunWork{}, s.Fault(err)
	}
	again, err := listensAgain(ctx, s.RO.Want, r.ID)
	return RunWork{Run: r, Episode: ep, Item: item, Again: again}, s.Fault(err)
}

// RunToReadAgain is the run that a processed episode was published by, with its episode, whether it has ended or not. An episode of
// which nothing is kept that could be read again is not found.
func (s *Store) RunToReadAgain(ctx context.Context, episodeID int) (RunWork, error) {
	ep, err := s.RO.Episode.Query().Where(dbepisode.ID(episodeID), dbepisode.IsProcessed(true), dbepisode.TranscriptIDNotNil()).
		WithChannel().WithChapters().Only(ctx)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	r, err := s.RO.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.TranscriptID(*ep.TranscriptID), dbrun.HasStepsWith(
		dbstep.StageEQ(work.StagePublish), dbstep.StateEQ(work.StepDone),
	)).Order(dbrun.ByNumber(sql.OrderDesc())).First(ctx)
	if err != nil {
		return RunWork{}, s.Fault(err)
	}
	return RunWork{Run: r, Episode: ep}, nil
}

// maxReading bounds how many runs are looked at when a budget is raised; the others go on after midnight at the latest.
const maxReading = 1000

// RunsReadByModel lists live runs whose chunks a model reads, the newest first, at most 1,000. Which of their chunks wait
// for budget only the workflow engine knows: the row of the stage says what happened last.
func (s *Store) RunsReadByModel(ctx context.Context) ([]RunRef, error) {
	return s.runsAt(ctx, dbrun.ModelNEQ(""), dbstep.StageEQ(work.StageExtract))
}

// RunsListening is RunsReadByModel for runs whose audio a speech server hears.
func (s *Store) RunsListening(ctx context.Context) ([]RunRef, error) {
	return s.runsAt(ctx, dbrun.HasHearings(), dbstep.StageEQ(work.StageTranscript))
}

// runsAt lists live runs of a kind that are at a stage, the newest first, at most so many as are looked at.
func (s *Store) runsAt(ctx context.Context, which predicate.Run, stage predicate.RunStep) ([]RunRef, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]RunRef, error) {
		rows, err := tx.Run.Query().Where(dbrun.StateEQ(work.RunLive), which,
			dbrun.HasStepsWith(stage, dbstep.StateIn(work.StepRunning, work.StepRetrying))).
			Order(dbrun.ByID(sql.OrderDesc())).Limit(maxReading).All(ctx)
		if err != nil {
			return nil, err
		}
		return s.runRefs(ctx, tx, rows)
	})
}
