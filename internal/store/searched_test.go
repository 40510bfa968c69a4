package store_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/media"
	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

// addChannels adds so many, each in a transaction of its own.
func addChannels(t *testing.T, d *database.DB, n int) {
	t.Helper()
	for i := range n {
		inWrite(t, d, func(ctx context.Context, tx *db.Tx) {
			id := fmt.Sprintf("c%d", i)
			require.NoError(t, tx.Channel.Create().SetPlatform(string(media.YouTube)).SetExternalID(id).SetPublicID(id).
				SetName("Show "+id).SetSortKey(id).SetCreatedAt(d.Now()).SetUpdatedAt(d.Now()).Exec(ctx))
		})
	}
}

func TestSegmentsOfSearchIndexesAreMerged(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	segments := func() (n []int) {
		inWrite(t, s.DB, func(_ context.Context, tx *db.Tx) {
			for _, index := range []string{"search_channels", "search_channels_trigram"} {
				n = append(n, ints(t, tx, "SELECT COUNT(DISTINCT segid) FROM "+index+"_idx")...)
			}
		})
		return n
	}
	addChannels(t, s.DB, 40)
	require.Greater(t, segments()[0], 6)
	require.NoError(t, s.MergeSearch(t.Context()))
	require.Equal(t, []int{1, 1}, segments())

	require.NoError(t, s.MergeSearch(t.Context()), "there is nothing to merge")
	inWrite(t, s.DB, func(_ context.Context, tx *db.Tx) {
		for _, index := range []string{"search_channels", "search_channels_trigram"} {
			require.Len(t, ints(t, tx, "SELECT rowid FROM "+index+" WHERE "+index+" MATCH 'show'"), 40)
			require.Empty(t, ints(t, tx, "INSERT INTO "+index+"("+index+", rank) VALUES('integrity-check', 1)"))
		}
	})
}

func TestQuestionsOfSearchIndexesAreNotPlannedByTheirWords(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	addChannels(t, s.DB, 40)
	require.NoError(t, s.Optimize(t.Context()))
	inWrite(t, s.DB, func(_ context.Context, tx *db.Tx) {
		require.NotEqual(t, []int{0}, ints(t, tx, "SELECT COUNT(*) FROM sqlite_stat4 WHERE tbl = 'channels'"))
		require.Equal(t, []int{0}, ints(t, tx, "SELECT COUNT(*) FROM sqlite_stat4 WHERE tbl LIKE 'search%'"))
		require.NotEqual(t, []int{0}, ints(t, tx, "SELECT COUNT(*) FROM sqlite_stat1 WHERE tbl LIKE 'search%'"))
	})
}
