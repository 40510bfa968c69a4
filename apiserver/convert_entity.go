package apiserver

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// entityMessage is an entity as the directory knows it.
func (s *Server) entityMessage(e *store.Entity) *v1.Entity {
	return &v1.Entity{
		Id: number(e.ID), Type: string(e.Type), Name: e.Name, Description: optional(e.Description), Slug: e.Slug,
		MentionCount: number(e.MentionCount), EpisodeCount: number(e.EpisodeCount), Metadata: metadata(e),
	}
}

// entityWithEpisodes adds episodes that mention it.
func (s *Server) entityWithEpisodes(e *store.Entity, episodes []catalogue.EntityEpisode) *v1.Entity {
	out := s.entityMessage(e)
	for _, x := range episodes {
		out.Episodes = append(out.Episodes, &v1.EntityEpisode{
			Id: number(x.Episode.ID), VideoId: x.Episode.VideoID, Title: x.Episode.Title, ThumbnailUrl: optional(x.Episode.ThumbnailURL),
			Channel: episodeChannel(x.Episode.Edges.Channel), MentionCount: number(x.Count), PublishedAt: at(x.Episode.PublishedAt),
		})
	}
	return out
}

// channelEntity is an entity as one channel speaks of it: its counts are those of the channel.
func (s *Server) channelEntity(e catalogue.ChannelEntry) *v1.Entity {
	out := s.entityMessage(e.Entity)
	out.MentionCount, out.EpisodeCount = number(e.Mentions), number(e.Episodes)
	return out
}

// episodeEntity is an entity as one episode speaks of it: what was said there lies over what is known, and the count is
// that of the episode.
func (s *Server) episodeEntity(e catalogue.EpisodeEntry) *v1.Entity {
	out := s.entityMessage(e.Entity)
	out.MentionCount = number(e.Count)
	over := func(into **string, said string) {
		if said != "" {
			*into = &said
		}
	}
	m := out.Metadata
	over(&m.Author, e.Claims.Author)
	over(&m.Company, e.Claims.Company)
	over(&m.Country, e.Claims.Country)
	over(&m.Title, e.Claims.Title)
	over(&m.Field, e.Claims.Field)
	over(&m.Category, e.Claims.Category)
	over(&m.SponsorType, e.Claims.SponsorType)
	over(&m.PromoCode, e.Claims.PromoCode)
	over(&m.Offer, e.Claims.Offer)
	return out
}

// metadata holds facts and real links: neither derived nor broken. Only a location has a search on a map when it has no
// place there.
func metadata(e *store.Entity) *v1.EntityMetadata {
	best := map[link.Kind]*store.Link{}
	for _, l := range e.Edges.Links {
		kind := link.Kind(l.Kind)
		if string(l.State) == linkBroken {
			continue
		}
		if old := best[kind]; old == nil || better(l, old) {
			best[kind] = l
		}
	}
	address := func(k link.Kind) *string {
		if l := best[k]; l != nil {
			return &l.URL
		}
		return nil
	}
	out := &v1.EntityMetadata{
		AmazonUrl: address(link.Amazon), WikipediaUrl: address(link.Wikipedia), LinkedinUrl: address(link.LinkedIn),
		WebsiteUrl: address(link.Website), MapsUrl: address(link.Maps), GoodreadsUrl: address(link.Goodreads),
		Author: optional(e.Author), Company: optional(e.Company), Country: optional(e.Country),
		Title: optional(e.Title), Field: optional(e.Field), Category: optional(e.Category),
	}
	if out.MapsUrl == nil && mention.Type(e.Type) == mention.Location {
		for _, l := range link.Derived(mention.Location, e.Name, e.Country) {
			if l.Kind == link.Maps {
				out.MapsUrl = &l.URL
			}
		}
	}
	return out
}

const linkBroken = "broken"

// trusts orders the stored words of link.Trust, weakest first.
var trusts = map[string]link.Trust{
	link.Claimed.String(): link.Claimed, link.Agreed.String(): link.Agreed,
	link.Catalogue.String(): link.Catalogue, link.Admin.String(): link.Admin,
}

// better prefers more trust, then the address that comes first, so that the answer does not depend on the order of rows.
func better(a, b *store.Link) bool {
	if trusts[a.Source] != trusts[b.Source] {
		return trusts[a.Source] > trusts[b.Source]
	}
	return a.URL < b.URL
}
