package publish

import (
	"context"
	"maps"
	"slices"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// maxMayMean bounds the entities that are compared with one about which there is news.
const maxMayMean = 500

// EpisodesThatMayMean returns the episodes of entities that stand apart and would be attached to one of these if channel and episode
// spoke for it, and of those of these that would be attached to others.
func (s *Store) EpisodesThatMayMean(ctx context.Context, tx *db.Tx, ids []int) ([]int, error) {
	var out []int
	entities, err := load(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, e := range entities {
		found, err := s.mayMean(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// load reads entities that stand, with what matching needs of them, of types whose names likeness may attach.
func load(ctx context.Context, tx *db.Tx, ids []int) ([]*db.Entity, error) {
	rows, err := tx.Entity.Query().Where(dbentity.IDIn(ids...), dbentity.MergedIntoIsNil()).Order(dbentity.ByID()).
		WithAliases().WithLinks().All(ctx)
	return slices.DeleteFunc(rows, func(e *db.Entity) bool { return e.Type.Names() == mention.Term }), err
}

func (s *Store) mayMean(ctx context.Context, tx *db.Tx, e *db.Entity) ([]int, error) {
	keys, err := tx.Block.Query().Where(dbblock.EntityID(e.ID)).Select(dbblock.FieldKey).Strings(ctx)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	members, err := s.BlockMembers(ctx, tx, e.Type, keys)
	if err != nil {
		return nil, err
	}
	near := slices.Concat(slices.Collect(maps.Values(members))...)
	slices.Sort(near)
	near = slices.DeleteFunc(slices.Compact(near), func(id int) bool { return id == e.ID })
	others, err := load(ctx, tx, near[:min(len(near), maxMayMean)])
	if err != nil {
		return nil, err
	}
	var out []int
	for _, o := range others {
		apart, meant := e, o
		if match.Before(e.Type, standing(e), standing(o)) {
			apart, meant = o, e
		}
		if !wouldAttach(apart, meant) {
			continue
		}
		found, err := s.episodesBeside(ctx, tx, apart, meant)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

// wouldAttach reports whether the name of one entity would be attached to the other with all support there can be.
func wouldAttach(apart, meant *db.Entity) bool {
	known := KnownOf(meant)
	known.InChannel, known.CoMentions = true, surely
	return match.Decide(KnownOf(apart).Subject(apart.Type), []match.Known{known}, nil).Action == match.Attach
}

// episodesBeside returns the episodes of an entity that may mean another one; half a name does only where the channel knows it.
func (s *Store) episodesBeside(ctx context.Context, tx *db.Tx, apart, meant *db.Entity) ([]int, error) {
	question := `SELECT ee.episode_id FROM episode_entities ee JOIN episodes e ON e.id = ee.episode_id WHERE ee.entity_id = ?`
	args := []any{apart.ID}
	if match.IsHalf(apart.Type, apart.Name) {
		question += ` AND e.channel_id IN (SELECT channel_id FROM channel_entities WHERE entity_id = ?)`
		args = append(args, meant.ID)
	}
	return database.Query[int](ctx, s.DB, tx, question+` ORDER BY ee.episode_id LIMIT 2000`, args...)
}
