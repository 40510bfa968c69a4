package jobs

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbhearing "mentionary/ent/db/hearing"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// Stretch is a part of an episode's audio, in milliseconds from its start. EndMS 0 is the end of audio whose length nobody knows.
type Stretch struct{ StartMS, EndMS int }

// HeardPiece is what a speech server heard in one piece of a run's audio.
type HeardPiece struct {
	Number   int
	Language string // BCP 47, empty when the server did not say
	Cues     []transcript.Cue
	Spread   bool // the server told no times: they are guessed
	Paid     Listened
}

// PlanHearing keeps what of a live run's audio is to be heard, piece by piece, and shows the listening as begun. audio tells the
// audio and its hearer from others: what a former run of the episode heard of the same need not be heard again, and what was heard
// of other audio is dropped.
//
// Idempotent: the plan of the same audio stays.
func (s *Store) PlanHearing(ctx context.Context, runID int, audio string, pieces []Stretch) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if err := takeOverHearings(ctx, tx, run, audio); err != nil {
			return err
		}
		planned, err := tx.Hearing.Query().Where(dbhearing.RunID(runID)).Exist(ctx)
		if err != nil {
			return err
		}
		if !planned {
			if err := s.createHearings(ctx, tx, runID, audio, pieces); err != nil {
				return err
			}
		}
		return s.recordHearing(ctx, tx, run)
	})
}

// takeOverHearings leaves a run with hearings of this audio only: its own, else those of the last run of the episode that has any.
func takeOverHearings(ctx context.Context, tx *db.Tx, run *db.Run, audio string) error {
	ofEpisode := dbhearing.HasRunWith(dbrun.EpisodeID(run.EpisodeID))
	if _, err := tx.Hearing.Delete().Where(ofEpisode, dbhearing.AudioNEQ(audio)).Exec(ctx); err != nil {
		return err
	}
	last, err := tx.Hearing.Query().Where(ofEpisode).Order(dbhearing.ByRunID(sql.OrderDesc()), dbhearing.ByNumber()).First(ctx)
	if err != nil || last.RunID == run.ID {
		return db.MaskNotFound(err)
	}
	return tx.Hearing.Update().Where(dbhearing.RunID(last.RunID)).SetRunID(run.ID).Exec(ctx)
}

func (s *Store) createHearings(ctx context.Context, tx *db.Tx, runID int, audio string, pieces []Stretch) error {
	rows := make([]*db.HearingCreate, 0, len(pieces))
	for i, p := range pieces {
		rows = append(rows, tx.Hearing.Create().SetRunID(runID).SetNumber(i).SetStartMs(p.StartMS).SetEndMs(p.EndMS).SetAudio(audio).
			SetCreatedAt(s.Now()))
	}
	return tx.Hearing.CreateBulk(rows...).Exec(ctx)
}

// recordHearing writes how many pieces of a run are heard. The transaction has locked the run and the jobs that want it.
func (s *Store) recordHearing(ctx context.Context, tx *db.Tx, run *db.Run) error {
	all, err := tx.Hearing.Query().Where(dbhearing.RunID(run.ID)).Count(ctx)
	if err != nil {
		return err
	}
	heard, err := tx.Hearing.Query().Where(dbhearing.RunID(run.ID), dbhearing.HeardAtNotNil()).Count(ctx)
	if err != nil {
		return err
	}
	p := StepProgress{State: work.StepRunning, Done: heard, Total: all}
	if heard < all {
		if p, err = s.stillWaiting(ctx, tx, run.ID, work.StageTranscript, p); err != nil {
			return err
		}
	}
	return s.RecordStep(ctx, tx, run, work.StageTranscript, p)
}

// Hearings lists the pieces of a run's audio in their order.
func (s *Store) Hearings(ctx context.Context, runID int) ([]*db.Hearing, error) {
	rows, err := s.RO.Hearing.Query().Where(dbhearing.RunID(runID)).Order(dbhearing.ByNumber()).All(ctx)
	return rows, s.Fault(err)
}

// SaveHearing keeps what was heard in a piece of a live run's audio, settles what it cost and moves the stage's progress.
//
// Idempotent: pieces and what they cost are keyed by run and number. A piece of other audio than the run listens to now is a
// fault.Conflict, and it is settled all the same.
func (s *Store) SaveHearing(ctx context.Context, runID int, audio string, h HeardPiece) error {
	kept, err := database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (bool, error) {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return false, err
		}
		n, err := tx.Hearing.Update().Where(dbhearing.RunID(runID), dbhearing.Number(h.Number), dbhearing.Audio(audio)).
			SetLanguage(h.Language).SetPacked(h.Cues).SetSpread(h.Spread).SetHeardAt(s.Now()).Save(ctx)
		if err != nil {
			return false, err
		}
		if err := s.settleSpeech(ctx, tx, run, h.Number, h.Paid); err != nil {
			return false, err
		}
		return n > 0, s.recordHearing(ctx, tx, run)
	})
	if err == nil && !kept {
		err = ErrOtherAudio
	}
	return err
}

// ErrOtherAudio says that what was heard is not what the run listens to now.
var ErrOtherAudio = fault.New(fault.Conflict, "The episode's audio has changed while it was listened to.")

// SaveHeard makes the transcript of a live run whose audio is heard, with a sentence that says how it came about, and drops the
// pieces. An episode whose source told no length gets that of the audio, in milliseconds. It returns the id of the
// run's transcript: a reader's, when one was given meanwhile.
//
// Idempotent, like SaveTranscript.
func (s *Store) SaveHeard(ctx context.Context, runID int, t transcript.Transcript, lengthMS int, how string) (int, error) {
	return s.saveTranscript(ctx, runID, t, lengthMS, how)
}

// dropHearings forgets the pieces of a run that has its transcript.
func dropHearings(ctx context.Context, tx *db.Tx, runID int) error {
	_, err := tx.Hearing.Delete().Where(dbhearing.RunID(runID)).Exec(ctx)
	return err
}

// DropHearings deletes pieces that were planned before a time, of runs that are over, and returns how many.
func (s *Store) DropHearings(ctx context.Context, before time.Time) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return tx.Hearing.Delete().Where(dbhearing.CreatedAtLT(before), dbhearing.HasRunWith(dbrun.StateNEQ(work.RunLive))).Exec(ctx)
	})
}
