package curate

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// maxPassMerges is how many merges one pass makes at most; what would be merged after that goes to review. A mistake in
// matching, or a hostile feed, costs an evening of undoing and no more.
const maxPassMerges = 50

// settleDuplicate deals with one entity of a pass as everything is at this moment: what certainly is the same gets merged into the one
// with more mentions, what may be is noted for review. The outcome and the merges are one transaction. It returns what was merged.
//
// Idempotent: an entity that the pass has dealt with is left alone.
func (s *Store) settleDuplicate(ctx context.Context, passID, entityID int) ([]joined, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]joined, error) {
		p, err := s.lockPass(ctx, tx, passID)
		if err != nil {
			return nil, err
		}
		waits, err := waitsFor(ctx, tx, p, entityID)
		if err != nil || !waits {
			return nil, err
		}
		d := &duplicates{s: s, tx: tx, pass: p}
		if err := d.settle(ctx, entityID); err != nil {
			return nil, err
		}
		return d.merged, s.passed(ctx, tx, p, 1, entityID)
	})
}

// waitsFor reports whether a pass has not dealt with an entity.
func waitsFor(ctx context.Context, tx *db.Tx, p *Pass, entityID int) (bool, error) {
	if p.After != nil {
		return entityID > *p.After, nil
	}
	return tx.PassResult.Query().Where(dbresult.PassID(p.ID), dbresult.EntityID(entityID), dbresult.Outcome(passWaiting)).Exist(ctx)
}

// duplicates is the work of a pass on one entity.
type duplicates struct {
	s      *Store
	tx     *db.Tx
	pass   *Pass
	merged []joined
}

// joined is a merge that a pass made.
type joined struct{ gone, into int }

func (d *duplicates) settle(ctx context.Context, entityID int) error {
	room, err := roomForMerges(ctx, d.tx, d.pass.ID)
	if err != nil {
		return err
	}
	for {
		found, err := d.compare(ctx, entityID)
		if err != nil {
			return err
		}
		if found.Action != match.Attach || room == 0 {
			return d.note(ctx, entityID, found)
		}
		if err := d.merge(ctx, found); err != nil {
			return err
		}
		if d.merged[len(d.merged)-1].gone == entityID {
			return nil
		}
		room--
	}
}

// roomForMerges is how many merges a pass may still make.
func roomForMerges(ctx context.Context, tx *db.Tx, passID int) (int, error) {
	n, err := tx.PassResult.Query().Where(dbresult.PassID(passID), dbresult.Outcome(passMerged)).Count(ctx)
	return max(0, maxPassMerges-n), err
}

// found is what came of comparing an entity with those that share blocks with it.
type found struct {
	match.Decision
	one   *db.Entity
	other *db.Entity // nil when nothing is like it
}

// compare decides as matching does when a name arrives, more strictly.
func (d *duplicates) compare(ctx context.Context, entityID int) (found, error) {
	e, err := loadEntity(ctx, d.tx, entityID)
	if err != nil || e.MergedInto != nil || e.Hidden {
		return found{Decision: match.Decision{Action: match.Create}, one: e}, err
	}
	ids, err := d.s.sharingBlocks(ctx, d.tx, e)
	if err != nil {
		return found{}, err
	}
	return compareWith(ctx, d.tx, e, ids)
}

// compareWith decides which of the others an entity is the same as.
func compareWith(ctx context.Context, tx *db.Tx, e *db.Entity, ids []int) (found, error) {
	others := make(map[int]*db.Entity, len(ids))
	var entries []match.Entry
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).WithAliases().WithLinks().All(ctx)
		if err != nil {
			return found{}, err
		}
		for _, o := range rows {
			others[o.ID] = o
			entries = append(entries, entryOf(o))
		}
	}
	decision := match.DecideDuplicate(e.Type, entryOf(e), entries)
	return found{decision, e, others[decision.ID]}, nil
}

// entryOf is a stored entity, loaded with aliases and links, as matching sees it before a merge.
func entryOf(e *db.Entity) match.Entry {
	var trusted []string
	for _, l := range e.Edges.Links {
		if link.ParseTrust(l.Source) > link.Claimed && l.Decision != dblink.DecisionRemoved {
			trusted = append(trusted, l.URL)
		}
	}
	return match.Entry{Known: publish.KnownOf(e), Trusted: link.Authorities(trusted), Disambiguator: e.Disambiguator}
}

// merge joins two entities and keeps that as the outcome of the one that is gone.
func (d *duplicates) merge(ctx context.Context, f found) error {
	both, id, err := d.s.join(ctx, d.tx, f)
	if err != nil {
		return err
	}
	d.merged = append(d.merged, both)
	return d.record(ctx, both.gone, passMerged, map[string]any{"into": both.into, "merge": id, "score": f.Score})
}

// join merges two entities that were found to be the same, the less mentioned into the other, and returns the merge's id.
func (s *Store) join(ctx context.Context, tx *db.Tx, f found) (joined, int, error) {
	survivor, merged := f.one, f.other
	if merged.MentionCount > survivor.MentionCount || merged.MentionCount == survivor.MentionCount && merged.ID < survivor.ID {
		survivor, merged = merged, survivor
	}
	both := joined{merged.ID, survivor.ID}
	if err := s.lockForMerge(ctx, tx, []int{both.into, both.gone}); err != nil {
		return both, 0, err
	}
	p, err := mergePair(ctx, tx, both.into, both.gone)
	if fault.Is(err, fault.Conflict) {
		return both, 0, database.ErrMergedMeanwhile // a person was faster: look again
	}
	if err != nil {
		return both, 0, err
	}
	id, err := s.merge(ctx, tx, p, NewMerge{SurvivorID: both.into})
	return both, id, err
}

// note keeps what was found about an entity that stays.
func (d *duplicates) note(ctx context.Context, entityID int, f found) error {
	if f.other == nil || f.Action == match.Create {
		return d.record(ctx, entityID, passApart, nil)
	}
	similar := pair{f.one, f.other}.similarity()
	return d.record(ctx, entityID, passReview, reviewDetail(f.other.ID, f.Score, similar))
}

// reviewDetail is what is kept of a pair for a person.
func reviewDetail(with int, score float64, similar match.Similarity) map[string]any {
	return map[string]any{"with": with, "score": score, "reasons": reasonTexts(similar.Reasons)}
}

// record writes the outcome of an entity, also of one that is not on the list. A pass without a list keeps nothing of what is apart.
func (d *duplicates) record(ctx context.Context, entityID int, outcome string, detail map[string]any) error {
	if d.pass.After != nil && outcome == passApart {
		return nil
	}
	return d.tx.PassResult.Create().SetPassID(d.pass.ID).SetEntityID(entityID).SetOutcome(outcome).SetDetail(detail).
		OnConflictColumns(dbresult.FieldPassID, dbresult.FieldEntityID).
		Update(func(u *db.PassResultUpsert) { u.UpdateOutcome().UpdateDetail() }).Exec(ctx)
}

// PassCounts is what a pass for duplicates came to.
type PassCounts struct {
	Merged  int // entities that are part of others now
	Skipped int // pairs for a person to decide
}

// PassOutcome counts what a pass for duplicates did so far.
func (s *Store) PassOutcome(ctx context.Context, passID int) (PassCounts, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (PassCounts, error) { return passOutcome(ctx, tx, passID) })
}

func passOutcome(ctx context.Context, tx *db.Tx, passID int) (PassCounts, error) {
	rows, err := tx.PassResult.Query().Where(dbresult.PassID(passID), dbresult.OutcomeIn(passMerged, passReview)).All(ctx)
	gone := map[int]bool{}
	for _, r := range rows {
		if r.Outcome == passMerged {
			gone[r.EntityID] = true
		}
	}
	pairs := map[[2]int]bool{}
	for _, r := range rows {
		with, ok := r.Detail["with"].(float64) // as JSON has it
		if ok && !gone[r.EntityID] && !gone[int(with)] {
			pairs[[2]int{min(r.EntityID, int(with)), max(r.EntityID, int(with))}] = true
		}
	}
	return PassCounts{Merged: len(gone), Skipped: len(pairs)}, err
}
