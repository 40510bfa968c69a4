package feed_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/source/feed"
	"mentionary/internal/source/upload"
)

// capturedFeeds names a folder of feeds of others, which are not in this repository.
const capturedFeeds = "MENTIONARY_CAPTURED_FEEDS"

// file answers every request with a file.
type file []byte

func (f file) Fetch(_ context.Context, r outbound.Request) (outbound.Response, error) {
	return outbound.Response{Status: 200, FinalURL: r.URL, Body: f, Header: map[string][]string{"Content-Type": {"application/xml"}}}, nil
}

// reach counts what of a feed can become a page, and how.
type reach struct {
	episodes, transcript, heard, video, neither int
	shows                                       int
}

func (r *reach) add(e media.Episode) {
	r.episodes++
	switch {
	case len(e.Transcripts) > 0:
		r.transcript++
	case e.MediaURL != "":
		// The program hears whatever the address leads to: its content decides, not its name. Names tell only what is likely.
		r.heard++
		switch strings.ToLower(filepath.Ext(strings.SplitN(e.MediaURL, "?", 2)[0])) {
		case ".mp4", ".m4v", ".mov", ".webm":
			r.video++
		}
	default:
		r.neither++
	}
}

func (r *reach) log(t *testing.T, what string) {
	t.Helper()
	share := func(n int) float64 { return 100 * float64(n) / float64(max(r.episodes, 1)) }
	t.Logf("%s: %d feeds, %d episodes. A transcript is linked by %d (%.1f %%), audio without one by %d (%.1f %%, %d of them video files), "+
		"neither by %d (%.1f %%).", what, r.shows, r.episodes, r.transcript, share(r.transcript), r.heard, share(r.heard), r.video,
		r.neither, share(r.neither))
}

// TestHowMuchOfCapturedFeedsReachesAPage reads feeds of others, if there are any, and logs for each folder how many episodes bring a
// transcript and how many more can be listened to.
func TestHowMuchOfCapturedFeedsReachesAPage(t *testing.T) {
	dir := os.Getenv(capturedFeeds)
	if dir == "" {
		t.Skip(capturedFeeds + " names no folder of feeds")
	}
	folders, all, unread := map[string]*reach{}, &reach{}, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		ext := strings.ToLower(filepath.Ext(path))
		if err != nil || d.IsDir() || ext != ".xml" && ext != ".rss" {
			return err
		}
		body, err := os.ReadFile(path)
		require.NoError(t, err)
		folder, err := filepath.Rel(dir, filepath.Dir(path))
		require.NoError(t, err)
		episodes, ok := everyEpisode(t, body)
		if !ok {
			unread++
			return nil
		}
		if folders[folder] == nil {
			folders[folder] = &reach{}
		}
		for _, r := range []*reach{folders[folder], all} {
			r.shows++
			for _, e := range episodes {
				r.add(e)
			}
		}
		return nil
	})
	require.NoError(t, err)
	for folder, r := range folders {
		r.log(t, folder)
	}
	all.log(t, "all")
	t.Logf("%d files are no feeds that can be read.", unread)
	require.Equal(t, all.episodes, all.transcript+all.heard+all.neither)
}

// everyEpisode lists a feed page by page; false when it cannot be read.
func everyEpisode(t *testing.T, body []byte) (out []media.Episode, ok bool) {
	t.Helper()
	s := feed.New(file(body), upload.Parse, time.Now)
	for cursor, first := "", true; first || cursor != ""; first = false {
		page, err := s.List(t.Context(), feedRef("https://captured.example/feed.xml"), time.Time{}, cursor)
		if err != nil {
			return nil, false
		}
		out = append(out, page.Episodes...)
		cursor = page.Next
	}
	return out, true
}
