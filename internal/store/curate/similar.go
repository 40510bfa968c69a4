package curate

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// SimilarEntity is an entity that may be the same as another one.
type SimilarEntity struct {
	Entity *db.Entity // with its links
	match.Similarity
}

// Bounds of a list of similar entities.
const (
	minSimilarity = 0.3
	maxSimilar    = 20
	maxCompared   = 60
)

// SimilarEntities compares an entity with those that share blocks with it, the most alike first. Pairs that a person
// declared not the same are left out.
func (s *Store) SimilarEntities(ctx context.Context, id int, v database.Viewer) ([]SimilarEntity, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]SimilarEntity, error) {
		e, err := catalogue.FindEntity(ctx, tx, id, v)
		if err != nil {
			return nil, err
		}
		ids, err := s.sharingBlocks(ctx, tx, e)
		if err != nil {
			return nil, err
		}
		others, err := catalogue.EntitiesWithLinks(ctx, tx, ids)
		if err != nil {
			return nil, err
		}
		var out []SimilarEntity
		names := namesOf(e)
		for _, o := range others {
			if sim := names.Compare(namesOf(o)); sim.Score >= minSimilarity {
				out = append(out, SimilarEntity{Entity: o, Similarity: sim})
			}
		}
		slices.SortFunc(out, func(a, b SimilarEntity) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Entity.MentionCount, a.Entity.MentionCount),
				cmp.Compare(a.Entity.ID, b.Entity.ID))
		})
		return out[:min(len(out), maxSimilar)], nil
	})
}

// sharingBlocks lists the listed entities of the same type that share most blocks with e.
func (s *Store) sharingBlocks(ctx context.Context, tx *db.Tx, e *db.Entity) ([]int, error) {
	keys, err := tx.Block.Query().Where(dbblock.EntityID(e.ID)).Select(dbblock.FieldKey).Strings(ctx)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	same, err := tx.Entity.Query().Where(dbentity.TypeEQ(e.Type), dbentity.Key(e.Key)).IDs(ctx)
	if err != nil {
		return nil, err
	}
	return s.sharing(ctx, tx, e, keys, same)
}

// sharing lists the listed entities of the same type that share most of some blocks of e, or have its key, without those that a person
// declared not the same.
func (s *Store) sharing(ctx context.Context, tx *db.Tx, e *db.Entity, keys []string, sameKey []int) ([]int, error) {
	members, err := s.publish.BlockMembers(ctx, tx, e.Type, keys)
	if err != nil {
		return nil, err
	}
	shared := match.Shared{}
	for _, ids := range members {
		shared.AddBlock(ids)
	}
	shared.AddSameKey(sameKey)
	delete(shared, e.ID)
	listed := match.Shared{}
	for part := range slices.Chunk(slices.Collect(maps.Keys(shared)), database.IDChunk) {
		ids, err := tx.Entity.Query().Where(dbentity.IDIn(part...), catalogue.Listed).IDs(ctx)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			listed[id] = shared[id]
		}
	}
	distinct, err := distinctFrom(ctx, tx, e.ID)
	if err != nil {
		return nil, err
	}
	for id := range distinct {
		delete(listed, id)
	}
	if !hasEditions(e.Type) {
		return listed.Most(maxCompared), nil
	}
	editions, err := s.otherEditions(ctx, tx, e.ID)
	for _, id := range editions[e.ID] {
		delete(listed, id)
	}
	return listed.Most(maxCompared), err
}

// namesOf prepares an entity for comparing.
func namesOf(e *db.Entity) match.Names { return match.NamesOf(e.Type, publish.KnownOf(e)) }
