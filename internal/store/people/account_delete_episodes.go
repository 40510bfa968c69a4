package people

import (
	"context"
	"slices"
	"strings"

	dbchange "mentionary/ent/db/change"
	dbchannel "mentionary/ent/db/channel"
	dbdistinctpair "mentionary/ent/db/distinctpair"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbfavorite "mentionary/ent/db/favorite"
	dbmention "mentionary/ent/db/mention"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/ent/db/predicate"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
)

// privateEpisodes are the uploads of the person that nobody made public.
func (d *deletion) privateEpisodes() []predicate.Episode {
	return []predicate.Episode{dbepisode.OwnerID(d.user.ID), dbepisode.VisibilityEQ(dbepisode.VisibilityPrivate)}
}

// deletePrivate deletes private episodes with transcripts, mentions and runs, and the entities that only they mentioned.
// Nothing of them is in public counters, so that there is nothing to recount.
func (d *deletion) deletePrivate(ctx context.Context) error {
	ids, err := d.tx.Episode.Query().Where(d.privateEpisodes()...).Order(dbepisode.ByID()).IDs(ctx)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		if err := d.s.LockRows(ctx, d.tx, "episodes", part); err != nil {
			return err
		}
		named, err := d.entitiesOf(ctx, part)
		if err != nil {
			return err
		}
		if err := d.s.LockRows(ctx, d.tx, "entities", named); err != nil {
			return err
		}
		_, err = d.tx.Favorite.Delete().Where(dbfavorite.ItemTypeEQ(dbfavorite.ItemTypeEpisode), dbfavorite.ItemIDIn(part...)).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := d.tx.Episode.Delete().Where(dbepisode.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
		if err := d.deleteUnmentioned(ctx, named); err != nil {
			return err
		}
	}
	return nil
}

// entitiesOf lists what episodes mention, in lists or below their confidence, by id.
func (d *deletion) entitiesOf(ctx context.Context, episodes []int) ([]int, error) {
	mentioned, err := d.tx.Mention.Query().Where(dbmention.EpisodeIDIn(episodes...)).Unique(true).Select(dbmention.FieldEntityID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	listed, err := d.tx.EpisodeEntity.Query().Where(dbepisodeentity.EpisodeIDIn(episodes...)).Unique(true).
		Select(dbepisodeentity.FieldEntityID).Ints(ctx)
	all := slices.Concat(mentioned, listed)
	slices.Sort(all)
	return slices.Compact(all), err
}

// deleteUnmentioned deletes those of the entities that no episode mentions any more: their names were heard in private.
func (d *deletion) deleteUnmentioned(ctx context.Context, ids []int) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		gone, err := d.tx.Entity.Query().
			Where(dbentity.IDIn(part...), dbentity.Not(dbentity.HasMentions()), dbentity.Not(dbentity.HasEpisodes())).IDs(ctx)
		if err != nil {
			return err
		}
		for merged := gone; len(merged) > 0; gone = append(gone, merged...) { // what was merged into them goes with them
			merged, err = d.tx.Entity.Query().Where(dbentity.MergedIntoIn(merged...), dbentity.IDNotIn(gone...),
				dbentity.Not(dbentity.HasMentions())).IDs(ctx)
			if err != nil {
				return err
			}
		}
		_, err = d.tx.Merge.Delete().Where(dbmerge.Or(dbmerge.SurvivorIDIn(gone...), dbmerge.MergedIDIn(gone...))).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = d.tx.Change.Delete().Where(dbchange.Or(dbchange.EntityIDIn(gone...), dbchange.OtherIDIn(gone...))).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = d.tx.Favorite.Delete().Where(dbfavorite.ItemTypeEQ(dbfavorite.ItemTypeEntity), dbfavorite.ItemIDIn(gone...)).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = d.tx.DistinctPair.Delete().Where(dbdistinctpair.Or(dbdistinctpair.LowIDIn(gone...), dbdistinctpair.HighIDIn(gone...))).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := d.tx.Entity.Delete().Where(dbentity.IDIn(gone...)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// disownChannels deletes the channels that uploads of the person made and that are empty now, and renames the others.
func (d *deletion) disownChannels(ctx context.Context, anybody string) error {
	made, err := d.tx.Channel.Query().Where(dbchannel.Platform(string(media.Upload)),
		dbchannel.ExternalIDHasPrefix("user:"+d.user.PublicID+":")).
		WithEpisodes().Order(dbchannel.ByID()).All(ctx)
	if err != nil {
		return err
	}
	for _, c := range made {
		if len(c.Edges.Episodes) == 0 {
			err = d.tx.Channel.DeleteOne(c).Exec(ctx)
		} else {
			err = d.tx.Channel.UpdateOneID(c.ID).SetExternalID(renamed(c.ExternalID, d.user.PublicID, anybody)).Exec(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// renamed puts another random id in the place of a public id.
func renamed(key, publicID, anybody string) string { return strings.ReplaceAll(key, publicID, anybody) }
