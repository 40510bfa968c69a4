package convert

import (
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/link"
	"mentionary/internal/link/check"
	"mentionary/internal/lookup"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// Entity is an entity as the directory knows it.
func Entity(e *store.Entity) *v1.Entity {
	return &v1.Entity{
		Id: Number(e.ID), Type: string(e.Type), Name: e.Name, Description: Optional(e.Description), Slug: e.Slug,
		MentionCount: Number(e.MentionCount), EpisodeCount: Number(e.EpisodeCount), Metadata: metadata(e),
		RecommenderCount: Number(e.RecommenderCount), TalkedCount: Number(e.TalkedCount), Topic: e.Topic,
	}
}

// Quoted adds what was said about an entity; nil adds nothing.
func Quoted(e *v1.Entity, q *catalogue.TellingQuote) *v1.Entity {
	if q != nil {
		e.TellingQuote = &v1.TellingQuote{
			Quote: q.Quote, Surface: q.Surface, Speaker: q.Speaker, Stance: q.Stance, EpisodeId: Number(q.EpisodeID), EpisodeTitle: q.Episode,
			ChannelName: q.Channel, GivenByReader: q.Given,
		}
	}
	return e
}

// EntityWithEpisodes adds episodes that mention it.
func EntityWithEpisodes(e *store.Entity, episodes []catalogue.EntityEpisode) *v1.Entity {
	out := Entity(e)
	for _, x := range episodes {
		out.Episodes = append(out.Episodes, &v1.EntityEpisode{
			Id: Number(x.Episode.ID), VideoId: x.Episode.VideoID, Title: x.Episode.Title, ThumbnailUrl: Optional(x.Episode.ThumbnailURL),
			Channel: episodeChannel(x.Episode.Edges.Channel), MentionCount: Number(x.Count), PublishedAt: At(x.Episode.PublishedAt),
		})
	}
	return out
}

// Page is what the page of an entity shows beside what lists do.
type Page struct {
	Records  []catalogue.Record // what public catalogs say of it
	Editions []catalogue.Edition
	Origins  []catalogue.LinkOrigin
	Private  catalogue.PrivateCounts // what only the viewer sees of it
}

// EntityPage is an entity with episodes and the rest of its page.
func EntityPage(e *store.Entity, episodes []catalogue.EntityEpisode, p Page) *v1.Entity {
	out := EntityWithEpisodes(e, episodes)
	out.Editions, out.LinkOrigins = All(p.Editions, edition), shownOrigins(out.GetMetadata(), p.Origins)
	out.PrivateMentions, out.PrivateEpisodes = Number(p.Private.Mentions), Number(p.Private.Episodes)
	for _, r := range p.Records {
		record := &v1.CatalogueRecord{
			Catalogue: r.Catalogue, Name: lookup.Names[r.Catalogue], Id: r.ID, Url: r.URL, CheckedAt: At(&r.CheckedAt), Fields: r.Columns,
			Links: givenLinks(out.GetMetadata(), r.Facts.Links), Year: optionalYear(r.Facts.Year), Isbn: Optional(r.Facts.ISBN),
			Feed: Optional(r.Facts.Feed),
		}
		if r.Channel != nil {
			record.ChannelId, record.ChannelName = r.Channel.PublicID, r.Channel.Name
		}
		out.Records = append(out.Records, record)
	}
	return out
}

func edition(e catalogue.Edition) *v1.Edition {
	out := &v1.Edition{
		Title: e.Title, Language: e.Language, Year: optionalYear(e.Year), Original: e.Original, CatalogueName: lookup.Names[e.Catalogue],
		Url: e.URL,
	}
	if e.Entity != nil {
		out.EntityId, out.EntityName = Number(e.Entity.ID), e.Entity.Name
	}
	return out
}

func optionalYear(year int) *int32 {
	if year == 0 {
		return nil
	}
	n := Number(year)
	return &n
}

// shownOrigins are those of the links that metadata has.
func shownOrigins(m *v1.EntityMetadata, origins []catalogue.LinkOrigin) []*v1.LinkOrigin {
	shown := []string{
		m.GetAmazonUrl(), m.GetWikipediaUrl(), m.GetLinkedinUrl(), m.GetWebsiteUrl(), m.GetMapsUrl(), m.GetGoodreadsUrl(),
	}
	var out []*v1.LinkOrigin
	for _, o := range origins {
		if slices.Contains(shown, o.URL) {
			out = append(out, &v1.LinkOrigin{Url: o.URL, Source: o.Source.String(), GivenBy: o.GivenBy, CheckedAt: At(o.CheckedAt)})
		}
	}
	return out
}

// givenLinks are the kinds of the links of an entity that are among the addresses.
func givenLinks(m *v1.EntityMetadata, given []string) []string {
	var out []string
	for _, shown := range []string{m.GetWikipediaUrl(), m.GetGoodreadsUrl(), m.GetLinkedinUrl(), m.GetMapsUrl(), m.GetWebsiteUrl()} {
		if slices.Contains(given, shown) {
			out = append(out, string(link.KindOf(shown)))
		}
	}
	return out
}

// ChannelEntity is an entity as one channel speaks of it: its counts are those of the channel.
func ChannelEntity(e catalogue.ChannelEntry) *v1.Entity {
	out := Entity(e.Entity)
	out.MentionCount, out.EpisodeCount = Number(e.Mentions), Number(e.Episodes)
	return out
}

// EpisodeEntity is an entity as one episode speaks of it: what was said there lies over what is known, the count is that of
// the episode, and the mentions are the evidence where it was read.
func EpisodeEntity(e catalogue.EpisodeEntry) *v1.Entity {
	out := Entity(e.Entity)
	out.MentionCount, out.Mentions, out.Part = Number(e.Count), All(e.Mentions, EntityMention), e.Part
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

// metadata holds facts and real links. Only a location has a search on a map when it has no place there.
func metadata(e *store.Entity) *v1.EntityMetadata {
	links := make([]link.Link, 0, len(e.Edges.Links))
	for _, l := range e.Edges.Links {
		links = append(links, link.Link{
			Kind: link.Kind(l.Kind), URL: l.URL, Trust: link.ParseTrust(l.Source), Broken: check.State(l.State) == check.Broken,
		})
	}
	chosen := link.Choose(e.Type, e.Name, e.Country, links)
	address := func(k link.Kind) *string { return Optional(chosen.ByKind[k]) }
	return &v1.EntityMetadata{
		AmazonUrl: address(link.Amazon), WikipediaUrl: address(link.Wikipedia), LinkedinUrl: address(link.LinkedIn),
		WebsiteUrl: address(link.Website), MapsUrl: address(link.Maps), GoodreadsUrl: address(link.Goodreads), BestUrl: Optional(chosen.Name),
		Author: Optional(e.Author), Company: Optional(e.Company), Country: Optional(e.Country),
		Title: Optional(e.Title), Field: Optional(e.Field), Category: Optional(e.Category),
	}
}
