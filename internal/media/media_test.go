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
	for s, want := range map[media.Selection]int{
		{Mode: media.SelectRecent, Count: 7}:     7,
		{Mode: media.SelectDateRange, Days: 365}: 1_000,
		{Mode: media.SelectAll}:                  10_000,
	} {
		require.Equal(t, want, s.MaxEpisodes(), s)
	}
}

func TestOnlyVideosAreSingle(t *testing.T) {
	t.Parallel()
	require.False(t, media.KindVideo.Collection())
	for _, k := range []media.InputKind{media.KindChannel, media.KindPlaylist, media.KindFeed, media.KindUpload} {
		require.True(t, k.Collection(), k)
	}
}
