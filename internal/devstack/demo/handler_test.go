package demo

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const testBase = "http://127.0.0.1:8099/demo"

var testHandler = sync.OnceValue(func() http.Handler { return Handler(testBase + "/") })

func get(t *testing.T, address string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, address, nil)
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	testHandler().ServeHTTP(recorder, request)
	return recorder
}

// The feed as a reader sees it, by namespace and not by prefix.
type readFeed struct {
	Channel struct {
		Title  string     `xml:"title"`
		GUID   string     `xml:"https://podcastindex.org/namespace/1.0 guid"`
		Author string     `xml:"http://www.itunes.com/dtds/podcast-1.0.dtd author"`
		Image  href       `xml:"http://www.itunes.com/dtds/podcast-1.0.dtd image"`
		Self   href       `xml:"http://www.w3.org/2005/Atom link"`
		Hosts  []string   `xml:"https://podcastindex.org/namespace/1.0 person"`
		Items  []readItem `xml:"item"`
	} `xml:"channel"`
}

type readItem struct {
	Title     string `xml:"title"`
	Link      string `xml:"link"`
	GUID      string `xml:"guid"`
	PubDate   string `xml:"pubDate"`
	Notes     string `xml:"http://purl.org/rss/1.0/modules/content/ encoded"`
	Duration  int    `xml:"http://www.itunes.com/dtds/podcast-1.0.dtd duration"`
	Enclosure struct {
		URL    string `xml:"url,attr"`
		Length string `xml:"length,attr"`
		Type   string `xml:"type,attr"`
	} `xml:"enclosure"`
	Transcript struct {
		URL  string `xml:"url,attr"`
		Type string `xml:"type,attr"`
	} `xml:"https://podcastindex.org/namespace/1.0 transcript"`
	Chapters *struct {
		URL string `xml:"url,attr"`
	} `xml:"https://podcastindex.org/namespace/1.0 chapters"`
	People []struct {
		Role string `xml:"role,attr"`
		Name string `xml:",chardata"`
	} `xml:"https://podcastindex.org/namespace/1.0 person"`
}

type href struct {
	Href string `xml:"href,attr"`
}

func TestFeedsLeadToEverything(t *testing.T) {
	t.Parallel()
	feeds := Feeds(testBase)
	require.GreaterOrEqual(t, len(feeds), 3)
	for _, f := range feeds {
		t.Run(f.Title, func(t *testing.T) {
			t.Parallel()
			answer := get(t, f.URL)
			require.Equal(t, http.StatusOK, answer.Code)
			require.Equal(t, "application/rss+xml; charset=utf-8", answer.Header().Get("Content-Type"))
			var feed readFeed
			require.NoError(t, xml.Unmarshal(answer.Body.Bytes(), &feed))
			channel := feed.Channel
			require.Equal(t, f.Title, channel.Title)
			require.Equal(t, f.URL, channel.Self.Href)
			require.NotEmpty(t, channel.GUID)
			require.NotEmpty(t, channel.Author)
			require.Len(t, channel.Hosts, 2)
			require.Equal(t, "image/png", get(t, channel.Image.Href).Header().Get("Content-Type"))

			newest := time.Now().AddDate(100, 0, 0)
			for _, item := range channel.Items {
				published, err := time.Parse(time.RFC1123Z, item.PubDate)
				require.NoError(t, err)
				require.True(t, published.Before(newest), "newest first")
				newest = published

				require.NotEmpty(t, item.GUID)
				require.Contains(t, item.Notes, "<a href=")
				require.GreaterOrEqual(t, len(item.People), 2)
				require.Equal(t, "host", item.People[0].Role)

				transcript := get(t, item.Transcript.URL)
				require.Equal(t, http.StatusOK, transcript.Code)
				require.True(t, strings.HasPrefix(transcript.Header().Get("Content-Type"), item.Transcript.Type))

				audio := get(t, item.Enclosure.URL, "Range", "bytes=0-3")
				require.Equal(t, http.StatusPartialContent, audio.Code)
				require.Equal(t, "RIFF", audio.Body.String())
				require.Equal(t, item.Enclosure.Type, audio.Header().Get("Content-Type"))
				require.Equal(t, "bytes 0-3/"+item.Enclosure.Length, audio.Header().Get("Content-Range"))

				page := get(t, item.Link)
				require.Contains(t, page.Body.String(),
					`<link rel="alternate" type="application/rss+xml" title="`+strings.ReplaceAll(f.Title, "&", "&amp;")+`" href="`+f.URL+`">`)
				if item.Chapters != nil {
					require.Equal(t, "application/json+chapters", get(t, item.Chapters.URL).Header().Get("Content-Type"))
				}
			}
		})
	}
}

func TestTranscriptTypes(t *testing.T) {
	t.Parallel()
	types := map[string]int{}
	for _, s := range library() {
		for _, e := range s.Episodes {
			contentType, _ := e.transcript()
			types[contentType]++
		}
	}
	require.Len(t, types, 3)
	for _, contentType := range []string{"text/vtt", "application/x-subrip", "application/json"} {
		require.Positive(t, types[contentType], contentType)
	}
}

func TestEveryAddressIsRevalidatedByETag(t *testing.T) {
	t.Parallel()
	for path := range assets(testBase) {
		first := get(t, testBase+path)
		require.Equal(t, http.StatusOK, first.Code, path)
		tag := first.Header().Get("ETag")
		require.NotEmpty(t, tag, path)

		again := get(t, testBase+path, "If-None-Match", tag)
		require.Equal(t, http.StatusNotModified, again.Code, path)
		require.Zero(t, again.Body.Len(), path)

		changed := get(t, testBase+path, "If-None-Match", `"older"`, "Range", "bytes=0-0")
		require.Equal(t, http.StatusPartialContent, changed.Code, path)
	}
}

// Pages and feeds must not lead nowhere inside the library.
func TestInternalLinksAnswer(t *testing.T) {
	t.Parallel()
	served := assets(testBase)
	link := regexp.MustCompile(`(?:href|src|url)="(` + regexp.QuoteMeta(testBase) + `[^"]*)"`)
	found := 0
	for path := range served {
		if strings.HasPrefix(path, "/audio/") {
			continue
		}
		body := get(t, testBase+path).Body.String()
		for _, match := range link.FindAllStringSubmatch(body, -1) {
			found++
			require.Contains(t, served, strings.TrimPrefix(match[1], testBase), "in %s", path)
		}
	}
	require.Greater(t, found, 50)
}

func TestHandlerRefuses(t *testing.T) {
	t.Parallel()
	require.Equal(t, http.StatusNotFound, get(t, testBase+"/feeds/nobody.xml").Code)
	require.Equal(t, http.StatusNotFound, get(t, testBase+"/library/planted.json").Code)
	require.Equal(t, http.StatusNotFound, get(t, "http://127.0.0.1:8099/").Code, "outside of its base")

	recorder := httptest.NewRecorder()
	Handler(testBase).ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, testBase+"/", nil))
	require.Equal(t, http.StatusMethodNotAllowed, recorder.Code)
	require.Equal(t, "GET, HEAD", recorder.Header().Get("Allow"))

	for _, base := range []string{"", "/demo", "ftp://127.0.0.1"} {
		require.Panics(t, func() { Handler(base) }, base)
	}
}

func TestStartServesUntilClosed(t *testing.T) {
	t.Parallel()
	server, err := Start(t.Context(), "127.0.0.1:0")
	require.NoError(t, err)
	base, err := url.Parse(server.Base())
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1", base.Hostname())
	require.NotEqual(t, "0", base.Port())

	answer, err := http.Get(Feeds(server.Base())[0].URL)
	require.NoError(t, err)
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Contains(t, string(body), server.Base()+"/transcripts/")

	_, err = Start(t.Context(), base.Host)
	require.ErrorContains(t, err, "choose another port")

	require.NoError(t, server.Close())
	require.NoError(t, server.Close(), "closing twice is fine")
	free, err := Start(t.Context(), base.Host)
	require.NoError(t, err, "the port is free again")
	require.NoError(t, free.Close())
}

func TestServerEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server, err := Start(ctx, "127.0.0.1:0")
	require.NoError(t, err)
	cancel()
	// The server closes in the background; from then on nobody listens.
	require.Eventually(t, func() bool {
		connection, err := net.Dial("tcp", strings.TrimPrefix(server.Base(), "http://"))
		if err == nil {
			_ = connection.Close()
		}
		return err != nil
	}, 4*time.Second, 5*time.Millisecond)
	require.NoError(t, server.Close())
}

func TestStartListensOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", "192.0.2.1:80", ":8099", "localhost:8099", "[::]:0", "127.0.0.1"} {
		_, err := Start(t.Context(), addr)
		require.ErrorContains(t, err, "give it a loopback address", addr)
	}
}

func TestTheLibraryIsItsOwnDirectory(t *testing.T) {
	t.Parallel()
	read := func(query string) []directoryEntry {
		got := get(t, DirectoryURL("/demo")+query)
		require.Equal(t, http.StatusOK, got.Code)
		require.True(t, strings.HasPrefix(got.Body.String(), "\n"), "as iTunes answers")
		var found struct {
			Results []directoryEntry `json:"results"`
		}
		require.NoError(t, json.Unmarshal(got.Body.Bytes(), &found))
		return found.Results
	}
	found := read("/search?term=HOUR+marginalia")
	require.Len(t, found, 1)
	require.Equal(t, [3]any{"podcast", "The Marginalia Hour", testBase + "/feeds/marginalia-hour.xml"},
		[3]any{found[0].Kind, found[0].Show, found[0].Feed})
	require.Empty(t, read("/search?term=nobody"))
	require.Empty(t, read("/search?term="))
	require.Empty(t, read("/lookup?id=1"))
	episodes := read("/lookup?id=1001&entity=podcastEpisode")
	require.Len(t, episodes, 1+found[0].Count)
	feed := get(t, "/demo/feeds/marginalia-hour.xml").Body.String()
	for _, e := range episodes[1:] {
		require.Contains(t, feed, e.GUID)
	}
}
