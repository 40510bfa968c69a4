package apiserver

import (
	"context"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/link/check"
	"mentionary/internal/mention"
	"mentionary/internal/store/curate"
)

const (
	validatedEntities     = 50               // whose links one call checks
	disambiguatedEntities = 100              // when the caller names no limit
	passWait              = 20 * time.Second // how long a call waits for its pass
)

// BatchValidate implements the contract. The links of what is known are answered, whether the pass has ended or not.
func (s entityService) BatchValidate(ctx context.Context, r *v1.BatchValidateRequest) (*v1.BatchValidateResponse, error) {
	passID, err := s.pass(ctx, job.PassLinks, r.GetEntityType(), validatedEntities)
	if err != nil {
		return nil, err
	}
	rows, err := s.Store.Curate.CheckedEntities(ctx, passID)
	if err != nil {
		return nil, err
	}
	out := &v1.BatchValidateResponse{}
	for _, e := range rows {
		out.Results = append(out.Results, s.validationMessage(e))
	}
	return out, nil
}

// BatchDisambiguate implements the contract. A pass that goes on answers its counts so far. It never makes entities: one
// of the two that are merged stays, so that created is 0.
func (s entityService) BatchDisambiguate(ctx context.Context, r *v1.BatchDisambiguateRequest) (*v1.BatchDisambiguateResponse, error) {
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = disambiguatedEntities
	}
	passID, err := s.pass(ctx, job.PassDuplicates, r.GetEntityType(), limit)
	if err != nil {
		return nil, err
	}
	counts, err := s.Store.Curate.PassOutcome(ctx, passID)
	if err != nil {
		return nil, err
	}
	return &v1.BatchDisambiguateResponse{Merged: number(counts.Merged), Skipped: number(counts.Skipped)}, nil
}

// pass starts a pass or joins the one that runs, and waits a while for its end.
func (s *Server) pass(ctx context.Context, kind job.PassKind, entityType string, limit int) (int, error) {
	typ, ok := mention.ParseType(entityType)
	if !ok {
		return 0, fault.New(fault.BadInput, "entityType: there is no such type. Types are book, product, person, company, location, concept and sponsor.").
			WithField("entityType")
	}
	until := s.Now().Add(passWait)
	ref, err := s.Store.Curate.StartPass(ctx, curate.NewPass{
		Kind: kind, Type: string(typ), Limit: limit, Actor: viewerOf(ctx).session.Person.PublicID,
	})
	if err != nil {
		return 0, err
	}
	s.tell(ctx, func(ctx context.Context) error { return s.Jobs.StartPass(ctx, ref) })
	return ref.PassID, s.awaitPass(ctx, ref.PassID, until)
}

// awaitPass waits until a pass has ended, the time has come or this server stops. It fails when the caller goes away.
func (s *Server) awaitPass(ctx context.Context, id int, until time.Time) error {
	tick := time.NewTicker(s.Watch.Poll)
	defer tick.Stop()
	for {
		changed := s.Store.Changed() // asked before looking, so that no change falls between
		p, err := s.Store.Curate.PassByID(ctx, id)
		if err != nil {
			return err
		}
		if job.PassState(p.State) != job.PassLive || !s.Now().Before(until) {
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

// validationMessage sorts the links of an entity by what their checks said.
func (s *Server) validationMessage(e curate.CheckedEntity) *v1.ValidationResult {
	out := &v1.ValidationResult{Entity: s.entityMessage(e.Entity)}
	for _, l := range e.Links {
		verdict := &v1.LinkVerdict{Kind: l.Kind, Url: l.URL, Reason: reasonSentence(l.Reason), CheckedAt: at(l.CheckedAt)}
		switch check.State(l.State) {
		case check.Valid:
			out.ValidLinks = append(out.ValidLinks, verdict)
		case check.Broken:
			out.InvalidLinks = append(out.InvalidLinks, verdict)
		default:
			out.UnknownLinks = append(out.UnknownLinks, verdict)
		}
	}
	if judged := len(out.ValidLinks) + len(out.InvalidLinks); judged > 0 {
		out.Confidence = float64(len(out.ValidLinks)) / float64(judged)
	}
	return out
}

// reasonSentence is why a check said what it said, for people.
func reasonSentence(reason string) string {
	if reason == "" {
		return "Not checked yet."
	}
	if sentence := check.Reason(reason).Sentence(); sentence != "" {
		return sentence
	}
	return reason
}
