package eval

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/source/upload"
	"mentionary/internal/transcript"
)

// What is staged must come out of an import as it went in: else places would be judged in another text.
func TestStagedEpisodesAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	gold, err := ownGold()
	require.NoError(t, err)
	set := append(ownSet(gold), staged{
		Show: "S", Title: "T & U", Language: "en", Name: "x.vtt",
		File: captions([]transcript.Cue{{Speaker: "A <b>", Text: "Harrow & Finch <3 -- ok"}}, false),
	})
	dir := t.TempDir()
	require.NoError(t, stage(dir, set))
	fsys := os.DirFS(dir)
	items, problems, err := upload.Scan(fsys)
	require.NoError(t, err)
	require.Empty(t, problems)
	require.Len(t, items, len(set))
	for i, item := range items {
		require.Equal(t, set[i].key(), item.Key)
		require.Equal(t, set[i].Title, item.Episode.Title)
		require.Equal(t, set[i].Show, item.Episode.Channel.Name)
		read, err := upload.Read(fsys, item)
		require.NoError(t, err)
		text := transcript.Layout(read.Cues).Text
		if i < len(gold) {
			_, err := gold[i].placed(text)
			require.NoError(t, err)
			require.Equal(t, gold[i].language, item.Episode.Language)
		} else {
			require.Equal(t, "Harrow & Finch <3 -- ok", text)
		}
	}
}
