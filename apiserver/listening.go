package apiserver

import (
	"cmp"
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
)

// Listening is what having audio heard comes to.
type Listening struct {
	Server string  // the speech server's name
	Minute float64 // what a minute of audio costs, in US dollars
	AtOnce int     // pieces that are heard at once
}

// speed is how many minutes of audio are heard here in a minute, absent when nothing was heard lately.
func (l *Listening) speed(ctx context.Context, s *store.Store) (*float64, error) {
	speed, err := s.Jobs.HearingSpeed(ctx, l.Server)
	if err != nil || speed == 0 {
		return nil, err
	}
	speed *= float64(max(l.AtOnce, 1))
	return &speed, nil
}

// PreviewListening implements the contract.
func (s jobService) PreviewListening(ctx context.Context, r *v1.PreviewListeningRequest) (*v1.PreviewListeningResponse, error) {
	ep, err := s.store.Catalogue.Episode(ctx, r.GetVideoId(), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	reason, err := s.whyNotAgain(ctx, ep)
	if err != nil {
		return nil, err
	}
	out := &v1.PreviewListeningResponse{CanListen: reason == "", Reason: reason}
	if ep.Duration > 0 {
		seconds := convert.Number(ep.Duration)
		out.Duration = &seconds
	}
	if s.listening == nil {
		return out, nil
	}
	out.Server, out.ListeningPrice = s.listening.Server, s.listening.Minute
	out.ListeningSpeed, err = s.listening.speed(ctx, s.store)
	return out, err
}

// ListenAgain implements the contract. As with Process, the row is the promise.
func (s jobService) ListenAgain(ctx context.Context, r *v1.ListenAgainRequest) (*v1.ListenAgainResponse, error) {
	v := gate.Of(ctx)
	ep, err := s.store.Catalogue.Episode(ctx, r.GetVideoId(), s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	if reason := s.whyNeverAgain(ep); reason != "" {
		return nil, fault.New(fault.Conflict, reason)
	}
	key, err := idempotencyKey(r.GetIdempotencyKey())
	if err != nil {
		return nil, err
	}
	id := v.UserID()
	made, created, err := s.store.Jobs.ListenAgain(ctx, jobs.NewJob{
		UserID: &id, Kind: media.KindVideo, Input: cmp.Or(ep.PageURL, ep.Title), Title: ep.Title, Ref: source.RefOf(soundEpisode(ep)),
		IdempotencyKey: key, RequestID: s.engine.requestID(ctx), Limits: s.limits.of(v),
	}, ep.ID)
	if err != nil {
		return nil, err
	}
	if created {
		s.engine.tell(ctx, func(ctx context.Context) error { return s.engine.jobs.StartJob(ctx, jobs.RefOf(made, v.PublicID())) })
	}
	return &v1.ListenAgainResponse{JobId: convert.Number(made.ID)}, nil
}

// whyNotAgain says why an episode's audio cannot be heard again now; empty when it can.
func (s jobService) whyNotAgain(ctx context.Context, ep *store.Episode) (string, error) {
	if reason := s.whyNeverAgain(ep); reason != "" {
		return reason, nil
	}
	busy, err := s.store.Jobs.BeingAnalyzed(ctx, ep.ID)
	if err != nil || !busy {
		return "", err
	}
	return jobs.ErrBeingAnalyzed.Sentence, nil
}

// whyNeverAgain says why waiting does not help an episode whose audio cannot be heard again; empty when nothing but a run under way is
// against it.
func (s jobService) whyNeverAgain(ep *store.Episode) string {
	switch {
	case s.listening == nil:
		return "No speech server is set up here."
	case !ep.IsProcessed:
		return "This episode has not been analyzed yet."
	case media.Platform(ep.Platform) == media.Upload:
		return "This episode is a file that somebody gave; its audio is not kept."
	case source.SiteOf(media.Platform(ep.Platform)).AudioOf(soundEpisode(ep)).Key == "":
		return "The source names no audio of this episode."
	}
	return ""
}

// soundEpisode is a stored episode as its source knows it, as far as its sound is concerned.
func soundEpisode(e *store.Episode) media.Episode {
	return media.Episode{
		Platform: media.Platform(e.Platform), ExternalID: e.ExternalID, Title: e.Title, PageURL: e.PageURL, MediaURL: e.MediaURL,
	}
}
