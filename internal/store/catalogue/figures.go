package catalogue

import (
	"context"
	"encoding/json"
	"errors"

	"mentionary/ent/db"
	"mentionary/ent/db/installation"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Some figures cannot be kept by difference as totals are: two writers who each bring the first book of an author do not see each other.
// Where there is little to count they are counted when somebody asks. Else they are what was counted last: each hour, and when a part of
// what there is has come or gone since.
const (
	factFigures = "figures of "
	littleToGo  = 5000 // entities that are counted whenever somebody asks
	fewerParts  = 20   // one in so many that came or went makes figures old
)

// lastCounted are figures as they were counted last.
type lastCounted[T any] struct {
	Of      int `json:"of"` // how much there was
	Figures T   `json:"figures"`
}

// figuresOf returns the figures of something as they were counted last, and whether they still hold where there is so much of it.
func figuresOf[T any](ctx context.Context, tx *db.Tx, what string, of int) (figures T, hold bool, err error) {
	row, err := tx.Installation.Query().Where(installation.Name(factFigures + what)).Only(ctx)
	if err != nil {
		return figures, false, db.MaskNotFound(err)
	}
	var last lastCounted[T]
	err = json.Unmarshal([]byte(row.Value), &last)
	return last.Figures, max(of-last.Of, last.Of-of)*fewerParts <= last.Of, err
}

// keepFigures keeps what was counted. Who asked gets an answer also where nothing can be written.
func keepFigures[T any](ctx context.Context, s *Store, what string, of int, figures T) {
	raw, err := json.Marshal(lastCounted[T]{of, figures})
	if err == nil {
		err = s.SetFact(ctx, factFigures+what, string(raw))
	}
	if err != nil && ctx.Err() == nil {
		s.Log.WarnContext(ctx, "figures cannot be kept; they are counted again when somebody asks", "of", what, "error", err)
	}
}

// KeepFigures counts anew what is kept as it was counted last.
func (s *Store) KeepFigures(ctx context.Context) error {
	_, failed := s.countChannels(ctx)
	for _, t := range mention.Types() {
		_, err := s.countType(ctx, t)
		failed = errors.Join(failed, err, s.countEpisodesWith(ctx, t))
	}
	return failed
}

// countChannels counts the channels with public episodes, and keeps how many there are if there are many.
func (s *Store) countChannels(ctx context.Context) (Totals, error) {
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Totals, error) {
		out, err := s.totals(ctx, tx)
		if err == nil {
			out.Channels, err = tx.Channel.Query().Where(withEpisodes(database.Viewer{})).Count(ctx)
		}
		return out, err
	})
	if err == nil && out.Channels > countUpTo {
		keepFigures(ctx, s, whatChannels, out.Episodes, out.Channels)
	}
	return out, err
}

// countEpisodesWith counts the public episodes that mention something of a type, and keeps how many there are if there are many episodes.
func (s *Store) countEpisodesWith(ctx context.Context, t mention.Type) error {
	var of, n int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		totals, err := s.totals(ctx, tx)
		if err != nil {
			return err
		}
		of = totals.Episodes
		q, err := s.episodesMatching(ctx, tx, EpisodeFilter{Type: string(t)})
		if err != nil {
			return err
		}
		n, err = q.Count(ctx)
		return err
	})
	if err == nil && of > countUpTo {
		keepFigures(ctx, s, episodesWith+string(t), of, n)
	}
	return err
}

// manyEpisodesWith reports whether, when they were counted last, more public episodes than are counted mentioned something of a type.
func (s *Store) manyEpisodesWith(ctx context.Context, tx *db.Tx, typ string) (bool, error) {
	totals, err := s.totals(ctx, tx)
	if err != nil {
		return false, err
	}
	n, hold, err := figuresOf[int](ctx, tx, episodesWith+typ, totals.Episodes)
	return hold && n > countUpTo, err
}

// What kept figures count besides entities of a type: channels, and episodes that mention something of a type. Both come and go with
// episodes.
const (
	whatChannels = "channels"
	episodesWith = "episodes with "
)
