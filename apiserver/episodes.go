package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
)

type episodeService struct{ *Server }

// ListEpisodes implements the contract.
func (s episodeService) ListEpisodes(ctx context.Context, r *v1.ListEpisodesRequest) (*v1.ListEpisodesResponse, error) {
	v := viewerOf(ctx)
	typ, err := typeNamed(r.GetType())
	if err != nil {
		return nil, err
	}
	rows, total, err := s.Store.Catalogue.Episodes(ctx, catalogue.EpisodeFilter{
		Search: r.GetSearch(), Channel: r.GetChannel(), EntityID: int(r.GetEntity()), Type: typ, Sort: r.GetSort(),
		Limit: int(r.GetLimit()), Offset: int(r.GetOffset()), Viewer: s.sees(ctx, v),
	})
	if err != nil {
		return nil, err
	}
	return &v1.ListEpisodesResponse{Episodes: s.listedEpisodes(rows, v), Total: number(total)}, nil
}

// GetEpisode implements the contract: a teaser for visitors, everything for those who are signed in.
func (s episodeService) GetEpisode(ctx context.Context, r *v1.GetEpisodeRequest) (*v1.GetEpisodeResponse, error) {
	v := viewerOf(ctx)
	if !v.signedIn {
		e, err := s.Store.Catalogue.Episode(ctx, r.GetId(), store.Viewer{})
		if err != nil {
			return nil, err
		}
		return &v1.GetEpisodeResponse{Episode: s.teaserMessage(e)}, nil
	}
	text, err := s.Store.Catalogue.EpisodeText(ctx, r.GetId(), s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	entries, err := s.Store.Catalogue.EpisodeEntities(ctx, r.GetId(), s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	return &v1.GetEpisodeResponse{Episode: s.episodeMessage(text, entries, v)}, nil
}

// ListEpisodeEntities implements the contract; every entity comes with its evidence.
func (s episodeService) ListEpisodeEntities(ctx context.Context, r *v1.ListEpisodeEntitiesRequest) (*v1.ListEpisodeEntitiesResponse, error) {
	sees := s.sees(ctx, viewerOf(ctx))
	episode, err := s.Store.Catalogue.Episode(ctx, r.GetId(), sees)
	if err != nil {
		return nil, err
	}
	entries, err := s.Store.Catalogue.EpisodeEntities(ctx, r.GetId(), sees)
	if err != nil {
		return nil, err
	}
	out := &v1.ListEpisodeEntitiesResponse{}
	for _, e := range entries {
		entity := s.episodeEntity(e)
		for _, m := range e.Mentions {
			entity.Mentions = append(entity.Mentions, mentionMessage(m, episode))
		}
		out.Entities = append(out.Entities, entity)
	}
	return out, nil
}

// GetTranscript implements the contract.
func (s episodeService) GetTranscript(ctx context.Context, r *v1.GetTranscriptRequest) (*v1.GetTranscriptResponse, error) {
	sees := s.sees(ctx, viewerOf(ctx))
	text, err := s.Store.Catalogue.EpisodeText(ctx, r.GetVideoId(), sees)
	if err != nil {
		return nil, err
	}
	entries, err := s.Store.Catalogue.EpisodeEntities(ctx, r.GetVideoId(), sees)
	if err != nil {
		return nil, err
	}
	e := text.Episode
	out := &v1.GetTranscriptResponse{
		Title: e.Title, VideoId: e.VideoID, IsProcessed: e.IsProcessed, EpisodeId: number(e.ID), PageUrl: optional(e.PageURL), Platform: e.Platform,
	}
	for _, entry := range entries {
		out.Entities = append(out.Entities, s.episodeEntity(entry))
	}
	if t := text.Transcript; t != nil {
		out.Transcript = optional(transcript.Layout(jobs.Cues(t).Cues).Text)
		out.Segments, out.Marks, out.Origin, out.Language = segments(t), marks(t, text.Mentions), t.Origin, t.Language
		out.GivenByReader = jobs.GivenByReader(e, transcript.Origin(t.Origin))
	}
	return out, nil
}
