package publish

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"mentionary/ent/db"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// Again is what came of reading an episode again.
type Again struct {
	PublishResult
	Changed bool // it has other mentions now, or others mean other things
}

// PublishAgain publishes an episode again from what its last run found, with what the directory has learned since, and joins what
// stands apart only because of the order in which names came. The run may have ended, and nothing of it changes. An episode that was
// published from another transcript since is refused as stale.
//
// Idempotent, like Publish.
func (s *Store) PublishAgain(ctx context.Context, in PublishInput) (Again, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Again, error) {
		run, err := tx.Run.Get(ctx, in.RunID)
		if err != nil {
			return Again{}, err
		}
		p, err := s.newPublisher(ctx, tx, run)
		if err != nil {
			return Again{}, err
		}
		if !p.episode.IsProcessed || p.episode.TranscriptID == nil || *p.episode.TranscriptID != in.TranscriptID {
			return Again{}, fault.New(fault.Stale, "The episode was published from another transcript since.")
		}
		p.again = true
		before, err := p.published(ctx)
		if err != nil {
			return Again{}, err
		}
		out, err := p.publish(ctx, in)
		if err != nil {
			return Again{}, err
		}
		after, err := p.published(ctx)
		if err != nil {
			return Again{}, err
		}
		return Again{out, before != after}, s.Raise(ctx, tx)
	})
}

// published tells apart what readers see of the episode's mentions.
func (p *publisher) published(ctx context.Context) (string, error) {
	rows, err := p.tx.Mention.Query().Where(dbmention.EpisodeID(p.episode.ID)).
		Order(dbmention.ByStart(), dbmention.ByEntityID()).
		Select(dbmention.FieldEntityID, dbmention.FieldStart, dbmention.FieldEnd, dbmention.FieldConfidence, dbmention.FieldStance,
			dbmention.FieldContext).All(ctx)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, m := range rows {
		fmt.Fprintln(sum, m.EntityID, m.Start, m.End, m.Confidence, m.Stance, m.Context)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
