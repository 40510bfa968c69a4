package jobs

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// sourceAskedAgain is how old the analysis of a given transcript is when the next one who wants the episode has its
// source asked for a better one.
const sourceAskedAgain = 24 * time.Hour

// analyzed reports whether there is nothing to do for the episode. Where a reader gave the transcript, its source is
// asked for a better one when somebody wants the episode a day later.
func (s *Store) analyzed(ctx context.Context, tx *db.Tx, ep *db.Episode, recipe extract.Recipe) bool {
	if !ep.IsProcessed {
		return false
	}
	last, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.StateIn(work.RunDone, work.RunPartial)).
		Order(dbrun.ByNumber(sql.OrderDesc())).First(ctx)
	if err != nil || last.State != work.RunDone || recipeOf(last) != recipe || !sameID(last.TranscriptID, ep.TranscriptID) {
		return false
	}
	// A private copy that holds a gift is kept as an upload (copyEpisode): it has no source that could be asked.
	hasSource := ep.Platform != string(media.Upload)
	return !ep.Given || !hasSource || s.Now().Before(last.CreatedAt.Add(sourceAskedAgain))
}

func recipeOf(r *db.Run) extract.Recipe {
	return extract.Recipe{Extractor: r.Extractor, Model: r.Model, PromptVersion: r.PromptVersion, SchemaVersion: r.SchemaVersion}
}

// liveRun returns the live run of an episode, nil when there is none.
func liveRun(ctx context.Context, tx *db.Tx, episodeID int) (*db.Run, error) {
	run, err := tx.Run.Query().Where(dbrun.EpisodeID(episodeID), dbrun.StateEQ(work.RunLive)).Only(ctx)
	return run, db.MaskNotFound(err)
}

// lockLiveRun is liveRun for joining it. It keeps the run from being closed until the item that joins it is written: one
// that joined a run just closed would wait for ever.
func (s *Store) lockLiveRun(ctx context.Context, tx *db.Tx, episodeID int) (*db.Run, error) {
	run, err := ForUpdate(s.DB, tx.Run.Query().Where(dbrun.EpisodeID(episodeID), dbrun.StateEQ(work.RunLive))).Only(ctx)
	return run, db.MaskNotFound(err)
}

// createRun makes the next run of an episode with its steps.
func (s *Store) createRun(
	ctx context.Context, tx *db.Tx, ep *db.Episode, recipe extract.Recipe, from work.Stage, payer *int,
) (*db.Run, error) {
	number := 1
	last, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID)).Order(dbrun.ByNumber(sql.OrderDesc())).First(ctx)
	if err == nil {
		number = last.Number + 1
	} else if !db.IsNotFound(err) {
		return nil, err
	}
	from = firstStage(ep, from)
	now := s.Now()
	run, err := tx.Run.Create().SetEpisodeID(ep.ID).SetNumber(number).SetKey(database.RandomKey()).
		SetExtractor(recipe.Extractor).SetModel(recipe.Model).SetPromptVersion(recipe.PromptVersion).SetSchemaVersion(recipe.SchemaVersion).
		SetFromStage(string(from)).SetNillableTranscriptID(ep.TranscriptID).SetNillablePayerID(payer).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	return run, createSteps(ctx, tx, run.ID, from)
}

// firstStage is the stage a new run can begin at: the one asked for, or the nearest earlier one whose forerunners left what
// it needs. Candidates belong to the former run, so extraction comes again, from the cache where there is one.
func firstStage(ep *db.Episode, asked work.Stage) work.Stage {
	switch {
	case ep.Platform == string(media.Upload) && ep.TranscriptID != nil && asked.Before(work.StageExtract):
		return work.StageExtract // there is no source to ask again
	case ep.Platform == string(media.Upload) && asked.Before(work.StageTranscript):
		return work.StageTranscript // nor anything to be fetched about it: its audio is here
	case asked == "":
		return ""
	case (asked == work.StageLinks || asked == work.StageCheck) && ep.IsProcessed:
		return asked
	case !asked.Before(work.StageExtract) && ep.TranscriptID != nil:
		return work.StageExtract
	case !asked.Before(work.StageTranscript) && ep.FetchedAt != nil:
		return work.StageTranscript
	default:
		return ""
	}
}
