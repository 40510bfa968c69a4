package jobs

import (
	"context"
	"slices"
	"strings"

	"mentionary/ent/db"
	dbpassage "mentionary/ent/db/passage"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// SaveTranscript stores the transcript of a live run's episode with its passages, makes it the current one unless a reader
// gave a better one, or the audio was heard on purpose since, and finishes the stage. It returns the id of the run's transcript.
//
// Idempotent: transcripts are keyed by episode and content hash.
func (s *Store) SaveTranscript(ctx context.Context, runID int, t transcript.Transcript) (int, error) {
	return s.saveTranscript(ctx, runID, t, 0, originText(t.Origin))
}

// saveTranscript is SaveTranscript with the length of the audio, 0 when it is not known, and a sentence that says how the transcript came
// about.
func (s *Store) saveTranscript(ctx context.Context, runID int, t transcript.Transcript, lengthMS int, how string) (int, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		run, err := s.LockJobsAndLiveRun(ctx, tx, runID)
		if err != nil {
			return 0, err
		}
		given, err := s.givenTranscript(ctx, tx, run.EpisodeID)
		if err != nil {
			return 0, err
		}
		id, err := s.insertTranscript(ctx, tx, run.EpisodeID, t, nil)
		if err != nil {
			return 0, err
		}
		again, err := listensAgain(ctx, tx.Want, run.ID)
		if err != nil {
			return 0, err
		}
		if given != 0 && transcript.Uploaded.Rank() < t.Origin.Rank() && !again {
			id, how = given, originText(transcript.Uploaded)
		}
		ep, err := tx.Episode.Get(ctx, run.EpisodeID)
		if err != nil {
			return 0, err
		}
		heard, err := outlived(ctx, tx, ep, id)
		if err != nil {
			return 0, err
		}
		if heard != 0 {
			id, how = heard, originText(transcript.Speech)
		}
		if seconds := lengthMS / 1000; seconds > 0 && ep.Duration == 0 {
			if err := tx.Episode.UpdateOneID(ep.ID).SetDuration(seconds).Exec(ctx); err != nil {
				return 0, err
			}
		}
		return id, s.useTranscript(ctx, tx, run, id, how)
	})
}

// useTranscript makes a transcript the current one of a live run and its episode and finishes the stage with a sentence that says
// where it is from. What was heard is needed no more.
func (s *Store) useTranscript(ctx context.Context, tx *db.Tx, run *db.Run, transcriptID int, how string) error {
	if err := tx.Run.UpdateOneID(run.ID).SetTranscriptID(transcriptID).Exec(ctx); err != nil {
		return err
	}
	if err := tx.Episode.UpdateOneID(run.EpisodeID).SetTranscriptID(transcriptID).SetUpdatedAt(s.Now()).Exec(ctx); err != nil {
		return err
	}
	if err := dropHearings(ctx, tx, run.ID); err != nil {
		return err
	}
	if err := soundIsHeard(ctx, tx, run.EpisodeID, transcriptID); err != nil {
		return err
	}
	return s.RecordStep(ctx, tx, run, work.StageTranscript, StepProgress{State: work.StepDone, Text: how})
}

// originText says in a job's progress where a transcript is from.
func originText(o transcript.Origin) string {
	switch o {
	case transcript.Publisher:
		return "Transcript of the publisher"
	case transcript.Captions:
		return "Captions"
	case transcript.Uploaded:
		return "Uploaded transcript"
	case transcript.Automatic:
		return "Automatic captions"
	default:
		return "Speech recognition"
	}
}

// insertTranscript stores a transcript with its passages, unless the episode has the same text already, and returns its id.
func (s *Store) insertTranscript(ctx context.Context, tx *db.Tx, episodeID int, t transcript.Transcript, by *int) (int, error) {
	words := 0
	for _, c := range t.Cues {
		words += len(strings.Fields(c.Text))
	}
	id, err := tx.Transcript.Create().SetEpisodeID(episodeID).SetContentHash(database.ContentHash(t)).SetOrigin(string(t.Origin)).
		SetHeardBy(database.Clip(t.HeardBy, 200)).
		SetLanguage(t.Language).SetPacked(t.Cues).SetWords(words).SetNillableProvidedBy(by).SetCreatedAt(s.Now()).
		OnConflictColumns(dbtranscript.FieldEpisodeID, dbtranscript.FieldContentHash).Ignore().ID(ctx)
	if err != nil {
		return 0, err
	}
	have, err := tx.Passage.Query().Where(dbpassage.TranscriptID(id)).Exist(ctx)
	if err != nil || have {
		return id, err
	}
	return id, insertPassages(ctx, tx, id, transcript.Passages(t.Cues))
}

func insertPassages(ctx context.Context, tx *db.Tx, transcriptID int, passages []transcript.Passage) error {
	for part := range slices.Chunk(passages, database.BulkRows) {
		rows := make([]*db.PassageCreate, 0, len(part))
		for _, p := range part {
			rows = append(rows, tx.Passage.Create().SetTranscriptID(transcriptID).SetNumber(p.Index).
				SetFirstCue(p.FirstCue).SetLastCue(p.LastCue).SetStartMs(p.StartMS).SetEndMs(p.EndMS).SetText(p.Text))
		}
		if err := tx.Passage.CreateBulk(rows...).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Origin returns who made a transcript.
func (s *Store) Origin(ctx context.Context, tx *db.Tx, transcriptID int) (transcript.Origin, error) {
	t, err := tx.Transcript.Query().Where(dbtranscript.ID(transcriptID)).Select(dbtranscript.FieldOrigin).Only(ctx)
	if err != nil {
		return "", err
	}
	return transcript.Origin(t.Origin), nil
}

// TranscriptByID returns one transcript.
func (s *Store) TranscriptByID(ctx context.Context, id int) (*db.Transcript, error) {
	t, err := s.RO.Transcript.Get(ctx, id)
	return t, s.Fault(err)
}

// Cues returns a stored transcript as a value of the pipeline.
func Cues(t *db.Transcript) transcript.Transcript {
	cues := []transcript.Cue(t.Packed)
	if len(cues) == 0 {
		cues = t.Cues // written by a process of the former release
	}
	return transcript.Transcript{Language: t.Language, Origin: transcript.Origin(t.Origin), HeardBy: t.HeardBy, Cues: cues}
}
