package applink_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
	"mentionary/internal/showfinder/applink"
	"mentionary/internal/source"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
)

const boat = "https://feeds.example.org/paper-boat"

// web answers with texts by address, and keeps what was asked.
type web struct {
	pages map[string]string
	asked []string
}

func (w *web) Fetch(_ context.Context, r outbound.Request) (outbound.Response, error) {
	w.asked = append(w.asked, r.URL)
	if strings.HasSuffix(r.URL, "Away") {
		return outbound.Response{}, fault.New(fault.RateLimited, "The site asks us to come back later.").WithRetryAfter(time.Hour)
	}
	body, ok := w.pages[r.URL]
	if !ok {
		return outbound.Response{}, fault.New(fault.NotFound, "There is nothing at this address.")
	}
	return outbound.Response{Status: http.StatusOK, Header: http.Header{}, Body: []byte(body), FinalURL: r.URL}, nil
}

// apple knows one show with one episode.
type apple struct{ asked int }

func (a *apple) Lookup(_ context.Context, show, episode int64) (address, guid string, err error) {
	a.asked++
	switch {
	case show == 503:
		return "", "", fault.New(fault.Unavailable, "The address could not be reached.")
	case show != 501:
		return "", "", fault.New(fault.NotFound, "Apple Podcasts has no such show.")
	case episode == 9001:
		return boat, "rain-1", nil
	}
	return boat, "", nil
}

// named finds one show by its exact name.
type named struct{}

func (named) Find(_ context.Context, words string) (showfinder.Found, error) {
	if words == "down" {
		return showfinder.Found{}, errors.New("away")
	}
	return showfinder.Found{Shows: []showfinder.Show{
		{Title: "The Paper Boat Reviewed", Kind: media.KindFeed, Address: "https://feeds.example.org/reviews"},
		{Title: "The Paper Boat", Kind: media.KindFeed, Address: boat},
	}}, nil
}

const boatFeed = `<rss version="2.0"><channel><title>The Paper Boat</title>
	<item><guid>rain-1</guid><title>Rain</title></item><item><guid>sun-2</guid><title>Sun &amp; wind</title></item></channel></rss>`

func world() (*web, *apple, *feed.Source) {
	oembed := func(path string) string {
		return "https://open.spotify.com/oembed?url=https%3A%2F%2Fopen.spotify.com" + strings.ReplaceAll(path, "/", "%2F")
	}
	w := &web{pages: map[string]string{
		boat: boatFeed,
		"https://overcast.fm/+AbCd": `<html><head><meta property="og:title" content="Sun &amp;amp; wind"></head>
			<a href="https://example.org/">home</a><a href="/itunes501/the-paper-boat">show</a></html>`,
		"https://overcast.fm/+Other": `<meta property="og:title" content="Snow"><a href="/itunes501/the-paper-boat">show</a>`,
		"https://pca.st/abc1": `<meta property="og:title" content="The Paper Boat">
			<a href="https://podcasts.apple.com/us/podcast/x/id501">Apple</a>`,
		"https://pca.st/abc2": `<link rel="alternate" type="application/rss+xml" href="` + boat + `"><p>`,
		"https://pca.st/abc3": `<a href="javascript:alert(1)">x</a><a href="https://evil.example/id501">y</a>`,
		oembed("/show/0aB"):   `{"title": "the paper boat", "html": "<iframe>"}`,
		oembed("/show/0aC"):   `{"title": "Paper Boat"}`,
		oembed("/show/0aD"):   `{"title": "down"}`,
		oembed("/show/0aE"):   `<html>no`,
	}}
	a := &apple{}
	return w, a, feed.New(w, upload.Parse, time.Now).Asking(applink.New(w, a, named{}, time.Now))
}

func list(t *testing.T, s *feed.Source, address string) (source.Page, error) {
	t.Helper()
	ref, err := source.Recognize(address)
	require.NoError(t, err)
	return s.List(t.Context(), ref, time.Time{}, "")
}

func TestLinksOfAppsLeadToTheirFeedAndEpisode(t *testing.T) {
	t.Parallel()
	for address, guids := range map[string]string{
		"https://podcasts.apple.com/us/podcast/the-paper-boat/id501": "rain-1 sun-2",
		"podcasts.apple.com/de/podcast/regen/id501?i=9001&uo=4":      "rain-1",
		"https://itunes.apple.com/podcast/id501?mt=2":                "rain-1 sun-2",
		"https://overcast.fm/itunes501/the-paper-boat":               "rain-1 sun-2",
		"https://overcast.fm/+AbCd":                                  "sun-2",
		"https://pca.st/itunes/501":                                  "rain-1 sun-2",
		"https://pca.st/abc1":                                        "rain-1 sun-2",
		"https://pca.st/abc2":                                        "rain-1 sun-2",
		"https://open.spotify.com/show/0aB?si=1":                     "rain-1 sun-2",
		"https://open.spotify.com/show/0aB":                          "rain-1 sun-2",
		"feed:" + boat:                                               "rain-1 sun-2",
		"podcast://feeds.example.org/paper-boat":                     "rain-1 sun-2",
		"itpc://feeds.example.org/paper-boat":                        "rain-1 sun-2",
		"pcast:https://feeds.example.org/paper-boat":                 "rain-1 sun-2",
	} {
		_, _, s := world()
		page, err := list(t, s, address)
		require.NoError(t, err, address)
		var got []string
		for _, e := range page.Episodes {
			got = append(got, source.RefOf(e).ListedID())
			require.Equal(t, boat, e.Channel.ExternalID, "what is known of the feed already is found again")
		}
		require.Equal(t, guids, strings.Join(got, " "), address)
	}
}

func TestWhatALinkDoesNotSayIsASentence(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://podcasts.apple.com/us/browse":                  "names no show",
		"https://podcasts.apple.com/us/podcast/x/id502":         "has no such show",
		"https://podcasts.apple.com/us/podcast/x/id501?i=9":     "",
		"https://overcast.fm/+Other":                            `"The Paper Boat" does not list this episode`,
		"https://overcast.fm/+Gone":                             "There is nothing at this address.",
		"https://pca.st/abc3":                                   "Type the show's name instead.",
		"https://open.spotify.com/show/0aC":                     "Spotify does not say where this show's feed is. Type its name instead.",
		"https://open.spotify.com/show/0aD":                     "Spotify does not say where",
		"https://open.spotify.com/show/0aE":                     "Spotify does not say where",
		"https://open.spotify.com/show/0aF":                     "Spotify does not say where",
		"https://open.spotify.com/episode/0aB":                  "Spotify does not say where",
		"https://open.spotify.com/show/0aB/../../oembed?url=x":  "Spotify does not say where",
		"https://open.spotify.com.evil.example/show/0aB":        "There is nothing at this address.",
		"https://podcasts.apple.com/id99999999999999999999?i=1": "names no show",
	} {
		_, _, s := world()
		_, err := list(t, s, address)
		if want == "" { // a number of another episode: here Apple answers with the show
			require.NoError(t, err, address)
			continue
		}
		require.Error(t, err, address)
		require.Contains(t, fault.Of(err).Sentence, want, address)
	}
}

func TestWhoDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]*fault.Error{
		"https://podcasts.apple.com/us/podcast/x/id503": fault.New(fault.Unavailable,
			"Apple Podcasts did not answer, so the show behind the link is not known yet."),
		"https://overcast.fm/+Away": fault.New(fault.RateLimited,
			"overcast.fm did not answer, so the show behind the link is not known yet.").WithRetryAfter(time.Hour),
	} {
		_, _, s := world()
		_, err := list(t, s, address)
		got := fault.Of(err)
		require.NotNil(t, got, address)
		require.Equal(t, []any{want.Kind, want.Sentence, want.RetryAfter}, []any{got.Kind, got.Sentence, got.RetryAfter}, address)
	}
}

func TestALinkIsAskedAboutOnce(t *testing.T) {
	t.Parallel()
	_, a, s := world()
	for range 3 {
		_, err := list(t, s, "https://podcasts.apple.com/us/podcast/x/id501")
		require.NoError(t, err)
	}
	require.Equal(t, 1, a.asked)
}

func TestWithoutApplePeopleAreAskedForTheFeed(t *testing.T) {
	t.Parallel()
	w := &web{}
	s := feed.New(w, upload.Parse, time.Now).Asking(applink.New(w, nil, named{}, time.Now))
	_, err := list(t, s, "https://podcasts.apple.com/us/podcast/x/id501")
	require.Contains(t, fault.Of(err).Sentence, "enter the address of the show's feed")
	require.Empty(t, w.asked)
}
