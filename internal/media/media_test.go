package media_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
)

func TestDefaultSelectionFollowsTheKind(t *testing.T) {
	t.Parallel()
	require.Equal(t, media.Selection{Mode: media.SelectRecent, Count: 10}, media.DefaultSelection(media.KindFeed))
	require.Equal(t, media.Selection{Mode: media.SelectRecent, Count: 10}, media.DefaultSelection(media.KindChannel))
	require.Equal(t, media.Selection{Mode: media.SelectRecent, Count: 100}, media.DefaultSelection(media.KindPlaylist))
	require.Equal(t, media.Selection{Mode: media.SelectAll}, media.DefaultSelection(media.KindUpload))
}

func TestASelectionHasAnEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of   media.Selection
		want int
	}{
		{media.Selection{Mode: media.SelectRecent, Count: 7}, 7},
		{media.Selection{Mode: media.SelectDateRange, Days: 365}, 1_000},
		{media.Selection{Mode: media.SelectAll}, 10_000},
		{media.Selection{Mode: media.SelectChosen, Chosen: []string{"a", "b"}}, 2},
	} {
		require.Equal(t, c.want, c.of.MaxEpisodes(), c.of)
	}
}

func TestOnlyVideosAreSingle(t *testing.T) {
	t.Parallel()
	require.False(t, media.KindVideo.Collection())
	for _, k := range []media.InputKind{media.KindChannel, media.KindPlaylist, media.KindFeed, media.KindUpload} {
		require.True(t, k.Collection(), k)
	}
}

func TestChosenEpisodesAreKnownByTheirIDsInTheListing(t *testing.T) {
	t.Parallel()
	item := media.Ref{Platform: media.Feed, ExternalID: "https://example.org/feed.xml", ItemID: "guid-1"}
	video := media.Ref{Platform: media.YouTube, ExternalID: "aaaaaaaaaaa"}
	some := media.Selection{Mode: media.SelectChosen, Chosen: []string{"guid-1"}}
	require.True(t, some.Takes(item))
	require.False(t, some.Takes(video))
	require.True(t, media.Selection{Mode: media.SelectAll}.Takes(video))
	require.True(t, some.Equal(media.Selection{Mode: media.SelectChosen, Chosen: []string{"guid-1"}}))
	require.False(t, some.Equal(media.Selection{Mode: media.SelectChosen, Chosen: []string{"guid-2"}}))
}
