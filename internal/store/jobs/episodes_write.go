package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchapter "mentionary/ent/db/chapter"
	dbpassage "mentionary/ent/db/passage"
	dbtranscript "mentionary/ent/db/transcript"
	"mentionary/internal/job"
	"mentionary/internal/match"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/transcript"
)

// mintVideoID is the public id of a new episode: the video site's own, or elsewhere a slug of the title with eight
// letters of a hash of the natural key. It starts with a letter, so it is never taken for a numeric id.
func mintVideoID(r media.Ref, title string) string {
	if own := source.SiteOf(r.Platform).EpisodeID(r.ExternalID); own != "" {
		return own
	}
	return slugWithHash("e", title, string(r.Platform)+":"+episodeExternalID(r))
}

// mintChannelID is the public id of a new channel, made like an episode's.
func mintChannelID(c media.Channel) string {
	if own := source.SiteOf(c.Platform).ChannelID(c.ExternalID); own != "" {
		return own
	}
	return slugWithHash("c", c.Name, string(c.Platform)+":"+c.ExternalID)
}

func slugWithHash(prefix, title, key string) string {
	sum := sha256.Sum256([]byte(key))
	hash := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
	if slug := catalogue.Slug(title, 60); slug != "" {
		return prefix + "-" + slug + "-" + hash
	}
	return prefix + "-" + hash
}

// SaveEpisode writes what the source says about a live run's episode, its channel and chapters, and finishes the stage.
//
// Idempotent: the episode, its channel and its chapters are found by their natural keys.
func (s *Store) SaveEpisode(ctx context.Context, runID int, e media.Episode) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run, err = s.LiveRun(ctx, tx, run.ID); err != nil {
			return err
		}
		if err := s.updateEpisode(ctx, tx, run.EpisodeID, e); err != nil {
			return err
		}
		p := StepProgress{State: job.StepDone, Text: e.Title}
		if err := s.WriteStep(ctx, tx, run, job.StageEpisode, p); err != nil {
			return err
		}
		if err := s.TouchRun(ctx, tx, run, job.StageEpisode, p); err != nil {
			return err
		}
		return s.Raise(ctx, tx)
	})
}

func (s *Store) updateEpisode(ctx context.Context, tx *db.Tx, id int, e media.Episode) error {
	now := s.Now()
	u := tx.Episode.UpdateOneID(id).SetUpdatedAt(now).SetFetchedAt(now)
	if e.Channel.ExternalID != "" {
		channelID, err := s.upsertChannel(ctx, tx, e.Channel)
		if err != nil {
			return err
		}
		u.SetChannelID(channelID)
	}
	set := func(value string, into func(string) *db.EpisodeUpdateOne) {
		if value != "" {
			into(value)
		}
	}
	set(e.Title, u.SetTitle)
	set(e.Description, u.SetDescription)
	set(e.ThumbnailURL, u.SetThumbnailURL)
	set(e.PageURL, u.SetPageURL)
	set(e.MediaURL, u.SetMediaURL)
	set(e.Language, u.SetLanguage)
	if e.Duration > 0 {
		u.SetDuration(int(e.Duration.Seconds()))
	}
	if e.ViewCount != nil {
		u.SetViewCount(*e.ViewCount)
	}
	if !e.PublishedAt.IsZero() {
		u.SetPublishedAt(e.PublishedAt.UTC())
	}
	u.SetPeople(e.People).SetLinks(e.Links).SetTranscriptRefs(e.Transcripts)
	if err := u.Exec(ctx); err != nil {
		return err
	}
	return s.replaceChapters(ctx, tx, id, e.Chapters)
}

func (s *Store) replaceChapters(ctx context.Context, tx *db.Tx, episodeID int, chapters []media.Chapter) error {
	if len(chapters) == 0 {
		return nil
	}
	if _, err := tx.Chapter.Delete().Where(dbchapter.EpisodeID(episodeID)).Exec(ctx); err != nil {
		return err
	}
	rows := make([]*db.ChapterCreate, 0, len(chapters))
	for i, c := range chapters {
		rows = append(rows, tx.Chapter.Create().SetEpisodeID(episodeID).SetNumber(i).
			SetStartMs(int(c.Start.Milliseconds())).SetTitle(c.Title).SetURL(c.URL))
	}
	return tx.Chapter.CreateBulk(rows...).Exec(ctx)
}

// upsertChannel writes what a source says about a channel; empty values never replace what is known.
func (s *Store) upsertChannel(ctx context.Context, tx *db.Tx, c media.Channel) (int, error) {
	now := s.Now()
	id, err := tx.Channel.Create().SetPlatform(string(c.Platform)).SetExternalID(c.ExternalID).SetPublicID(mintChannelID(c)).
		SetName(c.Name).SetSortKey(match.SortKey(c.Name)).SetCreatedAt(now).SetUpdatedAt(now).
		OnConflictColumns(dbchannel.FieldPlatform, dbchannel.FieldExternalID).Ignore().ID(ctx)
	if err != nil {
		return 0, err
	}
	u := tx.Channel.UpdateOneID(id).SetUpdatedAt(now)
	if c.Name != "" {
		u.SetName(c.Name).SetSortKey(match.SortKey(c.Name))
	}
	set := func(value string, into func(string) *db.ChannelUpdateOne) {
		if value != "" {
			into(value)
		}
	}
	set(c.Description, u.SetDescription)
	set(c.ThumbnailURL, u.SetThumbnailURL)
	set(c.URL, u.SetURL)
	set(c.Author, u.SetAuthor)
	set(c.Language, u.SetLanguage)
	if c.SubscriberCount != nil {
		u.SetSubscriberCount(*c.SubscriberCount)
	}
	return id, u.Exec(ctx)
}

// SaveTranscript stores the transcript of a live run's episode with its passages, makes it the current one unless a reader
// gave a better one, and finishes the stage. It answers the id of the run's transcript.
//
// Idempotent: transcripts are keyed by episode and content hash.
func (s *Store) SaveTranscript(ctx context.Context, runID int, t transcript.Transcript) (int, error) {
	var id int
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run, err := s.LockJobsAndRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if run, err = s.LiveRun(ctx, tx, run.ID); err != nil {
			return err
		}
		given, err := s.keptGift(ctx, tx, run.EpisodeID)
		if err != nil {
			return err
		}
		if id, err = s.insertTranscript(ctx, tx, run.EpisodeID, t, nil); err != nil {
			return err
		}
		if given != 0 && transcript.Uploaded.Rank() < t.Origin.Rank() {
			id = given
			return s.useTranscript(ctx, tx, run, id, transcript.Uploaded)
		}
		return s.useTranscript(ctx, tx, run, id, t.Origin)
	})
	return id, err
}

// useTranscript makes a transcript the current one of a live run and its episode and finishes the stage.
func (s *Store) useTranscript(ctx context.Context, tx *db.Tx, run *db.Run, transcriptID int, origin transcript.Origin) error {
	if err := tx.Run.UpdateOneID(run.ID).SetTranscriptID(transcriptID).Exec(ctx); err != nil {
		return err
	}
	if err := tx.Episode.UpdateOneID(run.EpisodeID).SetTranscriptID(transcriptID).SetUpdatedAt(s.Now()).Exec(ctx); err != nil {
		return err
	}
	p := StepProgress{State: job.StepDone, Text: originText(origin)}
	if err := s.WriteStep(ctx, tx, run, job.StageTranscript, p); err != nil {
		return err
	}
	return s.TouchRun(ctx, tx, run, job.StageTranscript, p)
}

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

func (s *Store) insertTranscript(ctx context.Context, tx *db.Tx, episodeID int, t transcript.Transcript, by *int) (int, error) {
	words := 0
	for _, c := range t.Cues {
		words += len(strings.Fields(c.Text))
	}
	id, err := tx.Transcript.Create().SetEpisodeID(episodeID).SetContentHash(database.ContentHash(t)).SetOrigin(string(t.Origin)).
		SetLanguage(t.Language).SetPacked(t.Cues).SetWords(words).SetNillableProvidedBy(by).SetCreatedAt(s.Now()).
		OnConflictColumns(dbtranscript.FieldEpisodeID, dbtranscript.FieldContentHash).Ignore().ID(ctx)
	if err != nil {
		return 0, err
	}
	have, err := tx.Passage.Query().Where(dbpassage.TranscriptID(id)).Exist(ctx)
	if err != nil || have {
		return id, err
	}
	return id, s.insertPassages(ctx, tx, id, transcript.Passages(t.Cues))
}

func (s *Store) insertPassages(ctx context.Context, tx *db.Tx, transcriptID int, passages []transcript.Passage) error {
	for len(passages) > 0 {
		n := min(len(passages), database.BulkRows)
		rows := make([]*db.PassageCreate, 0, n)
		for _, p := range passages[:n] {
			rows = append(rows, tx.Passage.Create().SetTranscriptID(transcriptID).SetNumber(p.Index).
				SetFirstCue(p.FirstCue).SetLastCue(p.LastCue).SetStartMs(p.StartMS).SetEndMs(p.EndMS).SetText(p.Text))
		}
		if err := tx.Passage.CreateBulk(rows...).Exec(ctx); err != nil {
			return err
		}
		passages = passages[n:]
	}
	return nil
}

// TranscriptByID answers one transcript.
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
	return transcript.Transcript{Language: t.Language, Origin: transcript.Origin(t.Origin), Cues: cues}
}
