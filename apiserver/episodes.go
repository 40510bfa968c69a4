package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// episodeService is about episodes and their transcripts.
type episodeService struct {
	store *store.Store
	gate  *gate.Gate
}

// ListEpisodes implements the contract.
func (s episodeService) ListEpisodes(ctx context.Context, r *v1.ListEpisodesRequest) (*v1.ListEpisodesResponse, error) {
	v := gate.Of(ctx)
	typ, err := typeNamed("type", r.GetType())
	if err != nil {
		return nil, err
	}
	rows, total, err := s.store.Catalogue.Episodes(ctx, catalogue.EpisodeFilter{
		Search: r.GetSearch(), Channel: r.GetChannel(), EntityID: int(r.GetEntity()), Type: typ, Sort: r.GetSort(),
		Limit: int(r.GetLimit()), Offset: int(r.GetOffset()), Viewer: s.gate.Sees(v),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListEpisodesResponse{
		Episodes: convert.ListedEpisodes(rows, v.SignedIn), Total: convert.Number(total.N), MoreThanTotal: total.AtLeast,
	}, nil
}

// GetEpisode implements the contract: a teaser for visitors, everything for those who are signed in.
func (s episodeService) GetEpisode(ctx context.Context, r *v1.GetEpisodeRequest) (*v1.GetEpisodeResponse, error) {
	v := gate.Of(ctx)
	if !v.SignedIn {
		e, err := s.store.Catalogue.Episode(ctx, r.GetId(), store.Viewer{})
		if err != nil {
			return nil, err
		}
		return &v1.GetEpisodeResponse{Episode: convert.Teaser(e)}, nil
	}
	text, err := s.store.Catalogue.EpisodeText(ctx, r.GetId(), s.gate.Sees(v))
	if err != nil {
		return nil, err
	}
	return &v1.GetEpisodeResponse{Episode: convert.WholeEpisode(text)}, nil
}

// ListEpisodeEntities implements the contract; every entity comes with its evidence.
func (s episodeService) ListEpisodeEntities(
	ctx context.Context, r *v1.ListEpisodeEntitiesRequest,
) (*v1.ListEpisodeEntitiesResponse, error) {
	entries, err := s.store.Catalogue.EpisodeEntities(ctx, r.GetId(), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	return &v1.ListEpisodeEntitiesResponse{Entities: convert.All(entries, convert.EpisodeEntity)}, nil
}

// GetTranscript implements the contract.
func (s episodeService) GetTranscript(ctx context.Context, r *v1.GetTranscriptRequest) (*v1.GetTranscriptResponse, error) {
	text, err := s.store.Catalogue.TranscriptText(ctx, r.GetVideoId(), int(r.GetTranscriptId()), s.gate.Sees(gate.Of(ctx)))
	if err != nil {
		return nil, err
	}
	if !text.Present() {
		return convert.Transcript(text, nil), nil
	}
	mentions, err := s.store.Catalogue.TranscriptMentions(ctx, text.Episode.ID, text.Transcript.ID)
	if err != nil {
		return nil, err
	}
	return convert.Transcript(text, mentions), nil
}
