package source

import (
	"net/url"
	"strings"

	"mentionary/internal/media"
)

// feedSite is what podcast feeds are: any address is one until it has been fetched.
var feedSite = Site{
	Platform: media.Feed, Name: "The podcast's server", entered: "a podcast feed", followed: "podcast feeds",
	ListsTranscripts: true,
	read: func(host string, u *url.URL) (media.Ref, bool, error) {
		address := canonicalAddress(u, host)
		return media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: address, URL: address}, true, nil
	},
	feedOf: func(id string) string { return id },
	item: func(e media.Episode) (string, string, bool) {
		guid, ok := strings.CutPrefix(e.ExternalID, e.Channel.ExternalID+"#")
		return e.Channel.ExternalID, guid, ok && e.Channel.ExternalID != ""
	},
}
