package link

import (
	"net/url"
	"regexp"
	"strings"
)

// The schemes of authority ids. The words are stored: never rename one.
const (
	SchemeISBN      = "isbn"      // 13 digits
	SchemeASIN      = "asin"      // 10 characters
	SchemeWikipedia = "wikipedia" // "en:Thinking,_Fast_and_Slow"
	SchemeWikidata  = "wikidata"  // "Q42"
	SchemeGoodreads = "goodreads" // "book/123", "author/123"
	SchemeLinkedIn  = "linkedin"  // "in/slug", "company/slug"
	SchemeGitHub    = "github"    // "owner" or "owner/name"
	// SchemeOpenLibrary has ids of works, editions and authors: "OL27448W".
	SchemeOpenLibrary = "openlibrary"
	// SchemeApplePodcasts and SchemePodcastIndex have the numbers of shows.
	SchemeApplePodcasts = "applepodcasts"
	SchemePodcastIndex  = "podcastindex"
)

var (
	isbnInPath   = regexp.MustCompile(`(?:^|[^0-9])(97[89](?:-?[0-9]){10})(?:[^0-9]|$)`)
	wikidataID   = regexp.MustCompile(`^/(?:wiki|entity)/(Q[1-9][0-9]{0,11})$`)
	linkedInID   = regexp.MustCompile(`^/(in|company)/([^/]+)`)
	libraryID    = regexp.MustCompile(`^/(?:works/(OL[0-9]{1,12}W)|books/(OL[0-9]{1,12}M)|authors/(OL[0-9]{1,12}A))(?:/|$)`)
	applePodcast = regexp.MustCompile(`/id([0-9]{1,18})(?:/|$)`)
	indexPodcast = regexp.MustCompile(`^/podcast/([0-9]{1,18})(?:/|$)`)
	githubName   = regexp.MustCompile(`^/([A-Za-z0-9-]{1,39})(?:/([A-Za-z0-9._-]{1,100}))?/?$`)
	notAnOwner   = set("features topics orgs about sponsors marketplace explore settings login pricing collections apps search")
	notArticles  = []string{
		"Special:", "File:", "Category:", "Talk:", "User:", "Help:", "Portal:", "Wikipedia:", "Template:", "Spezial:", "Datei:", "Kategorie:",
	}
)

// AuthorityID returns the identity an address proves, for matching: two entities with the same (scheme, id) are the
// same thing. ok is false for addresses that identify nothing (searches, home pages, short links).
func AuthorityID(raw string) (scheme, id string, ok bool) {
	canonical, err := Canonical(raw)
	if err != nil {
		return "", "", false
	}
	u, err := url.Parse(canonical)
	if err != nil {
		return "", "", false
	}
	host := u.Hostname()
	switch KindOf(canonical) {
	case Amazon:
		asin, found := strings.CutPrefix(u.Path, "/dp/")
		if !found || len(asin) != 10 {
			return "", "", false
		}
		if isbn, valid := isbn13FromTen(asin); valid {
			return SchemeISBN, isbn, true
		}
		return SchemeASIN, asin, true
	case Goodreads:
		if m := goodreads.FindStringSubmatch(u.Path); m != nil {
			return SchemeGoodreads, m[1] + "/" + m[2], true
		}
	case Wikipedia:
		title, found := strings.CutPrefix(u.Path, "/wiki/")
		if !found || title == "" || title == "Main_Page" {
			return "", "", false
		}
		for _, p := range notArticles {
			if strings.HasPrefix(title, p) {
				return "", "", false
			}
		}
		lang, _, _ := strings.Cut(strings.TrimPrefix(host, "www."), ".")
		if lang == "wikipedia" {
			lang = "en"
		}
		return SchemeWikipedia, lang + ":" + strings.ReplaceAll(title, " ", "_"), true
	case Wikidata:
		if m := wikidataID.FindStringSubmatch(u.Path); m != nil {
			return SchemeWikidata, m[1], true
		}
	case LinkedIn:
		if m := linkedInID.FindStringSubmatch(u.Path); m != nil {
			return SchemeLinkedIn, m[1] + "/" + m[2], true
		}
	case BookShop:
		if m := libraryID.FindStringSubmatch(u.Path); m != nil && within(host, "openlibrary.org") {
			return SchemeOpenLibrary, m[1] + m[2] + m[3], true
		}
	case Podcast:
		if m := applePodcast.FindStringSubmatch(u.Path); m != nil && within(host, "podcasts.apple.com") && u.Query().Get("i") == "" {
			return SchemeApplePodcasts, m[1], true
		}
		if m := indexPodcast.FindStringSubmatch(u.Path); m != nil && within(host, "podcastindex.org") {
			return SchemePodcastIndex, m[1], true
		}
	case GitHub:
		if m := githubName.FindStringSubmatch(u.Path); m != nil && within(host, "github.com") && !notAnOwner[strings.ToLower(m[1])] {
			return SchemeGitHub, strings.ToLower(strings.TrimSuffix(m[1]+"/"+m[2], "/")), true
		}
	}
	if m := isbnInPath.FindStringSubmatch(u.Path + "?" + u.RawQuery); m != nil {
		if isbn := strings.ReplaceAll(m[1], "-", ""); ValidISBN13(isbn) {
			return SchemeISBN, isbn, true
		}
	}
	return "", "", false
}

// ValidISBN13 reports whether s is 13 digits with a right check digit and a book prefix.
func ValidISBN13(s string) bool {
	if len(s) != 13 || (s[:3] != "978" && s[:3] != "979") {
		return false
	}
	sum := 0
	for i := range 13 {
		d := int(s[i] - '0')
		if d < 0 || d > 9 {
			return false
		}
		if i%2 == 1 {
			d *= 3
		}
		sum += d
	}
	return sum%10 == 0
}

// ISBN13 returns the ISBN in 13 digits that is written in a text, with or without hyphens, in the old form or the new. ok is
// false when its check digit is wrong.
func ISBN13(s string) (isbn string, ok bool) {
	s = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(s))
	if len(s) == 10 {
		return isbn13FromTen(s)
	}
	return s, ValidISBN13(s)
}

// isbn13FromTen turns a valid ISBN-10 (shops use it as their own number of a book) into its ISBN-13.
func isbn13FromTen(s string) (string, bool) {
	if len(s) != 10 {
		return "", false
	}
	sum := 0
	for i := range 10 {
		d := int(s[i] - '0')
		if i == 9 && s[i] == 'X' {
			d = 10
		}
		if d < 0 || d > 10 || (d == 10 && i != 9) || (d > 9 && s[i] != 'X') {
			return "", false
		}
		sum += (10 - i) * d
	}
	if sum%11 != 0 {
		return "", false
	}
	body := "978" + s[:9]
	check := 0
	for i := range 12 {
		d := int(body[i] - '0')
		if i%2 == 1 {
			d *= 3
		}
		check += d
	}
	return body + string(rune('0'+(10-check%10)%10)), true
}
