package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/store"
	"mentionary/internal/work"
)

func TestLinesThatFailed(t *testing.T) {
	t.Parallel()
	for kind, text := range map[work.BatchKind]string{
		work.BatchURLs:     "Processing failed",
		work.BatchChannel:  "Channel processing failed",
		work.BatchPlaylist: "Playlist processing failed",
	} {
		failed := &store.BatchItem{Position: 1, State: work.LineFailed}
		require.Equal(t, text, BatchItem(kind, failed).GetError(), "without a sentence of its own")
		failed.ErrorText = "This channel does not exist."
		require.Equal(t, "This channel does not exist.", BatchItem(kind, failed).GetError())
		waits := &store.BatchItem{Position: 2, State: work.LinePending}
		require.Empty(t, BatchItem(kind, waits).GetError())
	}
}
