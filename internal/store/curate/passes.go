package curate

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbpass "mentionary/ent/db/pass"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// Pass is work on the catalogue.
type Pass = db.Pass

// PassRef names a pass and its workflow.
type PassRef struct {
	PassID    int
	Kind      work.PassKind
	Type      string
	Submitter string // random public id of who asked for it, "system" when nobody did
}

// WorkflowID is the id of the pass's workflow. Passes of one kind and type share it: one runs at a time.
func (r PassRef) WorkflowID() string { return work.PassWorkflowID(r.Kind, r.Type) }

func passRef(p *Pass) PassRef {
	ref := PassRef{PassID: p.ID, Kind: p.Kind, Type: string(p.Type), Submitter: p.Actor}
	if ref.Submitter == "" {
		ref.Submitter = database.SystemSubmitter
	}
	return ref
}

// NewPass asks for a pass over the first entities of a type, by mentions, or over all.
type NewPass struct {
	Kind  work.PassKind
	Type  string
	Limit int    // entities, at most MaxPage
	All   bool   // of the type, without a limit; of passes for duplicates
	Actor string // random public id, empty for the system
	// SessionID is the browser it was asked for from, 0 when there is none.
	SessionID int
}

// What a pass did with an entity. The words are stored: never rename one.
const (
	passWaiting = "waiting" // nothing yet
	passChecked = "checked" // its links were checked
	passApart   = "apart"   // nothing is like it
	passReview  = "review"  // something may be the same: a person decides
	passMerged  = "merged"  // it is part of another one now
)

// keptPasses is how many former passes of a kind and type are remembered.
const keptPasses = 10

// StartPass makes a pass with its list of entities, or returns the one of the kind and type that runs.
func (s *Store) StartPass(ctx context.Context, in NewPass) (PassRef, error) {
	if in.All && in.Kind != work.PassDuplicates {
		return PassRef{}, fault.New(fault.BadInput, "Only a pass for duplicates goes over all entities of a type. Name a limit.").WithField("all")
	}
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (PassRef, error) {
		like := []predicate.Pass{dbpass.KindEQ(in.Kind), dbpass.TypeEQ(mention.Type(in.Type))}
		last, err := tx.Pass.Query().Where(like...).Order(dbpass.ByNumber(sql.OrderDesc())).First(ctx)
		switch {
		case db.IsNotFound(err):
			last = &db.Pass{}
		case err != nil:
			return PassRef{}, err
		case last.State == work.PassLive:
			return passRef(last), nil
		}
		p, err := s.makePass(ctx, tx, in, last.Number+1)
		if err != nil {
			return PassRef{}, err
		}
		_, err = tx.Pass.Delete().Where(append(like, dbpass.NumberLTE(p.Number-keptPasses))...).Exec(ctx)
		return passRef(p), err
	})
}

// makePass writes a pass, its list unless it is over a whole type, and who asked for it.
func (s *Store) makePass(ctx context.Context, tx *db.Tx, in NewPass, number int) (*db.Pass, error) {
	typ, now := mention.Type(in.Type), s.Now()
	create := tx.Pass.Create().SetKind(in.Kind).SetType(typ).SetNumber(number).SetActor(in.Actor).SetCreatedAt(now).SetUpdatedAt(now)
	all := tx.Entity.Query().Where(catalogue.Listed, dbentity.TypeEQ(typ))
	var entities []int
	var total int
	var err error
	if in.All {
		total, err = all.Count(ctx)
		create.SetAfter(0)
	} else {
		entities, err = all.Order(dbentity.ByMentionCount(sql.OrderDesc()), dbentity.BySortKey(), dbentity.ByID()).
			Limit(database.PageSize(in.Limit)).IDs(ctx)
		total = len(entities)
	}
	if err != nil {
		return nil, err
	}
	p, err := create.SetTotal(total).Save(ctx)
	if err != nil {
		return nil, err
	}
	if err := listForPass(ctx, tx, p.ID, entities); err != nil || in.Actor == "" {
		return p, err
	}
	by := database.Actor{PublicID: in.Actor, SessionID: in.SessionID}
	return p, s.Audit(ctx, tx, by, "pass.start", passObject(in.Kind, typ), nil, map[string]any{"entities": total})
}

// listForPass writes the list of a pass: its order is that of the rows' ids.
func listForPass(ctx context.Context, tx *db.Tx, passID int, entities []int) error {
	rows := make([]*db.PassResultCreate, 0, len(entities))
	for _, id := range entities {
		rows = append(rows, tx.PassResult.Create().SetPassID(passID).SetEntityID(id).SetOutcome(passWaiting))
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		if err := tx.PassResult.CreateBulk(part...).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// PassByID returns a pass.
func (s *Store) PassByID(ctx context.Context, id int) (*Pass, error) {
	p, err := s.RO.Pass.Get(ctx, id)
	return p, s.Fault(err)
}

// PassPage returns a page of a pass's list, counted from 0: the entities that are still waiting there. more says whether
// there are further pages. A pass that has ended is refused as stale.
func (s *Store) PassPage(ctx context.Context, passID, page, size int) (waiting []int, more bool, err error) {
	rows, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.PassResult, error) {
		if _, err := livePass(ctx, tx, passID); err != nil {
			return nil, err
		}
		return tx.PassResult.Query().Where(dbresult.PassID(passID)).Order(dbresult.ByID()).Offset(page * size).Limit(size + 1).All(ctx)
	})
	for _, r := range rows[:min(len(rows), size)] {
		if r.Outcome == passWaiting {
			waiting = append(waiting, r.EntityID)
		}
	}
	return waiting, len(rows) > size, err
}

// livePass refuses a pass that has ended.
func livePass(ctx context.Context, tx *db.Tx, id int) (*Pass, error) {
	p, err := tx.Pass.Get(ctx, id)
	if err == nil && p.State != work.PassLive {
		return nil, fault.New(fault.Stale, "This pass has ended.")
	}
	return p, err
}

// lockPass is livePass with the row locked: steps of one pass follow each other, and none comes after its end.
func (s *Store) lockPass(ctx context.Context, tx *db.Tx, id int) (*Pass, error) {
	if err := s.LockRows(ctx, tx, "passes", []int{id}); err != nil {
		return nil, err
	}
	return livePass(ctx, tx, id)
}

// settle notes what a pass did with an entity and how far it is.
func (s *Store) settle(ctx context.Context, tx *db.Tx, passID, entityID int, outcome string, detail map[string]any) error {
	err := tx.PassResult.Update().Where(dbresult.PassID(passID), dbresult.EntityID(entityID)).SetOutcome(outcome).SetDetail(detail).Exec(ctx)
	if err != nil {
		return err
	}
	p, err := tx.Pass.Get(ctx, passID)
	if err != nil {
		return err
	}
	return s.passed(ctx, tx, p, 1, entityID)
}

// passed notes how far a pass is that has dealt with n more entities, the last of which is named.
func (s *Store) passed(ctx context.Context, tx *db.Tx, p *Pass, n, last int) error {
	update := tx.Pass.UpdateOneID(p.ID).SetUpdatedAt(s.Now())
	done := p.Done + n
	if p.After != nil {
		update.SetAfter(last)
	} else {
		var err error
		done, err = tx.PassResult.Query().Where(dbresult.PassID(p.ID), dbresult.OutcomeNEQ(passWaiting)).Count(ctx)
		if err != nil {
			return err
		}
	}
	// What was merged away need not have been on the list, and what was heard meanwhile is not in the total.
	return update.SetDone(min(done, p.Total)).Exec(ctx)
}

// FinishPass ends a pass and returns how it ended; a failed one says why, in a sentence. One that has ended stays as it is; what was
// done is kept.
func (s *Store) FinishPass(ctx context.Context, id int, state work.PassState, reason string) (work.PassState, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (work.PassState, error) {
		p, err := s.lockPass(ctx, tx, id)
		if fault.Is(err, fault.Stale) {
			if p, err = tx.Pass.Get(ctx, id); err != nil {
				return "", err
			}
			return p.State, nil
		}
		if err != nil {
			return "", err
		}
		now := s.Now()
		update := tx.Pass.UpdateOneID(p.ID).SetState(state).SetReason(database.Clip(reason, 500)).SetUpdatedAt(now).SetFinishedAt(now)
		if p.After != nil && state == work.PassDone {
			update.SetDone(p.Total) // what was merged or hidden meanwhile need not be looked at
		}
		return state, update.Exec(ctx)
	})
}

// OpenPasses returns passes that run by their rows and were not touched since before: their workflow may be missing.
func (s *Store) OpenPasses(ctx context.Context, before time.Time) ([]PassRef, error) {
	rows, err := s.RO.Pass.Query().Where(dbpass.StateEQ(work.PassLive), dbpass.UpdatedAtLT(before)).Order(dbpass.ByID()).All(ctx)
	out := make([]PassRef, 0, len(rows))
	for _, p := range rows {
		out = append(out, passRef(p))
	}
	return out, s.Fault(err)
}
