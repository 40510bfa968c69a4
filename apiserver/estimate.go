package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/source"
)

// maxEstimatedPages bounds how much of a show's list is read for an estimate: 200 episodes, which is more than most submissions take.
const maxEstimatedPages = 4

// EstimateEpisodes implements the contract.
func (s showService) EstimateEpisodes(ctx context.Context, r *v1.EstimateEpisodesRequest) (*v1.EstimateEpisodesResponse, error) {
	ref, err := s.show(r.GetAddress())
	if err != nil {
		return nil, err
	}
	selection, err := selectionOf(s.gate, gate.Of(ctx), ref.Kind, r.GetConfig())
	if err != nil {
		return nil, err
	}
	out, err := withinListingTime(ctx, func(ctx context.Context) (*v1.EstimateEpisodesResponse, error) {
		return s.estimate(ctx, ref, selection)
	})
	if err != nil {
		return nil, err
	}
	out.ListeningPrice, out.ListeningSpeed, err = s.listeningCosts(ctx)
	return out, err
}

// estimate reads the list of a show and adds up what a selection takes of it. What fails after the first page leaves what is known.
func (s showService) estimate(ctx context.Context, ref media.Ref, selection media.Selection) (*v1.EstimateEpisodesResponse, error) {
	out := &v1.EstimateEpisodesResponse{New: &v1.Lengths{}, Listened: &v1.Lengths{}, PerhapsListened: &v1.Lengths{}}
	listens, since, cursor := s.listens(ref.Platform), source.Since(selection, s.now()), ""
	for range maxEstimatedPages {
		page, analyzed, err := s.list(ctx, ref, since, cursor)
		if err != nil && cursor == "" {
			return nil, err
		}
		if err != nil {
			break
		}
		episodes, full := source.Selected(selection, int(out.GetNew().GetEpisodes()+out.GetAnalyzed()), page.Episodes)
		for _, e := range episodes {
			if analyzed[e.ExternalID] != "" {
				out.Analyzed++
				continue
			}
			addLength(out.New, e)
			switch listens(e) {
			case listeningYes:
				addLength(out.Listened, e)
			case listeningMaybe:
				addLength(out.PerhapsListened, e)
			}
		}
		if cursor = page.Next; full || cursor == "" {
			return out, nil
		}
	}
	out.More = true
	return out, nil
}

func addLength(l *v1.Lengths, e media.Episode) {
	l.Episodes++
	l.Seconds = convert.Number(int(l.GetSeconds()) + int(e.Duration.Seconds()))
	if e.Duration <= 0 {
		l.Unknown++
	}
}

// What ListedEpisode.listening says.
const (
	listeningYes   = "yes"
	listeningMaybe = "maybe"
	listeningNo    = "no"
)

// listens returns what tells of episodes of a platform whether their audio would be listened to.
func (s showService) listens(p media.Platform) func(media.Episode) string {
	from, listed := s.sources[p], source.SiteOf(p).ListsTranscripts
	return func(e media.Episode) string {
		can, _ := source.HasAudio(from, e)
		switch {
		case s.listening == nil || !can || len(e.Transcripts) > 0:
			return listeningNo
		case listed:
			return listeningYes
		}
		return listeningMaybe
	}
}

// listeningCosts says what listening takes here: dollars for a minute and minutes heard in a minute, absent where they are unknown.
func (s showService) listeningCosts(ctx context.Context) (price, speed *float64, err error) {
	if s.listening == nil {
		return nil, nil, nil
	}
	speed, err = s.listening.speed(ctx, s.store)
	return &s.listening.Minute, speed, err
}
