package podcastindex_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/showfinder"
	"mentionary/internal/showfinder/podcastindex"
	"mentionary/internal/showfinder/showfindertest"
)

var now = time.Unix(1_790_000_000, 0)

func directory(t *testing.T, s *showfindertest.Server) *podcastindex.Directory {
	t.Helper()
	return podcastindex.New(showfindertest.Start(t, s).Asker(t), "key", "secret", func() time.Time { return now })
}

func TestShowsAreReadAndTheQuestionIsSigned(t *testing.T) {
	t.Parallel()
	server := &showfindertest.Server{Bodies: map[string]string{"/search/byterm": `{"status": "true", "count": 3, "feeds": [
		{"id": 1, "title": "The Paper Boat", "url": "https://feeds.example.org/paper-boat", "author": "", "ownerName": "Ola Lamplight",
		 "image": "https://art.example.org/i.jpg", "artwork": "", "episodeCount": 42, "newestItemPubdate": 1780000000, "categories": null},
		{"id": 2, "title": "Sunk", "url": "https://feeds.example.org/sunk", "dead": 1},
		{"id": 3, "title": "No address", "url": "ftp://feeds.example.org/x"}]}`}}
	d := directory(t, server)
	got, err := showfinder.New(func() time.Time { return now }, d).Find(t.Context(), "boat")
	require.NoError(t, err)
	require.Equal(t, []showfinder.Show{{
		Title: "The Paper Boat", Author: "Ola Lamplight", Kind: "feed", Address: "https://feeds.example.org/paper-boat",
		Picture: "https://art.example.org/i.jpg", Episodes: 42, Latest: time.Unix(1_780_000_000, 0).UTC(), Directory: "Podcast Index", ID: "1",
	}}, got.Shows)
	require.Equal(t, "key", server.Header().Get("X-Auth-Key"))
	require.Equal(t, "1790000000", server.Header().Get("X-Auth-Date"))
	// printf 'keysecret1790000000' | sha1sum
	require.Equal(t, "889dfd6ca5ca56df237f545cfdc56ce0095f9bbc", server.Header().Get("Authorization"))
}

func TestWhatTheIndexRefusesIsNoAnswer(t *testing.T) {
	t.Parallel()
	d := directory(t, &showfindertest.Server{Bodies: map[string]string{"/search/byterm": `{"status": "false", "description": "no"}`}})
	_, err := d.Search(t.Context(), "boat")
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
	for how, instead := range showfindertest.Broken() {
		_, err := directory(t, &showfindertest.Server{Instead: instead}).Search(t.Context(), "boat")
		require.Error(t, err, how)
	}
}
