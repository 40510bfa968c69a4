package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/catalogue"
)

// searchHits is how many hits of each sort are answered when the caller names no limit.
const searchHits = 10

type searchService struct{ *Server }

// Search implements the contract; the store leaves passages out for visitors.
func (s searchService) Search(ctx context.Context, r *v1.SearchRequest) (*v1.SearchResponse, error) {
	v := viewerOf(ctx)
	limit := int(r.GetLimit())
	if limit == 0 {
		limit = searchHits
	}
	found, err := s.Store.Catalogue.Search(ctx, r.GetQuery(), limit, s.sees(ctx, v))
	if err != nil {
		return nil, err
	}
	out := &v1.SearchResponse{Episodes: s.listedEpisodes(found.Episodes, v)}
	for _, e := range found.Entities {
		out.Entities = append(out.Entities, s.entityMessage(e))
	}
	for _, c := range found.Channels {
		out.Channels = append(out.Channels, s.channelMessage(catalogue.ChannelStats{Channel: c}))
	}
	for _, p := range found.Passages {
		out.Passages = append(out.Passages, &v1.PassageHit{
			EpisodeId: number(p.Episode.ID), VideoId: p.Episode.VideoID, EpisodeTitle: p.Episode.Title, Text: p.Text, Start: seconds(p.StartMS),
			GivenByReader: p.Given,
		})
	}
	return out, nil
}
