package jobs

import (
	"context"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbrun "mentionary/ent/db/run"
	dbtranscript "mentionary/ent/db/transcript"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// BeingAnalyzed reports whether an episode has a live run.
func (s *Store) BeingAnalyzed(ctx context.Context, episodeID int) (bool, error) {
	n, err := s.RO.Run.Query().Where(dbrun.EpisodeID(episodeID), dbrun.StateEQ(work.RunLive)).Count(ctx)
	return n > 0, s.Fault(err)
}

// ListensAnyway reports whether a job that wants a run has the audio heard, whatever transcript there is.
func (s *Store) ListensAnyway(ctx context.Context, runID int) (bool, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) { return listensAnyway(ctx, tx, runID) })
}

func listensAnyway(ctx context.Context, tx *db.Tx, runID int) (bool, error) {
	ids, err := tx.Want.Query().Where(dbwant.RunID(runID)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return false, err
	}
	wanting, err := tx.Job.Query().Where(dbjob.IDIn(ids...)).Select(dbjob.FieldID, dbjob.FieldSelection).All(ctx)
	for _, j := range wanting {
		if j.Selection.Listen {
			return true, err
		}
	}
	return false, err
}

// outlived returns what an episode's audio was heard as on purpose, when that was after a transcript was stored: a text that was there
// before does not displace it. It returns 0 otherwise.
func outlived(ctx context.Context, tx *db.Tx, ep *db.Episode, transcriptID int) (int, error) {
	if ep.TranscriptID == nil || *ep.TranscriptID == transcriptID {
		return 0, nil
	}
	rows, err := tx.Transcript.Query().Where(dbtranscript.IDIn(*ep.TranscriptID, transcriptID)).
		Select(dbtranscript.FieldID, dbtranscript.FieldOrigin, dbtranscript.FieldCreatedAt).Order(dbtranscript.ByCreatedAt()).All(ctx)
	if err != nil || len(rows) < 2 {
		return 0, err
	}
	if last := rows[1]; last.ID == *ep.TranscriptID && last.Origin == string(transcript.Speech) && rows[0].CreatedAt.Before(last.CreatedAt) {
		return last.ID, nil
	}
	return 0, nil
}
