package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// BenchmarkTrends asks for the rising entities and the days of a quarter in a directory with a million mentions: 20,000
// episodes of the last half year, each with ten of 50,000 entities that it mentions five times.
func BenchmarkTrends(b *testing.B) {
	s := benchStore(b)
	now := time.Date(2026, 6, 30, 12, 0, 0, 0, time.UTC)
	exec := func(statement string) {
		require.NoError(b, s.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Exec(ctx, tx, statement) }))
	}
	numbers := func(n int) string {
		return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)", n)
	}
	exec(`INSERT INTO entities (id, type, "key", name, created_at, updated_at) ` + numbers(50_000) +
		` SELECT i, CASE i % 2 WHEN 0 THEN 'book' ELSE 'person' END, 'k' || i, 'Name ' || i,
		'2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00' FROM n`)
	exec(`INSERT INTO episodes (id, platform, external_id, video_id, is_processed, visibility, processed_at, created_at, updated_at) ` +
		numbers(20_000) + ` SELECT i, 'feed', 'e' || i, 'v' || i, true, 'public',
		strftime('%Y-%m-%d %H:%M:%S+00:00', '2026-06-30', '-' || (i % 180) || ' days'),
		'2026-01-01 00:00:00+00:00', '2026-01-01 00:00:00+00:00' FROM n`)
	exec(`INSERT INTO episode_entities (episode_id, entity_id, type, mention_count, first_ms) ` + numbers(200_000) +
		` SELECT 1 + i / 10 % 20000, 1 + (i * 7919) % 50000, CASE (1 + (i * 7919) % 50000) % 2 WHEN 0 THEN 'book' ELSE 'person' END, 5, 0 FROM n`)
	f := catalogue.TrendFilter{Period: database.PeriodOf(now, 90)}
	b.Run("rising", func(b *testing.B) {
		for b.Loop() {
			rows, _, err := s.Catalogue.Rising(b.Context(), f, 10, 0)
			require.NoError(b, err)
			require.NotEmpty(b, rows)
		}
	})
	b.Run("days", func(b *testing.B) {
		for b.Loop() {
			days, err := s.Catalogue.MentionsByDay(b.Context(), f)
			require.NoError(b, err)
			require.NotZero(b, days[80].Episodes)
		}
	})
}
