package curate

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/mention"
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
	var out []SimilarEntity
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := catalogue.FindEntity(ctx, tx, id, v)
		if err != nil {
			return err
		}
		ids, err := sharingBlocks(ctx, tx, e)
		if err != nil {
			return err
		}
		others, err := catalogue.EntitiesWithLinks(ctx, tx, ids)
		if err != nil {
			return err
		}
		profiles := profilesOf(e)
		for _, o := range others {
			if sim := bestOf(profiles, profilesOf(o)); sim.Score >= minSimilarity {
				out = append(out, SimilarEntity{Entity: o, Similarity: sim})
			}
		}
		slices.SortFunc(out, func(a, b SimilarEntity) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Entity.MentionCount, a.Entity.MentionCount),
				cmp.Compare(a.Entity.ID, b.Entity.ID))
		})
		out = out[:min(len(out), maxSimilar)]
		return nil
	})
	return out, err
}

// sharingBlocks lists the listed entities of the same type that share most blocks with e.
func sharingBlocks(ctx context.Context, tx *db.Tx, e *db.Entity) ([]int, error) {
	keys, err := tx.Block.Query().Where(dbblock.EntityID(e.ID)).Select(dbblock.FieldKey).Strings(ctx)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	typ := dbblock.Type(e.Type)
	rows, err := tx.Block.Query().Where(dbblock.TypeEQ(typ), dbblock.KeyIn(keys...), dbblock.EntityIDNEQ(e.ID),
		dbblock.HasEntityWith(catalogue.Listed)).Order(dbblock.ByID()).Limit(publish.MaxBlockRows).Select(dbblock.FieldEntityID).Ints(ctx)
	if err != nil {
		return nil, err
	}
	same, err := tx.Entity.Query().Where(dbentity.TypeEQ(e.Type), dbentity.Key(e.Key), dbentity.IDNEQ(e.ID), catalogue.Listed).IDs(ctx)
	if err != nil {
		return nil, err
	}
	shared := map[int]int{}
	for _, id := range rows {
		shared[id]++
	}
	for _, id := range same {
		shared[id] += match.MaxBlocks
	}
	distinct, err := distinctFrom(ctx, tx, e.ID)
	for id := range distinct {
		delete(shared, id)
	}
	return publish.MostShared(shared, maxCompared), err
}

// profilesOf prepares an entity for comparing, under each of its names.
func profilesOf(e *db.Entity) []*match.Profile {
	k := publish.KnownOf(e)
	as := k.Subject(mention.Type(e.Type))
	out := []*match.Profile{match.Prepare(as)}
	for _, alias := range k.Aliases {
		as.Name = alias
		out = append(out, match.Prepare(as))
	}
	return out
}

// bestOf compares two entities under all their names, the first of which is their own.
func bestOf(a, b []*match.Profile) match.Similarity {
	var best match.Similarity
	for i, x := range a {
		for j, y := range b {
			sim := x.Compare(y)
			if i+j > 0 && sim.MatchType == match.MatchExact {
				sim.MatchType = match.MatchAlias
			}
			if sim.Score > best.Score {
				best = sim
			}
		}
	}
	return best
}
