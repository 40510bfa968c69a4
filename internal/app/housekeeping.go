package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"mentionary/activities"
	"mentionary/apiserver"
	"mentionary/internal/audio"
	"mentionary/internal/auth"
	"mentionary/internal/store/database"
)

const (
	choresEvery = time.Hour
	followEvery = time.Minute
	uploadLife  = 30 * 24 * time.Hour // of files that nobody used
	attemptLife = 90 * 24 * time.Hour
	hearingLife = 7 * 24 * time.Hour // of what was heard for a run that was stopped; a later one of the episode goes on with it
	soundLife   = 7 * 24 * time.Hour // of given audio that nobody listens to
	soundComes  = 24 * time.Hour     // given audio that has not arrived by then never will
	audioLife   = 3 * 24 * time.Hour // of files that nobody has written; one that is needed is fetched again
)

// doHourlyChores does what is due each hour, until ctx ends. Any number of processes may do it.
func (p *parts) doHourlyChores(ctx context.Context, links *activities.Links) error {
	t := time.NewTicker(choresEvery)
	defer t.Stop()
	for {
		err := errors.Join(p.deleteOld(ctx, time.Now()), p.store.Optimize(ctx), p.store.MergeSearch(ctx), p.proveCounters(ctx),
			p.proveTotals(ctx), p.proveSpent(ctx), p.store.Catalogue.KeepFigures(ctx),
			p.store.ForgetKnownChanges(ctx, database.ToldChanges), links.CheckListed(ctx))
		if err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "not everything that is due each hour could be done; it will be tried again in an hour", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// followNames keeps at hand what web servers search, until ctx ends: whoever searches reads what changed since, which is little then.
func (p *parts) followNames(ctx context.Context) error {
	t := time.NewTicker(followEvery)
	defer t.Stop()
	for {
		if err := p.store.Catalogue.FollowNames(ctx); err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "the names that are searched could not be read; whoever searches tries again", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// deleteOld deletes what is over: what nobody used, listens to or may look at any more.
func (p *parts) deleteOld(ctx context.Context, now time.Time) error {
	deleted, total := []any{}, 0
	var failed []error
	for _, over := range []struct {
		what   string
		delete func() (int, error)
	}{
		{"sessions", func() (int, error) { return p.store.People.SweepSessions(ctx, now, now.Add(-auth.IdleLifetime)) }},
		{"events", func() (int, error) { return p.store.People.DropEvents(ctx, now.Add(-apiserver.EventLife)) }},
		{"uploads", func() (int, error) { return p.store.Jobs.DropUploads(ctx, now.Add(-uploadLife)) }},
		{"attempts", func() (int, error) { return p.store.Jobs.DropAttempts(ctx, now.Add(-attemptLife)) }},
		{"hearings", func() (int, error) { return p.store.Jobs.DropHearings(ctx, now.Add(-hearingLife)) }},
		{"audio files", func() (int, error) { return audio.Sweep(p.audioLimits(), now.Add(-audioLife)) }},
		{"parts of given audio", func() (int, error) {
			return p.store.Jobs.DropSounds(ctx, now.Add(-soundLife), now.Add(-soundComes))
		}},
		{"salts of visitors", func() (int, error) { return 0, p.store.People.DropSalts(ctx, now) }}, // daily, and nobody counts them
	} {
		n, err := over.delete()
		deleted, total, failed = append(deleted, over.what, n), total+n, append(failed, err)
	}
	if total > 0 {
		p.log.InfoContext(ctx, "deleted what is over", deleted...)
	}
	return errors.Join(failed...)
}

// proveCounters counts what the counters of entities and channels keep, and mends those that somebody wrote past.
func (p *parts) proveCounters(ctx context.Context) error {
	mended, err := p.store.Curate.ProveCounters(ctx)
	if mended.Any() {
		p.log.WarnContext(ctx, "counters of the directory were not what counting gives; they are counted anew", "entities", mended.Entities,
			"channels", mended.Channels)
	}
	return err
}

// proveTotals counts what the directory's totals keep, and counts them anew when somebody wrote past them.
func (p *parts) proveTotals(ctx context.Context) error {
	wrong, err := p.store.ProveTotals(ctx)
	return mendWrong(ctx, p.log, "totals of the directory", wrong, err, p.store.MendTotals)
}

// proveSpent sums up what was spent of each day, and does so anew where somebody wrote past the sums that are kept.
func (p *parts) proveSpent(ctx context.Context) error {
	wrong, err := p.store.ProveSpent(ctx)
	return mendWrong(ctx, p.log, "sums of what was spent", wrong, err, p.store.MendSpent)
}

// mendWrong mends figures of which a proof found some wrong, and says so.
func mendWrong[T any](ctx context.Context, log *slog.Logger, what string, wrong []T, err error, mend func(context.Context) error) error {
	if err != nil || len(wrong) == 0 {
		return err
	}
	log.WarnContext(ctx, what+" were not what counting gives; they are counted anew", "should be", wrong)
	return mend(ctx)
}
