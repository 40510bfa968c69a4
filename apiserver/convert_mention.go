package apiserver

import (
	"net/url"
	"strconv"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
)

// mentionMessage is one place where an entity was said, in its episode (with channel).
func mentionMessage(m *store.Mention, e *store.Episode) *v1.Mention {
	out := &v1.Mention{
		Id: number(m.ID), EntityId: number(m.EntityID), EpisodeId: number(m.EpisodeID), VideoId: e.VideoID, EpisodeTitle: e.Title,
		ChannelName: channelName(e.Edges.Channel), Quote: m.Quote, Surface: m.Surface, Speaker: m.Speaker, Context: m.Context, Stance: m.Stance,
		Confidence: m.Confidence, GivenByReader: e.Given,
	}
	for _, s := range m.Signals {
		out.Reasons = append(out.Reasons, string(s))
	}
	if m.StartMs > 0 || m.EndMs > 0 { // a transcript without times has zeros everywhere
		start := seconds(m.StartMs)
		out.Start = &start
		out.Url = optional(jumpURL(e, m.StartMs))
		if e.Duration > 0 {
			position := min(1, start/float64(e.Duration))
			out.Position = &position
		}
	}
	return out
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
