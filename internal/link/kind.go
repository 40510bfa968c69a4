package link

import (
	"net/url"
	"strings"
)

// Kind says what sort of page an address leads to. The words are stored: never rename one.
type Kind string

// The kinds. Website is everything that no other kind claims.
const (
	Amazon    Kind = "amazon"
	Goodreads Kind = "goodreads"
	Wikipedia Kind = "wikipedia"
	Wikidata  Kind = "wikidata"
	LinkedIn  Kind = "linkedin"
	Maps      Kind = "maps"
	YouTube   Kind = "youtube"
	Podcast   Kind = "podcast"
	GitHub    Kind = "github"
	Social    Kind = "social"
	BookShop  Kind = "bookshop" // other shops and catalogs of books
	Website   Kind = "website"
)

// KindOf returns the kind of an address; Website for anything unknown and for the front page of any site, which is about the site and not
// about somebody on it; "" for what is not an http address.
func KindOf(raw string) Kind {
	u, err := url.Parse(raw)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Hostname())
	switch {
	case isFrontPage(u):
		return Website
	case isAmazon(host), host == "amzn.to", host == "amzn.com", host == "a.co", host == "amzn.eu":
		return Amazon
	case isGoodreads(host):
		return Goodreads
	case within(host, "wikipedia.org"):
		return Wikipedia
	case within(host, "wikidata.org"):
		return Wikidata
	case isLinkedIn(host), host == "lnkd.in":
		return LinkedIn
	case isMaps(host, u.Path):
		return Maps
	case isYouTube(host), host == "youtu.be":
		return YouTube
	case within(host, "github.com"), within(host, "github.io"):
		return GitHub
	case anyOf(host, podcastHosts):
		return Podcast
	case anyOf(host, socialHosts):
		return Social
	case anyOf(host, bookHosts):
		return BookShop
	}
	return Website
}

var (
	podcastHosts = []string{
		"podcasts.apple.com", "itunes.apple.com", "podcasts.google.com", "overcast.fm", "pca.st", "pocketcasts.com",
		"castbox.fm", "castro.fm", "podbean.com", "buzzsprout.com", "libsyn.com", "simplecast.com", "transistor.fm", "megaphone.fm",
		"anchor.fm", "podlink.to", "pod.link", "stitcher.com", "open.spotify.com", "podchaser.com", "soundcloud.com", "player.fm",
		"fountain.fm", "podcastindex.org", "podigee.io", "podigee.com", "art19.com", "acast.com",
	}
	socialHosts = []string{
		"twitter.com", "x.com", "t.co", "instagram.com", "facebook.com", "fb.com", "fb.me", "tiktok.com",
		"threads.net", "threads.com", "bsky.app", "mastodon.social", "hachyderm.io", "fosstodon.org", "reddit.com", "redd.it", "discord.gg",
		"discord.com", "t.me", "pinterest.com", "twitch.tv", "snapchat.com", "xing.com", "medium.com", "tumblr.com", "patreon.com",
	}
	bookHosts = []string{
		"bookshop.org", "barnesandnoble.com", "thalia.de", "hugendubel.de", "buecher.de", "audible.com", "audible.de",
		"openlibrary.org", "worldcat.org", "isbnsearch.org", "books.google.com", "books.google.de", "penguinrandomhouse.com",
		"penguin.co.uk", "harpercollins.com", "simonandschuster.com", "hachettebookgroup.com", "us.macmillan.com", "oreilly.com",
		"mitpress.mit.edu", "global.oup.com", "cambridge.org", "press.princeton.edu", "press.uchicago.edu", "yalebooks.yale.edu",
		"hup.harvard.edu", "dukeupress.edu", "upress.umn.edu", "sup.org", "ucpress.edu", "cup.columbia.edu", "versobooks.com", "plutobooks.com",
		"haymarketbooks.org", "akpress.org", "suhrkamp.de", "fischerverlage.de", "rowohlt.de", "hanser-literaturverlage.de",
		"chbeck.de", "campus.de", "transcript-verlag.de", "matthes-seitz-berlin.de", "dietzberlin.de", "unrast-verlag.de",
		"reclam.de", "beltz.de", "ullstein.de", "ullstein-buchverlage.de", "piper.de", "springer.com", "routledge.com", "wiley.com",
		"palgrave.com", "bloomsbury.com", "wwnorton.com", "basicbooks.com", "pragprog.com", "manning.com", "nostarch.com", "leanpub.com",
		"gutenberg.org", "libro.fm", "indiebound.org", "abebooks.com", "thriftbooks.com", "kobo.com", "mandelbaum.at", "passagen.at",
		"wagenbach.de", "kiwi-verlag.de", "dtv.de", "oekom.de", "merve.de", "edition-nautilus.de", "vsa-verlag.de", "papyrossa.de",
	}
)

func anyOf(host string, hosts []string) bool {
	for _, h := range hosts {
		if within(host, h) {
			return true
		}
	}
	return false
}

// within reports whether host is domain or a name below it.
func within(host, domain string) bool {
	return host == domain || strings.HasSuffix(host, "."+domain)
}

func isFrontPage(u *url.URL) bool { return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" }

// isSite reports whether host is name under a public ending, as "amazon.de" or "www.amazon.co.uk", but not a look-alike
// such as "amazon.example.com" or "my-amazon.com".
func isSite(host, name string) bool {
	host = strings.TrimPrefix(strings.TrimPrefix(host, "www."), "smile.")
	host = strings.TrimPrefix(host, "m.")
	ending, ok := strings.CutPrefix(host, name+".")
	if !ok {
		return false
	}
	switch ending {
	case "com", "de", "fr", "it", "es", "nl", "se", "pl", "ca", "cn", "in", "sg", "ae", "sa", "eg", "at", "be", "ie",
		"co.uk", "co.jp", "com.au", "com.br", "com.mx", "com.tr", "com.be", "co.za":
		return true
	}
	return false
}

func isAmazon(host string) bool    { return isSite(stripPort(host), "amazon") }
func isGoodreads(host string) bool { return within(stripPort(host), "goodreads.com") }
func isLinkedIn(host string) bool  { return within(stripPort(host), "linkedin.com") }
func isYouTube(host string) bool {
	h := stripPort(host)
	return within(h, "youtube.com") || within(h, "youtube-nocookie.com")
}

func isMaps(host, path string) bool {
	switch {
	case host == "maps.app.goo.gl", host == "maps.google.com", host == "maps.google.de", host == "maps.apple.com",
		within(host, "openstreetmap.org"):
		return true
	case host == "goo.gl":
		return strings.HasPrefix(path, "/maps")
	}
	return isSite(host, "google") && strings.HasPrefix(path, "/maps")
}

func stripPort(host string) string {
	h, _, _ := strings.Cut(host, ":")
	return h
}
