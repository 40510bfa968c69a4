package curate

import (
	"context"
	"maps"
	"slices"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbchange "mentionary/ent/db/change"
	dbentity "mentionary/ent/db/entity"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmerge "mentionary/ent/db/merge"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// UndoMerge takes a merge back completely, with all that was merged at once: every row that moved and is still there returns, and
// what the survivor got is taken away unless somebody changed it since. What was said about the survivor since the merge, under
// whichever name, stays with the survivor. Each is remembered as not the same as the survivor, so that the next pass leaves them
// alone.
func (s *Store) UndoMerge(ctx context.Context, number int, by database.Actor) (Merged, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Merged, error) {
		group, err := s.lockGroup(ctx, tx, number)
		if err != nil {
			return Merged{}, err
		}
		first := group[0]
		if done, err := s.undoItsChange(ctx, tx, first, by); done || err != nil {
			if err != nil {
				return Merged{}, err
			}
			return s.mergeByID(ctx, tx, numberOf(first))
		}
		for _, m := range slices.Backward(group) {
			if err := s.refuseFollowed(ctx, tx, m); err != nil {
				return Merged{}, err
			}
			if _, err := s.addDistinct(ctx, tx, m.SurvivorID, m.MergedID, by); err != nil {
				return Merged{}, err
			}
		}
		if err := s.undoRows(ctx, tx, group); err != nil {
			return Merged{}, err
		}
		undone, err := s.mergeByID(ctx, tx, numberOf(first))
		if err != nil {
			return Merged{}, err
		}
		ids, names := make([]int, len(undone.Parts)), make([]string, len(undone.Parts))
		for i, part := range undone.Parts {
			ids[i], names[i] = part.ID, part.Name
		}
		return undone, s.Audit(ctx, tx, by, "merge.undo", entityObject(first.SurvivorID), auditedParts(ids, names, numberOf(first)), nil)
	})
}

// undoRows takes back what rows of merges say that were made at once, the last first. Merges of the same survivor that stand take what
// clashed with these once, after all of them: after each it would be the square of their number.
func (s *Store) undoRows(ctx context.Context, tx *db.Tx, rows []*db.Merge) error {
	undone := make([]standingMerge, len(rows))
	for i, m := range rows {
		p, err := s.undoPair(ctx, tx, m)
		if err != nil {
			return err
		}
		inv, err := unpackInverse(m.Inverse)
		if err != nil {
			return err
		}
		if i > 0 {
			p.survivor = undone[0].pair.survivor // one copy: each of them empties fields of it
		}
		undone[i] = standingMerge{pair: p, id: m.ID, inv: inv}
	}
	if err := s.undo(ctx, tx, undone); err != nil {
		return err
	}
	for _, m := range rows {
		if err := tx.Merge.UpdateOneID(m.ID).SetUndoneAt(s.Now()).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// undoItsChange takes back the change that a merge is part of, and reports whether there is one: without it, an entity would
// stand there alone under a type that it only had to become part of the other.
func (s *Store) undoItsChange(ctx context.Context, tx *db.Tx, m *db.Merge, by database.Actor) (bool, error) {
	if m.UndoneAt != nil {
		return false, nil // undoPair says so
	}
	own, err := tx.Change.Query().Where(dbchange.MergeID(m.ID), dbchange.UndoneAtIsNil()).Only(ctx)
	if err != nil {
		return false, db.MaskNotFound(err)
	}
	_, err = s.undoChange(ctx, tx, own, by)
	return true, err
}

// refuseFollowed refuses to undo a merge that a change or a reviewer's decision came after.
func (s *Store) refuseFollowed(ctx context.Context, tx *db.Tx, m *db.Merge) error {
	if m.UndoneAt != nil {
		return nil // undoPair says so
	}
	both, after := []int{m.SurvivorID, m.MergedID}, Moment{Merge: m.ID}
	if err := RefuseLaterChange(ctx, tx, both, after); err != nil {
		return err
	}
	return refuseLaterRuling(ctx, tx, both, after)
}

// lockGroup reads what was merged at once under a number, the first of it first, and locks what undoing it changes. Two undos of
// one merge follow each other.
func (s *Store) lockGroup(ctx context.Context, tx *db.Tx, number int) ([]*db.Merge, error) {
	q := tx.Merge.Query().Where(mergesOfNumber(number)).Order(dbmerge.ByID())
	if s.Postgres() {
		q.ForUpdate()
	}
	group, err := q.All(ctx)
	if err != nil {
		return nil, err
	}
	if len(group) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such merge.")
	}
	ids := []int{group[0].SurvivorID}
	for _, m := range group {
		ids = append(ids, m.MergedID)
	}
	return group, s.lockForMerge(ctx, tx, ids)
}

// undoPair reads both sides of a merge that may be undone, or says why it may not.
func (s *Store) undoPair(ctx context.Context, tx *db.Tx, m *db.Merge) (pair, error) {
	if m.UndoneAt != nil {
		return pair{}, fault.New(fault.Conflict, "This merge has already been undone.")
	}
	var p pair
	for id, into := range map[int]**db.Entity{m.SurvivorID: &p.survivor, m.MergedID: &p.merged} {
		e, err := loadEntity(ctx, tx, id)
		if err != nil {
			return pair{}, err
		}
		*into = e
	}
	if p.survivor.MergedInto == nil {
		return p, nil
	}
	later, err := tx.Merge.Query().Where(dbmerge.MergedID(p.survivor.ID), dbmerge.UndoneAtIsNil()).
		Select(dbmerge.FieldID, dbmerge.FieldGroupID, dbmerge.FieldSurvivorID).Only(ctx)
	if err != nil {
		return pair{}, err
	}
	into, err := tx.Entity.Query().Where(dbentity.ID(later.SurvivorID)).Only(ctx)
	if err != nil {
		return pair{}, err
	}
	return pair{}, fault.Newf(fault.Conflict,
		"“%s” was itself merged into “%s” later. Undo that merge (number %d) first, then this one.",
		p.survivor.Name, into.Name, numberOf(later))
}

func (s *Store) undo(ctx context.Context, tx *db.Tx, undone []standingMerge) error {
	ids := idsOf(undone)
	others, err := s.standingMerges(ctx, tx, undone[0].pair.survivor, ids[1:])
	if err != nil {
		return err
	}
	for i, m := range slices.Backward(undone) {
		steps := []func(context.Context, *db.Tx, pair, inverse) error{
			others.letGo, otherMerges{s: s, list: undone[:i]}.letGo, s.returnRows, s.returnAddresses, s.emptyFields, s.emptyClaims,
		}
		for _, step := range steps {
			if err := step(ctx, tx, m.pair, m.inv); err != nil {
				return err
			}
		}
	}
	joined, err := others.absorbAgain(ctx, tx)
	if err != nil {
		return err
	}
	for _, id := range ids { // claims that agree without any merge
		ids, err := s.agreeingClaims(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := s.changeTrust(ctx, tx, ids, link.Claimed, link.Agreed); err != nil {
			return err
		}
	}
	return s.recountUndo(ctx, tx, undone, joined)
}

// idsOf returns the survivor and those that were merged into it.
func idsOf(undone []standingMerge) []int {
	ids := []int{undone[0].pair.survivor.ID}
	for _, m := range undone {
		ids = append(ids, m.pair.merged.ID)
	}
	return ids
}

// returnRows gives back what moved, and takes away the name that the merge made.
func (s *Store) returnRows(ctx context.Context, tx *db.Tx, p pair, inv inverse) error {
	for part := range slices.Chunk(inv.MadeAliases, database.IDChunk) {
		if _, err := tx.Alias.Delete().Where(dbalias.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	for _, t := range mergeTables() {
		if err := s.giveRows(ctx, tx, t, inv.Moved[t.name], p.survivor.ID, p.merged.ID); err != nil {
			return err
		}
	}
	return s.changeTrust(ctx, tx, inv.Agreed, link.Agreed, link.Claimed)
}

// returnAddresses lets old ids lead where they led before.
func (s *Store) returnAddresses(ctx context.Context, tx *db.Tx, p pair, inv inverse) error {
	for part := range slices.Chunk(inv.Redirected, database.IDChunk) {
		if err := tx.Entity.Update().Where(dbentity.IDIn(part...)).SetMergedInto(p.merged.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return tx.Entity.UpdateOneID(p.merged.ID).ClearMergedInto().Exec(ctx)
}

// emptyFields empties the columns that the merge filled, unless they were changed, agreed or locked since.
func (s *Store) emptyFields(ctx context.Context, tx *db.Tx, p pair, inv inverse) error {
	e, sources, changed := p.survivor, maps.Clone(p.survivor.Sources), false
	for _, c := range catalogue.FactColumns() {
		filled, ok := inv.Fields[c.Name]
		if !ok || *c.Of(e) != filled.Value || sources[c.Name] != filled.Source || slices.Contains(e.Locks, c.Name) {
			continue
		}
		*c.Of(e), changed = "", true
		delete(sources, c.Name)
	}
	if !changed {
		return nil
	}
	if len(sources) == 0 {
		sources = nil
	}
	e.Sources = sources
	return s.catalogue.SaveFacts(ctx, tx, e)
}

// emptyClaims takes back what episodes that mention both had filled in.
func (s *Store) emptyClaims(ctx context.Context, tx *db.Tx, p pair, inv inverse) error {
	for _, f := range inv.Claims {
		if err := takeClaims(ctx, tx, p.survivor.ID, f); err != nil {
			return err
		}
	}
	return nil
}

// takeClaims empties what was filled in an occurrence list of an entity. A list that is gone has nothing to lose.
func takeClaims(ctx context.Context, tx *db.Tx, entityID int, f filledClaims) error {
	l, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.ID(f.ID), dbepisodeentity.EntityID(entityID)).Only(ctx)
	if db.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.EpisodeEntity.UpdateOneID(l.ID).SetClaims(withoutClaims(l.Claims, f.Claims)).Exec(ctx)
}

// recountUndo makes lists and counters true to the mentions as they belong now. joined are episodes that another merge of
// the survivor changed.
func (s *Store) recountUndo(ctx context.Context, tx *db.Tx, undone []standingMerge, joined []int) error {
	own, channels := slices.Clone(joined), []int(nil)
	for _, m := range undone {
		episodes, err := s.episodesOf(ctx, tx, m.pair.merged.ID)
		if err != nil {
			return err
		}
		if err := s.mendOccurrences(ctx, tx, m.pair.merged, episodes); err != nil {
			return err
		}
		if err := s.restoreChannelRows(ctx, tx, m.pair.merged, m.inv.channelRows); err != nil {
			return err
		}
		own, channels = append(own, episodes...), append(channels, m.inv.Channels...)
	}
	if err := s.mendOccurrences(ctx, tx, undone[0].pair.survivor, each(own)); err != nil {
		return err
	}
	if err := s.catalogue.CountWordsAhead(ctx, tx, each(own)); err != nil {
		return err
	}
	ids := idsOf(undone)
	together, err := s.listedTogether(ctx, tx, ids)
	if err != nil {
		return err
	}
	return s.recountMerge(ctx, tx, ids, each(append(together, joined...)), each(channels))
}

// each returns the ids in order, each once.
func each(ids []int) []int {
	slices.Sort(ids)
	return slices.Compact(ids)
}
