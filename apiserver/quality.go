package apiserver

import (
	"cmp"
	"context"
	"time"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

const (
	validatedEntities     = 50               // whose links one call checks
	disambiguatedEntities = 100              // when the caller names no limit
	passWait              = 20 * time.Second // how long a call waits for its pass
)

// BatchValidate implements the contract. What is known of the links is returned, whether the pass has ended or not.
func (s entityService) BatchValidate(ctx context.Context, r *v1.BatchValidateRequest) (*v1.BatchValidateResponse, error) {
	passID, err := s.pass(ctx, work.PassLinks, r.GetEntityType(), validatedEntities)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.Curate.CheckedEntities(ctx, passID)
	if err != nil {
		return nil, err
	}
	return &v1.BatchValidateResponse{Results: convert.All(rows, convert.Validation)}, nil
}

// BatchDisambiguate implements the contract. A pass that goes on returns its counts so far. It never makes entities: one
// of the two that are merged stays, so that created is 0.
func (s entityService) BatchDisambiguate(ctx context.Context, r *v1.BatchDisambiguateRequest) (*v1.BatchDisambiguateResponse, error) {
	limit := cmp.Or(int(r.GetLimit()), disambiguatedEntities)
	passID, err := s.pass(ctx, work.PassDuplicates, r.GetEntityType(), limit)
	if err != nil {
		return nil, err
	}
	counts, err := s.store.Curate.PassOutcome(ctx, passID)
	if err != nil {
		return nil, err
	}
	return &v1.BatchDisambiguateResponse{Merged: convert.Number(counts.Merged), Skipped: convert.Number(counts.Skipped)}, nil
}

// pass starts a pass or joins the one that runs, and waits a while for its end.
func (s entityService) pass(ctx context.Context, kind work.PassKind, entityType string, limit int) (int, error) {
	typ, err := typeNamed("entityType", entityType)
	if err != nil {
		return 0, err
	}
	until := s.now().Add(passWait)
	ref, err := s.store.Curate.StartPass(ctx, curate.NewPass{
		Kind: kind, Type: typ, Limit: limit, Actor: gate.Of(ctx).PublicID(),
	})
	if err != nil {
		return 0, err
	}
	s.messenger.tell(ctx, func(ctx context.Context) error { return s.passes.StartPass(ctx, ref) })
	return ref.PassID, s.awaitPass(ctx, ref.PassID, until)
}

// awaitPass waits until a pass has ended, the time has come or this server stops. It fails when the caller goes away.
func (s entityService) awaitPass(ctx context.Context, id int, until time.Time) error {
	tick := time.NewTicker(s.poll)
	defer tick.Stop()
	for {
		changed := s.store.Changed() // asked before looking, so that no change falls between
		p, err := s.store.Curate.PassByID(ctx, id)
		if err != nil {
			return err
		}
		if p.State != work.PassLive || !s.now().Before(until) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return nil
		case <-changed:
		case <-tick.C:
		}
	}
}
