package activities

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/link/wellknown"
	"mentionary/internal/match"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/telemetry"
	"mentionary/internal/wording"
	"mentionary/internal/work"
)

const (
	linksPerRun    = 200                // a show-notes page with more is checked over several runs
	checkPerHost   = 2                  // as many as the pacer lets ask a host at once: more would only wait there, and be sent away
	checkAtOnce    = 2048               // of the whole process, for its memory; most wait for their hosts (link/check bounds requests)
	recheckAfter   = 7 * 24 * time.Hour // SECURITY.md, Outbound requests
	unjudgedAfter  = time.Hour          // what no check could judge, when somebody asks for its links
	checkAllWithin = 3 * time.Minute    // what is not done by then stays for the next run

	listedAtOnce       = 500
	recheckListedAfter = 30 * 24 * time.Hour
)

// LinkChecker asks whether an address leads anywhere.
type LinkChecker interface {
	Check(ctx context.Context, rawURL string, kind link.Kind) check.Verdict
}

// Links finds and checks the addresses of entities.
type Links struct {
	Store   *store.Store
	Checker LinkChecker
	Now     func() time.Time
	Metrics *telemetry.Metrics // nil counts nothing
	Lookups *Lookups           // nil asks no catalog

	flight flight
	room   room
}

// ResolveLinks gives the entities of a run the addresses that the creator published under their names, and asks public
// catalogs about those of which they were not asked lately. A catalog never fails a run.
//
// Idempotent: links are keyed by entity, address and channel, lookups by entity and catalog.
func (a *Links) ResolveLinks(ctx context.Context, in RunStage) (LinkResult, error) {
	if err := a.Store.Jobs.SetStep(ctx, in.RunID, work.StageLinks, jobs.StepProgress{State: work.StepRunning}); err != nil {
		return LinkResult{}, err
	}
	w, err := a.Store.Jobs.RunWork(ctx, in.RunID)
	if err != nil {
		return LinkResult{}, err
	}
	entities, err := a.Store.Catalogue.EntitiesOfRun(ctx, in.RunID)
	if err != nil {
		return LinkResult{}, err
	}
	if err := a.Store.Publish.ClaimLinks(ctx, in.RunID, claims(entities, w.Episode.Links)); err != nil {
		return LinkResult{}, err
	}
	listed := wellKnown(entities)
	if err := a.Store.Catalogue.AddListed(ctx, listed); err != nil {
		return LinkResult{}, err
	}
	lookedUp, err := a.Lookups.forRun(ctx, entities)
	if err != nil {
		return LinkResult{}, err
	}
	counted, err := a.Store.Catalogue.CountedInRun(ctx, in.RunID)
	if err != nil {
		return LinkResult{}, err
	}
	n, linked := 0, 0
	for _, e := range entities {
		links := len(e.Edges.Links) + len(listed[e.ID])
		if links > 0 && slices.Contains(counted, e.ID) {
			n, linked = n+links, linked+1
		}
	}
	text := fmt.Sprintf("%s for %d of %s.", wording.Count(n, "link", "links"), linked, wording.Count(len(counted), "entity", "entities"))
	if n == 0 {
		text = "No links were found."
	}
	if lookedUp > 0 {
		text += " " + wording.Count(lookedUp, "entity", "entities") + " looked up."
	}
	return LinkResult{Links: n}, a.Store.Jobs.SetStep(ctx, in.RunID, work.StageLinks, jobs.StepProgress{State: work.StepDone, Text: text})
}

// claims pairs entities with the addresses whose text is their name.
func claims(entities []*store.Entity, links []media.Link) []publish.LinkClaim {
	var out []publish.LinkClaim
	for _, l := range links {
		url, err := link.Canonical(l.URL)
		if err != nil || l.Text == "" {
			continue
		}
		for _, e := range entities {
			t := e.Type
			if match.Key(t, l.Text) == e.Key {
				out = append(out, publish.LinkClaim{EntityID: e.ID, URL: url})
			}
		}
	}
	return out
}

// wellKnown returns addresses of things that everybody knows, by the ids of entities that visitors see and that have none of the kind.
func wellKnown(entities []*store.Entity) map[int][]string {
	out := map[int][]string{}
	for _, e := range entities {
		if e.MentionCount == 0 {
			continue
		}
		for _, url := range wellknown.Links(e.Type, e.Name) {
			if !slices.ContainsFunc(e.Edges.Links, func(l *store.Link) bool { return l.Kind == string(link.KindOf(url)) }) {
				out[e.ID] = append(out[e.ID], url)
			}
		}
	}
	return out
}

// CheckLinks checks the addresses of the run's entities that nobody has checked for a week. A link that cannot be
// checked now stays unknown: it never fails a run.
//
// Idempotent: verdicts are keyed by address.
func (a *Links) CheckLinks(ctx context.Context, in RunStage) (LinkResult, error) {
	urls, err := a.Store.Catalogue.LinksToCheck(ctx, in.RunID, a.Now().Add(-recheckAfter), linksPerRun)
	if err != nil {
		return LinkResult{}, err
	}
	progress := jobs.StepProgress{State: work.StepRunning, Total: len(urls), Text: wording.Count(len(urls), "link", "links") + " to check."}
	if err := a.Store.Jobs.SetStep(ctx, in.RunID, work.StageCheck, progress); err != nil {
		return LinkResult{}, err
	}
	verdicts := a.checkAll(ctx, urls)
	if err := ctx.Err(); err != nil {
		return LinkResult{}, err
	}
	if err := a.Store.Catalogue.SaveLinkChecks(ctx, verdicts); err != nil {
		return LinkResult{}, err
	}
	for _, v := range verdicts {
		a.Metrics.LinkCheck(v.State)
	}
	progress = jobs.StepProgress{
		State: work.StepDone, Done: len(verdicts), Total: len(urls),
		Text: fmt.Sprintf("%d of %s checked.", len(verdicts), wording.Count(len(urls), "link", "links")),
	}
	if len(urls) == 0 {
		progress.Text = "There were no new links to check."
	}
	return LinkResult{Links: len(verdicts)}, a.Store.Jobs.SetStep(ctx, in.RunID, work.StageCheck, progress)
}

// CheckListed checks addresses that only our own lists know, some of them each time it is called: so runs need not wait for the many that
// one encyclopedia would have to answer.
func (a *Links) CheckListed(ctx context.Context) error {
	urls, err := a.Store.Catalogue.ListedToCheck(ctx, a.Now().Add(-recheckListedAfter), listedAtOnce)
	if err != nil || len(urls) == 0 {
		return err
	}
	verdicts := a.checkAll(ctx, urls)
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, v := range verdicts {
		a.Metrics.LinkCheck(v.State)
	}
	return a.Store.Catalogue.SaveLinkChecks(ctx, verdicts)
}

// checkAll asks for all addresses. Those that ran out of time, whose host asked for patience, or that another run or pass
// is asking for now, have no verdict.
func (a *Links) checkAll(ctx context.Context, urls []string) []catalogue.LinkVerdict {
	ctx, cancel := context.WithTimeout(ctx, checkAllWithin)
	defer cancel()
	urls, release := a.flight.take(urls)
	defer release()
	var g errgroup.Group
	found := make(chan catalogue.LinkVerdict, len(urls))
	for _, host := range byHost(urls) {
		next := make(chan string, len(host))
		for _, u := range host {
			next <- u
		}
		close(next)
		for range min(checkPerHost, len(host)) {
			g.Go(func() error {
				for u := range next {
					if v, ok := a.checkOne(ctx, u); ok {
						found <- v
					}
				}
				return nil
			})
		}
	}
	_ = g.Wait() // the functions return no error
	close(found)
	done := make([]catalogue.LinkVerdict, 0, len(urls))
	for v := range found {
		done = append(done, v)
	}
	slices.SortFunc(done, func(a, b catalogue.LinkVerdict) int { return strings.Compare(a.URL, b.URL) }) // all lock rows in one order
	return done
}

// checkOne asks for one address when the process has room for it.
func (a *Links) checkOne(ctx context.Context, u string) (catalogue.LinkVerdict, bool) {
	if !a.room.take(ctx) {
		return catalogue.LinkVerdict{}, false
	}
	defer a.room.leave()
	v := a.Checker.Check(ctx, u, link.KindOf(u))
	return catalogue.LinkVerdict{
		URL: u, State: string(v.State), Reason: string(v.Reason), FinalURL: v.FinalURL, CheckedAt: v.CheckedAt, Failing: v.Failing,
	}, ctx.Err() == nil && v.RetryAfter == 0
}

// byHost parts addresses by their hosts, in the order in which they came.
func byHost(urls []string) [][]string {
	var hosts [][]string
	at := map[string]int{}
	for _, u := range urls {
		host := u // what cannot be parsed is nobody's neighbor: the checker says what is wrong with it
		if parsed, err := url.Parse(u); err == nil {
			host = parsed.Hostname()
		}
		i, known := at[host]
		if !known {
			i = len(hosts)
			at[host], hosts = i, append(hosts, nil)
		}
		hosts[i] = append(hosts[i], u)
	}
	return hosts
}

// room bounds what a process checks at once, whoever wants it. The zero value has room for checkAtOnce.
type room struct {
	once  sync.Once
	slots chan struct{}
}

// take waits for room; false when ctx ended first.
func (r *room) take(ctx context.Context) bool {
	r.once.Do(func() { r.slots = make(chan struct{}, checkAtOnce) })
	select {
	case r.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// leave gives the room back.
func (r *room) leave() { <-r.slots }
