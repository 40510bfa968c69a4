package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
)

func listSuite(t *testing.T, open Open) {
	t.Run("every sorting pages through each entity exactly once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for e := range 3 {
			var list []mention.Mention
			for i := range 20 {
				if (i+e)%3 == 0 {
					continue
				}
				m := said(mention.Book, fmt.Sprintf("Chronicle of Year %d", 1900+i/2*7), i*200)
				if i%2 == 1 {
					m = said(mention.Product, fmt.Sprintf("Widget Model %d", 100+i), i*200)
				}
				if i%4 == 0 {
					m.Claims.Author = fmt.Sprintf("Author %c", 'A'+i%5)
				}
				list = append(list, m)
			}
			w.analyze(episode{id: fmt.Sprintf("e%d", e), channel: "one", mentions: list})
		}
		all := w.entities(catalogue.EntityFilter{})
		require.Len(t, all, 20)
		filters := []catalogue.EntityFilter{{Search: "model"}, {Search: "author a"}, {Search: "widget", Sort: catalogue.SortName}}
		for _, sort := range []string{
			"", catalogue.SortMentions, catalogue.SortName, catalogue.SortAuthor, catalogue.SortCompany, catalogue.SortCountry,
			catalogue.SortEpisodes, catalogue.SortRecent, catalogue.SortRecommended,
		} {
			filters = append(filters, catalogue.EntityFilter{Sort: sort})
		}
		for _, f := range filters {
			whole := w.entities(f)
			require.NotEmpty(t, whole, "%+v", f)
			var byOffset, paged []*store.Entity
			for f.Limit = 3; f.Offset < len(whole); f.Offset += f.Limit {
				byOffset = append(byOffset, w.entities(f)...)
			}
			for f.Offset = 0; ; {
				page, err := w.s.Catalogue.Entities(w.ctx, f)
				require.NoError(t, err)
				require.Equal(t, len(whole), page.Total.N)
				paged = append(paged, page.Entities...)
				if f.After = page.Next; f.After == "" {
					break
				}
			}
			require.Equal(t, listing(whole), listing(byOffset), "%+v", f)
			require.Equal(t, listing(whole), listing(paged), "%+v", f)
		}
		byAuthor := w.entities(catalogue.EntityFilter{Sort: catalogue.SortAuthor})
		require.NotEmpty(t, byAuthor[0].Author)
		require.Empty(t, byAuthor[19].Author)
		_, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{After: "nonsense"})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
		_, err = w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Sort: "color"})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
		page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Sort: catalogue.SortName, Limit: 1})
		require.NoError(t, err)
		_, err = w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{After: page.Next})
		require.True(t, fault.Is(err, fault.BadInput), "a token belongs to its order: %v", err)
	})
	t.Run("a page of a list is one statement, and holds what the pages of its entities do", func(t *testing.T) {
		t.Parallel()
		count := &statements{}
		w := newWorld(t, func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			return open(t, append(opts, database.WithStatements(count.note))...)
		})
		dune := said(mention.Book, "Dune", 0)
		dune.Claims.Author = "Frank Herbert"
		theory := said(mention.Concept, "Game Theory", 300)
		theory.Claims.Field = "Economics"
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(dune, said(mention.Person, "Ann Able", 200), theory)})
		id := w.entity(mention.Book, "Dune").ID
		require.NoError(t, w.s.Catalogue.AddLinks(w.ctx, id, []catalogue.NewLink{
			{URL: "https://en.wikipedia.org/wiki/Dune_(novel)", Trust: link.Catalogue},
			{URL: "https://dune.example/a%20b", Trust: link.Admin},
			{URL: "https://broken.example/", Trust: link.Admin},
		}))
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{
			{URL: "https://broken.example/", State: "broken", CheckedAt: w.s.Now()},
		}))
		shown := func(e *store.Entity) any {
			links := map[string]string{}
			for _, l := range e.Edges.Links {
				links[l.URL] = l.Kind + " " + l.Source
			}
			return []any{
				e.ID, e.Type, e.Name, e.Slug, e.SortKey, e.Description, e.Author, e.Company, e.Country, e.Title, e.Field, e.Category, e.Topic,
				e.MentionCount, e.EpisodeCount, e.LatestEpisodeID, e.RecommenderCount, e.TalkedCount, links,
			}
		}
		for _, f := range []catalogue.EntityFilter{
			{Limit: 3},
			{Type: "book"},
			{Type: "concept", Topic: "Economics"},
			{Part: catalogue.PartTalked, Sort: catalogue.SortName},
			{Type: "book", Sort: catalogue.SortAuthor},
			{Limit: 1, Offset: 1},
		} {
			var page catalogue.EntityPage
			sent := count.of(func() {
				var err error
				page, err = w.s.Catalogue.Entities(w.ctx, f)
				require.NoError(t, err)
			})
			require.Len(t, sent, 1, "%+v", f)
			require.NotEmpty(t, page.Entities, "%+v", f)
			for _, e := range page.Entities {
				whole, err := w.s.Catalogue.Entity(w.ctx, e.ID, store.Viewer{})
				require.NoError(t, err)
				require.Equal(t, shown(whole), shown(e), "%+v", f)
				if e.ID == id {
					require.Len(t, e.Edges.Links, 2)
				}
			}
		}
		none, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Offset: 3})
		require.NoError(t, err)
		require.Empty(t, none.Entities)
		require.Equal(t, catalogue.Total{N: 3}, none.Total, "also of a page without rows")
	})
	t.Run("a page of episodes is one statement, and holds what their pages do", func(t *testing.T) {
		t.Parallel()
		count := &statements{}
		w := newWorld(t, func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			return open(t, append(opts, database.WithStatements(count.note))...)
		})
		none, total, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{})
		require.NoError(t, err)
		require.Empty(t, none)
		require.Zero(t, total)
		for i := range 3 {
			w.analyze(episode{id: fmt.Sprintf("e%d", i), channel: fmt.Sprintf("show%d", i%2), mentions: mentions(said(mention.Book, "Dune", 0))})
		}
		w.exec(`UPDATE episodes SET channel_id = NULL, duration = 90, view_count = 1.5, refused_at = created_at, media_url = 'https://m.example'
			WHERE video_id = 'e1'`)
		w.exec(`UPDATE episodes SET published_at = NULL, type_counts = NULL WHERE video_id = 'e2'`)
		for _, f := range []catalogue.EpisodeFilter{
			{Limit: 2}, {Sort: catalogue.SortPublished}, {Offset: 1, Limit: 2, Viewer: store.Viewer{UserID: database.AnyReader}},
		} {
			var page []*store.Episode
			sent := count.of(func() { page, total, err = w.s.Catalogue.Episodes(w.ctx, f) })
			require.NoError(t, err)
			require.Len(t, sent, 1, "%+v", f)
			require.Equal(t, catalogue.Total{N: 3}, total)
			again, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{
				Sort: f.Sort, Limit: f.Limit, Offset: f.Offset, Type: string(mention.Book), // all of them, asked for in a transaction
			})
			require.NoError(t, err)
			require.Len(t, page, len(again))
			for i, want := range again {
				e := page[i]
				require.Equal(t, []any{
					want.ID, want.Platform, want.VideoID, want.ChannelID, want.Visibility, want.Title, want.Description, want.ThumbnailURL,
					want.PageURL, want.MediaURL, want.Duration, want.ViewCount, want.PublishedAt, want.Language, want.TranscriptID, want.Given,
					want.RefusedAt, want.IsProcessed, want.ProcessedAt, want.TypeCounts,
				}, []any{
					e.ID, e.Platform, e.VideoID, e.ChannelID, e.Visibility, e.Title, e.Description, e.ThumbnailURL,
					e.PageURL, e.MediaURL, e.Duration, e.ViewCount, e.PublishedAt, e.Language, e.TranscriptID, e.Given,
					e.RefusedAt, e.IsProcessed, e.ProcessedAt, e.TypeCounts,
				}, "%+v", f)
				if want.Edges.Channel == nil {
					require.Nil(t, e.Edges.Channel)
					continue
				}
				require.Equal(t, want.Edges.Channel.PublicID+want.Edges.Channel.Name, e.Edges.Channel.PublicID+e.Edges.Channel.Name)
			}
		}
	})
	t.Run("concepts are listed by the topic that their field or category tells", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		var list []mention.Mention
		for i, field := range []string{"Cognitive Psychology", "Finance", "Psychiatry", "Gardening", "", "Psychology"} {
			m := said(mention.Concept, fmt.Sprintf("Theory %c", 'A'+i), i*200)
			m.Claims.Field = field
			list = append(list, m)
		}
		w.analyze(episode{id: "a", channel: "one", mentions: list})
		of := func(topic string) []string {
			var out []string
			for _, e := range w.pages(catalogue.EntityFilter{Type: "concept", Topic: topic, Sort: catalogue.SortName, Limit: 2}) {
				out = append(out, strings.TrimPrefix(e.Name, "Theory "))
			}
			return out
		}
		require.Equal(t, []string{"A", "C", "F"}, of("Psychology"))
		require.Equal(t, []string{"B"}, of("Economics"))
		require.Equal(t, []string{"D", "E"}, of(mention.OtherTopic))
		require.Empty(t, of("Health"))
		page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Type: "concept", Topic: "Psychology", Limit: 1})
		require.NoError(t, err)
		require.Equal(t, 3, page.Total.N, "all that match, not only this page")

		_, err = w.s.Curate.Edit(w.ctx, curate.Edit{
			ID: w.entity(mention.Concept, "Theory A").ID, Facts: map[string]string{"field": "Medicine"}, By: moderator,
		})
		require.NoError(t, err)
		require.Equal(t, []string{"C", "F"}, of("Psychology"))
		require.Equal(t, []string{"A"}, of("Health"))
	})
	t.Run("entities come with two episodes and by channel, type and search", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for i := range 3 {
			list := mentions(said(mention.Concept, "Game Theory", 0), said(mention.Book, "Dune", 100))
			for n := range i {
				list = append(list, said(mention.Concept, "Game Theory", 200+n*100))
			}
			w.analyze(episode{id: fmt.Sprintf("e%d", i), channel: fmt.Sprintf("show%d", i%2), mentions: list})
		}
		page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Type: "concept", WithEpisodes: true})
		require.NoError(t, err)
		require.Len(t, page.Entities, 1)
		shown := page.Episodes[page.Entities[0].ID]
		require.Len(t, shown, 2)
		require.Equal(t, 3, shown[0].Count)
		require.Equal(t, "e2", shown[0].Episode.VideoID)
		require.Equal(t, "show0", shown[0].Episode.Edges.Channel.Name)
		require.Len(t, w.entities(catalogue.EntityFilter{Channel: "UCshow1"}), 2)
		require.Empty(t, w.entities(catalogue.EntityFilter{Channel: "UCnone"}))
		require.Equal(t, []string{"concept Game Theory 6/3"}, listing(w.entities(catalogue.EntityFilter{Search: "theo"})))
	})
	t.Run("a popular entity has the newest analysis first, also of episodes that were analyzed again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for i := range 9 {
			w.analyze(episode{id: fmt.Sprintf("e%d", i), channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		}
		w.analyze(episode{id: "without", channel: "one", mentions: mentions(said(mention.Book, "Emma", 0))})
		conn := Raw(t, w.s)
		for at, ids := range map[int]string{1: "'e8','e3'", 2: "'e4'", 3: "'e6','e0'", 4: "'e1','e5','e7'", 5: "'without'", 6: "'e2'"} {
			_, err := conn.Exec(fmt.Sprintf("UPDATE episodes SET processed_at = '2026-11-2%d 10:00:00+00:00' WHERE video_id IN (%s)", at, ids))
			require.NoError(t, err)
		}
		e := w.entity(mention.Book, "Dune")
		_, err := conn.Exec(fmt.Sprintf("UPDATE entities SET episode_count = 100000 WHERE id = %d", e.ID)) // as if there were so many others
		require.NoError(t, err)
		want := []string{"e2", "e7", "e5", "e1", "e6", "e0", "e4", "e8", "e3"}
		quotes := []string{"e8", "e2", "e7", "e5", "e1", "e6", "e0", "e4", "e3"} // the card's first, of equal ones the last to be entered
		for limit := 1; limit <= len(want)+1; limit++ {
			for offset := range len(want) + 2 {
				page := want[min(offset, len(want)):min(offset+limit, len(want))]
				in, _, err := w.s.Catalogue.EntityEpisodes(w.ctx, e.ID, store.Viewer{}, limit, offset)
				require.NoError(t, err)
				said, _, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true, Limit: limit, Offset: offset})
				require.NoError(t, err)
				listed, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{EntityID: e.ID, Limit: limit, Offset: offset})
				require.NoError(t, err)
				require.Equal(t, 100000, n.N)
				require.Len(t, in, len(page))
				require.Len(t, said, len(page))
				require.Len(t, listed, len(page))
				for i, id := range page {
					require.Equal(t, id, listed[i].VideoID, "%d from %d on", limit, offset)
					require.Equal(t, id, in[i].Episode.VideoID, "%d from %d on", limit, offset)
					require.Equal(t, quotes[offset+i], said[i].Edges.Episode.VideoID, "%d from %d on", limit, offset)
				}
			}
		}
	})
	t.Run("an entity has its episodes and its evidence", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Dune", 100))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Book, "Dune", 0))})
		e := w.entity(mention.Book, "Dune")
		in, n, err := w.s.Catalogue.EntityEpisodes(w.ctx, e.ID, store.Viewer{}, 1, 0)
		require.NoError(t, err)
		require.Equal(t, 2, n.N)
		require.Equal(t, "b", in[0].Episode.VideoID)
		list, n, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Limit: 2, Offset: 1})
		require.NoError(t, err)
		require.Equal(t, 3, n.N)
		require.Len(t, list, 2)
		require.Equal(t, "a", list[0].Edges.Episode.VideoID)
		require.Equal(t, "one", list[0].Edges.Episode.Edges.Channel.Name)
		public, n, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true})
		require.NoError(t, err)
		require.Equal(t, 2, n.N)
		require.Len(t, public, 2)
		_, err = w.s.Catalogue.Entity(w.ctx, e.ID+1000, store.Viewer{})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("what is said of an entity begins in the episode that its card quotes, on any page", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for i := range 5 {
			list := mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Dune", 300))
			if i == 1 {
				list[1].Quote = "How many other books did you finish hoping that they would be Dune?"
			}
			w.analyze(episode{id: fmt.Sprint("e", i), channel: "one", mentions: list, text: []string{strings.Repeat("word ", 400)}})
		}
		e := w.entity(mention.Book, "Dune")
		want := map[bool][]string{
			true:  {"e1", "e4", "e3", "e2", "e0"},
			false: {"e1", "e1", "e4", "e4", "e3", "e3", "e2", "e2", "e0", "e0"},
		}
		for public, order := range want {
			for limit := 1; limit <= len(order)+1; limit++ {
				for offset := range len(order) + 2 {
					list, n, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: public, Limit: limit, Offset: offset})
					require.NoError(t, err)
					require.Equal(t, len(order), n.N)
					var got []string
					for _, m := range list {
						got = append(got, m.Edges.Episode.VideoID)
					}
					require.Equal(t, append([]string(nil), order[min(offset, len(order)):min(offset+limit, len(order))]...), got)
				}
			}
		}
		first, _, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true, Limit: 1})
		require.NoError(t, err)
		require.Contains(t, first[0].Quote, "hoping that they would be Dune")
	})
	t.Run("strangers read the quote of an episode that tells most", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		bare, telling := said(mention.Book, "Middlemarch", 0), said(mention.Book, "Middlemarch", 300)
		bare.Quote, bare.Confidence = "Middlemarch.", 0.99
		telling.Quote, telling.Confidence = "How many other books did you finish hoping they would be Middlemarch?", 0.7
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(bare, telling), text: []string{strings.Repeat("word ", 400)}})
		public, n, err := w.s.Catalogue.EntityMentions(w.ctx, w.entity(mention.Book, "Middlemarch").ID, catalogue.MentionFilter{Public: true})
		require.NoError(t, err)
		require.Equal(t, 1, n.N)
		require.Equal(t, telling.Quote, public[0].Quote)
	})
	t.Run("strangers read at most a tenth of a transcript in quotes of 240 characters", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		var list []mention.Mention
		for i := range 12 {
			m := said(mention.Concept, fmt.Sprintf("Theory Number %d", 100+i*13), i*600)
			m.Quote = strings.Repeat("many words of one sentence ", 20) + m.Name
			list = append(list, m)
		}
		words := strings.Repeat("word ", 800)
		w.analyze(episode{id: "a", channel: "one", text: []string{words[:2000], words[2000:]}, mentions: list})
		total := 0
		for _, e := range w.entities(catalogue.EntityFilter{}) {
			public, _, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true})
			require.NoError(t, err)
			for _, m := range public {
				require.LessOrEqual(t, len([]rune(m.Quote)), 240)
				total += len(strings.Fields(m.Quote))
			}
		}
		require.NotZero(t, total)
		require.LessOrEqual(t, total, 800/10)
	})
	t.Run("episodes are listed by filter and order", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "old", channel: "one", title: "An old talk", days: 1, mentions: mentions(said(mention.Book, "Dune", 0))})
		w.analyze(episode{id: "new", channel: "one", title: "A new talk", days: 9, mentions: mentions(said(mention.Location, "Paris", 0))})
		w.analyze(episode{id: "mid", channel: "two", title: "Between", days: 5})
		w.run(episode{id: "raw", channel: "one", days: 7})
		ids := func(f catalogue.EpisodeFilter) []string {
			list, total, err := w.s.Catalogue.Episodes(w.ctx, f)
			require.NoError(t, err)
			var out []string
			for _, e := range list {
				out = append(out, e.VideoID)
			}
			if f.Limit == 0 {
				require.Len(t, list, total.N)
			}
			return out
		}
		require.Equal(t, []string{"mid", "new", "old"}, ids(catalogue.EpisodeFilter{}))
		require.Equal(t, []string{"new", "mid", "old"}, ids(catalogue.EpisodeFilter{Sort: catalogue.SortPublished}))
		require.Equal(t, []string{"mid"}, ids(catalogue.EpisodeFilter{Sort: catalogue.SortPublished, Limit: 1, Offset: 1}))
		require.Equal(t, []string{"new", "old"}, ids(catalogue.EpisodeFilter{Channel: "UCone"}))
		require.Equal(t, []string{"new", "raw", "old"},
			ids(catalogue.EpisodeFilter{Channel: "UCone", Unprocessed: true, Sort: catalogue.SortPublished}))
		require.Equal(t, []string{"new"}, ids(catalogue.EpisodeFilter{Type: "location"}))
		require.Equal(t, []string{"old"}, ids(catalogue.EpisodeFilter{EntityID: w.entity(mention.Book, "Dune").ID}))
		require.Equal(t, []string{"new", "old"}, ids(catalogue.EpisodeFilter{Search: "talk"}))
		e := w.episode("old", store.Viewer{})
		require.Equal(t, e.ID, w.episode(fmt.Sprint(e.ID), store.Viewer{}).ID)
	})
	t.Run("channels have types, newest episodes and entities", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		for i := range 4 {
			w.analyze(episode{id: fmt.Sprintf("e%d", i), channel: "big", days: i, mentions: mentions(
				said(mention.Book, fmt.Sprintf("Volume Nr %d", 40+i), 0), said(mention.Location, "Paris", 100))})
		}
		w.analyze(episode{id: "s", channel: "small", mentions: mentions(said(mention.Location, "Paris", 0))})
		list, n, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
		require.NoError(t, err)
		require.Equal(t, 2, n.N)
		big := list[0]
		require.Equal(t, "big", big.Channel.Name)
		require.Equal(t, []catalogue.TypeCount{{Type: "book", Count: 4}, {Type: "location", Count: 1}}, big.Types)
		require.Len(t, big.Recent, 3)
		require.Equal(t, "e3", big.Recent[0].VideoID)
		require.True(t, big.Featured)
		one, err := w.s.Catalogue.Channel(w.ctx, "UCsmall", store.Viewer{})
		require.NoError(t, err)
		require.Equal(t, 1, one.Channel.EpisodeCount)
		entries, n, err := w.s.Catalogue.ChannelEntities(w.ctx, "UCbig", "", store.Viewer{}, 2, 0)
		require.NoError(t, err)
		require.Equal(t, 5, n.N)
		require.Len(t, entries, 2)
		require.Equal(t, "Paris", entries[0].Entity.Name)
		require.Equal(t, 4, entries[0].Mentions)
		require.Equal(t, 5, entries[0].Entity.MentionCount)
		_, n, err = w.s.Catalogue.ChannelEntities(w.ctx, "UCbig", "book", store.Viewer{}, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 4, n.N)
		_, err = w.s.Catalogue.Channel(w.ctx, "UCnone", store.Viewer{})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("channels are ordered by what they have", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "l", channel: "large", days: 1, mentions: mentions(said(mention.Location, "Paris", 0),
			said(mention.Location, "Oslo", 100), said(mention.Location, "Rome", 200))})
		for i := range 3 {
			w.analyze(episode{id: fmt.Sprintf("o%d", i), channel: "often", days: 2, mentions: mentions(said(mention.Location, "Paris", 0))})
		}
		var much []mention.Mention
		for i := range 4 {
			much = append(much, said(mention.Location, "Paris", 100*i))
		}
		w.analyze(episode{id: "m", channel: "much", days: 3, mentions: mentions(much...)})
		w.analyze(episode{id: "n", channel: "new", days: 4, mentions: mentions(said(mention.Location, "Paris", 0))})
		for sort, want := range map[string]string{
			"": "large", catalogue.SortEpisodes: "often", catalogue.SortMentions: "much", catalogue.SortRecent: "new",
		} {
			list, n, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{Sort: sort, Limit: 2})
			require.NoError(t, err)
			require.Equal(t, 4, n.N)
			require.Len(t, list, 2)
			require.Equal(t, want, list[0].Channel.Name, sort)
		}
	})
}
