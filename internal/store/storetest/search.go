package storetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

func searchSuite(t *testing.T, open Open) {
	t.Run("finds beginnings, inside words, marks, scripts without spaces and misspellings", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{
			id: "a", channel: "Café Philosophique", title: "Über die Müdigkeit",
			text: []string{"Yesterday we visited a lighthouse near Zürich.", "昨日は東京タワーに行きました。"},
			mentions: mentions(said(mention.Person, "Bryan Cantrill", 0), said(mention.Company, "Müller & Söhne", 100),
				said(mention.Location, "東京タワー", 200),
				said(mention.Product, "PostgreSQL", 300), said(mention.Book, "Gödel, Escher, Bach", 400),
				said(mention.Product, "100% Pure_Water", 500)),
		})
		reader := store.Viewer{UserID: w.person("ann").ID}
		for query, want := range map[string]string{
			"bry": "Bryan Cantrill", "cantrill bryan": "Bryan Cantrill", "MÜLLER": "Müller & Söhne", "muller": "Müller & Söhne",
			"söh":   "Müller & Söhne",
			"東京タワー": "東京タワー", "京タワ": "東京タワー", "東京": "東京タワー", "タワ": "東京タワー", "greSQL": "PostgreSQL", "Bryan Cantril": "Bryan Cantrill",
			"brian cantrill": "Bryan Cantrill",
			"postgressql":    "PostgreSQL", "godel escher": "Gödel, Escher, Bach", "Gödel, Escher": "Gödel, Escher, Bach",
			"pure_water": "100% Pure_Water",
		} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, reader)
			require.NoError(t, err, query)
			require.NotEmpty(t, got.Entities, "search for %q", query)
			require.Equal(t, want, got.Entities[0].Name, "search for %q", query)
		}
		for query, n := range map[string]int{"lighthouse": 1, "zurich": 1, "lightho": 1, "東京": 1, "東京タワー": 1, "submarine": 0} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, reader)
			require.NoError(t, err)
			require.Len(t, got.Passages, n, "passages with %q", query)
		}
		got, err := w.s.Catalogue.Search(w.ctx, "mudig", 5, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, got.Episodes, 1)
		got, err = w.s.Catalogue.Search(w.ctx, "cafe", 5, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, got.Channels, 1)
		got, err = w.s.Catalogue.Search(w.ctx, "lighthouse", 5, store.Viewer{})
		require.NoError(t, err)
		require.Empty(t, got.Passages, "transcripts are for people who are signed in")
	})
	t.Run("finds what the search boxes promise, names first", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		claims := func(m mention.Mention, description string, c mention.Claims) mention.Mention {
			m.Description, m.Claims = description, c
			return m
		}
		w.analyze(episode{
			id: "a", channel: "Solder & Salt", title: "The first", mentions: mentions(
				claims(said(mention.Book, "Deep Work", 0), "Book by Cal Newport", mention.Claims{Author: "Cal Newport"}),
				claims(said(mention.Product, "PowerPoint", 100), "Slides with a keyboard.", mention.Claims{Company: "Microsoft"}),
				claims(said(mention.Location, "Badajoz", 200), "A town on a river.", mention.Claims{Country: "Spain"}),
				claims(said(mention.Person, "Daniel Kahneman", 300), "", mention.Claims{Title: "Psychologist"}),
				claims(said(mention.Concept, "Loss Aversion", 400), "Losing hurts more.",
					mention.Claims{Field: "Behavioral economics", Category: "Psychology"}),
				said(mention.Product, "Keyboard Maestro", 500),
			),
		})
		w.analyze(episode{id: "b", channel: "Marginalia Hour", title: "Salt", mentions: mentions(
			claims(said(mention.Product, "PowerPoint", 0), "", mention.Claims{}),
			claims(said(mention.Product, "PowerPoint", 200), "", mention.Claims{}))})
		names := func(typ mention.Type, search string) []string {
			page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Type: string(typ), Search: search})
			require.NoError(t, err, search)
			out := []string{}
			for _, e := range page.Entities {
				out = append(out, e.Name)
			}
			require.Len(t, out, page.Total.N, search)
			return out
		}
		for _, c := range []struct {
			typ          mention.Type
			search, want string
		}{
			{mention.Book, "deep", "Deep Work"},
			{mention.Book, "Book by Cal", "Deep Work"},
			{mention.Book, "newport", "Deep Work"},
			{mention.Book, "deep newport", "Deep Work"},
			{mention.Product, "microsoft", "PowerPoint"},
			{mention.Product, "slides", "PowerPoint"},
			{mention.Location, "spain", "Badajoz"},
			{mention.Location, "river", "Badajoz"},
			{mention.Person, "psychologist", "Daniel Kahneman"},
			{mention.Person, "khaneman", "Daniel Kahneman"},
			{mention.Person, "danial khaneman", "Daniel Kahneman"},
			{mention.Person, "kahnemna", "Daniel Kahneman"},
			{mention.Concept, "economics", "Loss Aversion"},
			{mention.Concept, "psychology", "Loss Aversion"},
			{mention.Concept, "hurts", "Loss Aversion"},
			{"", "xylophone", ""},
		} {
			want := []string{c.want}
			if c.want == "" {
				want = []string{}
			}
			require.Equal(t, want, names(c.typ, c.search), "%s %q", c.typ, c.search)
		}
		require.Equal(t, []string{"Keyboard Maestro", "PowerPoint"}, names(mention.Product, "keyboard"),
			"the name comes first, though less is said of it")
		first, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Search: "keyboard", Limit: 1})
		require.NoError(t, err)
		require.Equal(t, "Keyboard Maestro", first.Entities[0].Name)
		next, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Search: "keyboard", Limit: 1, After: first.Next})
		require.NoError(t, err)
		require.Equal(t, "PowerPoint", next.Entities[0].Name)
		require.Empty(t, next.Next)

		for search, want := range map[string][]string{
			"marginalia": {"Salt"}, "hour": {"Salt"}, "Solder & Salt": {"The first"}, "salt": {"Salt", "The first"}, "marginlaia": {"Salt"},
			"xylophone": {},
		} {
			list, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: search})
			require.NoError(t, err)
			titles := []string{}
			for _, e := range list {
				titles = append(titles, e.Title)
			}
			require.Equal(t, want, titles, search)
			require.Len(t, want, n.N)
			found, err := w.s.Catalogue.Search(w.ctx, search, 10, store.Viewer{})
			require.NoError(t, err)
			require.Len(t, found.Episodes, len(want), "search everywhere for %q", search)
		}
		run, _ := w.run(episode{id: "c", channel: "Third"})
		about := mediaEpisode("c", "Third")
		about.Description = "About lighthouses."
		about.Channel = show("Third")
		about.Channel.Description = "Talks with engineers."
		require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, about))
		for search, want := range map[string]string{
			"engineers": "Third", "solder": "Solder & Salt", "marginlaia": "Marginalia Hour",
			"xylophone": "",
		} {
			list, n, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{Search: search})
			require.NoError(t, err)
			if want == "" {
				require.Zero(t, n.N)
				continue
			}
			require.Equal(t, 1, n.N, search)
			require.Equal(t, want, list[0].Channel.Name)
		}
		_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: "lighthouses", Unprocessed: true})
		require.NoError(t, err)
		require.Equal(t, 1, n.N)
		_, n, err = w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: "engineers", Unprocessed: true})
		require.NoError(t, err)
		require.Zero(t, n.N, "what a channel says about itself is no word of its episodes")
	})
	t.Run("calls a passage given by a reader only where a reader gave it to somebody else's episode", func(t *testing.T) {
		t.Parallel()
		g := asked(t, open)
		passage := func(query string) catalogue.PassageHit {
			t.Helper()
			got, err := g.s.Catalogue.Search(g.ctx, query, 5, store.Viewer{UserID: g.ann.ID})
			require.NoError(t, err)
			require.Len(t, got.Passages, 1, query)
			return got.Passages[0]
		}
		g.given()
		require.True(t, passage(g.canary.Quote).Given)
		up, err := g.upload(g.ann, "lighthouse.vtt", 10, 0)
		require.NoError(t, err)
		j := g.submitted(g.ann, up.Key)
		own := g.reads(waiting{j.ID, g.items(j.ID)[0].ID}, nil)
		require.False(t, own.Given)
		require.False(t, passage("lighthouse").Given, "an upload is its own source")
	})
	t.Run("puts what thousands of titles have in order, for whoever may see it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		dune := mentions(said(mention.Book, "Dune", 0))
		w.analyze(episode{id: "old", channel: "one", title: "Welcome aboard", mentions: dune})
		w.analyze(episode{id: "base", channel: "one", title: "Conversation", mentions: dune})
		w.analyze(episode{id: "up", channel: "private", by: ann, upload: true, title: "Conversation of Ann", days: 9, mentions: dune})
		copies := func(of, title, description string) { // of an episode, a thousand and one hundred
			const copied = `platform, channel_id, owner_id, visibility, is_processed, published_at, created_at, updated_at`
			w.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) INSERT INTO episodes
				(external_id, video_id, title, folded, description, `+copied+`) SELECT ? || i, ? || i, ? || i, ? || i, ?, `+copied+
				` FROM episodes, n WHERE title = ? ORDER BY i`, title, title, title, title, description, of)
		}
		copies("Conversation", "conversation ", "Subscribers are greeted.")
		copies("Conversation of Ann", "welcome ", "Of Ann alone.")
		titles := func(query string, v store.Viewer) (out []string) {
			got, err := w.s.Catalogue.Search(w.ctx, query, 3, v)
			require.NoError(t, err)
			for _, e := range got.Episodes {
				out = append(out, e.Title)
			}
			return out
		}
		visitor, owner, other := store.Viewer{}, store.Viewer{UserID: ann.ID}, store.Viewer{UserID: bob.ID}
		moderator := store.Viewer{UserID: bob.ID, Moderator: true}
		newest := []string{"conversation 1100", "conversation 1099", "conversation 1098"}
		own := []string{"welcome 1100", "welcome 1099", "welcome 1098"}
		for _, query := range []string{"c", "co", "conv", "conversation", "onvers", "subscribers"} {
			require.Equal(t, newest, titles(query, visitor), query)
			require.Equal(t, newest, titles(query, other), query)
		}
		for _, query := range []string{"c", "conversation"} {
			seen := []string{"Conversation of Ann", newest[0], newest[1]}
			require.Equal(t, seen, titles(query, owner), query)
			require.Equal(t, seen, titles(query, moderator), query)
		}
		require.Equal(t, []string{"conversation 1077"}, titles("1077 conversation", visitor))
		for _, query := range []string{"w", "welcome", "alone"} {
			require.Equal(t, own, titles(query, owner), query)
			require.Equal(t, own, titles(query, moderator), query)
		}
		for _, v := range []store.Viewer{visitor, other} {
			require.Equal(t, []string{"Welcome aboard"}, titles("welcome", v), "one among a thousand that are not to be seen")
		}
	})
	t.Run("reads nothing in a query as a language", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		reader := store.Viewer{UserID: w.person("ann").ID}
		for _, query := range []string{
			`"`, `'`, `dune" OR "x`, `NOT dune`, `a' OR '1'='1`, `dune & | !`, `(((`, `*`, `name:dune`, `%`, `_`, `\`,
			"a\x00b", `' ; DROP TABLE entities; --`, "\xff\xfe", "?", "$1",
		} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, reader)
			require.NoError(t, err, "%q", query)
			if query == "%" || query == "_" {
				require.Empty(t, got.Entities)
			}
			_, err = w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Search: query})
			require.NoError(t, err, "%q", query)
			_, _, err = w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: query})
			require.NoError(t, err, "%q", query)
		}
	})
	t.Run("finds names with two letters wrong, wherever they are", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			said(mention.Book, "Rowewe Power", 0), said(mention.Location, "Wolemaberg", 100), said(mention.Person, "Bryan Cantrill", 200),
			said(mention.Book, "A Short History of Nearly Everything", 300), said(mention.Book, "A Short Story", 400),
		)})
		for query, want := range map[string]string{
			"rowwe opwer": "Rowewe Power", "wolhmabmrg": "Wolemaberg", "wlemaborg": "Wolemaberg",
			"brian cantril": "Bryan Cantrill", "rbyan cantrilk": "Bryan Cantrill", "bryan canrtill": "Bryan Cantrill",
			"a shrot histori of nearly everything":  "A Short History of Nearly Everything",
			"a short history of nearyl everythign":  "A Short History of Nearly Everything",
			"x short hisstory of nearly everything": "A Short History of Nearly Everything",
			"a sohrt history of nearly everithing":  "A Short History of Nearly Everything",
		} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, store.Viewer{})
			require.NoError(t, err)
			require.Len(t, got.Entities, 1, "what is less alike is not added to %q", query)
			require.Equal(t, want, got.Entities[0].Name, query)
		}
		got, err := w.s.Catalogue.Search(w.ctx, "nearly everything historical", 5, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, got.Entities, 1, "found because nothing is more alike")
	})
	t.Run("finds an alias with a beginning that most names have", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		often := []mention.Mention{}
		for i := range 9 {
			often = append(often, said(mention.Company, "International Business Machines", i*100))
		}
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(append(often, said(mention.Book, "The Beginning", 5000))...)})
		ibm := w.entity(mention.Company, "International Business Machines")
		conn := Raw(t, w.s)
		_, err := conn.Exec(fmt.Sprintf(`INSERT INTO alias (type, key, name, folded, source, channel_id, confirmed, created_at, entity_id)
			VALUES ('company', 'the big blue', 'The Big Blue', 'the big blue', 'person', 0, true, '2026-11-20 10:00:00+00:00', %d)`, ibm.ID))
		require.NoError(t, err)
		const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
			INSERT INTO entities (type, key, disambiguator, name, folded, slug, sort_key, mention_count, episode_count, created_at, updated_at)
			SELECT 'book', 'the ' || i, '', 'The ' || i, 'the ' || i, 'the', 'the ' || i, 2, 1, '2026-11-20 10:00:00+00:00',
			'2026-11-20 10:00:00+00:00' FROM n`
		_, err = conn.Exec(many)
		require.NoError(t, err)
		got, err := w.s.Catalogue.Search(w.ctx, "the", 5, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, got.Entities, 5)
		require.Equal(t, "International Business Machines", got.Entities[0].Name, "its alias begins so, and it is mentioned most")
	})
	t.Run("finds episodes with the name that a misspelled query means", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", title: "Nora Vintage on salt", mentions: mentions(said(mention.Person, "Nora Vintage", 0))})
		w.analyze(episode{id: "b", channel: "one", title: "Norrah Wintages", mentions: mentions(said(mention.Book, "Salt and Iron", 0))})
		titles := func(query string) []string {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, store.Viewer{})
			require.NoError(t, err)
			out := []string{}
			for _, e := range got.Episodes {
				out = append(out, e.Title)
			}
			return out
		}
		require.Equal(t, []string{"Nora Vintage on salt"}, titles("nora vitnage"), "the name that is meant")
		listed, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: "nora vitnage"})
		require.NoError(t, err)
		require.Len(t, listed, 1, "as the list behind it shows")
		require.Empty(t, titles("salt and iron"), "the query is a name: no title is meant that is only spelled like it")
		require.Equal(t, []string{"Norrah Wintages"}, titles("norrah wintagess"), "no name is meant, a title is spelled alike")
	})
	t.Run("takes a single letter beside longer words for the beginning of a name", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		m := said(mention.Product, "PowerPoint", 0)
		m.Description = "Slides with a keyboard."
		w.analyze(episode{id: "a", channel: "one", title: "Ten slides", mentions: mentions(m, said(mention.Person, "Slides Quill", 100))})
		for _, query := range []string{"slides q", "q slides", "slides"} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, store.Viewer{})
			require.NoError(t, err, query)
			require.Len(t, got.Entities, 2, query)
			require.Equal(t, "Slides Quill", got.Entities[0].Name, query)
		}
		for query, found := range map[string]int{"slides q": 0, "slides t": 1} {
			got, err := w.s.Catalogue.Search(w.ctx, query, 5, store.Viewer{})
			require.NoError(t, err, query)
			require.Len(t, got.Episodes, found, "in titles it counts: %q", query)
		}
	})
	t.Run("finds a new name and no longer an old one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, _ := w.run(episode{id: "a", channel: "one", title: "Working title"})
		require.NotZero(t, run)
		w.run(episode{id: "b", channel: "renamed"})
		count := func(q string) int {
			_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Search: q, Unprocessed: true})
			require.NoError(t, err)
			return n.N
		}
		require.Equal(t, 1, count("working"))
		require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, mediaEpisode("a", "Final name")))
		require.Zero(t, count("working"))
		require.Equal(t, 1, count("final"))
		w.finish(run, "failed")
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("a", store.Viewer{}).ID))
		require.Zero(t, count("final"))
	})
	t.Run("migrating again keeps what is found", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		require.NoError(t, w.s.Migrate(w.ctx))
		require.Len(t, w.entities(catalogue.EntityFilter{Search: "dune"}), 1)
	})
}
