package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/store/database"
)

// MaxMerged is how many entities one merge makes part of another.
const MaxMerged = 20

// NewMerge asks to make entities part of another one of the same type.
type NewMerge struct {
	SurvivorID int
	MergedIDs  []int          // at most MaxMerged, in the order in which they are merged
	Reasons    []string       // sentences; nil: what speaks for it by name and facts
	By         database.Actor // the zero value: a pass
}

// Merged is a merge that was made: of one entity, or of several at once.
type Merged struct {
	Merge        *db.Merge // the first of those made at once, without its inverse
	Number       int       // by which people know it, whichever of those made at once is meant
	SurvivorName string
	Parts        []MergedPart // what became part of the survivor, in that order
	Reasons      []string     // of all of them
	CanUndo      bool         // neither undone nor followed by a merge of the survivor into another entity
}

// MergedPart is an entity that became part of another one.
type MergedPart struct {
	ID   int
	Name string // empty when it is gone
}

// Merge moves everything that entities have to the survivor: mentions, names, blocks, links, favorites. Empty fields of the
// survivor are filled, filled and locked ones stay. Old ids lead to the survivor. The complete inverse is kept, and a
// change by a person is audited. A person may merge a pair that was marked as not the same: the mark goes. A pass may not.
// What is merged at once is one merge, in lists and for UndoMerge.
func (s *Store) Merge(ctx context.Context, in NewMerge) (Merged, error) {
	ids, err := in.merged()
	if err != nil {
		return Merged{}, err
	}
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Merged, error) {
		if err := s.lockForMerge(ctx, tx, append(slices.Clone(ids), in.SurvivorID)); err != nil {
			return Merged{}, err
		}
		made := make([]int, 0, len(ids))
		names := make([]string, 0, len(ids))
		for _, merged := range ids {
			pair, err := mergePair(ctx, tx, in.SurvivorID, merged)
			if err != nil {
				return Merged{}, err
			}
			if err := s.settleDistinct(ctx, tx, pair, in.By); err != nil {
				return Merged{}, err
			}
			id, err := s.merge(ctx, tx, pair, in)
			if err != nil {
				return Merged{}, err
			}
			made, names = append(made, id), append(names, pair.merged.Name)
		}
		if len(made) > 1 {
			if err := tx.Merge.Update().Where(dbmerge.IDIn(made...)).SetGroupID(made[0]).Exec(ctx); err != nil {
				return Merged{}, err
			}
		}
		if err := s.auditMerge(ctx, tx, in, made[0], ids, names); err != nil {
			return Merged{}, err
		}
		return s.mergeByID(ctx, tx, made[0])
	})
}

// merged are the entities that become part of the survivor, each once.
func (in NewMerge) merged() ([]int, error) {
	var ids []int
	for _, id := range in.MergedIDs {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) == 0:
		return nil, fault.New(fault.BadInput, "Name an entity that becomes part of this one (mergedId).").WithField("mergedId")
	case len(ids) > MaxMerged:
		return nil, fault.Newf(fault.BadInput, "At most %d entities can become part of another one at once. Choose fewer of them.", MaxMerged).
			WithField("mergedIds")
	}
	return ids, nil
}

// auditMerge writes a merge by a person into the audit log, in one line.
func (s *Store) auditMerge(ctx context.Context, tx *db.Tx, in NewMerge, number int, ids []int, names []string) error {
	if in.By == (database.Actor{}) {
		return nil
	}
	return s.Audit(ctx, tx, in.By, "entity.merge", entityObject(in.SurvivorID), auditedParts(ids, names, 0), map[string]any{"merge": number})
}

// auditedParts names the parts of a merge for the audit log, and the merge when it has a number already.
func auditedParts(ids []int, names []string, number int) map[string]any {
	out := map[string]any{"merged": ids[0], "mergedName": strings.Join(names, ", ")}
	if len(ids) > 1 {
		out["merged"] = ids
	}
	if number > 0 {
		out["merge"] = number
	}
	return out
}

// pair is a merge about to be made or undone.
type pair struct{ survivor, merged *db.Entity }

func (p pair) ids() []int { return []int{p.survivor.ID, p.merged.ID} }

// mergePair reads two entities that may be merged, or says why they may not.
func mergePair(ctx context.Context, tx *db.Tx, survivorID, mergedID int) (pair, error) {
	if survivorID == mergedID {
		return pair{}, fault.New(fault.BadInput, "An entity cannot be merged with itself. Choose another one.").WithField("mergedId")
	}
	var p pair
	for id, into := range map[int]**db.Entity{survivorID: &p.survivor, mergedID: &p.merged} {
		e, err := loadEntity(ctx, tx, id)
		if db.IsNotFound(err) {
			return pair{}, fault.Newf(fault.NotFound, "There is no entity %d in the directory.", id)
		}
		if err != nil {
			return pair{}, err
		}
		*into = e
	}
	if p.survivor.Type != p.merged.Type {
		return pair{}, fault.Newf(fault.BadInput, "“%s” is a %s and “%s” is a %s. Only entities of the same type can be merged.",
			p.survivor.Name, p.survivor.Type, p.merged.Name, p.merged.Type).WithField("mergedId")
	}
	for _, e := range []*db.Entity{p.survivor, p.merged} {
		switch {
		case e.MergedInto != nil:
			return pair{}, fault.Newf(fault.Conflict, "“%s” was merged earlier: it is part of entity %d. Choose that.", e.Name, *e.MergedInto)
		case e.Hidden:
			return pair{}, fault.Newf(fault.Conflict, "“%s” is hidden. Show it again before you merge it.", e.Name)
		}
	}
	return p, nil
}

// settleDistinct removes the mark "not the same" for a person and refuses a pass.
func (s *Store) settleDistinct(ctx context.Context, tx *db.Tx, p pair, by database.Actor) error {
	n, err := tx.DistinctPair.Delete().Where(pairOf(p.survivor.ID, p.merged.ID)).Exec(ctx)
	if err == nil && n > 0 && by == (database.Actor{}) {
		return fault.New(fault.Conflict, "A person said that these two are not the same.")
	}
	return err
}

// merge makes a checked merge and returns its id.
func (s *Store) merge(ctx context.Context, tx *db.Tx, p pair, in NewMerge) (int, error) {
	if in.Reasons == nil {
		in.Reasons = []string{}
		if sim := p.similarity(); sim.Score >= match.ThresholdReview {
			in.Reasons = reasonTexts(sim.Reasons)
		}
	}
	counted, err := channelRowsOf(ctx, tx, p.merged.ID)
	if err != nil {
		return 0, err
	}
	inv := inverse{Moved: map[string]idList{}, channelRows: counted}
	if err := s.redirect(ctx, tx, p, &inv); err != nil {
		return 0, err
	}
	both, err := s.absorb(ctx, tx, p, &inv)
	if err != nil {
		return 0, err
	}
	if err := s.recountMerge(ctx, tx, p.ids(), both, inv.Channels); err != nil {
		return 0, err
	}
	packed, err := inv.pack()
	if err != nil {
		return 0, err
	}
	row, err := tx.Merge.Create().SetType(p.survivor.Type).SetSurvivorID(p.survivor.ID).SetMergedID(p.merged.ID).
		SetInverse(packed).SetReasons(in.Reasons).SetActor(in.By.PublicID).SetCreatedAt(s.Now()).Save(ctx)
	if err != nil {
		return 0, err
	}
	return row.ID, nil
}

// entityObject names an entity in the audit log.
func entityObject(id int) string { return fmt.Sprintf("entity/%d", id) }

// redirect lets the old id, and those that led to it, lead to the survivor.
func (s *Store) redirect(ctx context.Context, tx *db.Tx, p pair, inv *inverse) error {
	before, err := tx.Entity.Query().Where(dbentity.MergedInto(p.merged.ID)).Order(dbentity.ByID()).IDs(ctx)
	if err != nil {
		return err
	}
	inv.Redirected = before
	for part := range slices.Chunk(before, database.IDChunk) {
		if err := tx.Entity.Update().Where(dbentity.IDIn(part...)).SetMergedInto(p.survivor.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return tx.Entity.UpdateOneID(p.merged.ID).SetMergedInto(p.survivor.ID).SetUpdatedAt(s.Now()).Exec(ctx)
}

// lockForMerge locks what a merge of the entities changes, in the order in which Publish does: episodes, channels,
// entities.
func (s *Store) lockForMerge(ctx context.Context, tx *db.Tx, ids []int) error {
	if !s.Postgres() {
		return nil
	}
	lists := ` IN (SELECT episode_id FROM episode_entities WHERE entity_id IN ` + database.In(ids) + `)`
	for _, statement := range []string{
		`SELECT id FROM episodes WHERE id` + lists + ` ORDER BY id FOR UPDATE`,
		`SELECT id FROM channels WHERE id IN (SELECT channel_id FROM episodes WHERE id` + lists + `) ORDER BY id FOR UPDATE`,
	} {
		if err := s.Exec(ctx, tx, statement); err != nil {
			return err
		}
	}
	return s.LockRows(ctx, tx, "entities", slices.Clone(ids))
}
