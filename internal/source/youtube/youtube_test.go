package youtube_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/source/sourcetest"
	"mentionary/internal/source/upload"
	"mentionary/internal/source/youtube"
	"mentionary/internal/transcript"
)

func TestTheDataAPITellsAllAboutAVideo(t *testing.T) {
	t.Parallel()
	ep, err := open(t, sourcetest.Site{Episodes: 3}, withKey).Episode(t.Context(), videoRef(2))
	require.NoError(t, err)
	views, subscribers := 4200.0, 1200.0
	require.Equal(t, media.Episode{
		Platform: media.YouTube, ExternalID: "video-00002", Title: "Episode 2",
		Description: "About it\n\nhttps://example.com/x", ThumbnailURL: "https://i.example/l",
		PageURL: "https://www.youtube.com/watch?v=video-00002", Duration: time.Hour + 2*time.Minute + 3*time.Second,
		ViewCount: &views, PublishedAt: sourcetest.Published(2), Language: "en-US",
		Links: []media.Link{{URL: "https://example.com/x"}},
		Channel: media.Channel{
			Platform: media.YouTube, ExternalID: channelID, Name: "A show", Description: "Talk", ThumbnailURL: "https://yt3.example/a",
			URL: "https://www.youtube.com/channel/" + channelID, SubscriberCount: &subscribers,
		},
	}, ep)
}

func TestEveryWayFindsChannelsByName(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*youtube.Options){"data API": withKey, "lookup": withLookup, "public": withNothing} {
		page, err := open(t, sourcetest.Site{Episodes: 3}, change).List(t.Context(), channelRef("@show"), time.Time{}, "")
		require.NoError(t, err, name)
		require.Len(t, page.Episodes, 3, name)
		require.Equal(t, channelID, page.Channel.ExternalID, name)
		require.Equal(t, "A show", page.Title, name)
		require.Equal(t, channelID, page.Episodes[0].Channel.ExternalID, name)
	}
}

func TestPlaylistsKeepTheirOrderAndPageBy50(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*youtube.Options){"data API": withKey, "lookup": withLookup} {
		s := open(t, sourcetest.Site{Episodes: 130}, change)
		var ids []string
		cursor := ""
		for {
			page, err := s.List(t.Context(), playlistRef(), time.Time{}, cursor)
			require.NoError(t, err, name)
			require.LessOrEqual(t, len(page.Episodes), 50, name)
			if cursor == "" {
				require.Equal(t, "A list", page.Title, name)
			}
			for _, ep := range page.Episodes {
				ids = append(ids, ep.ExternalID)
			}
			if cursor = page.Next; cursor == "" {
				break
			}
		}
		want := 130
		if name == "lookup" {
			want-- // video 7 is not playable: private or removed
		}
		require.Len(t, ids, want, name)
		require.Equal(t, "video-00130", ids[0], name)
		require.Equal(t, "video-00001", ids[len(ids)-1], name)
	}
	page, err := open(t, sourcetest.Site{Episodes: 30}, withNothing).List(t.Context(), playlistRef(), time.Time{}, "")
	require.NoError(t, err)
	require.Len(t, page.Episodes, 15)
	require.Empty(t, page.Next)
}

func TestTheLookupStopsAtWhatIsTooOld(t *testing.T) {
	t.Parallel()
	page, err := open(t, sourcetest.Site{Episodes: 60}, withLookup).List(t.Context(), channelRef(channelID), sourcetest.Published(41), "")
	require.NoError(t, err)
	require.Len(t, page.Episodes, 20)
	require.Empty(t, page.Next)
	require.Equal(t, time.Hour+2*time.Minute+3*time.Second, page.Episodes[0].Duration)
}

func TestWithoutAKeyAnOldVideoHasOnlyItsCard(t *testing.T) {
	t.Parallel()
	s := open(t, sourcetest.Site{Episodes: 40}, withNothing)
	recent, err := s.Episode(t.Context(), videoRef(30))
	require.NoError(t, err)
	require.Equal(t, sourcetest.Published(30), recent.PublishedAt)
	require.NotEmpty(t, recent.Links)
	old, err := s.Episode(t.Context(), videoRef(3))
	require.NoError(t, err)
	require.Equal(t, "Episode 3", old.Title)
	require.Equal(t, channelID, old.Channel.ExternalID)
	require.Zero(t, old.PublishedAt)
}

func TestDataAPIRefusals(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 15, 20, 0, 0, 0, time.UTC) // noon in California
	for reason, c := range map[string]struct {
		status int
		kind   fault.Kind
		wait   time.Duration
	}{
		"quotaExceeded":              {403, fault.RateLimited, 12 * time.Hour},
		"dailyLimitExceeded":         {403, fault.RateLimited, 12 * time.Hour},
		"rateLimitExceeded":          {403, fault.RateLimited, time.Minute},
		"keyInvalid":                 {400, fault.Unavailable, 0},
		"accessNotConfigured":        {403, fault.Unavailable, 0},
		"playlistNotFound":           {404, fault.NotFound, 0},
		"channelClosed":              {403, fault.NotFound, 0},
		"playlistItemsNotAccessible": {403, fault.Private, 0},
		"invalidPageToken":           {400, fault.BadInput, 0},
		"backendError":               {503, fault.Unavailable, 0},
		"somethingNew":               {403, fault.Private, 0},
	} {
		s := openHandler(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { apiError(w, c.status, reason) }),
			func(o *youtube.Options) { o.APIKey = "k"; o.Now = func() time.Time { return noon } })
		_, err := s.List(t.Context(), playlistRef(), time.Time{}, "")
		require.Equal(t, c.kind, fault.KindOf(err), "%s: %v", reason, err)
		require.Equal(t, c.wait, fault.Of(err).RetryAfter, reason)
		require.NotContains(t, err.Error(), "key=")
	}
}

func TestOnlyWellFormedIDsAreAskedFor(t *testing.T) {
	t.Parallel()
	asked := false
	s := openHandler(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }), withLookup)
	for _, ref := range []media.Ref{
		{Kind: media.KindVideo, ExternalID: "../../evil"},
		{Kind: media.KindVideo, ExternalID: ""},
		{Kind: media.KindPlaylist, ExternalID: "PL x"},
		{Kind: media.KindChannel, ExternalID: "../oembed"},
		{Kind: media.KindChannel, ExternalID: "c/../../x"},
		{Kind: media.KindChannel, ExternalID: "watch?v=video-00001"},
		{Kind: media.KindChannel, ExternalID: ""},
		{Kind: media.KindFeed, ExternalID: "https://example.com/"},
	} {
		_, err := s.List(t.Context(), ref, time.Time{}, "")
		require.Equal(t, fault.BadInput, fault.KindOf(err), ref.ExternalID)
	}
	_, err := s.Episode(t.Context(), channelRef(channelID))
	require.Equal(t, fault.BadInput, fault.KindOf(err))
	_, _, err = s.Transcript(t.Context(), media.Episode{ExternalID: "nope"})
	require.Equal(t, fault.BadInput, fault.KindOf(err))
	for _, cursor := range []string{"x", "-1:t", string(make([]byte, 10_000))} {
		_, err = s.List(t.Context(), channelRef(channelID), time.Time{}, cursor)
		require.Equal(t, fault.BadInput, fault.KindOf(err))
	}
	require.False(t, asked)
}

func TestWithoutNetworkASentenceSaysSo(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	for _, change := range []func(*youtube.Options){withKey, withLookup, withNothing} {
		o := youtube.Options{HTTP: server.Client(), Parse: upload.Parse, SiteBase: server.URL, APIBase: server.URL}
		change(&o)
		_, err := youtube.New(o).Episode(t.Context(), videoRef(1))
		require.Equal(t, fault.Unavailable, fault.KindOf(err))
		require.Equal(t, "YouTube could not be reached. Try again in a few minutes.", fault.Of(err).Sentence)
	}
}

func TestAPageForPeopleInPlaceOfDataMeansBlocked(t *testing.T) {
	t.Parallel()
	s := openHandler(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!DOCTYPE html><html><title>Before you continue</title></html>"))
	}), withLookup)
	_, err := s.Episode(t.Context(), videoRef(1))
	require.Equal(t, fault.Blocked, fault.KindOf(err))
	_, err = s.List(t.Context(), channelRef(channelID), time.Time{}, "")
	require.Equal(t, fault.Blocked, fault.KindOf(err))
	_, _, err = s.Transcript(t.Context(), media.Episode{ExternalID: videoID(1)})
	require.Equal(t, fault.Blocked, fault.KindOf(err))
}

// runner is a yt-dlp that answers what the test wants.
type runner struct {
	cues []transcript.Cue
	err  error
}

func (r runner) Metadata(context.Context, string) (media.Episode, error) {
	return media.Episode{Title: "from yt-dlp"}, r.err
}

func (r runner) Audio(_ context.Context, address string, to io.Writer) error {
	if r.err != nil {
		return r.err
	}
	_, err := io.WriteString(to, "sound of "+address)
	return err
}

func (r runner) Captions(_ context.Context, address string, langs []string) (transcript.Transcript, bool, error) {
	if address != "https://www.youtube.com/watch?v=video-00001" || len(langs) != 1 {
		return transcript.Transcript{}, false, errors.New("asked for something else")
	}
	return transcript.Transcript{Cues: r.cues}, len(r.cues) > 0, r.err
}

func TestYtDlpComesBeforeTheLookup(t *testing.T) {
	t.Parallel()
	site := sourcetest.Site{Episodes: 1, Captions: sourcetest.GoodCaptions}
	ep := media.Episode{ExternalID: videoID(1)}
	with := func(r youtube.Runner, lookup bool) source.Source {
		return open(t, site, func(o *youtube.Options) { o.Runner, o.Lookup, o.Languages = r, lookup, []string{"en"} })
	}
	found, err := with(runner{}, true).Episode(t.Context(), videoRef(1))
	require.NoError(t, err)
	require.Equal(t, "from yt-dlp", found.Title)

	tr, ok, err := with(runner{cues: []transcript.Cue{{Text: "from yt-dlp"}}}, true).Transcript(t.Context(), ep)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "from yt-dlp", tr.Cues[0].Text)

	_, ok, err = with(runner{}, true).Transcript(t.Context(), ep)
	require.NoError(t, err)
	require.False(t, ok, "asked and none is an answer")

	blocked := runner{err: fault.New(fault.Blocked, "Blocked.")}
	tr, ok, err = with(blocked, true).Transcript(t.Context(), ep)
	require.NoError(t, err)
	require.True(t, ok, "the lookup may succeed where yt-dlp is blocked")
	require.Equal(t, "hello there", tr.Cues[0].Text)

	_, _, err = with(blocked, false).Transcript(t.Context(), ep)
	require.Equal(t, fault.Blocked, fault.KindOf(err))
	_, _, err = with(runner{err: fault.New(fault.Private, "Private.")}, true).Transcript(t.Context(), ep)
	require.Equal(t, fault.Private, fault.KindOf(err), "a final answer is not asked again")
}
