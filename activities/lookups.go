package activities

import (
	"context"
	"errors"
	"slices"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

const (
	lookupsWithin  = 20 * time.Second    // of a run; what is not asked by then is asked by a later run or a pass
	askAgainAfter  = 30 * 24 * time.Hour // what a catalog said holds so long
	failedForAbout = 24 * time.Hour      // what it could not say
)

// Lookups asks public catalogs which of their records entities are. One process asks about one entity at a time, as
// catalogs want it of those who do not sign in.
type Lookups struct {
	store     *store.Store
	resolvers []lookup.Resolver
	now       func() time.Time
	turn      chan struct{} // who holds it asks
}

// NewLookups returns lookups by the resolvers, best first: what one says, the next does not change. Without resolvers nobody is
// asked.
func NewLookups(s *store.Store, now func() time.Time, resolvers ...lookup.Resolver) *Lookups {
	return &Lookups{store: s, resolvers: resolvers, now: now, turn: make(chan struct{}, 1)}
}

func (l *Lookups) off() bool { return l == nil || len(l.resolvers) == 0 }

// forRun asks about entities of a run, the most mentioned first, for a short time, and returns how many of them a catalog
// was asked about. It fails only where our own rows do: a catalog that is away or slow is left for later, and so is
// everything while somebody else asks.
func (l *Lookups) forRun(ctx context.Context, entities []*store.Entity) (int, error) {
	if l.off() {
		return 0, nil
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	default:
		return 0, nil
	}
	sorted := slices.Clone(entities)
	slices.SortStableFunc(sorted, func(a, b *store.Entity) int { return b.MentionCount - a.MentionCount })
	var ids []int
	for _, e := range sorted {
		ids = append(ids, e.ID)
	}
	within, cancel := context.WithTimeout(ctx, lookupsWithin)
	defer cancel()
	asked, err := l.ask(within, ids)
	if lookup.Silent(err) || within.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return asked, err
}

// forPass asks about entities until it has asked about all. When a catalog wants patience it fails with the fault that says
// how long: what was asked is kept.
func (l *Lookups) forPass(ctx context.Context, ids []int) error {
	if l.off() {
		return fault.New(fault.Conflict, "No public catalog is switched on. An operator can do that with MENTIONARY_CATALOGS.")
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	_, err := l.ask(ctx, ids)
	return err
}

// ask asks each catalog about each entity of which it has said nothing lately. One that is silent is not asked again; its
// fault is returned at the end.
func (l *Lookups) ask(ctx context.Context, ids []int) (asked int, err error) {
	silent := map[string]error{}
	for _, id := range ids {
		s, err := l.store.Catalogue.LookupSubject(ctx, id)
		if err != nil {
			return asked, err
		}
		if s == nil {
			continue
		}
		before := asked
		for _, r := range l.resolvers {
			if silent[r.Catalogue()] != nil || !r.Knows(s.Subject) || l.fresh(s, r.Catalogue()) {
				continue
			}
			err := l.askOne(ctx, r, s)
			if lookup.Silent(err) {
				silent[r.Catalogue()] = err
				continue
			}
			if err != nil {
				return asked, err
			}
			asked = before + 1
		}
	}
	for _, r := range l.resolvers {
		err = errors.Join(err, silent[r.Catalogue()])
	}
	return asked, err
}

// askOne asks a catalog about an entity and keeps what comes of it. Entities that it knows under one id become one.
func (l *Lookups) askOne(ctx context.Context, r lookup.Resolver, s *catalogue.LookupSubject) error {
	records, err := r.Candidates(ctx, s.Subject)
	decision := lookup.Decide(s.Subject, records)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case lookup.Silent(err):
		return err
	case err != nil: // an answer that nobody can read: the next question may do better
		decision = lookup.Decision{Outcome: lookup.Failed, Reasons: []string{fault.Of(err).Sentence}}
	}
	err = l.store.Catalogue.SaveLookup(ctx, catalogue.Asked{
		EntityID: s.EntityID, Catalogue: r.Catalogue(), Subject: s.Subject, Decision: decision,
	})
	if err == nil && decision.Outcome == lookup.Accepted {
		_, err = l.store.Curate.JoinSameRecord(ctx, s.EntityID)
	}
	return err
}

// fresh reports whether a catalog was asked the same question lately.
func (l *Lookups) fresh(s *catalogue.LookupSubject, name string) bool {
	for _, was := range s.Lookups {
		if was.Catalogue != name || was.Asked != s.Subject.Asked() {
			continue
		}
		holds := askAgainAfter
		if was.Outcome == lookup.Failed {
			holds = failedForAbout
		}
		return l.now().Before(was.AskedAt.Add(holds))
	}
	return false
}
