package storetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

func typeStatsSuite(t *testing.T, open Open) {
	t.Run("the figures of a type count what its list shows", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		by := func(name, author string, at int) mention.Mention {
			m := said(mention.Book, name, at)
			m.Claims.Author = author
			return m
		}
		unsure := said(mention.Book, "A Book Nobody Named", 900)
		unsure.Confidence = 0.3
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			by("Dune", "Frank Herbert", 0), by("Dune", "Frank Herbert", 100), by("The Dosadi Experiment", "Frank Herbert", 200),
			by("Emma", "Jane Austen", 300),
			said(mention.Book, "Beowulf", 400), unsure, said(mention.Person, "Ada Lovelace", 500), said(mention.Person, "Grace Hopper", 600))})
		w.analyze(episode{id: "up", by: w.person("ann"), upload: true, mentions: mentions(by("Persuasion", "Canary", 0))})
		ada, grace := w.entity(mention.Person, "Ada Lovelace"), w.entity(mention.Person, "Grace Hopper")
		const linkedIn, wiki = "https://www.linkedin.com/in/ada-lovelace", "https://en.wikipedia.org/wiki/Grace_Hopper"
		require.NoError(t, w.s.Catalogue.AddLinks(w.ctx, ada.ID,
			[]catalogue.NewLink{{URL: linkedIn, Trust: link.Catalogue}, {URL: "https://en.wikipedia.org/wiki/Ada_Lovelace", Trust: link.Catalogue}}))
		require.NoError(t, w.s.Catalogue.AddLinks(w.ctx, grace.ID, []catalogue.NewLink{{URL: wiki, Trust: link.Catalogue}}))
		figures := func(typ mention.Type) catalogue.TypeStats {
			out, err := w.s.Catalogue.TypeStats(w.ctx, typ)
			require.NoError(t, err)
			return out
		}
		require.Equal(t, catalogue.TypeStats{Total: 4, Mentions: 5, EpisodeMentions: 4, Authors: 2}, figures(mention.Book))
		require.Equal(t, catalogue.TypeStats{Total: 2, Mentions: 2, EpisodeMentions: 2, WithLinks: 2, WithLinkedIn: 1}, figures(mention.Person))
		require.Zero(t, figures(mention.Location))
		broken := func(url string) catalogue.LinkVerdict {
			return catalogue.LinkVerdict{URL: url, State: "broken", CheckedAt: w.clock.now()}
		}
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{broken(linkedIn), broken(wiki)}))
		require.Equal(t, catalogue.TypeStats{Total: 2, Mentions: 2, EpisodeMentions: 2, WithLinks: 1}, figures(mention.Person))
		totals, err := w.s.Catalogue.Totals(w.ctx)
		require.NoError(t, err)
		require.Equal(t, totals.Entities[mention.Book], figures(mention.Book).Total)
	})
	t.Run("of a large type distinct values are what was counted last, until some come or go or an hour is over", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		insert := func(prefix string, many int) {
			w.exec(fmt.Sprintf(`INSERT INTO entities (type, key, name, folded, sort_key, author, mention_count, episode_count,
				created_at, updated_at)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[2]d)
				SELECT 'book', '%[1]s' || i, '%[1]s' || i, '%[1]s' || i, '%[1]s' || i, '%[1]s' || i, 1, 1, e.created_at, e.updated_at
				FROM n, entities e WHERE e.name = 'Dune'`, prefix, many))
		}
		figures := func() (total, authors int) {
			out, err := w.s.Catalogue.TypeStats(w.ctx, mention.Book)
			require.NoError(t, err)
			return out.Total, out.Authors
		}
		check := func(total, authors int) {
			t.Helper()
			gotTotal, gotAuthors := figures()
			require.Equal(t, []int{total, authors}, []int{gotTotal, gotAuthors})
		}
		insert("a", 5998)
		check(5999, 5998)
		insert("b", 1)
		check(6000, 5998)
		require.NoError(t, w.s.Catalogue.KeepFigures(w.ctx))
		check(6000, 5999)
		insert("c", 300)
		check(6300, 5999)
		insert("d", 1)
		check(6301, 6300)
		w.exec("UPDATE entities SET hidden = true WHERE name LIKE 'a%'")
		check(303, 302)
	})
	t.Run("many episodes that mention something of a type are not counted for each list", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		insert := func(prefix string, many int) {
			w.exec(fmt.Sprintf(`INSERT INTO episodes (platform, external_id, video_id, channel_id, visibility, title, is_processed, created_at,
				updated_at)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[2]d)
				SELECT 'feed', '%[1]s' || i, '%[1]s' || i, e.channel_id, 'public', 'T', true, e.created_at, e.updated_at FROM n, episodes e
				WHERE e.title <> 'T'`, prefix, many))
			w.exec(`INSERT INTO episode_entities (episode_id, entity_id, type, mention_count, first_ms)
				SELECT p.id, e.id, 'book', 1, 0 FROM episodes p, entities e WHERE p.external_id LIKE '` + prefix + `%' AND p.title = 'T'`)
		}
		total := func(v store.Viewer) catalogue.Total {
			_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Type: string(mention.Book), Limit: 1, Viewer: v})
			require.NoError(t, err)
			return n
		}
		insert("b", 999)
		require.NoError(t, w.s.Catalogue.KeepFigures(w.ctx))
		require.Equal(t, catalogue.Total{N: 1000}, total(store.Viewer{}))
		insert("c", 10)
		require.Equal(t, catalogue.Total{N: 1000, AtLeast: true}, total(store.Viewer{}))
		require.NoError(t, w.s.Catalogue.KeepFigures(w.ctx))
		w.exec("DELETE FROM episode_entities WHERE episode_id IN (SELECT id FROM episodes WHERE external_id LIKE 'b%')")
		require.Equal(t, catalogue.Total{N: 1000, AtLeast: true}, total(store.Viewer{}), "as it was counted last")
		require.NoError(t, w.s.Catalogue.KeepFigures(w.ctx))
		require.Equal(t, catalogue.Total{N: 11}, total(store.Viewer{}))
	})
	t.Run("many channels are what was counted last, too", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		insert := func(prefix string, many int) {
			w.exec(fmt.Sprintf(`INSERT INTO channels (platform, external_id, public_id, name, created_at, updated_at)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[2]d)
				SELECT 'feed', '%[1]s' || i, '%[1]s' || i, '%[1]s' || i, e.created_at, e.updated_at FROM n, entities e`, prefix, many))
			w.exec(`INSERT INTO episodes (platform, external_id, video_id, channel_id, visibility, title, is_processed, created_at, updated_at)
				SELECT 'feed', c.public_id, c.public_id, c.id, 'public', 'T', true, c.created_at, c.updated_at FROM channels c
				WHERE c.public_id LIKE '` + prefix + `%' AND c.platform = 'feed'`)
		}
		channels := func() int {
			out, err := w.s.Catalogue.Totals(w.ctx)
			require.NoError(t, err)
			return out.Channels
		}
		insert("a", 999)
		require.Equal(t, 1000, channels())
		insert("b", 100)
		require.Equal(t, 1100, channels())
		insert("c", 50)
		require.Equal(t, 1100, channels(), "one in twenty-two")
		insert("d", 10)
		require.Equal(t, 1160, channels())
		insert("e", 1)
		require.NoError(t, w.s.Catalogue.KeepFigures(w.ctx))
		require.Equal(t, 1161, channels())
		w.exec("DELETE FROM episodes WHERE title = 'T'")
		require.Equal(t, 1, channels())
	})
}
