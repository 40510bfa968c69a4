package source

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mentionary/internal/fault"
	"mentionary/internal/media"
)

const (
	youTubeHost    = "www.youtube.com"
	youTubeAddress = "https://" + youTubeHost
	watchAddress   = youTubeAddress + "/watch?v="
)

// youTubeSite is what the video site is. Its ids of videos and channels are public, and its player begins at a second.
var youTubeSite = Site{
	Platform: media.YouTube, Name: "YouTube", Host: youTubeHost, Player: "https://www.youtube-nocookie.com",
	entered: "a YouTube video, channel or playlist", followed: "YouTube channels",
	bare: bareYouTube, read: readYouTube,
	channelAddress: func(id string) string {
		if IsChannelID(id) {
			return id
		}
		return youTubeAddress + "/" + id // "@name", "c/name" and "user/name" are paths
	},
	feedOf: func(id string) string {
		if !IsChannelID(id) {
			return ""
		}
		return youTubeAddress + "/feeds/videos.xml?channel_id=" + id
	},
	episodeID: func(id string) string { return id },
	channelID: func(id string) string {
		if !strings.HasPrefix(id, "UC") {
			return ""
		}
		return id
	},
	watchAt: func(id string, second int) string {
		return watchAddress + url.QueryEscape(id) + "&t=" + strconv.Itoa(second) + "s"
	},
	// The addresses of its sound end after hours and are other ones for each that asks.
	audio: func(e media.Episode) Audio {
		if !IsVideoID(e.ExternalID) {
			return Audio{}
		}
		return Audio{Key: watchAddress + e.ExternalID, Same: true}
	},
	// A single video is not worth a round: its run fetches it anyway, and it must become an item even while its source is
	// out of reach, so that somebody can give it a transcript.
	untitled: func(id string) string { return "YouTube video " + id },
	inInfo:   "youtube",
	describe: describeYouTube,
}

// describeYouTube makes an episode of a metadata file a video of the site. Only addresses built from ids come out of it.
func describeYouTube(e *media.Episode, id, channelID string) bool {
	if !IsVideoID(id) {
		return false
	}
	e.Platform, e.Channel.Platform, e.ExternalID = media.YouTube, media.YouTube, id
	e.PageURL, e.ThumbnailURL = watchAddress+id, "https://i.ytimg.com/vi/"+id+"/hqdefault.jpg"
	e.Channel.ExternalID, e.Channel.URL = "", ""
	if IsChannelID(channelID) {
		e.Channel.ExternalID, e.Channel.URL = channelID, channelRef(channelID).URL
	}
	return true
}

var (
	videoIDPattern  = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	channelPattern  = regexp.MustCompile(`^UC[A-Za-z0-9_-]{22}$`)
	playlistPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{10,64}$`)
	barePlaylist    = regexp.MustCompile(`^PL[A-Za-z0-9_-]{10,62}$`)
	namePattern     = regexp.MustCompile(`^[\pL\pM\pN_.·-]+$`) // a pattern that counts letters of all scripts takes megabytes
)

const (
	maxHandle = 60  // characters behind "@"
	maxName   = 100 // characters
)

func isHandle(s string) bool { return strings.HasPrefix(s, "@") && isName(s[1:], maxHandle) }

// isName reports whether s has the form of a channel's name of at most so many characters.
func isName(s string, most int) bool {
	return namePattern.MatchString(s) && utf8.RuneCountInString(s) <= most
}

// youTubeHosts are the only hosts that are read as the video site.
var youTubeHosts = []string{
	"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be", "www.youtu.be",
	"youtube-nocookie.com", "www.youtube-nocookie.com",
}

// reservedPaths are first path segments that are pages of the site, not old short names of channels.
var reservedPaths = []string{
	"about", "account", "ads", "attribution_link", "channel", "clip", "creators", "embed", "feed", "feeds", "gaming",
	"hashtag", "kids", "live", "movies", "music", "oembed", "playlist", "podcasts", "post", "premium", "redirect",
	"results", "shorts", "signin", "source", "sports", "t", "trending", "tv", "upload", "v", "watch", "youtubei",
}

// IsVideoID reports whether s has the form of a video id.
func IsVideoID(s string) bool { return videoIDPattern.MatchString(s) }

// IsChannelID reports whether s has the form of a channel id.
func IsChannelID(s string) bool { return channelPattern.MatchString(s) }

// IsPlaylistID reports whether s has the form of a playlist id.
func IsPlaylistID(s string) bool { return playlistPattern.MatchString(s) }

// VideoRef is the reference to a video by its id.
func VideoRef(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id, URL: watchAddress + id}
}

func channelRef(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: id, URL: youTubeAddress + "/channel/" + id}
}

// namedChannelRef is a channel known by a handle ("@name") or an older name ("c/name", "user/name"), which is also the
// path of its page. Handles are the same in upper and lower case.
func namedChannelRef(prefix, name string) media.Ref {
	id := prefix + strings.ToLower(name)
	return media.Ref{
		Platform: media.YouTube, Kind: media.KindChannel, ExternalID: id,
		URL: youTubeAddress + "/" + prefix + url.PathEscape(strings.ToLower(name)),
	}
}

func playlistRef(id string) media.Ref {
	return media.Ref{Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: id, URL: youTubeAddress + "/playlist?list=" + id}
}

// bareYouTube recognizes ids typed without an address: UC… , PL… and @handle.
func bareYouTube(s string) (media.Ref, bool) {
	switch {
	case channelPattern.MatchString(s):
		return channelRef(s), true
	case barePlaylist.MatchString(s):
		return playlistRef(s), true
	case isHandle(s):
		return namedChannelRef("@", s[1:]), true
	}
	return media.Ref{}, false
}

// readYouTube reads an address of the video site.
func readYouTube(host string, u *url.URL) (ref media.Ref, mine bool, err error) {
	switch {
	case slices.Contains(youTubeHosts, host):
		ref, err = youTubeRef(host, u)
		return ref, true, err
	case strings.HasSuffix(host, ".youtube.com"):
		return media.Ref{}, true, namesNothing()
	}
	return media.Ref{}, false, nil
}

func youTubeRef(host string, u *url.URL) (media.Ref, error) {
	// Addresses copied out of HTML carry "&amp;".
	query, _ := url.ParseQuery(strings.ReplaceAll(u.RawQuery, "&amp;", "&"))
	parts := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	first, second := segment(parts, 0), segment(parts, 1)

	video, named := videoIn(host, first, second, query)
	if list := query.Get("list"); list != "" {
		if playlistPattern.MatchString(list) && (!named || !endlessList(list)) {
			return playlistRef(list), nil
		}
		if !named {
			return media.Ref{}, refuse(fault.BadInput, "The playlist id in this YouTube address is not valid. Please copy the address again.")
		}
	}
	if named {
		if !videoIDPattern.MatchString(video) {
			return media.Ref{}, refuse(fault.BadInput,
				"The video id in this YouTube address is not valid: it has 11 characters. Please copy the address again.")
		}
		return VideoRef(video), nil
	}
	return channelIn(first, second, query)
}

// videoIn finds the part of the address that names a video; the second result says whether the address is of that form.
func videoIn(host, first, second string, query url.Values) (string, bool) {
	if v := query.Get("v"); v != "" {
		v, _, _ = strings.Cut(v, "?") // "watch?v=ID?t=20" is a common slip
		return v, true
	}
	if strings.HasSuffix(host, "youtu.be") && first != "" && !strings.HasPrefix(first, "@") {
		return first, true
	}
	switch first {
	case "watch", "shorts", "live", "embed", "v", "e":
		if second == "videoseries" {
			return "", false
		}
		return second, second != "" || first == "watch"
	}
	return "", false
}

// channelIn reads the addresses that name a channel, and those of the site's own feeds.
func channelIn(first, second string, query url.Values) (media.Ref, error) {
	switch {
	case first == "channel" && channelPattern.MatchString(second):
		return channelRef(second), nil
	case first == "channel":
		return media.Ref{}, refuse(fault.BadInput, "The channel id in this YouTube address is not valid: it starts with UC and has 24 "+
			"characters. Please copy the address again.")
	case (first == "c" || first == "user") && isName(second, maxName):
		return namedChannelRef(first+"/", second), nil
	case isHandle(first):
		return namedChannelRef("@", first[1:]), nil
	case first == "feeds" && channelPattern.MatchString(query.Get("channel_id")):
		return channelRef(query.Get("channel_id")), nil
	case first == "feeds" && playlistPattern.MatchString(query.Get("playlist_id")):
		return playlistRef(query.Get("playlist_id")), nil
	case second == "" && isName(first, maxName) && !slices.Contains(reservedPaths, strings.ToLower(first)):
		return namedChannelRef("c/", first), nil // youtube.com/name, the oldest form
	}
	return media.Ref{}, namesNothing()
}

// endlessList reports whether the list is a mix made up for one viewer or one of the viewer's own lists. Nobody else can
// read those, so an address that also names a video means the video.
func endlessList(id string) bool {
	return strings.HasPrefix(id, "RD") || id == "WL" || id == "LL" || id == "LM"
}

func segment(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return ""
}

func namesNothing() error {
	return refuse(fault.Unsupported, "This YouTube address does not name a video, a channel or a playlist.")
}
