package publish

import (
	"context"
	"strings"
	"time"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbunproven "mentionary/ent/db/unproven"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// EpisodeEdit is what a moderator corrects of an upload; nil stays as it is.
type EpisodeEdit struct {
	Title       *string
	Channel     *string // its name, among the channels of the same sender's uploads
	PublishedAt *time.Time
}

// EditEpisode corrects what an upload says about itself, private or published, and writes down who did it. Its mentions
// are counted in the channel that it belongs to then.
func (s *Store) EditEpisode(ctx context.Context, id int, e EpisodeEdit, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ep, err := upload(ctx, tx, id)
		if err != nil {
			return err
		}
		before, after := map[string]any{}, map[string]any{}
		u := tx.Episode.UpdateOneID(id).SetUpdatedAt(s.Now())
		if e.Title != nil && *e.Title != ep.Title {
			before["title"], after["title"] = ep.Title, *e.Title
			u.SetTitle(*e.Title)
		}
		if e.PublishedAt != nil && (ep.PublishedAt == nil || !e.PublishedAt.Equal(*ep.PublishedAt)) {
			before["publishedAt"], after["publishedAt"] = ep.PublishedAt, e.PublishedAt.UTC()
			u.SetPublishedAt(e.PublishedAt.UTC())
		}
		to := 0
		if e.Channel != nil && (ep.Edges.Channel == nil || *e.Channel != ep.Edges.Channel.Name) {
			if to, err = s.jobs.UploadChannel(ctx, tx, senderOf(ep, by), *e.Channel); err != nil {
				return err
			}
			after["channel"] = *e.Channel
			if ep.Edges.Channel != nil {
				before["channel"] = ep.Edges.Channel.Name
			}
			u.SetChannelID(to)
		}
		if len(after) == 0 {
			return nil
		}
		if err := s.moveToChannel(ctx, tx, ep, to, u); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "episode.edit", episodeObject(id), before, after)
	})
}

// moveToChannel runs an update of an episode that may change its channel, and recounts both channels.
func (s *Store) moveToChannel(ctx context.Context, tx *db.Tx, ep *db.Episode, to int, u *db.EpisodeUpdateOne) error {
	channels := []int{to}
	if ep.ChannelID != nil {
		channels = append(channels, *ep.ChannelID)
	}
	if err := s.LockRows(ctx, tx, "episodes", []int{ep.ID}); err != nil {
		return err
	}
	if err := s.LockRows(ctx, tx, "channels", channels); err != nil {
		return err
	}
	err := s.catalogue.ChangeEpisodeIn(ctx, tx, ep.ID, func(ctx context.Context, tx *db.Tx, _ *db.Episode) error {
		if to != 0 {
			if err := tx.Unproven.Update().Where(dbunproven.EpisodeID(ep.ID)).SetChannelID(to).Exec(ctx); err != nil {
				return err
			}
		}
		return u.Exec(ctx)
	})
	if err != nil || to == 0 {
		return err
	}
	entities, err := s.catalogue.EntitiesOfEpisode(ctx, tx, ep.ID)
	if err != nil {
		return err
	}
	if err := s.catalogue.Recount(ctx, tx, to, entities); err != nil {
		return err
	}
	unproven, err := s.catalogue.UnprovenOf(ctx, tx, ep.ID)
	if err != nil {
		return err
	}
	return s.catalogue.RecountUnproven(ctx, tx, to, unproven)
}

// senderOf is whose channels an upload's are: its owner's, those of the channel that it has, or the editor's.
func senderOf(ep *db.Episode, by database.Actor) string {
	if ep.Edges.Owner != nil {
		return ep.Edges.Owner.PublicID
	}
	if c := ep.Edges.Channel; c != nil {
		if sender, _, ok := strings.Cut(strings.TrimPrefix(c.ExternalID, "user:"), ":"); ok && strings.HasPrefix(c.ExternalID, "user:") {
			return sender
		}
	}
	return by.PublicID
}

// UnpublishEpisode makes a published upload its owner's again, and moderators'. It waits again. Doing it twice is the same
// as once.
func (s *Store) UnpublishEpisode(ctx context.Context, id int, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := upload(ctx, tx, id); err != nil {
			return err
		}
		return s.catalogue.ChangeEpisodeIn(ctx, tx, id, func(ctx context.Context, tx *db.Tx, ep *db.Episode) error {
			if ep.Visibility == dbepisode.VisibilityPrivate {
				return nil
			}
			err := tx.Episode.UpdateOneID(id).SetVisibility(dbepisode.VisibilityPrivate).SetUpdatedAt(s.Now()).Exec(ctx)
			if err != nil {
				return err
			}
			return s.Audit(ctx, tx, by, "episode.unpublish", episodeObject(id),
				map[string]any{"visibility": "public"}, map[string]any{"visibility": "private"})
		})
	})
}

// upload finds an upload with its channel and owner. Copies that hold a given transcript are none: they show the public
// episode.
func upload(ctx context.Context, tx *db.Tx, id int) (*db.Episode, error) {
	ep, err := tx.Episode.Query().Where(dbepisode.ID(id)).WithChannel().WithOwner().Only(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.NotFound, "There is no such episode.")
	}
	if err == nil && (ep.Platform != string(media.Upload) || ep.CopyOf != nil) {
		err = fault.New(fault.Conflict, "Only uploads can be edited. What is said about this episode comes from its publisher.")
	}
	return ep, err
}
