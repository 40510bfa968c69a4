package offline

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/link"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/wording"
)

// notesFromLinks types the creator's links by the page they lead to.
func notesFromLinks(about extract.Context, known *gazetteer) []note {
	var notes []note
	lines := linesOf(wording.FirstBytes(about.Description, maxDescription))
	for _, l := range about.Links[:min(len(about.Links), maxLinks)] {
		notes = append(notes, notesOfLink(l, lines, known)...)
	}
	return notes
}

// notesOfLink returns what a link names and, of a book, its author.
func notesOfLink(l media.Link, lines noteLines, known *gazetteer) []note {
	address, err := link.Canonical(l.URL)
	if err != nil {
		return nil
	}
	text := linkText(l, isBook(address))
	if text == "" || len(text) > 2*maxNoteName {
		return nil
	}
	if n, ok := referenceIn(text); ok && (isBook(address) || link.KindOf(address) == link.Wikipedia) {
		if n.name == "" {
			return nil
		}
		n.url, n.signals = address, []mention.Signal{mention.SignalCreatorLink}
		return append([]note{n}, authorNote(n.author, known)...)
	}
	title, author := splitAuthor(text, known)
	n := note{url: address, name: title, author: author, signals: []mention.Signal{mention.SignalCreatorLink}}
	if !n.typeByPage(text, lines, known) {
		return nil
	}
	if n.typ != mention.Book {
		n.name = withoutArticle(n.name)
	}
	var notes []note
	if usableName(n.name) {
		notes = append(notes, n)
	}
	if n.typ == mention.Book {
		notes = append(notes, authorNote(author, known)...)
		if n.author != author {
			notes = append(notes, authorNote(n.author, known)...)
		}
	}
	return notes
}

// linkText is what the creator wrote as a link; for "here", bare addresses and words that are no title ("his memoir") it is the title in a
// book's address, else empty.
func linkText(l media.Link, book bool) string {
	text := strings.Trim(strings.Join(strings.Fields(l.Text), " "), "\"“”„‘’'*_.,;:[] ")
	switch small := text == strings.ToLower(text); {
	case text != "" && !strings.Contains(text, "://") && !genericTexts[extract.Key(text)] && !(book && small):
		return text
	case book:
		return titleOfAddress(l.URL)
	}
	return ""
}

// typeByPage gives a note the type that its address speaks for. It reports false where the page says nothing about the text.
func (n *note) typeByPage(text string, lines noteLines, known *gazetteer) bool {
	kind := link.KindOf(n.url)
	switch {
	case kind == link.Goodreads && strings.Contains(n.url, "/author/"):
		n.typ = mention.Person
	case isPersonPage(n.url):
		n.typ, n.name = mention.Person, text
		return looksLikePerson(text, known)
	case isManual(n.url, n.name), strings.Contains(n.url, ".github.io/"):
		n.typ = mention.Product
	case isBook(n.url):
		n.typ, n.name = mention.Book, shortTitle(n.name)
	case kind == link.GitHub && !isRepository(n.url):
		return false // somebody's change, list or page
	case kind == link.Amazon, kind == link.GitHub:
		n.typ = mention.Product
	case kind == link.LinkedIn, kind == link.Social:
		n.typ, n.name = mention.Person, text
		return looksLikePerson(text, known)
	case kind == link.Wikipedia:
		n.name = withoutSite(text)
		if at := strings.LastIndex(n.name, ": "); at >= 0 && !subtitled(n.name) {
			n.name = n.name[at+len(": "):] // whose remark it was stands before it
		}
		if len(extract.Words(n.name)) == 0 {
			return false
		}
		typed, sure := typeOfLink(n.name, n.url, lines, known)
		n.typ, n.name, n.author, n.guessed = typed.typ, typed.name, typed.author, !sure
		if !sure {
			n.typ = mention.Concept
		}
	case kind == link.Maps:
		n.typ = mention.Location
	case kind == link.Website:
		n.name = text
		return n.typeBySite(known)
	default:
		return false
	}
	return true
}

// withoutSite is the text of a link to Wikipedia without the name of the site: "Zorvex (Wiki)".
func withoutSite(text string) string {
	for _, site := range []string{"Wiki: ", "Wikipedia: "} {
		text = strings.TrimPrefix(text, site)
	}
	for _, site := range []string{" - Wikipedia", " (Wiki)", " (Wikipedia)"} {
		text = strings.TrimSuffix(text, site)
	}
	return text
}

// typeBySite is typeByPage for a page of any site.
func (n *note) typeBySite(known *gazetteer) bool {
	if who, _, work := strings.Cut(n.name, " – "); work && looksLikePerson(who, known) {
		n.name = who // "Nora Vint – Borrowed Weather": an exhibition
	}
	switch words := extract.Words(n.name); {
	case len(words) == 0 || strings.Contains(n.name, "_") || aboutThings[words[len(words)-1].Fold], isText(n.url, n.name):
		return false
	case len(words) > 1 && legalTexts[words[len(words)-1].Fold]:
		n.typ = mention.Concept
	case hostNames(n.url, n.name) && startsWithMaker(words, known) && !companyEnds[words[len(words)-1].Fold]:
		n.typ = mention.Product // "Lantern Intelligence" at lantern.com
	case hostNames(n.url, n.name):
		usual := mention.Company
		if isProgramSite(n.url) {
			usual = mention.Product
		}
		n.typ = typeOfName(n.name, known, usual)
		n.owned = n.typ == mention.Company
		n.guessed = n.owned && isCommunitySite(n.url) && !companyEnds[words[len(words)-1].Fold]
	case looksLikePerson(n.name, known):
		n.typ = mention.Person
	case pathNames(n.url, n.name), startsWithMaker(words, known) && len(words) <= 4:
		n.typ = mention.Product
	case len(words) <= 4 && capitalizedAll(words):
		n.typ, n.guessed = mention.Company, true
	default:
		return false
	}
	return true
}

// isProgramSite reports whether an address ends as those of programs do.
func isProgramSite(address string) bool { return endsWith(address, ".sh", ".dev", ".app") }

// isCommunitySite reports whether an address ends as those of projects, groups and foundations do, hardly those of firms.
func isCommunitySite(address string) bool {
	return endsWith(address, ".org", ".net", ".info", ".me", ".im", ".rs")
}

func endsWith(address string, endings ...string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.Contains(endings, path.Ext(u.Hostname()))
}

// legalTexts end the names of laws, which have sites of their own: "Fair Data Regulation" at fairdata.example.
var legalTexts = words(`act law regulation directive treaty convention`)

// aboutThings end what a site has about a thing: "Lantern documentation" is no name.
var aboutThings = words(`documentation docs homepage website changelog repository repo`)

// pathNames reports whether the last part of an address is what its text names: "Moonlander" at maker.com/moonlander.
func pathNames(address, text string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	key := strings.ReplaceAll(extract.Key(text), " ", "")
	last := path.Base(u.Path)
	return len(key) >= 4 && strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(last)) == key
}

// isRepository reports whether an address of GitHub is that of a program: github.com/owner/name.
func isRepository(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() != "github.com" {
		return false
	}
	owner, name, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	return owner != "" && name != "" && !strings.Contains(name, "/")
}

// isText reports whether a page of a site is a text of which the name is the title: a post, an article, a talk, a page of a manual. Such a
// page stands in a folder or under a date that says so, or in no folder at all and has a title of three words or more.
func isText(address, name string) bool {
	u, err := url.Parse(address)
	if err != nil || !pathNames(address, name) {
		return false
	}
	folders := strings.Split(strings.Trim(strings.ToLower(u.Path), "/"), "/")
	for _, folder := range folders[:len(folders)-1] {
		if textFolders[folder] || len(folder) == len("2006") && allDigits(folder) {
			return true
		}
	}
	return len(folders) == 1 && len(extract.Words(name)) >= 3
}

// textFolders are folders in which sites keep texts.
var textFolders = words(`blog blogs post posts article articles essay essays news talk talks writing notes observer magazine stories
	docs guides journal newsletter press`)

// isBook reports whether an address is a book's page: by its number, its shop, or a folder for books in its path.
func isBook(address string) bool {
	if scheme, id, ok := link.AuthorityID(address); ok {
		return scheme == link.SchemeISBN || scheme == link.SchemeGoodreads && strings.HasPrefix(id, "book/")
	}
	if link.KindOf(address) == link.BookShop {
		return true
	}
	for _, folder := range []string{"/book/", "/books/", "/buch/", "/buecher/", "/titles/", "/titel/"} {
		if strings.Contains(address, folder) {
			return link.KindOf(address) == link.Website
		}
	}
	return false
}

var authorFolder = regexp.MustCompile(`/(?:persons?|authors?|autor|autoren)/`)

// isPersonPage reports whether an address is a publisher's, a shop's or a magazine's page about an author.
func isPersonPage(address string) bool {
	kind := link.KindOf(address)
	return (kind == link.BookShop || kind == link.Website) && authorFolder.MatchString(address)
}

// isManual reports whether an address is that of a page in the manual of a program that its text calls by its letters: "MDB" at
// example.org/books/mdb/intro.html.
func isManual(address, text string) bool {
	return isBook(address) && text == strings.ToUpper(text) && strings.Contains(address, "/"+strings.ToLower(text)+"/")
}

// hostNames reports whether an address belongs to what its text names: "Tailscale" at tailscale.com.
func hostNames(address, text string) bool {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	host = strings.TrimPrefix(host, "www.")
	joined := strings.ReplaceAll(extract.Key(text), " ", "")
	name, _, _ := strings.Cut(host, ".")
	letters := strings.NewReplacer(" ", "", "'", "", "’", "").Replace(strings.ToLower(text))
	if len(name) >= 5 && strings.HasPrefix(letters, name) && len(extract.Words(text)) <= 4 {
		return true // "Powell's Books" at powells.com
	}
	return len(joined) >= 3 && (name == joined || strings.ReplaceAll(name, "-", "") == joined || strings.ReplaceAll(host, ".", "") == joined)
}
