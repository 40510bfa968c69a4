package feed_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

const fullFeed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:p20="https://podcastindex.org/namespace/1.0"
 xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
 <title>Tea &amp; Trains</title><link>{base}/show.html</link><language>en-us</language>
 <description>&lt;p&gt;Two friends.&lt;/p&gt;&lt;p&gt;One kettle.&lt;/p&gt;</description>
 <itunes:author>Ada &amp; Bo</itunes:author><itunes:image href="/cover.png"/>
 <p20:person role="Host" href="https://ada.example/">Ada</p20:person><p20:person>Bo</p20:person>
 <item>
  <title>Signals</title><guid isPermaLink="false">s-2</guid><link>{base}/signals.html?utm_source=feed</link>
  <pubDate>Tue, 03 Feb 2026 08:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>
  <itunes:image href="{base}/signals.png"/>
  <enclosure url="{base}/notes.pdf" type="application/pdf" length="1"/><enclosure url="{base}/signals.mp3" type="audio/mpeg" length="1"/>
  <description>Short text.</description>
  <content:encoded><![CDATA[<p>We talk about <a href="https://rails.example/book">a <b>book</b></a>.</p><script>alert(1)</script>
   <ul><li>First &amp; last</li><li>See https://plain.example/x.</li></ul>
   <a href="javascript:alert(1)">no</a><a href="/about">us</a>]]></content:encoded>
  <p20:transcript url="/s.srt" type="application/x-subrip"/><p20:transcript url="/s.vtt" type="text/vtt" language="en"/>
  <p20:chapters url="/s-chapters" type="application/json+chapters"/>
  <p20:person role="guest" group="cast">Cleo</p20:person>
 </item>
 <item><title>Pilot</title><enclosure url="{base}/pilot.mp3" type="audio/mpeg"/>
   <pubDate>Mon, 02 Feb 2026 08:00:00 GMT</pubDate><itunes:duration>90</itunes:duration></item>
</channel></rss>`

func TestReadsEverythingAFeedSays(t *testing.T) {
	t.Parallel()
	base := serveFiles(t, map[string]string{
		"/feed.xml": fullFeed,
		"/s-chapters": `{"version":"1.2.0","chapters":[{"startTime":0,"title":"Hello"},{"startTime":"61.5","title":"Points",
"url":"https://points.example/"},{"startTime":5,"title":"steps back"}]}`,
	})
	s := newSource(t)
	page, err := s.List(t.Context(), feedRef(base+"/feed.xml"), time.Time{}, "")
	require.NoError(t, err)
	require.Equal(t, "Tea & Trains", page.Title)
	require.Equal(t, media.Channel{
		Platform: media.Feed, ExternalID: base + "/feed.xml", Name: "Tea & Trains", Description: "Two friends.\n\nOne kettle.",
		ThumbnailURL: base + "/cover.png", URL: base + "/show.html", Author: "Ada & Bo", Language: "en-US",
	}, page.Channel)
	require.Len(t, page.Episodes, 2)
	require.Empty(t, page.Next)

	ep := page.Episodes[0]
	require.Equal(t, base+"/feed.xml#s-2", ep.ExternalID)
	require.Equal(t, "Signals", ep.Title)
	require.Equal(t, "We talk about a book.\n\nFirst & last\nSee https://plain.example/x.\n\nnous", ep.Description)
	require.Equal(t, []media.Link{
		{URL: "https://rails.example/book", Text: "a book"},
		{URL: "https://plain.example/x", Text: "See"},
		{URL: base + "/about", Text: "us"},
	}, ep.Links)
	require.Equal(t, base+"/signals.png", ep.ThumbnailURL)
	require.Equal(t, base+"/signals.html?utm_source=feed", ep.PageURL)
	require.Equal(t, base+"/signals.mp3", ep.MediaURL)
	require.Equal(t, time.Hour+2*time.Minute+3*time.Second, ep.Duration)
	require.Equal(t, time.Date(2026, 2, 3, 8, 0, 0, 0, time.UTC), ep.PublishedAt)
	require.Equal(t, "en-US", ep.Language)
	require.Equal(t, []media.Person{{Name: "Cleo", Role: "guest"}}, ep.People)
	require.Equal(t, []media.TranscriptRef{
		{URL: base + "/s.srt", Type: "application/x-subrip"},
		{URL: base + "/s.vtt", Type: "text/vtt", Language: "en"},
	}, ep.Transcripts)
	require.Empty(t, ep.Chapters, "a chapter file is read for single episodes only")

	pilot := page.Episodes[1]
	require.Equal(t, base+"/feed.xml#"+base+"/pilot.mp3", pilot.ExternalID, "without guid and link the sound names the item")
	require.Equal(t, []media.Person{{Name: "Ada", Role: "host", URL: "https://ada.example/"}, {Name: "Bo", Role: "host"}}, pilot.People)
	require.Equal(t, base+"/cover.png", pilot.ThumbnailURL)

	for _, ref := range []media.Ref{
		{Platform: media.Feed, Kind: media.KindVideo, ExternalID: base + "/feed.xml", ItemID: "s-2"},
		{Platform: media.Feed, Kind: media.KindVideo, ExternalID: ep.ExternalID},
	} {
		single, err := s.Episode(t.Context(), ref)
		require.NoError(t, err)
		require.Equal(t, []media.Chapter{{Title: "Hello"}, {Start: 61500 * time.Millisecond, Title: "Points", URL: "https://points.example/"}},
			single.Chapters)
		require.Contains(t, single.Links, media.Link{URL: "https://points.example/", Text: "Points"})
	}
	require.Len(t, ep.Links, 3, "the listing's copy is untouched")

	_, err = s.Episode(t.Context(), media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: base + "/feed.xml", ItemID: "gone"})
	require.Equal(t, fault.NotFound, fault.KindOf(err))
}

func TestAnEpisodePageMeansThatEpisode(t *testing.T) {
	t.Parallel()
	head := func(links string) string {
		return `<!DOCTYPE html><html><head>` + links + `</head><body></body></html>`
	}
	const alternate = `<link rel="alternate" type="application/rss+xml" href="/feed.xml">`
	base := serveFiles(t, map[string]string{
		"/feed.xml":              fullFeed,
		"/comments/feed.xml":     strings.ReplaceAll(fullFeed, "Tea", "Comments"),
		"/signals.html":          head(`<link rel="alternate" type="application/rss+xml" href="/comments/feed.xml">` + alternate),
		"/amp/signals.html":      head(`<link rel="canonical" href="{base}/signals.html">` + alternate),
		"/show.html":             head(alternate),
		"/other.html":            head(alternate),
		"/none.html":             head(``),
		"/broken-alternate.html": head(`<link rel="alternate" type="application/rss+xml" href="/none.html">`),
	})
	s := newSource(t)
	list := func(path string) ([]media.Episode, error) {
		page, err := s.List(t.Context(), feedRef(base+path), time.Time{}, "")
		return page.Episodes, err
	}
	for _, path := range []string{"/signals.html", "/signals.html?utm_medium=x", "/amp/signals.html"} {
		found, err := list(path)
		require.NoError(t, err, path)
		require.Len(t, found, 1, path)
		require.Equal(t, base+"/feed.xml#s-2", found[0].ExternalID, path)
	}
	ep, err := s.Episode(t.Context(), feedRef(base+"/signals.html"))
	require.NoError(t, err)
	require.Equal(t, "Signals", ep.Title)

	found, err := list("/show.html")
	require.NoError(t, err)
	require.Len(t, found, 2, "the show's own page means the show")

	for path, words := range map[string]string{
		"/other.html":            "has no episode with this address",
		"/none.html":             "neither a YouTube address nor a podcast feed",
		"/broken-alternate.html": "neither a YouTube address nor a podcast feed",
	} {
		_, err := list(path)
		require.Equal(t, fault.Unsupported, fault.KindOf(err), path)
		require.Contains(t, fault.Of(err).Sentence, words, path)
	}
}

func TestRefusesWhatIsNoFeedOrTooDear(t *testing.T) {
	t.Parallel()
	base := serveFiles(t, map[string]string{
		"/empty.xml":    `<rss version="2.0"><channel><title>Quiet</title></channel></rss>`,
		"/doctype.xml":  `<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss version="2.0"><channel><title>&a;</title></channel></rss>`,
		"/deep.xml":     `<rss version="2.0"><channel>` + strings.Repeat("<a>", 70) + strings.Repeat("</a>", 70) + `</channel></rss>`,
		"/opml.xml":     `<opml><body/></opml>`,
		"/prose":        `just words`,
		"/nothing":      ``,
		"/encoding.xml": `<?xml version="1.0" encoding="nonsense"?><rss/>`,
	})
	s := newSource(t)
	for path, want := range map[string]fault.Kind{
		"/empty.xml": fault.BadInput, "/doctype.xml": fault.Unsupported, "/deep.xml": fault.TooLarge, "/opml.xml": fault.Unsupported,
		"/prose": fault.Unsupported, "/nothing": fault.Unsupported, "/encoding.xml": fault.Unsupported,
	} {
		_, err := s.List(t.Context(), feedRef(base+path), time.Time{}, "")
		require.Equal(t, want, fault.KindOf(err), "%s: %v", path, err)
	}
	_, err := s.List(t.Context(), feedRef(base+"/empty.xml"), time.Time{}, "")
	require.Equal(t, `The feed "Quiet" has no episodes yet.`, fault.Of(err).Sentence)
}

func TestReadsOtherEncodingsAndFormats(t *testing.T) {
	t.Parallel()
	base := serveFiles(t, map[string]string{
		"/latin.xml": "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss " +
			"version=\"2.0\"><channel><title>Caf\xe9</title><item><title>x</title></item></channel></rss>",
		"/utf16.xml": utf16("<?xml version=\"1.0\" encoding=\"UTF-16\"?><rss " +
			"version=\"2.0\"><channel><title>Café</title><item><title>x</title></item></channel></rss>"),
		"/atom.xml": `<feed xmlns="http://www.w3.org/2005/Atom"><title>Café</title><entry><id>urn:1</id>
			<title type="html">&lt;b&gt;x&lt;/b&gt;</title>
			<link href="https://example.com/x"/><link rel="enclosure" type="audio/mpeg" href="https://example.com/x.mp3"/>
			<updated>2026-02-03T00:00:00Z</updated></entry></feed>`,
		"/rdf.xml": `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
			<channel rdf:about="x"><title>Café</title></channel>
			<item rdf:about="https://example.com/x"><title>x</title><link>https://example.com/x</link></item></rdf:RDF>`,
	})
	s := newSource(t)
	for _, path := range []string{"/latin.xml", "/utf16.xml", "/atom.xml", "/rdf.xml"} {
		page, err := s.List(t.Context(), feedRef(base+path), time.Time{}, "")
		require.NoError(t, err, path)
		require.Equal(t, "Café", page.Title, path)
		require.Len(t, page.Episodes, 1, path)
		require.Equal(t, "x", page.Episodes[0].Title, path)
	}
}

func utf16(s string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range s {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

func TestPagesStayInPlaceWhenTheFeedGrows(t *testing.T) {
	t.Parallel()
	newest := 60
	now := time.Now()
	fetched := fetcher(func(_ context.Context, _ outbound.Request) (outbound.Response, error) {
		var b strings.Builder
		b.WriteString(`<rss version="2.0"><channel><title>T</title>`)
		for n := newest; n > 0; n-- {
			fmt.Fprintf(&b, `<item><guid>g%d</guid><title>%d</title><pubDate>%s</pubDate></item>`, n, n, now.AddDate(0, 0, n).Format(time.RFC1123Z))
		}
		b.WriteString(`</channel></rss>`)
		return outbound.Response{Status: http.StatusOK, Header: http.Header{}, Body: []byte(b.String())}, nil
	})
	s := feed.New(fetched, upload.Parse, func() time.Time { now = now.Add(time.Hour); return now })
	first, err := s.List(t.Context(), feedRef("https://example.com/f"), time.Time{}, "")
	require.NoError(t, err)
	require.Len(t, first.Episodes, 50)
	newest = 63
	second, err := s.List(t.Context(), feedRef("https://example.com/f"), time.Time{}, first.Next)
	require.NoError(t, err)
	require.Len(t, second.Episodes, 10)
	require.Equal(t, "10", second.Episodes[0].Title)

	_, err = s.List(t.Context(), feedRef("https://example.com/f"), time.Time{}, "nonsense")
	require.Equal(t, fault.BadInput, fault.KindOf(err))
}

func TestAFeedIsFetchedOnceAndThenByItsETag(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	var asked []string
	s := feed.New(fetcher(func(_ context.Context, r outbound.Request) (outbound.Response, error) {
		asked = append(asked, r.ETag)
		if r.ETag != "" {
			return outbound.Response{Status: http.StatusNotModified, NotModified: true}, nil
		}
		return outbound.Response{
			Status: http.StatusOK, Header: http.Header{"Etag": {`"v1"`}},
			Body: []byte(`<rss version="2.0"><channel><title>T</title><item><title>x</title></item></channel></rss>`),
		}, nil
	}), upload.Parse, func() time.Time { return now })
	for range 3 {
		_, err := s.List(t.Context(), feedRef("https://example.com/f"), time.Time{}, "")
		require.NoError(t, err)
	}
	require.Equal(t, []string{""}, asked)
	now = now.Add(6 * time.Minute)
	page, err := s.List(t.Context(), feedRef("https://example.com/f"), time.Time{}, "")
	require.NoError(t, err)
	require.Len(t, page.Episodes, 1)
	require.Equal(t, []string{"", `"v1"`}, asked)
}

type fetcher func(ctx context.Context, r outbound.Request) (outbound.Response, error)

func (f fetcher) Fetch(ctx context.Context, r outbound.Request) (outbound.Response, error) {
	return f(ctx, r)
}

func TestChoosesTheBestTranscriptThatIsThere(t *testing.T) {
	t.Parallel()
	const (
		vtt  = "WEBVTT\n\n00:00.000 --> 00:02.000\nfrom vtt\n"
		srt  = "1\n00:00:00,000 --> 00:00:02,000\nfrom srt\n"
		page = "<!DOCTYPE html><html><body>Please enable cookies</body></html>"
	)
	base := serveFiles(t, map[string]string{
		"/a.vtt": vtt, "/a.srt": srt, "/empty.vtt": "", "/page.vtt": page, "/a.txt": "Ada: from text\n",
		"/a.html": "<p>from a page</p>", "/garbage.vtt": "no",
	})
	ref := func(path, kind, lang string) media.TranscriptRef {
		return media.TranscriptRef{URL: base + path, Type: kind, Language: lang}
	}
	for name, c := range map[string]struct {
		refs []media.TranscriptRef
		text string
		lang string
		kind fault.Kind
	}{
		"times before none": {[]media.TranscriptRef{
			ref("/a.txt", "text/plain", ""), ref("/a.srt", "application/srt", ""),
			ref("/a.vtt", "text/vtt", ""),
		}, "from vtt", "de", ""},
		"the original language first": {
			[]media.TranscriptRef{ref("/a.vtt", "text/vtt", "en"), ref("/a.srt", "application/x-subrip", "de-DE")},
			"from srt", "de-DE", "",
		},
		"another language if need be": {[]media.TranscriptRef{ref("/a.vtt", "text/vtt", "en")}, "from vtt", "en", ""},
		"a missing file means the next": {
			[]media.TranscriptRef{ref("/gone.vtt", "text/vtt", ""), ref("/a.srt", "text/srt", "")},
			"from srt",
			"de", "",
		},
		"an empty one too, if there is": {
			[]media.TranscriptRef{ref("/empty.vtt", "text/vtt", ""), ref("/a.srt", "text/srt", "")},
			"from srt",
			"de", "",
		},
		"the extension tells when unset": {[]media.TranscriptRef{ref("/a.vtt", "", "")}, "from vtt", "de", ""},
		"web pages where announced":      {[]media.TranscriptRef{ref("/a.html", "text/html", "")}, "from a page", "de", ""},
		"empty is blocked":               {[]media.TranscriptRef{ref("/empty.vtt", "text/vtt", "")}, "", "", fault.Blocked},
		"a page is blocked":              {[]media.TranscriptRef{ref("/page.vtt", "text/vtt", "")}, "", "", fault.Blocked},
		"tiny garbage is blocked":        {[]media.TranscriptRef{ref("/garbage.vtt", "text/vtt", "")}, "", "", fault.Blocked},
		"all missing is none":            {[]media.TranscriptRef{ref("/gone.vtt", "text/vtt", ""), ref("/gone.srt", "text/srt", "")}, "", "", ""},
		"unknown formats are none":       {[]media.TranscriptRef{ref("/a.docx", "application/msword", "")}, "", "", ""},
		"none offered is none":           {nil, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr, ok, err := newSource(t).Transcript(t.Context(), media.Episode{Language: "de", Transcripts: c.refs})
			require.Equal(t, c.kind, fault.KindOf(err), "%v", err)
			require.Equal(t, c.text != "", ok)
			if ok {
				require.Equal(t, c.text, tr.Cues[0].Text)
				require.Equal(t, c.lang, tr.Language)
				require.Equal(t, transcript.Publisher, tr.Origin)
			}
		})
	}
}

func TestOPML(t *testing.T) {
	t.Parallel()
	feeds, err := feed.OPML(strings.NewReader(`<?xml version="1.0"?><opml version="2.0"><body><outline text="Shows">
		<outline type="rss" text="A" xmlUrl="https://a.example/feed"/><outline xmlurl="https://b.example/feed"/>
		<outline xmlUrl="https://a.example/feed"/><outline xmlUrl="javascript:alert(1)"/><outline text="no address"/></outline></body></opml>`))
	require.NoError(t, err)
	require.Equal(t, []feed.Subscription{{Title: "A", Address: "https://a.example/feed"}, {Address: "https://b.example/feed"}}, feeds)

	for name, c := range map[string]struct {
		doc  string
		want fault.Kind
	}{
		"no feeds":  {`<opml><body/></opml>`, fault.BadInput},
		"no list":   {`<rss><outline xmlUrl="https://a.example/feed"/></rss>`, fault.BadInput},
		"not XML":   {`hello`, fault.BadInput},
		"too large": {strings.Repeat(" ", 1<<20+1), fault.TooLarge},
	} {
		_, err := feed.OPML(strings.NewReader(c.doc))
		require.Equal(t, c.want, fault.KindOf(err), name)
	}
}
