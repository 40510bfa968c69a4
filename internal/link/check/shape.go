package check

import (
	"net/url"
	"regexp"
	"strings"

	"mentionary/internal/link"
)

// site is one whose pages are judged by their address alone: it turns robots away or answers everything alike.
type site struct {
	hosts *regexp.Regexp // of the lower-case host
	pages *regexp.Regexp // of path and query; nil when addresses tell nothing
}

// The endings are those of the countries the shops serve. Names below the shop that are other sites (aws.amazon.com,
// engineering.linkedin.com) do not match and are asked like any other.
var shapeOnly = []site{
	{
		hosts: regexp.MustCompile(`^(www\.|smile\.|m\.)?amazon\.(com|de|fr|it|es|nl|se|pl|ca|cn|in|sg|ae|sa|eg|at|be|ie|` +
			`co\.uk|co\.jp|com\.au|com\.br|com\.mx|com\.tr|com\.be|co\.za)$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(([^/]+/)?(dp|gp/product|gp/aw/d|product|o/asin|exec/obidos/asin)/` +
			`(product/|[a-z]+/)?[a-z0-9]{10}([/?]|$)|` +
			`([^/]+/)?s[/?]|stores?/|shop/|[^/]+/e/B|hz/wishlist/|gp/profile/|b[/?]|author/|music/player/)`),
	},
	{
		hosts: regexp.MustCompile(`^([a-z]{2,3}\.|m\.)?linkedin\.com$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(in|company|school|showcase|pub|learning|posts|pulse|groups|newsletters|` +
			`events|jobs|feed/update|video/live|today|redir)/[^/?]+`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?xing\.com$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(profile|pages|companies|news|events)/[^/?]+`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.|m\.)?ebay\.(com|de|fr|it|es|nl|ca|at|be|ch|ie|pl|co\.uk|com\.au)$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(itm/([^/]+/)?[0-9]{9,}|p/[0-9]+|str/|usr/|b/|sch/)`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?etsy\.com$`),
		pages: regexp.MustCompile(`(?i)^/$|^/([a-z]{2}(-[a-z]{2})?/)?(listing/[0-9]+|shop/[^/?]+|search[/?]|market/|people/)`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?walmart\.(com|ca)$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(ip/([^/]+/)?[0-9]+|search|browse/|cp/)`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?target\.com$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(p/.*A-[0-9]+|c/|s[/?]|b/)`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?bestbuy\.(com|ca)$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(site|product)/[^/?]+`),
	},
	{
		hosts: regexp.MustCompile(`^(www\.)?barnesandnoble\.com$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(w|s|b)/[^/?]+`),
	},
	{
		hosts: regexp.MustCompile(`^([a-z]{2}\.|www\.|m\.)?aliexpress\.(com|us)$`),
		pages: regexp.MustCompile(`(?i)^/$|^/(item/([^/]+/)?[0-9]+\.html|w/|wholesale|store/)`),
	},
	{hosts: regexp.MustCompile(`^(amzn\.(to|eu|com|asia)|a\.co|lnkd\.in|ebay\.us|etsy\.me|maps\.app\.goo\.gl)$`)}, // short forms
}

var (
	asinInPath  = regexp.MustCompile(`(?i)/(?:dp|gp/product|gp/aw/d|product|o/asin|exec/obidos/asin)/(?:product/|[a-z]+/)?([a-z0-9]+)`)
	isbn10Shape = regexp.MustCompile(`^[0-9]{9}[0-9X]$`)
	mapsPath    = regexp.MustCompile(`^/maps(/(search|place|dir|d|@)|[/?]|$)`)
)

// ownSite are the kinds whose links can only lead to one site; link.KindOf knows it.
var ownSite = map[link.Kind]bool{
	link.Amazon: true, link.Goodreads: true, link.Wikipedia: true, link.Wikidata: true, link.LinkedIn: true, link.Maps: true,
	link.YouTube: true, link.GitHub: true,
}

// judgeShape returns a verdict when the address alone decides, and ok = false when the site has to be asked.
func judgeShape(u *url.URL, kind link.Kind) (v Verdict, ok bool) {
	v.FinalURL = u.String()
	if ownSite[kind] && link.KindOf(u.String()) != kind {
		v.State, v.Reason = Broken, WrongSite
		return v, true
	}
	v.State, v.Reason, ok = shapeOf(u)
	return v, ok
}

// shapeOf is judgeShape for an address of no particular kind, as at the end of a redirect.
func shapeOf(u *url.URL) (State, Reason, bool) {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	page := u.Path
	if page == "" {
		page = "/"
	}
	if u.RawQuery != "" && page != "/" {
		page += "?" + u.RawQuery
	}
	for _, s := range shapeOnly {
		if !s.hosts.MatchString(host) {
			continue
		}
		switch {
		case s.pages == nil:
			return Unknown, ShapeUnsure, true
		case link.KindOf(u.String()) == link.Amazon && impossibleASIN(u.Path):
			return Broken, WrongShape, true
		case s.pages.MatchString(page):
			return Valid, GoodShape, true
		default:
			return Unknown, ShapeUnsure, true
		}
	}
	// Maps draw any place or search one asks for, so an answer would prove nothing.
	if link.KindOf(u.String()) == link.Maps {
		if strings.HasPrefix(host, "maps.") || strings.HasSuffix(host, "openstreetmap.org") || mapsPath.MatchString(page) {
			return Valid, GoodShape, true
		}
	}
	return "", "", false
}

// impossibleASIN reports whether the path names a product by a number that cannot be one: another length than ten, or
// ten digits (a book's ISBN) with a wrong check digit.
func impossibleASIN(path string) bool {
	m := asinInPath.FindStringSubmatch(path)
	if m == nil {
		return false
	}
	asin := strings.ToUpper(m[1])
	if len(asin) != 10 {
		return true
	}
	if !isbn10Shape.MatchString(asin) {
		return false
	}
	scheme, _, _ := link.AuthorityID("https://www.amazon.com/dp/" + asin)
	return scheme != link.SchemeISBN
}
