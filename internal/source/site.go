package source

import (
	"net/url"
	"slices"
	"strings"

	"mentionary/internal/media"
)

// Site is what a source declares about itself: how its addresses are read and written, and what can be done with its
// episodes. It is pure; who asks the site is a Source of the same platform. Functions that are nil mean the ordinary.
type Site struct {
	Platform media.Platform
	// Name is who did not answer, for the beginning of a sentence.
	Name string
	// Host is where all of it is; empty: wherever somebody serves it.
	Host string
	// Player is the origin whose player our pages may show in a frame; empty: none.
	Player string
	// ListsTranscripts says that listings name the transcripts that episodes have.
	ListsTranscripts bool

	// entered is what of it people may enter, and followed what of it has new episodes by itself, both for sentences: "a podcast
	// feed", "podcast feeds". Empty: nothing.
	entered, followed string

	// bare reads what is typed without an address. nil: nothing.
	bare func(text string) (media.Ref, bool)
	// read reads an address; the second result is false for addresses of others. nil: it reads none.
	read func(host string, u *url.URL) (ref media.Ref, mine bool, err error)
	// channelAddress is the address of a channel by its id. nil: the id is the address.
	channelAddress func(id string) string

	// feedOf is the address of a channel's feed by its id, as podcast apps and feed readers take it; empty: it has none. nil: it never has.
	feedOf func(id string) string

	// episodeID and channelID are the public ids that the site itself gives by our ids; empty: it gives none. nil: it never does.
	episodeID, channelID func(id string) string
	// watchAt is the address that plays an episode from a second. nil: the file's or the page's address does.
	watchAt func(id string, second int) string
	// audio is where the sound of an episode comes from. nil: from its file.
	audio func(e media.Episode) Audio
	// untitled names a single episode before its source was asked. nil: it is listed first, so that its title is known.
	untitled func(id string) string
	// item cuts an episode's id into that of its collection and its own there. nil: its id is enough to find it.
	item func(e media.Episode) (collection, item string, ok bool)

	// inInfo is what yt-dlp calls the site in its metadata files, and describe makes an episode of one by its ids there; it
	// reports whether they are the site's. Empty and nil: episodes of such files are uploads.
	inInfo   string
	describe func(e *media.Episode, id, channelID string) bool
}

// sites are all sources. A feed is what no other recognizes, so it is the last that reads.
var sites = []Site{youTubeSite, feedSite, uploadSite}

// SiteOf returns what the platform's source declares; for an unknown one, a Site without abilities.
func SiteOf(p media.Platform) Site {
	if i := slices.IndexFunc(sites, func(s Site) bool { return s.Platform == p }); i >= 0 {
		return sites[i]
	}
	return Site{Platform: p, Name: "The source"}
}

// Players lists the origins of all players.
func Players() []string { return declared(func(s Site) string { return s.Player }) }

// Hosts lists the hosts of the sites that have one.
func Hosts() []string { return declared(func(s Site) string { return s.Host }) }

// Followed says what can be followed, within a sentence.
func Followed() string {
	return strings.Join(declared(func(s Site) string { return s.followed }), " and ")
}

// declared lists what sites declare of one kind.
func declared(of func(Site) string) []string {
	var out []string
	for _, s := range sites {
		if text := of(s); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// EpisodeID returns the public id that the site itself gives an episode, "" when it gives none.
func (s Site) EpisodeID(id string) string { return apply(s.episodeID, id) }

// ChannelID returns the public id that the site itself gives a channel, "" when it gives none.
func (s Site) ChannelID(id string) string { return apply(s.channelID, id) }

// FeedOf returns the address of a channel's feed for podcast apps and feed readers, "" when it has none.
func (s Site) FeedOf(id string) string { return apply(s.feedOf, id) }

// Untitled names a single episode before its source was asked, "" when it is to be asked first.
func (s Site) Untitled(id string) string { return apply(s.untitled, id) }

func apply(f func(string) string, id string) string {
	if f == nil {
		return ""
	}
	return f(id)
}

// WatchAt returns the site's address that plays an episode from a second, "" when it has none.
func (s Site) WatchAt(id string, second int) string {
	if s.watchAt == nil {
		return ""
	}
	return s.watchAt(id, second)
}

// RefOf names a listed episode so that its source finds it again.
func RefOf(e media.Episode) media.Ref {
	r := media.Ref{Platform: e.Platform, Kind: media.KindVideo, ExternalID: e.ExternalID, URL: e.PageURL}
	if of := SiteOf(e.Platform).item; of != nil {
		if collection, item, ok := of(e); ok {
			r.ExternalID, r.ItemID = collection, item
		}
	}
	return r
}

// Describe makes an episode of a metadata file of yt-dlp, which names its site, an episode of that site. It reports whether
// the site is known and the ids are its own.
func Describe(e *media.Episode, siteInInfo, id, channelID string) bool {
	for _, s := range sites {
		if s.inInfo != "" && strings.EqualFold(s.inInfo, siteInInfo) {
			return s.describe(e, id, channelID)
		}
	}
	return false
}

// ChannelRef is the reference to a channel that is known by its platform and the platform's own id, so that its episodes
// can be listed again. The second result is false for channels without a source: those of uploads, and those whose source
// told no usable id.
func ChannelRef(p media.Platform, id string) (media.Ref, bool) {
	address := id
	if of := SiteOf(p).channelAddress; of != nil {
		address = of(id)
	}
	ref, err := Recognize(address)
	if err != nil || ref.Platform != p || ref.Kind != media.KindChannel && ref.Kind != media.KindFeed {
		return media.Ref{}, false
	}
	ref.ExternalID = id // episodes are known by it: another spelling would make them new ones
	return ref, true
}
