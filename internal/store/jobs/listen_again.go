package jobs

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbrun "mentionary/ent/db/run"
	dbtranscript "mentionary/ent/db/transcript"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// ErrBeingAnalyzed refuses to have an episode heard again while a run of it, which may be past its transcript, is under way.
var ErrBeingAnalyzed = fault.New(fault.Conflict, "This episode is being analyzed. Try again when that has ended.")

// BeingAnalyzed reports whether an episode has a live run.
func (s *Store) BeingAnalyzed(ctx context.Context, episodeID int) (bool, error) {
	is, err := s.RO.Run.Query().Where(dbrun.EpisodeID(episodeID), dbrun.StateEQ(work.RunLive)).Exist(ctx)
	return is, s.Fault(err)
}

// ListenAgain makes a job that has an analyzed episode's audio heard, whatever transcript there is. Its listing is known: the episode.
// What CreateJob says of keys and limits holds here, too.
func (s *Store) ListenAgain(ctx context.Context, in NewJob, episodeID int) (*db.Job, bool, error) {
	in.Selection = media.Selection{Mode: media.SelectChosen, Chosen: []string{in.Ref.ListedID()}, Listen: true}
	return s.submit(ctx, in, func(ctx context.Context, tx *db.Tx, j *db.Job) error {
		live, err := liveRun(ctx, tx, episodeID)
		if err != nil {
			return err
		}
		if live != nil {
			return ErrBeingAnalyzed
		}
		_, err = s.addItems(ctx, tx, j, []NewItem{{Ref: in.Ref, Title: in.Title}}, in.Title, "", true)
		return err
	})
}

// listensAgain reports whether a job that wants a run has the audio heard, whatever transcript there is.
func listensAgain(ctx context.Context, wants *db.WantClient, runID int) (bool, error) {
	wanting, err := wants.Query().Where(dbwant.RunID(runID)).QueryJob().Select(dbjob.FieldSelection).All(ctx)
	return slices.ContainsFunc(wanting, func(j *db.Job) bool { return j.Selection.Listen }), err
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
