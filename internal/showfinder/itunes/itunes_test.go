package itunes_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/showfinder"
	"mentionary/internal/showfinder/itunes"
	"mentionary/internal/showfinder/showfindertest"
)

// An answer in Apple's shape: empty lines first, entries of several kinds and one of no shape at all.
const found = "\n\n\n" + `{"resultCount": 5, "results": [
	{"wrapperType": "track", "kind": "podcast", "collectionId": 501, "trackId": 501, "artistName": "Lamplight &amp; Daughters",
	 "collectionName": "The Paper <b>Boat</b>", "feedUrl": "https://feeds.example.org/paper-boat", "trackCount": 41,
	 "artworkUrl100": "https://art.example.org/100.jpg", "artworkUrl600": "https://art.example.org/600.jpg",
	 "releaseDate": "2026-04-06T07:01:00Z", "trackTimeMillis": 2653, "genres": ["Books"]},
	{"kind": "podcast", "collectionId": 502, "collectionName": "Only at Apple"},
	{"kind": "podcast-episode", "collectionId": 501, "trackName": "Rain", "feedUrl": "https://feeds.example.org/paper-boat",
	 "genres": [{"name": "Books", "id": "1"}]},
	{"kind": "podcast", "collectionId": "many", "collectionName": 7},
	{"kind": "podcast", "collectionId": 503, "collectionName": "Second Boat", "feedUrl": "https://feeds.example.org/second",
	 "artworkUrl100": "https://art.example.org/2.jpg", "trackCount": -3}]}`

func TestShowsAreReadFromApplesShape(t *testing.T) {
	t.Parallel()
	server := showfindertest.Start(t, &showfindertest.Server{Bodies: map[string]string{"/search": found}})
	finder := showfinder.New(time.Now, itunes.New(server.Asker(t)))
	got, err := finder.Find(t.Context(), "  paper \t boat ")
	require.NoError(t, err)
	require.Empty(t, got.Silent)
	require.Equal(t, []showfinder.Show{
		{
			Title: "The Paper Boat", Author: "Lamplight & Daughters", Kind: "feed", Address: "https://feeds.example.org/paper-boat",
			Picture: "https://art.example.org/600.jpg", Episodes: 41, Latest: time.Date(2026, 4, 6, 7, 1, 0, 0, time.UTC),
			Directory: "Apple Podcasts", ID: "501", Topics: []string{"Books"},
		},
		{
			Title: "Second Boat", Kind: "feed", Address: "https://feeds.example.org/second", Picture: "https://art.example.org/2.jpg",
			Directory: "Apple Podcasts", ID: "503",
		},
	}, got.Shows)
	require.Equal(t, []string{"/search?entity=podcast&limit=20&media=podcast&term=paper+boat"}, server.Asked())
	require.Equal(t, "Mentionary/1.2 (+https://mentionary.example)", server.Header().Get("User-Agent"))
}

func TestADirectoryThatDoesNotAnswerIsNamed(t *testing.T) {
	t.Parallel()
	for how, instead := range showfindertest.Broken() {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			server := showfindertest.Start(t, &showfindertest.Server{Instead: instead})
			got, err := showfinder.New(time.Now, itunes.New(server.Asker(t))).Find(t.Context(), "boat")
			require.NoError(t, err)
			require.Equal(t, showfinder.Found{Silent: []string{"Apple Podcasts"}}, got)
		})
	}
}

func TestWhoIsTurnedAwayComesBackLater(t *testing.T) {
	t.Parallel()
	server := showfindertest.Start(t, &showfindertest.Server{Instead: showfindertest.Broken()["turned away"]})
	directory := itunes.New(server.Asker(t))
	_, err := directory.Search(t.Context(), "boat")
	require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
	_, err = directory.Search(t.Context(), "ship")
	require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
	require.Greater(t, fault.Of(err).RetryAfter, 50*time.Second)
	require.Len(t, server.Asked(), 1, "it is left alone meanwhile")
}

func TestALinkLeadsToItsFeedAndEpisode(t *testing.T) {
	t.Parallel()
	server := showfindertest.Start(t, &showfindertest.Server{Bodies: map[string]string{"/lookup": `{"results": [
		{"kind": "podcast", "collectionId": 501, "collectionName": "The Paper Boat", "feedUrl": "https://feeds.example.org/paper-boat"},
		{"kind": "podcast-episode", "collectionId": 501, "trackId": 9001, "episodeGuid": "rain-1"},
		{"kind": "podcast-episode", "collectionId": 777, "trackId": 9002, "episodeGuid": "not-of-this-show"}]}`}})
	directory := itunes.New(server.Asker(t))
	for _, c := range []struct {
		show, episode int64
		feed, guid    string
		fault         fault.Kind
	}{
		{501, 0, "https://feeds.example.org/paper-boat", "", ""},
		{501, 9001, "https://feeds.example.org/paper-boat", "rain-1", ""},
		{501, 9002, "", "", fault.Unsupported},
		{777, 0, "", "", fault.Unsupported},
		{404, 0, "", "", fault.NotFound},
	} {
		feed, guid, err := directory.Lookup(t.Context(), c.show, c.episode)
		if c.fault != "" {
			require.True(t, fault.Is(err, c.fault), "%v: %v", c, err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, [2]string{c.feed, c.guid}, [2]string{feed, guid})
	}
	require.Contains(t, server.Asked()[1], "entity=podcastEpisode")
	require.NotContains(t, server.Asked()[0], "entity=")
}
