package source_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/source"
)

func TestAKnownChannelCanBeListedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		platform media.Platform
		id, url  string
		kind     media.InputKind
	}{
		{media.YouTube, channel, "https://www.youtube.com/channel/" + channel, media.KindChannel},
		{media.YouTube, "@someshow", "https://www.youtube.com/@someshow", media.KindChannel},
		{media.YouTube, "c/someshow", "https://www.youtube.com/c/someshow", media.KindChannel},
		{media.Feed, "https://example.com/feed.xml", "https://example.com/feed.xml", media.KindFeed},
		{media.Feed, "https://example.com:443/feed.xml", "https://example.com/feed.xml", media.KindFeed},
	} {
		ref, ok := source.ChannelRef(c.platform, c.id)
		require.True(t, ok, c.id)
		require.Equal(t, media.Ref{Platform: c.platform, Kind: c.kind, ExternalID: c.id, URL: c.url}, ref, "the id stays as it is known")
	}
}

func TestWhatHasNoSourceCannotBeListedAgain(t *testing.T) {
	t.Parallel()
	for id, platform := range map[string]media.Platform{
		"user:abc:my show": media.Upload, "": media.YouTube, "watch?v=" + video: media.YouTube, "playlist?list=" + playlist: media.YouTube,
		"file:///etc/passwd": media.Feed, "https://www.youtube.com/channel/" + channel: media.Feed,
	} {
		_, ok := source.ChannelRef(platform, id)
		require.False(t, ok, "%s %q", platform, id)
	}
}

func TestSentencesNameWhatSitesDeclare(t *testing.T) {
	t.Parallel()
	_, err := source.Recognize("my favorite show")
	require.ErrorContains(t, err, "Please enter the URL of a YouTube video, channel or playlist, or of a podcast feed.")
	require.Equal(t, "YouTube channels and podcast feeds", source.Followed())
	require.Equal(t, []string{"www.youtube.com"}, source.Hosts())
}
