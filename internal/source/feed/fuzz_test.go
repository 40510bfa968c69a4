package feed

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`<rss version="2.0"><channel><title>a</title><item><title>b</title>` +
			`<description>&lt;a href="x"&gt;y&lt;/a&gt;</description></item></channel></rss>`,
		`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id></entry></feed>`,
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item/></rdf:RDF>`,
		"\xff\xfe<\x00a\x00>\x00",
		`<rss xmlns:p="https://podcastindex.org/namespace/1.0"><channel><item>` +
			`<p:chapters><p:chapter start="1"/></p:chapters></item></channel></rss>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := parse("https://example.com/feed.xml", "", body)
		if err != nil {
			require.NotEqual(t, fault.Internal, fault.KindOf(err), "%v", err)
			return
		}
		for _, it := range doc.items {
			require.NotEmpty(t, it.guid)
			require.True(t, utf8.ValidString(it.episode.Title+it.episode.Description+it.guid))
			require.LessOrEqual(t, len(it.episode.Links), source.MaxLinks)
			for _, l := range it.episode.Links {
				require.Equal(t, l.URL, source.CleanURL("", l.URL))
			}
		}
	})
}

func FuzzPage(f *testing.F) {
	f.Add([]byte(`<html><head><link rel=alternate type=application/rss+xml href=/f></head></html>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page := readPage("https://example.com/x", body)
		require.LessOrEqual(t, len(page.feeds), maxPageFeeds)
		_, _ = parseChapters("https://example.com/x", body)
	})
}
