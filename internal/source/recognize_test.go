package source_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
)

const (
	video    = "dQw4w9WgXcQ"
	channel  = "UCaaaaaaaaaaaaaaaaaaaaaa"
	playlist = "PLbbbbbbbbbbbbbbbb"
)

func TestRecognizesVideos(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"https://www.youtube.com/watch?v=" + video,
		"http://youtube.com/watch?v=" + video + "&t=42s",
		"HTTPS://WWW.YOUTUBE.COM/watch?v=" + video,
		"youtube.com/watch?v=" + video,
		"  https://m.youtube.com/watch?app=desktop&v=" + video + "  ",
		"https://music.youtube.com/watch?v=" + video + "&feature=share",
		"https://youtu.be/" + video + "?si=abc",
		"youtu.be/" + video,
		"//youtu.be/" + video,
		"https://youtu.be/watch?v=" + video,
		"https://www.youtube.com/shorts/" + video,
		"https://www.youtube.com/live/" + video + "?feature=share",
		"https://www.youtube.com/embed/" + video + "?autoplay=1",
		"https://www.youtube-nocookie.com/embed/" + video,
		"https://www.youtube.com/v/" + video,
		"https://www.youtube.com./watch?v=" + video,
		"https://www.youtube.com:443/watch?v=" + video,
		"https://www.youtube.com/watch/" + video,
		"https://www.youtube.com/watch?v=" + video + "?t=20",
		"https://www.youtube.com/watch?v=" + video + "#comments",
		// A mix is made up for one viewer and cannot be read: the video is meant.
		"https://www.youtube.com/watch?v=" + video + "&list=RD" + video + "&start_radio=1",
		"https://www.youtube.com/watch?v=" + video + "&list=WL",
		"https://www.youtube.com/watch?v=" + video + "&list=bad!",
	} {
		ref, err := source.Recognize(in)
		require.NoError(t, err, in)
		require.Equal(t, media.Ref{
			Platform: media.YouTube, Kind: media.KindVideo, ExternalID: video,
			URL: "https://www.youtube.com/watch?v=" + video,
		}, ref, in)
	}
}

func TestRecognizesChannels(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://www.youtube.com/channel/" + channel:             channel,
		"https://www.youtube.com/channel/" + channel + "/videos": channel,
		channel: channel,
		"https://www.youtube.com/feeds/videos.xml?channel_id=" + channel: channel,
		"https://www.youtube.com/c/SomeShow":                             "c/someshow",
		"https://www.youtube.com/user/SomeShow/featured":                 "user/someshow",
		"https://www.youtube.com/SomeShow":                               "c/someshow",
		"https://www.youtube.com/@SomeShow":                              "@someshow",
		"https://youtube.com/@SomeShow/podcasts":                         "@someshow",
		"https://youtu.be/@SomeShow":                                     "@someshow",
		"@some.show-1":                                                   "@some.show-1",
		"https://www.youtube.com/@%E3%83%86%E3%82%B9%E3%83%88":           "@テスト",
		"@" + strings.Repeat("テ", 60):                                    "@" + strings.Repeat("テ", 60),
	} {
		ref, err := source.Recognize(in)
		require.NoError(t, err, in)
		require.Equal(t, media.KindChannel, ref.Kind, in)
		require.Equal(t, want, ref.ExternalID, in)
		again, err := source.Recognize(ref.URL)
		require.NoError(t, err, in)
		require.Equal(t, ref, again, "the canonical address means the same")
	}
}

func TestRecognizesPlaylists(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"https://www.youtube.com/playlist?list=" + playlist,
		"https://www.youtube.com/watch?v=" + video + "&list=" + playlist + "&index=3",
		"https://www.youtube.com/watch?v=" + video + "&amp;list=" + playlist,
		"https://youtu.be/" + video + "?list=" + playlist,
		"https://www.youtube.com/embed/videoseries?list=" + playlist,
		"https://www.youtube.com/feeds/videos.xml?playlist_id=" + playlist,
		playlist,
	} {
		ref, err := source.Recognize(in)
		require.NoError(t, err, in)
		require.Equal(t, media.Ref{
			Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: playlist,
			URL: "https://www.youtube.com/playlist?list=" + playlist,
		}, ref, in)
	}
}

func TestEveryOtherAddressMayBeAFeed(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://example.com/feed.xml":                            "https://example.com/feed.xml",
		"example.com/feed.xml":                                    "https://example.com/feed.xml",
		"example.com:8080/feed?x=1":                               "https://example.com:8080/feed?x=1",
		"HTTP://Example.COM:80":                                   "http://example.com/",
		"https://example.com:443/a#part":                          "https://example.com/a",
		"http://127.0.0.1:9000/feed.xml":                          "http://127.0.0.1:9000/feed.xml",
		"http://[::1]:9000/feed.xml":                              "http://[::1]:9000/feed.xml",
		"http://localhost/feed":                                   "http://localhost/feed",
		"localhost:8080/feed":                                     "https://localhost:8080/feed",
		"https://notyoutube.com/watch?v=" + video:                 "https://notyoutube.com/watch?v=" + video,
		"https://youtube.com.example.org/watch?v=" + video:        "https://youtube.com.example.org/watch?v=" + video,
		"https://example.org/?u=https://www.youtube.com/channel/": "https://example.org/?u=https://www.youtube.com/channel/",
	} {
		ref, err := source.Recognize(in)
		require.NoError(t, err, in)
		require.Equal(t, media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: want, URL: want}, ref, in)
	}
}

func TestRefusesWhatIsNoAddressWithASentence(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]fault.Kind{
		"":                                fault.BadInput,
		" \t\n":                           fault.BadInput,
		"hello":                           fault.BadInput,
		"hello world.com":                 fault.BadInput,
		"https://":                        fault.BadInput,
		"https:///path":                   fault.BadInput,
		"https:example.com":               fault.BadInput,
		"https://exa mple.com":            fault.BadInput,
		"https://-example.com/":           fault.BadInput,
		"https://1.0/":                    fault.BadInput,
		"https://0x7f.1/":                 fault.BadInput,
		"https://example.com:99999/":      fault.BadInput,
		"https://example.com\u202e/":      fault.BadInput,
		"https://example.com/\x00":        fault.BadInput,
		"\xff\xfe":                        fault.BadInput,
		"https://user:pw@example.com/":    fault.BadInput,
		"https://www.youtube.com@evil.io": fault.BadInput,
		"https://example.com/" + strings.Repeat("a", source.MaxAddress): fault.BadInput,
		"ftp://example.com/feed":                                fault.Unsupported,
		"javascript:alert(1)":                                   fault.Unsupported,
		"file:///etc/passwd":                                    fault.Unsupported,
		"data:text/html,x":                                      fault.Unsupported,
		"mailto:a@example.com":                                  fault.Unsupported,
		"https://www.youtube.com/":                              fault.Unsupported,
		"https://www.youtube.com/feed/trending":                 fault.Unsupported,
		"https://www.youtube.com/results?search_query=x":        fault.Unsupported,
		"https://studio.youtube.com/video/" + video:             fault.Unsupported,
		"https://www.youtube.com/watch?v=short":                 fault.BadInput,
		"https://www.youtube.com/watch":                         fault.BadInput,
		"https://www.youtube.com/watch?v=" + video + "x":        fault.BadInput,
		"https://www.youtube.com/watch?v=../../../etc":          fault.BadInput,
		"https://youtu.be/" + video[:10]:                        fault.BadInput,
		"https://www.youtube.com/channel/UCshort":               fault.BadInput,
		"https://www.youtube.com/playlist?list=x":               fault.BadInput,
		"@" + strings.Repeat("テ", 61):                           fault.BadInput,
		"https://www.youtube.com/c/" + strings.Repeat("a", 101): fault.Unsupported,
	} {
		ref, err := source.Recognize(in)
		require.Error(t, err, in)
		require.Empty(t, ref, in)
		require.Equal(t, want, fault.KindOf(err), "%q: %v", in, err)
		require.Equal(t, "url", fault.Of(err).Field, in)
	}
	_, err := source.Recognize("")
	require.Equal(t, "Please enter a YouTube URL", fault.Of(err).Sentence)
}

func FuzzRecognize(f *testing.F) {
	for _, s := range []string{
		"", "https://youtu.be/" + video, "@a", channel, playlist, "http://[::1]:1/", "a.b:1?", "//x.y",
		"https://www.youtube.com/watch?v=a&list=b",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		ref, err := source.Recognize(in)
		if err != nil {
			require.NotEmpty(t, fault.Of(err).Sentence)
			require.NotEqual(t, fault.Internal, fault.KindOf(err))
			return
		}
		require.NotEmpty(t, ref.ExternalID)
		again, err := source.Recognize(ref.URL)
		require.NoError(t, err, ref.URL)
		require.Equal(t, ref, again, "reading is stable")
		if ref.Platform == media.YouTube {
			require.True(t, strings.HasPrefix(ref.URL, "https://www.youtube.com/"), ref.URL)
		}
	})
}
