package activities

import (
	"context"

	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/work"
)

// How many entities one step of a pass takes.
const (
	linkPage      = 10
	duplicatePage = 300_000 // of all that wait: the directory is read once for so many, and minutes are enough on a busy machine
	lookupPage    = 10      // about a minute: a catalog is asked once a second, and several times about an entity that it knows
)

// Passes are the steps of work on the catalogue.
type Passes struct {
	Store *store.Store
	Links *Links
}

// CheckPassLinks checks the links of a page of entities that nobody has checked for a week, or that could not be judged when they were
// asked an hour ago: somebody presses a button to know. What cannot be checked now stays unknown, it never fails a pass.
//
// Idempotent: verdicts are keyed by address, outcomes by pass and entity.
func (a *Passes) CheckPassLinks(ctx context.Context, in PassPage) (PassProgress, error) {
	waiting, more, err := a.Store.Curate.PassPage(ctx, in.PassID, in.Page, linkPage)
	if err != nil {
		return PassProgress{}, err
	}
	now := a.Links.Now()
	due := catalogue.LinksDue{Judged: now.Add(-recheckAfter), Unjudged: now.Add(-unjudgedAfter)}
	urls, err := a.Store.Curate.LinksOfEntities(ctx, waiting, due, linksPerRun)
	if err != nil {
		return PassProgress{}, err
	}
	verdicts := a.Links.checkAll(ctx, urls)
	if err := ctx.Err(); err != nil {
		return PassProgress{}, err
	}
	if err := a.Store.Catalogue.SaveLinkChecks(ctx, verdicts); err != nil {
		return PassProgress{}, err
	}
	if err := a.Store.Curate.PassChecked(ctx, in.PassID, waiting); err != nil {
		return PassProgress{}, err
	}
	return a.progress(ctx, in.PassID, more)
}

// MergePassDuplicates merges what is certainly the same as one of the entities that wait, whichever page is asked for, and notes what
// may be.
//
// Idempotent: an entity that the pass has dealt with is left alone.
func (a *Passes) MergePassDuplicates(ctx context.Context, in PassPage) (PassProgress, error) {
	more, err := a.Store.Curate.PassDuplicates(ctx, in.PassID, duplicatePage)
	if err != nil {
		return PassProgress{}, err
	}
	return a.progress(ctx, in.PassID, more)
}

// LookUpPassEntities asks public catalogs about a page of entities of which they were not asked lately. When a catalog wants
// patience, the page is tried again later.
//
// Idempotent: lookups are keyed by entity and catalog, outcomes by pass and entity.
func (a *Passes) LookUpPassEntities(ctx context.Context, in PassPage) (PassProgress, error) {
	waiting, more, err := a.Store.Curate.PassPage(ctx, in.PassID, in.Page, lookupPage)
	if err != nil {
		return PassProgress{}, err
	}
	if err := a.Links.Lookups.forPass(ctx, waiting); err != nil {
		return PassProgress{}, err
	}
	if err := a.Store.Curate.PassChecked(ctx, in.PassID, waiting); err != nil {
		return PassProgress{}, err
	}
	return a.progress(ctx, in.PassID, more)
}

func (a *Passes) progress(ctx context.Context, passID int, more bool) (PassProgress, error) {
	p, err := a.Store.Curate.PassByID(ctx, passID)
	if err != nil {
		return PassProgress{}, err
	}
	return PassProgress{Done: p.Done, Total: p.Total, More: more}, nil
}

// ClosePass ends a pass.
//
// Idempotent: one that has ended stays as it is.
func (a *Passes) ClosePass(ctx context.Context, in PassEnd) (work.PassState, error) {
	return a.Store.Curate.FinishPass(ctx, in.PassID, in.State, in.Reason)
}
