package activities

import (
	"context"
	"errors"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// Sources finds the provider of a platform.
type Sources map[media.Platform]source.Source

// of returns the platform's provider.
func (s Sources) of(p media.Platform) (source.Source, error) {
	if src, ok := s[p]; ok {
		return src, nil
	}
	return nil, fault.Newf(fault.Unsupported, "This installation cannot read %q.", p)
}

// List finds the episodes that a job's input stands for.
type List struct {
	Store   *store.Store
	Sources Sources
	Now     func() time.Time
}

// ListInput lists the next page of a job's input and stores its items. Called again until Listed.
//
// Idempotent: items are keyed by job and episode; the cursor moves in the same transaction.
func (a *List) ListInput(ctx context.Context, in Listing) (ListResult, error) {
	j, err := a.Store.Jobs.Job(ctx, in.JobID, 0)
	if err != nil {
		return ListResult{}, err
	}
	switch {
	case !j.State.Open():
		return ListResult{}, fault.New(fault.Stale, "The job is closed.")
	case j.Listed:
		return ListResult{Items: j.ItemsTotal, Listed: true, Title: j.Title}, nil
	case j.Kind == media.KindUpload:
		n, err := a.Store.Jobs.AddUploads(ctx, j.ID)
		return ListResult{Items: n, Listed: true, Title: j.Title}, err
	}
	page, err := a.page(ctx, j)
	if err != nil {
		return ListResult{}, err
	}
	episodes, full := source.Selected(j.Selection, j.ItemsTotal, page.Episodes)
	items := make([]jobs.NewItem, 0, len(episodes))
	for _, e := range episodes {
		items = append(items, jobs.NewItem{Ref: source.RefOf(e), Title: e.Title})
	}
	title := page.Title
	if title == "" {
		title = page.Channel.Name
	}
	if len(items) == 1 && j.Kind == media.KindVideo {
		title = items[0].Title
	}
	listed := full || page.Next == ""
	n, err := a.Store.Jobs.AddItems(ctx, j.ID, items, title, page.Next, listed)
	if err != nil {
		return ListResult{}, err
	}
	if listed && n == 0 {
		return ListResult{}, fault.New(fault.BadInput, nothingFound(j))
	}
	return ListResult{Items: n, Listed: listed, Title: title}, nil
}

// page asks the source, unless a single episode has a title without asking.
func (a *List) page(ctx context.Context, j *store.Job) (source.Page, error) {
	if title := source.SiteOf(j.Ref.Platform).Untitled(j.Ref.ExternalID); title != "" && j.Ref.Kind == media.KindVideo {
		return source.Page{Episodes: []media.Episode{{
			Platform: j.Ref.Platform, ExternalID: j.Ref.ExternalID, PageURL: j.Ref.URL, Title: title,
		}}}, nil
	}
	src, err := a.Sources.of(j.Ref.Platform)
	if err != nil {
		return source.Page{}, err
	}
	page, err := src.List(ctx, j.Ref, source.Since(j.Selection, a.Now()), j.Cursor)
	if err != nil && ctx.Err() != nil {
		return page, errors.Join(err, ctx.Err())
	}
	return page, err
}

func nothingFound(j *store.Job) string {
	switch j.Selection.Mode {
	case media.SelectChosen:
		return "The show does not list the chosen episodes any more. Choose again from its list."
	case media.SelectDateRange:
		return "No episodes were published in that time. Choose a longer one."
	}
	return "No episodes were found at this address. Check it, or try the address of one episode."
}
