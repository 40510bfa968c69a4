package feed_test

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/sourcetest"
	"mentionary/internal/source/upload"
)

// The suite needs references before its server has an address: the source under test maps this one to the server.
const fixedFeed = "http://feed.test/feed.xml"

// world maps the fixed host of the suite to the test's server.
type world struct {
	source.Source
	base string
}

func newSource(t *testing.T) *feed.Source {
	t.Helper()
	door, err := outbound.New(outbound.Options{
		Version: "test", BaseURL: "http://localhost",
		AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, FloorTime: -1,
	})
	require.NoError(t, err)
	return feed.New(door, upload.Parse, time.Now)
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// serveFiles serves fixed documents by path; missing ones are 404. The type is told by the extension.
func serveFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		switch {
		case strings.HasSuffix(r.URL.Path, ".xml"):
			w.Header().Set("Content-Type", "application/rss+xml")
		case strings.HasSuffix(r.URL.Path, ".html"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		default:
			w.Header().Set("Content-Type", "text/plain")
		}
		_, _ = w.Write([]byte(strings.ReplaceAll(body, "{base}", "http://"+r.Host)))
	})
}

func feedRef(address string) media.Ref {
	return media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: address, URL: address}
}

// rss writes the site as a feed, oldest first on purpose: the source sorts.
func rss(site sourcetest.Site) string {
	var b strings.Builder
	text := func(s string) string { return html.EscapeString(site.Dress(s)) }
	fmt.Fprintf(&b, `<?xml version="1.0"?><rss version="2.0" xmlns:pc="https://podcastindex.org/namespace/1.0">`+
		`<channel><title>%s</title><language>en</language>`, text("A show"))
	for n := 1; n <= site.Episodes; n++ {
		fmt.Fprintf(&b, `<item><title>%s</title><guid isPermaLink="false">guid-%d</guid><description>%s</description><pubDate>%s</pubDate>`,
			html.EscapeString(site.Title(n)), n, text("About it"), sourcetest.Published(n).Format(time.RFC1123Z))
		if site.Captions != sourcetest.NoCaptions {
			b.WriteString(`<pc:transcript url="/t.vtt" type="text/vtt" language="en"/>`)
		}
		b.WriteString(`</item>`)
	}
	b.WriteString(`</channel></rss>`)
	return b.String()
}

func TestConformance(t *testing.T) {
	t.Parallel()
	sourcetest.Run(t, sourcetest.Harness{
		Open: func(t *testing.T, site sourcetest.Site) source.Source {
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if site.Interfere(w, r) {
					return
				}
				switch {
				case site.Fail == sourcetest.Private:
					w.WriteHeader(http.StatusUnauthorized)
				case site.Fail == sourcetest.Missing:
					w.WriteHeader(http.StatusNotFound)
				case site.Fail == sourcetest.Robot:
					w.WriteHeader(http.StatusUnavailableForLegalReasons)
				case r.URL.Path == "/t.vtt" && site.Captions == sourcetest.GoodCaptions:
					_, _ = w.Write([]byte("WEBVTT\n\n00:00.000 --> 00:02.000\nhello there\n\n00:02.000 --> 00:04.000\ngood bye\n"))
				case r.URL.Path == "/feed.xml":
					_, _ = w.Write([]byte(rss(site)))
				}
			})
			return world{Source: newSource(t), base: base}
		},
		Collection: feedRef(fixedFeed),
		Item: func(n int) media.Ref {
			return media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: fixedFeed, ItemID: fmt.Sprintf("guid-%d", n)}
		},
	})
}

func (w world) here(ref media.Ref) media.Ref {
	ref.ExternalID = strings.Replace(ref.ExternalID, fixedFeed, w.base+"/feed.xml", 1)
	return ref
}

func (w world) List(ctx context.Context, ref media.Ref, since time.Time, cursor string) (source.Page, error) {
	return w.Source.List(ctx, w.here(ref), since, cursor)
}

func (w world) Episode(ctx context.Context, ref media.Ref) (media.Episode, error) {
	return w.Source.Episode(ctx, w.here(ref))
}
