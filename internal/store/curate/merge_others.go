package curate

import (
	"context"
	"fmt"
	"slices"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/internal/link"
	"mentionary/internal/store/database"
)

// otherMerges are the further merges of a survivor that stand while one is undone. They may rest on rows that go back
// now, and what clashed with those can move at last.
type otherMerges struct {
	s    *Store
	list []standingMerge
}

type standingMerge struct {
	pair pair
	id   int
	inv  inverse
}

// standingMerges reads the other merges of a survivor than those that are undone, the oldest first. Those that a change or a reviewer's
// decision followed are left out: what they took now, undoing that could not put back.
func (s *Store) standingMerges(ctx context.Context, tx *db.Tx, survivor *db.Entity, undone []int) (otherMerges, error) {
	out := otherMerges{s: s}
	rows, err := tx.Merge.Query().Where(dbmerge.SurvivorID(survivor.ID), dbmerge.MergedIDNotIn(undone...), dbmerge.UndoneAtIsNil()).
		Order(dbmerge.ByID()).All(ctx)
	if err != nil {
		return out, err
	}
	last, err := latestOf(ctx, tx, []int{survivor.ID})
	if err != nil {
		return out, err
	}
	for _, m := range rows {
		if last[survivor.ID].followed && last[survivor.ID].afterMerge >= m.ID {
			continue
		}
		merged, err := loadEntity(ctx, tx, m.MergedID)
		if err != nil {
			return out, err
		}
		inv, err := unpackInverse(m.Inverse)
		if err != nil {
			return out, fmt.Errorf("merge %d: %w", m.ID, err)
		}
		out.list = append(out.list, standingMerge{pair: pair{survivor, merged}, id: m.ID, inv: inv})
	}
	return out, nil
}

// letGo takes back what the other merges did to rows that belong to the merge that is being undone.
func (o otherMerges) letGo(ctx context.Context, tx *db.Tx, p pair, undone inverse) error {
	lists, links := ofIDs(undone.Moved[tableOccurrences]), ofIDs(undone.Moved[tableLinks])
	for i := range o.list {
		inv := &o.list[i].inv
		var kept []filledClaims
		for _, f := range inv.Claims {
			if !lists[f.ID] {
				kept = append(kept, f)
				continue
			}
			if err := takeClaims(ctx, tx, p.survivor.ID, f); err != nil {
				return err
			}
		}
		inv.Claims = kept
		var leaving idList
		inv.Agreed = slices.DeleteFunc(inv.Agreed, func(id int) bool {
			if links[id] {
				leaving = append(leaving, id)
			}
			return links[id]
		})
		if err := o.s.changeTrust(ctx, tx, leaving, link.Agreed, link.Claimed); err != nil {
			return err
		}
	}
	return nil
}

func ofIDs(ids []int) map[int]bool {
	out := make(map[int]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out
}

// absorbAgain lets the other merges take what clashed with the one that was undone, and keeps their inverses. It returns
// the episodes whose lists changed.
func (o otherMerges) absorbAgain(ctx context.Context, tx *db.Tx) ([]int, error) {
	var episodes []int
	for _, m := range o.list {
		before := len(m.inv.Moved[tableOccurrences])
		both, err := o.s.absorb(ctx, tx, m.pair, &m.inv)
		if err != nil {
			return nil, err
		}
		moved, err := episodesOfLists(ctx, tx, m.inv.Moved[tableOccurrences][before:])
		if err != nil {
			return nil, err
		}
		episodes = slices.Concat(episodes, both, moved)
		packed, err := m.inv.pack()
		if err != nil {
			return nil, err
		}
		if err := tx.Merge.UpdateOneID(m.id).SetInverse(packed).Exec(ctx); err != nil {
			return nil, err
		}
	}
	return episodes, nil
}

func episodesOfLists(ctx context.Context, tx *db.Tx, ids []int) ([]int, error) {
	var out []int
	for part := range slices.Chunk(ids, database.IDChunk) {
		episodes, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.IDIn(part...)).Select(dbepisodeentity.FieldEpisodeID).Ints(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, episodes...)
	}
	return out, nil
}
