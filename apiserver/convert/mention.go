package convert

import (
	"net/url"
	"strconv"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// Mention is one place where an entity was said, in its episode (with channel).
func Mention(m *store.Mention, e *store.Episode) *v1.Mention {
	out := &v1.Mention{
		Id: Number(m.ID), EntityId: Number(m.EntityID), EpisodeId: Number(m.EpisodeID), VideoId: e.VideoID, EpisodeTitle: e.Title,
		ChannelName: channelName(e.Edges.Channel), Quote: m.Quote, Surface: m.Surface, Speaker: m.Speaker, Context: m.Context, Stance: m.Stance,
		Confidence: m.Confidence, GivenByReader: e.Given, Telling: Number(m.Telling),
	}
	for _, s := range m.Signals {
		out.Reasons = append(out.Reasons, string(s))
	}
	if m.StartMs > 0 || m.EndMs > 0 { // a transcript without times has zeros everywhere
		start := Seconds(m.StartMs)
		out.Start = &start
		out.Url = Optional(jumpURL(e, m.StartMs))
		if e.Duration > 0 {
			position := min(1, start/float64(e.Duration))
			out.Position = &position
		}
	}
	return out
}

// EntityMention is a mention that was read together with its episode.
func EntityMention(m *store.Mention) *v1.Mention { return Mention(m, m.Edges.Episode) }

// Passage is a stretch of a transcript that search found.
func Passage(p catalogue.PassageHit) *v1.PassageHit {
	return &v1.PassageHit{
		EpisodeId: Number(p.Episode.ID), VideoId: p.Episode.VideoID, EpisodeTitle: p.Episode.Title, Text: p.Text, Start: Seconds(p.StartMS),
		GivenByReader: p.Given,
	}
}

// jumpURL is the address that plays from a moment: the video site's own parameter, or a media fragment on the file or,
// without one, the page. Empty when the source has neither.
func jumpURL(e *store.Episode, ms int) string {
	whole := strconv.Itoa(ms / 1000)
	if address := source.SiteOf(media.Platform(e.Platform)).WatchAt(e.ExternalID, ms/1000); address != "" {
		return address
	}
	for _, address := range []string{e.PageURL, e.MediaURL} {
		if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
			u.Fragment, u.RawFragment = "t="+whole, ""
			return u.String()
		}
	}
	return ""
}
