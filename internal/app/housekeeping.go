package app

import (
	"context"
	"errors"
	"time"

	"mentionary/apiserver"
	"mentionary/internal/audio"
	"mentionary/internal/auth"
)

const (
	deleteEvery = time.Hour
	uploadLife  = 30 * 24 * time.Hour // of files that nobody used
	attemptLife = 90 * 24 * time.Hour
	hearingLife = 7 * 24 * time.Hour // of what was heard for a run that was stopped; a later one of the episode goes on with it
	soundLife   = 7 * 24 * time.Hour // of given audio that nobody listens to
	soundComes  = 24 * time.Hour     // given audio that has not arrived by then never will
	audioLife   = 3 * 24 * time.Hour // of files that nobody has written; one that is needed is fetched again
)

// deleteOldEachHour deletes what is over, each hour until ctx ends. Any number of processes may do it.
func (p *parts) deleteOldEachHour(ctx context.Context) error {
	t := time.NewTicker(deleteEvery)
	defer t.Stop()
	for {
		if err := p.deleteOld(ctx, time.Now()); err != nil && ctx.Err() == nil {
			p.log.WarnContext(ctx, "could not delete everything that is over; it will be tried again in an hour", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
	}
}

// deleteOld deletes ended sessions, old events and attempts, the salts of former days, uploads that nobody used and audio, fetched or
// given, that nobody listens to any more, lets the database learn how the rows that are left are spread, proves the counters that lists
// show, and counts what is kept as it was counted last.
func (p *parts) deleteOld(ctx context.Context, now time.Time) error {
	sessions, err := p.store.People.SweepSessions(ctx, now, now.Add(-auth.IdleLifetime))
	events, err2 := p.store.People.DropEvents(ctx, now.Add(-apiserver.EventLife))
	uploads, err3 := p.store.Jobs.DropUploads(ctx, now.Add(-uploadLife))
	err4 := p.store.People.DropSalts(ctx, now)
	attempts, err5 := p.store.Jobs.DropAttempts(ctx, now.Add(-attemptLife))
	hearings, err6 := p.store.Jobs.DropHearings(ctx, now.Add(-hearingLife))
	files, err7 := audio.Sweep(p.audioLimits(), now.Add(-audioLife))
	sounds, err8 := p.store.Jobs.DropSounds(ctx, now.Add(-soundLife), now.Add(-soundComes))
	err9 := p.store.Optimize(ctx)
	err10 := errors.Join(p.proveCounters(ctx), p.proveTotals(ctx), p.store.Catalogue.KeepFigures(ctx))
	if sessions+events+uploads+attempts+hearings+files+sounds > 0 {
		p.log.InfoContext(ctx, "deleted what is over", "sessions", sessions, "events", events, "uploads", uploads, "attempts", attempts,
			"hearings", hearings, "audio files", files, "parts of given audio", sounds)
	}
	return errors.Join(err, err2, err3, err4, err5, err6, err7, err8, err9, err10)
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
	if err != nil || len(wrong) == 0 {
		return err
	}
	p.log.WarnContext(ctx, "totals of the directory were not what counting gives; they are counted anew", "should be", wrong)
	return p.store.MendTotals(ctx)
}
