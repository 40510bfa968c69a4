package catalogue

import (
	"context"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbfavorite "mentionary/ent/db/favorite"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/fault"
	"mentionary/internal/work"
)

// DeleteEpisode removes an episode with its transcripts, mentions, runs and favorites, and recounts what it mentioned.
// Entities that nothing mentions any more stay, unseen. While a run works on the episode it is refused.
func (s *Store) DeleteEpisode(ctx context.Context, id int) error {
	return s.changeEpisode(ctx, id, func(ctx context.Context, tx *db.Tx, ep *db.Episode) error {
		live, err := tx.Run.Query().Where(dbrun.EpisodeID(ep.ID), dbrun.StateEQ(work.RunLive)).Exist(ctx)
		if err != nil {
			return err
		}
		if live {
			return fault.New(fault.Conflict, "This episode is being analyzed. Cancel the job first, then delete it.")
		}
		_, err = tx.Favorite.Delete().Where(dbfavorite.ItemTypeEQ(dbfavorite.ItemTypeEpisode), dbfavorite.ItemID(ep.ID)).Exec(ctx)
		if err != nil {
			return err
		}
		return tx.Episode.DeleteOne(ep).Exec(ctx)
	})
}

// SetEpisodePublic shows an episode to everybody or to its owner only, and recounts what it mentions.
func (s *Store) SetEpisodePublic(ctx context.Context, id int, public bool) error {
	visibility := dbepisode.VisibilityPrivate
	if public {
		visibility = dbepisode.VisibilityPublic
	}
	return s.changeEpisode(ctx, id, func(ctx context.Context, tx *db.Tx, ep *db.Episode) error {
		return tx.Episode.UpdateOneID(ep.ID).SetVisibility(visibility).SetUpdatedAt(s.Now()).Exec(ctx)
	})
}

// changeEpisode changes an episode and recounts its channel and everything it mentioned before the change.
func (s *Store) changeEpisode(ctx context.Context, id int, change func(context.Context, *db.Tx, *db.Episode) error) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.ChangeEpisodeIn(ctx, tx, id, change) })
}

// LockEpisode reads an episode and keeps others from changing it until the transaction ends.
func (s *Store) LockEpisode(ctx context.Context, tx *db.Tx, id int) (*db.Episode, error) {
	q := tx.Episode.Query().Where(dbepisode.ID(id))
	if s.Postgres() {
		q.ForUpdate()
	}
	return q.Only(ctx)
}

// ChangeEpisodeIn changes an episode inside a transaction and recounts its channel and everything it mentioned before.
func (s *Store) ChangeEpisodeIn(ctx context.Context, tx *db.Tx, id int, change func(context.Context, *db.Tx, *db.Episode) error) error {
	ep, err := s.LockEpisode(ctx, tx, id)
	if err != nil {
		return err
	}
	channel := 0
	if ep.ChannelID != nil {
		channel = *ep.ChannelID
	}
	if err := s.LockRows(ctx, tx, "channels", []int{channel}); err != nil {
		return err
	}
	entities, err := s.EntitiesOfEpisode(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := s.LockRows(ctx, tx, "entities", entities); err != nil {
		return err
	}
	unproven, err := s.UnprovenOf(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := change(ctx, tx, ep); err != nil {
		return err
	}
	if err := s.Recount(ctx, tx, channel, entities); err != nil {
		return err
	}
	if err := s.RecountUnproven(ctx, tx, channel, unproven); err != nil {
		return err
	}
	return s.Raise(ctx, tx)
}
