package source_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/source"
)

func TestWhyThereIsNoTranscript(t *testing.T) {
	t.Parallel()
	require.Equal(t, "The feed has no transcript", source.NoTranscript(media.Feed, 0))
	require.Equal(t, "The transcript that the feed names could not be found or read", source.NoTranscript(media.Feed, 2))
	require.Equal(t, "The video has no captions that could be read", source.NoTranscript(media.YouTube, 0))
	require.Equal(t, "The file has no transcript", source.NoTranscript(media.Upload, 0))
}
