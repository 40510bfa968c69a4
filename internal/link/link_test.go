package link_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/mention"
)

func TestCanonicalGivesOneFormPerPage(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"HTTPS://Example.COM":                                      "https://example.com/",
		"http://example.com:80/a":                                  "http://example.com/a",
		"https://example.com:443/a#part":                           "https://example.com/a",
		"https://example.com:8443/a/../b/./c":                      "https://example.com:8443/b/c",
		"https://example.com/%7euser/%c3%a4":                       "https://example.com/~user/%C3%A4",
		"https://example.com/ä b":                                  "https://example.com/%C3%A4%20b",
		"https://example.com/a%2fb":                                "https://example.com/a%2Fb",
		"https://example.com/a/":                                   "https://example.com/a/",
		"https://example.com/?b=2&utm_source=x&a=1&fbclid=y&ref=z": "https://example.com/?a=1&b=2",
		"https://example.com/?q=a+b&aff=me":                        "https://example.com/?q=a%20b",
		"https://blog.example.com/?tag=go":                         "https://blog.example.com/?tag=go",
		"https://bücher.example/":                                  "https://xn--bcher-kva.example/",
		"https://www.amazon.com/Thinking-Fast/dp/0374533555/ref=sr_1_1?tag=show-20&keywords=x": "https://www.amazon.com/dp/0374533555",
		"https://www.amazon.de/gp/product/b000fa5kk0?psc=1":                                    "https://www.amazon.de/dp/B000FA5KK0",
		"https://www.goodreads.com/book/show/11468377-thinking?from_search=true":               "https://www.goodreads.com/book/show/11468377",
		"https://www.youtube.com/watch?v=abc&feature=youtu.be&t=5":                             "https://www.youtube.com/watch?t=5&v=abc",
		"https://youtu.be/abc?si=track":                                                        "https://youtu.be/abc",
		"https://www.linkedin.com/in/Some-Body/?trk=x":                                         "https://www.linkedin.com/in/some-body",
		"https://github.com/a/b?ref=main":                                                      "https://github.com/a/b?ref=main",
		"http://[2001:DB8::1]:80/":                                                             "http://[2001:db8::1]/",
	}
	for raw, want := range cases {
		got, err := link.Canonical(raw)
		require.NoError(t, err, raw)
		require.Equal(t, want, got, raw)
		again, err := link.Canonical(got)
		require.NoError(t, err, raw)
		require.Equal(t, got, again, "canonical twice: %s", raw)
	}
}

func TestCanonicalRefusesWhatIsNotAPublicPage(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"", "example.com", "ftp://example.com/", "javascript:alert(1)", "mailto:a@b.c", "https://user:pw@example.com/",
		"https://user@example.com/", "https:///path", "https://exa mple.com/", "https://example.com/\x00", "http://[fe80::1%25eth0]/",
		"https://example.com/" + strings.Repeat("a", 3000),
	} {
		_, err := link.Canonical(raw)
		require.True(t, fault.Is(err, fault.BadInput), "%q: %v", raw, err)
	}
}

func TestKindOfKnowsSitesAndNotLookAlikes(t *testing.T) {
	t.Parallel()
	cases := map[string]link.Kind{
		"https://www.amazon.co.uk/dp/0374533555":   link.Amazon,
		"https://amzn.to/abc":                      link.Amazon,
		"https://amazon.example.com/dp/0374533555": link.Website,
		"https://my-amazon.com/":                   link.Website,
		"https://en.wikipedia.org/wiki/Go":         link.Wikipedia,
		"https://wikipedia.org.example.com/":       link.Website,
		"https://www.goodreads.com/book/show/1":    link.Goodreads,
		"https://de.linkedin.com/in/x":             link.LinkedIn,
		"https://www.google.de/maps/place/Berlin":  link.Maps,
		"https://maps.app.goo.gl/x":                link.Maps,
		"https://youtu.be/x":                       link.YouTube,
		"https://podcasts.apple.com/x":             link.Podcast,
		"https://github.com/golang/go":             link.GitHub,
		"https://x.com/someone":                    link.Social,
		"https://bookshop.org/a":                   link.BookShop,
		"https://go.dev/":                          link.Website,
		"https://github.com/":                      link.Website,
		"https://www.facebook.com":                 link.Website,
		"https://youtube.com/":                     link.Website,
		"https://maps.google.com/?q=Berlin":        link.Maps,
		"ftp://amazon.com/":                        "",
		"not an address":                           "",
	}
	for raw, want := range cases {
		require.Equal(t, want, link.KindOf(raw), raw)
	}
}

func TestAuthorityIDProvesIdentity(t *testing.T) {
	t.Parallel()
	cases := map[string][2]string{
		"https://www.amazon.com/x/dp/0374533555?tag=a":          {"isbn", "9780374533557"},
		"https://www.amazon.com/dp/B000FA5KK0":                  {"asin", "B000FA5KK0"},
		"https://en.m.wikipedia.org/wiki/Daniel_Kahneman#Life":  {"wikipedia", "en:Daniel_Kahneman"},
		"https://www.wikidata.org/wiki/Q42":                     {"wikidata", "Q42"},
		"https://www.goodreads.com/book/show/11468377-thinking": {"goodreads", "book/11468377"},
		"https://www.linkedin.com/in/Some-Body/":                {"linkedin", "in/some-body"},
		"https://bookshop.org/books/x/9780374533557":            {"isbn", "9780374533557"},
		"https://github.com/Golang/Go":                          {"github", "golang/go"},
	}
	for raw, want := range cases {
		scheme, id, ok := link.AuthorityID(raw)
		require.True(t, ok, raw)
		require.Equal(t, want, [2]string{scheme, id}, raw)
	}
	for _, raw := range []string{
		"https://www.amazon.com/s?k=x", "https://en.wikipedia.org/wiki/Special:Search", "https://example.com/", "x",
		"https://bookshop.org/books/x/9780374533558",
	} {
		_, _, ok := link.AuthorityID(raw)
		require.False(t, ok, raw)
	}
}

func TestNamesLeadToTheBestLink(t *testing.T) {
	t.Parallel()
	all := []link.Link{
		{Kind: link.Website, URL: "https://w.example/", Trust: link.Admin},
		{Kind: link.Maps, URL: "https://maps.example/"},
		{Kind: link.LinkedIn, URL: "https://l.example/"},
		{Kind: link.Wikipedia, URL: "https://p3.example/", Trust: link.Claimed},
		{Kind: link.Wikipedia, URL: "https://p2.example/", Trust: link.Catalogue},
		{Kind: link.Wikipedia, URL: "https://p1.example/", Trust: link.Catalogue},
		{Kind: link.Amazon, URL: "https://a.example/", Trust: link.Admin, Broken: true},
	}
	got := link.Choose(mention.Book, "Dune", "", all)
	require.Equal(t, "https://p1.example/", got.Name, "most trusted, then the first address")
	require.Equal(t, map[link.Kind]string{
		link.Website: "https://w.example/", link.Maps: "https://maps.example/", link.LinkedIn: "https://l.example/",
		link.Wikipedia: "https://p1.example/",
	}, got.ByKind, "what is broken is not shown")
	require.Equal(t, "https://maps.example/", link.Choose(mention.Location, "Arrakis", "", all).Name)
	require.Equal(t, link.Chosen{ByKind: map[link.Kind]string{}}, link.Choose(mention.Person, "Frank", "", all[6:]))
	kyoto := link.Choose(mention.Location, " Kyöto ", "Japan", nil)
	require.Equal(t, "https://www.google.com/maps/search/?api=1&query=Ky%C3%B6to+Japan", kyoto.Name)
	require.Equal(t, kyoto.Name, kyoto.ByKind[link.Maps])
}

func TestTrustIsStoredAsAWord(t *testing.T) {
	t.Parallel()
	for _, trust := range []link.Trust{link.Claimed, link.Agreed, link.Catalogue, link.Admin} {
		require.Equal(t, trust, link.ParseTrust(trust.String()))
	}
	require.Equal(t, "admin", link.Admin.String())
	require.Less(t, link.ParseTrust("nobody"), link.Claimed)
	require.Less(t, link.ParseTrust(""), link.Claimed)
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{
		"https://example.com/a?b=c#d", "http://[::1]:80/%zz", "https://www.amazon.com/dp/0374533555", "https://a/%",
		"https://xn--a/", "https://a/?=%26&&",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		once, err := link.Canonical(raw)
		if err != nil {
			return
		}
		twice, err := link.Canonical(once)
		if err != nil || once != twice {
			t.Fatalf("not stable: %q -> %q -> %q (%v)", raw, once, twice, err)
		}
		link.KindOf(once)
		link.AuthorityID(once)
	})
}

func TestOpenLibraryAndISBNs(t *testing.T) {
	t.Parallel()
	for address, id := range map[string]string{
		"https://openlibrary.org/works/OL2778312W":                   "OL2778312W",
		"https://openlibrary.org/works/OL2778312W/Bring_the_Jubilee": "OL2778312W",
		"https://openlibrary.org/authors/OL23919A":                   "OL23919A",
	} {
		scheme, got, ok := link.AuthorityID(address)
		require.True(t, ok, address)
		require.Equal(t, link.SchemeOpenLibrary, scheme)
		require.Equal(t, id, got)
	}
	_, _, ok := link.AuthorityID("https://openlibrary.org/works/OL2778312A")
	require.False(t, ok)
	for written, want := range map[string]string{
		"978-0-7653-1923-4": "9780765319234", "0-7653-1923-3": "9780765319234", "0765319234": "", "x": "",
	} {
		got, ok := link.ISBN13(written)
		require.Equal(t, want != "", ok, written)
		if ok {
			require.Equal(t, want, got)
		}
	}
}
