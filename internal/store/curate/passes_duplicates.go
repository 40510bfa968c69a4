package curate

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// maxPassMerges is how many merges one pass makes at most; what would be merged after that goes to review. A mistake in
// matching, or a hostile feed, costs an evening of undoing and no more.
const maxPassMerges = 50

// PassDuplicates looks for other entities that are the same as one of a pass's list: what certainly is gets merged into
// the one with more mentions, what may be is noted for review. The outcome and the merges are one transaction.
//
// Idempotent: an entity that the pass has dealt with is left alone.
func (s *Store) PassDuplicates(ctx context.Context, passID, entityID int) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := s.lockPass(ctx, tx, passID); err != nil {
			return err
		}
		waiting, err := tx.PassResult.Query().Where(dbresult.PassID(passID), dbresult.EntityID(entityID), dbresult.Outcome(passWaiting)).
			Exist(ctx)
		if err != nil || !waiting {
			return err
		}
		d := &duplicates{s: s, tx: tx, passID: passID}
		return d.settle(ctx, entityID)
	})
}

// duplicates is the work of a pass on one entity.
type duplicates struct {
	s      *Store
	tx     *db.Tx
	passID int
	merged bool // something was merged
}

func (d *duplicates) settle(ctx context.Context, entityID int) error {
	room, err := d.room(ctx)
	if err != nil {
		return err
	}
	for {
		found, err := d.compare(ctx, entityID)
		if err != nil {
			return err
		}
		if found.action != match.Attach || room == 0 {
			err = d.note(ctx, entityID, found)
			if err == nil && d.merged {
				err = d.s.Raise(ctx, d.tx)
			}
			return err
		}
		gone, err := d.merge(ctx, found)
		if err != nil {
			return err
		}
		if room--; gone == entityID {
			return d.s.Raise(ctx, d.tx)
		}
	}
}

// room is how many merges the pass may still make.
func (d *duplicates) room(ctx context.Context) (int, error) {
	n, err := d.tx.PassResult.Query().Where(dbresult.PassID(d.passID), dbresult.Outcome(passMerged)).Count(ctx)
	return max(0, maxPassMerges-n), err
}

// found is what came of comparing an entity with those that share blocks with it.
type found struct {
	action   match.Action
	one      *db.Entity
	other    *db.Entity // nil when nothing is like it
	decision match.Decision
}

// compare decides as matching does when a name arrives. Merging needs more than attaching a name does: links that only
// one channel claims prove nothing, and what was told apart before is not merged without a person.
func (d *duplicates) compare(ctx context.Context, entityID int) (found, error) {
	e, err := loadEntity(ctx, d.tx, entityID)
	if err != nil || e.MergedInto != nil || e.Hidden {
		return found{action: match.Create, one: e}, err
	}
	ids, err := sharingBlocks(ctx, d.tx, e)
	if err != nil {
		return found{}, err
	}
	others := make(map[int]*db.Entity, len(ids))
	var known, trusted []match.Known
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := d.tx.Entity.Query().Where(dbentity.IDIn(part...)).WithAliases().WithLinks().All(ctx)
		if err != nil {
			return found{}, err
		}
		for _, o := range rows {
			others[o.ID] = o
			known, trusted = append(known, publish.KnownOf(o)), append(trusted, trustedOf(o))
		}
	}
	whole := decide(mention.Type(e.Type), publish.KnownOf(e), known)
	out := found{action: whole.Action, one: e, other: others[whole.ID], decision: whole}
	if whole.Action != match.Attach {
		return out, nil
	}
	strict := decide(mention.Type(e.Type), trustedOf(e), trusted)
	if strict.Action != match.Attach || strict.ID != whole.ID || out.other.Disambiguator != e.Disambiguator {
		out.action = match.Review
	}
	return out, nil
}

// decide compares an entity under each of its names: the surest decision counts.
func decide(t mention.Type, k match.Known, others []match.Known) match.Decision {
	as := k.Subject(t)
	best := match.Decide(as, others, nil)
	for _, alias := range k.Aliases {
		as.Name = alias
		if d := match.Decide(as, others, nil); sureness(d) > sureness(best) {
			best = d
		}
	}
	return best
}

// sureness orders decisions: attach before review before create, then by score.
func sureness(d match.Decision) float64 {
	switch d.Action {
	case match.Attach:
		return 2 + d.Score
	case match.Review:
		return 1 + d.Score
	default:
		return d.Score
	}
}

// trustedOf is an entity as matching sees it, without addresses that only one channel claims.
func trustedOf(e *db.Entity) match.Known {
	k := publish.KnownOf(e)
	var urls []string
	for _, l := range e.Edges.Links {
		if l.Source != link.Claimed.String() {
			urls = append(urls, l.URL)
		}
	}
	k.Authorities = catalogue.Authorities(urls)
	return k
}

// merge joins two entities, the less mentioned into the other, and answers which one is gone.
func (d *duplicates) merge(ctx context.Context, f found) (int, error) {
	survivor, merged := f.one, f.other
	if merged.MentionCount > survivor.MentionCount || merged.MentionCount == survivor.MentionCount && merged.ID < survivor.ID {
		survivor, merged = merged, survivor
	}
	in := NewMerge{SurvivorID: survivor.ID, MergedID: merged.ID}
	if err := d.s.lockForMerge(ctx, d.tx, []int{survivor.ID, merged.ID}); err != nil {
		return 0, err
	}
	p, err := mergePair(ctx, d.tx, survivor.ID, merged.ID)
	if fault.Is(err, fault.Conflict) {
		return 0, database.ErrMergedMeanwhile // a person was faster: look again
	}
	if err != nil {
		return 0, err
	}
	id, err := d.s.merge(ctx, d.tx, p, in)
	if err != nil {
		return 0, err
	}
	d.merged = true
	return merged.ID, d.record(ctx, merged.ID, passMerged, map[string]any{"into": survivor.ID, "merge": id, "score": f.decision.Score})
}

// note keeps what was found about an entity that stays.
func (d *duplicates) note(ctx context.Context, entityID int, f found) error {
	if f.other == nil || f.action == match.Create {
		return d.record(ctx, entityID, passApart, nil)
	}
	return d.record(ctx, entityID, passReview, map[string]any{
		"with": f.other.ID, "score": f.decision.Score, "reasons": reasonTexts(pair{f.one, f.other}.similarity().Reasons),
	})
}

// record writes the outcome of an entity, also of one that is not on the list.
func (d *duplicates) record(ctx context.Context, entityID int, outcome string, detail map[string]any) error {
	err := d.tx.PassResult.Create().SetPassID(d.passID).SetEntityID(entityID).SetOutcome(outcome).
		OnConflictColumns(dbresult.FieldPassID, dbresult.FieldEntityID).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	return d.s.settle(ctx, d.tx, d.passID, entityID, outcome, detail)
}

// PassCounts is what a pass for duplicates came to.
type PassCounts struct {
	Merged  int // entities that are part of others now
	Skipped int // pairs for a person to decide
}

// PassOutcome counts what a pass for duplicates did so far.
func (s *Store) PassOutcome(ctx context.Context, passID int) (PassCounts, error) {
	var out PassCounts
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := tx.PassResult.Query().Where(dbresult.PassID(passID), dbresult.OutcomeIn(passMerged, passReview)).All(ctx)
		if err != nil {
			return err
		}
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
		out = PassCounts{Merged: len(gone), Skipped: len(pairs)}
		return nil
	})
	return out, err
}
