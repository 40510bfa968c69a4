package storetest

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

func totalSuite(t *testing.T, open Open) {
	t.Run("totals are kept by whoever writes, proved by counting, and mended", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 100))})
		books := func() int {
			totals, err := w.s.Catalogue.Totals(w.ctx)
			require.NoError(t, err)
			return totals.Entities[mention.Book]
		}
		wrong := func() int {
			kept, err := w.s.ProveTotals(w.ctx)
			require.NoError(t, err)
			return len(kept)
		}
		require.Equal(t, 2, books())
		w.exec("UPDATE entities SET hidden = true WHERE name = 'Dune'")
		require.Equal(t, 1, books(), "statements that ent did not make are seen too")
		w.exec("UPDATE entities SET type = 'concept' WHERE name = 'Emma'")
		require.Zero(t, books())
		require.Zero(t, wrong())
		w.exec("UPDATE totals SET entries = entries + 5")
		require.NotZero(t, wrong(), "the proof can fail")
		require.NoError(t, w.s.MendTotals(w.ctx))
		require.Zero(t, wrong())
	})
	t.Run("what was spent of a day is kept by whoever writes, proved by summing up, and mended", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		row := func(run, user, tokens int, day string) {
			w.exec(`INSERT INTO usages (run_id, chunk, user_id, day, prompt_tokens, completion_tokens, reserved, heard_ms, reserved_ms, created_at,
				updated_at) SELECT ?, 0, ?, ?, ?, 1, 2, 3, 4, created_at, updated_at FROM users WHERE id = ?`, run, user, day, tokens, ann.ID)
		}
		const day = "2026-03-01"
		of := func(person *int) database.Spent {
			spent, err := database.Read(w.ctx, w.s.DB, func(ctx context.Context, tx *db.Tx) (database.Spent, error) {
				return w.s.SpentOn(ctx, tx, day, person)
			})
			require.NoError(t, err)
			return spent
		}
		wrong := func() int {
			list, err := w.s.ProveSpent(w.ctx)
			require.NoError(t, err)
			return len(list)
		}
		require.Equal(t, database.Spent{}, of(nil))
		// More than PostgreSQL keeps apart.
		w.exec(`WITH RECURSIVE runs(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM runs WHERE n < 299)
			INSERT INTO usages (run_id, chunk, user_id, day, prompt_tokens, completion_tokens, reserved, heard_ms, reserved_ms, created_at,
				updated_at) SELECT n, 0, id, '`+day+`', n, 1, 2, 3, 4, created_at, updated_at FROM runs, users WHERE id = ?`, ann.ID)
		row(1000, bob.ID, 5, day)
		row(1001, bob.ID, 7, "2026-03-02")
		require.Equal(t, database.Spent{Tokens: 300*299/2 + 300 + 6, Reserved: 602, Heard: 903, Listening: 1204}, of(nil))
		require.Equal(t, database.Spent{Tokens: 6, Reserved: 2, Heard: 3, Listening: 4}, of(&bob.ID))
		require.Zero(t, wrong())
		w.exec("UPDATE usages SET reserved = 0, prompt_tokens = 50 WHERE run_id = 1000")
		w.exec("UPDATE usages SET day = ? WHERE run_id = 1001", day)
		w.exec("UPDATE usages SET user_id = NULL WHERE run_id = 0")
		w.exec("DELETE FROM usages WHERE run_id BETWEEN 1 AND 299")
		require.Equal(t, database.Spent{Tokens: 51 + 8, Reserved: 2, Heard: 6, Listening: 8}, of(&bob.ID))
		require.Equal(t, database.Spent{}, of(&ann.ID))
		require.Zero(t, wrong())
		for _, past := range []string{"UPDATE spent SET tokens = tokens + 5", "DELETE FROM spent"} {
			w.exec(past)
			require.NotZero(t, wrong(), "the proof can fail")
			require.NoError(t, w.s.MendSpent(w.ctx))
			require.Zero(t, wrong())
		}
		w.exec("DELETE FROM usages")
		require.Zero(t, wrong())
		w.exec("INSERT INTO spent VALUES ('2026-03-03', 0, 1, 0, 0, 0)")
		require.Equal(t, 1, wrong(), "kept, and nobody spent it")
	})
	t.Run("counters are proved and mended", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 100))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Book, "Dune", 0))})
		right, err := w.s.Curate.ProveCounters(w.ctx)
		require.NoError(t, err)
		require.False(t, right.Any(), "%+v", right)
		for _, past := range []string{
			"UPDATE entities SET mention_count = mention_count + 1 WHERE name = 'Dune'",
			"UPDATE entities SET latest_episode_id = 0 WHERE name = 'Emma'",
			"UPDATE channel_entities SET episode_count = 7",
			"DELETE FROM channel_entities WHERE channel_id = (SELECT MIN(id) FROM channels)",
			"UPDATE channels SET entity_count = 99",
			`UPDATE channels SET type_counts = '{"book":3}' WHERE name = 'one'`,
			"UPDATE channels SET episode_count = 0 WHERE name = 'two'",
		} {
			w.exec(past)
			mended, err := w.s.Curate.ProveCounters(w.ctx)
			require.NoError(t, err)
			require.True(t, mended.Any(), "the proof can fail: %s", past)
			w.checkCounters()
		}
	})
	t.Run("what a filter selects is counted up to a bound", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		w.exec(`INSERT INTO entities (type, key, name, folded, sort_key, mention_count, episode_count, talked_count, created_at, updated_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
			SELECT 'person', 'k' || i, 'Ann ' || i, 'ann ' || i, 'ann ' || i, 1, 1, 1, e.created_at, e.updated_at
			FROM n, entities e WHERE e.name = 'Dune'`)
		for _, c := range []struct {
			f    catalogue.EntityFilter
			want catalogue.Total
		}{
			{catalogue.EntityFilter{Type: "person", Limit: 1}, catalogue.Total{N: 1500}},
			{catalogue.EntityFilter{Limit: 1}, catalogue.Total{N: 1501}},
			{catalogue.EntityFilter{Type: "person", Part: catalogue.PartTalked, Limit: 1}, catalogue.Total{N: 1000, AtLeast: true}},
			{catalogue.EntityFilter{Search: "ann", Limit: 1}, catalogue.Total{N: 1000, AtLeast: true}},
			{catalogue.EntityFilter{Search: "dune", Limit: 1}, catalogue.Total{N: 1}},
		} {
			page, err := w.s.Catalogue.Entities(w.ctx, c.f)
			require.NoError(t, err)
			require.Equal(t, c.want, page.Total, "%+v", c.f)
		}
		met, after := 0, ""
		for {
			page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Limit: 400, After: after})
			require.NoError(t, err)
			met += len(page.Entities)
			if after = page.Next; after == "" {
				break
			}
		}
		require.Equal(t, 1501, met)
	})
	t.Run("everything is counted to its end, with what only the viewer sees", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		insert := func(visibility, owner, many string) {
			w.exec(`INSERT INTO episodes (platform, external_id, video_id, channel_id, owner_id, visibility, title, is_processed,
				created_at, updated_at)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ` + many + `)
				SELECT 'youtube', '` + visibility + `' || i, '` + visibility + `' || i, e.channel_id, ` + owner + `, '` + visibility + `', 'T', true,
				e.created_at, e.updated_at FROM n, episodes e WHERE e.title = 'Episode a'`)
		}
		insert("public", "NULL", "1100")
		insert("private", strconv.Itoa(ann.ID), "3")
		for _, c := range []struct {
			viewer store.Viewer
			want   int
		}{
			{store.Viewer{}, 1101},
			{store.Viewer{UserID: ann.ID}, 1104},
			{store.Viewer{UserID: ann.ID + 1}, 1101},
			{store.Viewer{Moderator: true}, 1104},
		} {
			_, total, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Limit: 1, Viewer: c.viewer})
			require.NoError(t, err)
			require.Equal(t, catalogue.Total{N: c.want}, total, "%+v", c.viewer)
		}
	})
}
