package storetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
)

// checkReaderCounts recounts who recommended an entity, and what is said of it where it does not take part.
func (w *world) checkReaderCounts(e *store.Entity, list []*store.Mention) {
	w.Helper()
	takesPart := func(m *store.Mention) bool {
		return e.Type == mention.Person && slices.Contains(m.Signals, mention.SignalParticipant)
	}
	by, talked := map[string]bool{}, 0
	for _, m := range list {
		if m.Stance == string(mention.Recommended) && e.Type != mention.Sponsor {
			channel := 0
			if c := m.Edges.Episode.ChannelID; c != nil {
				channel = *c
			}
			by[fmt.Sprint(channel, m.Speaker)] = true
		}
		if !slices.ContainsFunc(list, func(o *store.Mention) bool { return o.EpisodeID == m.EpisodeID && takesPart(o) }) {
			talked++
		}
	}
	require.Len(w, by, e.RecommenderCount, "recommenders of %s", e.Name)
	require.Equal(w, talked, e.TalkedCount, "talk about %s", e.Name)
}

// checkQuoteWords counts the words of what each episode tells most of an entity.
func (w *world) checkQuoteWords(e *store.Entity, list []*store.Mention) {
	w.Helper()
	telling := map[int]*store.Mention{}
	for _, m := range list {
		best := telling[m.EpisodeID]
		if best == nil || cmp.Or(cmp.Compare(m.Telling, best.Telling), cmp.Compare(m.Confidence, best.Confidence),
			cmp.Compare(best.Start, m.Start)) > 0 {
			telling[m.EpisodeID] = m
		}
	}
	lists, err := database.Read(w.ctx, w.s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.EpisodeEntity, error) {
		return tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(e.ID), dbepisodeentity.MentionCountGT(0)).All(ctx)
	})
	require.NoError(w, err)
	for _, l := range lists {
		if m := telling[l.EpisodeID]; m != nil { // private ones are not in the list
			require.Equal(w, len(strings.Fields(wording.FirstRunes(m.Quote, 240))), l.QuoteWords, "the quote of %s", e.Name)
		}
	}
}

// checkTurns counts in which turn entities are quoted, episode by episode.
func (w *world) checkTurns() {
	w.Helper()
	lists, err := database.Read(w.ctx, w.s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.EpisodeEntity, error) {
		return tx.EpisodeEntity.Query().All(ctx)
	})
	require.NoError(w, err)
	quoted := map[int][]catalogue.Quoted{}
	for _, l := range lists {
		quoted[l.EpisodeID] = append(quoted[l.EpisodeID], catalogue.Quoted{
			ID: l.ID, Type: l.Type, Mentions: l.MentionCount, FirstMS: l.FirstMs, Words: l.QuoteWords,
		})
	}
	for _, l := range lists {
		require.Equal(w, catalogue.WordsAhead(quoted[l.EpisodeID])[l.ID], l.WordsAhead, "entity %d in episode %d", l.EntityID, l.EpisodeID)
	}
}

// quoteOf is the quote that cards show, with who said it and where; empty: none.
func (w *world) quoteOf(typ mention.Type, name string, stranger bool) string {
	w.Helper()
	e := w.entity(typ, name)
	quotes, err := w.s.Catalogue.TellingQuotes(w.ctx, []*store.Entity{e}, catalogue.QuotesFor{Stranger: stranger})
	require.NoError(w, err)
	if q := quotes[e.ID]; q != nil {
		return fmt.Sprintf("%s — %s, %s, %s", q.Quote, q.Speaker, q.Channel, q.Episode)
	}
	return ""
}

func recommendedBy(m mention.Mention, by, quote string) mention.Mention {
	m.Stance, m.Speaker, m.Quote = mention.Recommended, by, quote
	return m
}

// participant is somebody whom the source of an episode names, and who is said there.
func participant(name string, at int) mention.Mention {
	m := said(mention.Person, name, at)
	m.Signals = append(m.Signals, mention.SignalParticipant)
	return m
}

func readerSuite(t *testing.T, open Open) {
	dune := func(at int) mention.Mention { return said(mention.Book, "Dune", at) }
	t.Run("a card quotes what is most telling of public episodes, and strangers their share of it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(dune(0))})
		telling := recommendedBy(dune(0), "Ada", "Everybody who likes deserts should read Dune this winter.")
		w.analyze(episode{id: "b", channel: "two", title: "Winter", mentions: mentions(dune(300), telling)})
		secret := recommendedBy(dune(0), "Eve", "Nobody outside of this secret meeting about spices should ever hear that we all adore Dune.")
		w.analyze(episode{id: "up", channel: "hers", by: ann, upload: true, mentions: mentions(secret, said(mention.Book, "Emma", 500))})
		doubtful := recommendedBy(dune(600), "Eve", "Perhaps somebody mumbled something about reading that wonderful thing Dune once.")
		doubtful.Confidence = 0.5
		ad := recommendedBy(dune(900), "Eve", "This wonderful episode about deserts is brought to everybody listening by Dune.")
		ad.Context = mention.Ad
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(said(mention.Book, "Persuasion", 0), said(mention.Book, "Persuasion", 99),
			doubtful, ad, dune(0))})
		const want = "Everybody who likes deserts should read Dune this winter. — Ada, two, Winter"
		require.Equal(t, want, w.quoteOf(mention.Book, "Dune", false))
		require.Equal(t, want, w.quoteOf(mention.Book, "Dune", true))
		require.NotEmpty(t, w.quoteOf(mention.Book, "Persuasion", true))

		quotes, err := w.s.Catalogue.TellingQuotes(w.ctx, []*store.Entity{w.entity(mention.Book, "Dune")}, catalogue.QuotesFor{
			Channel: w.episode("a", store.Viewer{}).Edges.Channel.PublicID,
		})
		require.NoError(t, err)
		require.Equal(t, "one", quotes[w.entity(mention.Book, "Dune").ID].Channel, "what this show says, though others tell more")

		list, _, err := w.s.Catalogue.EntityMentions(w.ctx, w.entity(mention.Book, "Dune").ID, catalogue.MentionFilter{Public: true})
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(list, func(m *store.Mention) bool { return strings.HasPrefix(want, m.Quote+" — ") }),
			"cards tell strangers nothing that the page does not")
		mine, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: store.Viewer{UserID: ann.ID}, Search: "up"})
		require.NoError(t, err)
		quotes, err = w.s.Catalogue.TellingQuotes(w.ctx, w.entriesOf(mine[0], ann), catalogue.QuotesFor{})
		require.NoError(t, err)
		require.Len(t, quotes, 1, "Emma is mentioned in the private episode only: not even its owner is quoted")
		for _, q := range quotes {
			require.NotContains(t, q.Quote, "secret")
		}
		w.checkCounters()
	})
	t.Run("what is quoted to strangers is short, and only of what an episode speaks of most", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		list := mentions(recommendedBy(dune(0), "Ada", "Dune "+strings.Repeat("is a wonderful novel ", 30)), dune(800))
		for i := range 5 {
			list = append(list, said(mention.Product, fmt.Sprint("Thing ", i), 1000+100*i))
		}
		w.analyze(episode{id: "a", channel: "one", mentions: list}) // 480 words: the book takes 44 of 48
		require.Greater(t, len(w.quoteOf(mention.Book, "Dune", false)), 600)
		short := w.quoteOf(mention.Book, "Dune", true)
		require.NotEmpty(t, short)
		require.Less(t, len(short), 300)
		require.NotEmpty(t, w.quoteOf(mention.Product, "Thing 3", false))
		require.Empty(t, w.quoteOf(mention.Product, "Thing 3", true))
	})
	t.Run("of an episode all types are quoted to strangers in turn, of books and sponsors four at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		product := func(name string, at int) mention.Mention { return said(mention.Product, name, at) }
		words := strings.Repeat("word ", 490) // seven quotes of seven words are shown
		w.analyze(episode{id: "a", channel: "one", text: []string{words}, mentions: mentions(
			product("Lantern", 0), product("Lantern", 100), product("Lantern", 200), product("Torch", 300), product("Torch", 400),
			said(mention.Concept, "Light", 500), said(mention.Book, "Emma", 600), said(mention.Book, "Emma", 700), dune(800),
			said(mention.Book, "Persuasion", 900), said(mention.Book, "Middlemarch", 1000), said(mention.Book, "Ulysses", 1100),
		)})
		for _, e := range w.entities(catalogue.EntityFilter{}) {
			shown := e.Name != "Ulysses"
			require.Equal(t, shown, w.quoteOf(e.Type, e.Name, true) != "", e.Name)
			list, _, err := w.s.Catalogue.EntityMentions(w.ctx, e.ID, catalogue.MentionFilter{Public: true})
			require.NoError(t, err)
			require.Len(t, list, 1)
			require.Equal(t, shown, list[0].Quote != "", "the page of %s shows what cards do", e.Name)
		}
		w.checkCounters()
	})
	t.Run("of the shortest transcripts strangers read the beginning of a quote when the name stands in it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", text: []string{strings.Repeat("word ", 49)}, mentions: mentions(dune(0))})
		emma := mentions(said(mention.Book, "Emma", 0))
		w.analyze(episode{id: "b", channel: "one", text: []string{strings.Repeat("word ", 39)}, mentions: emma})
		require.Equal(t, "We talked about Dune… — , one, Episode a", w.quoteOf(mention.Book, "Dune", true))
		require.Empty(t, w.quoteOf(mention.Book, "Emma", true))
	})
	t.Run("databases from before count the words of their quotes in the migration", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.taking(t)
		long := recommendedBy(dune(0), "Ada", "Dune "+strings.Repeat("is a wonderful novel ", 30))
		w.analyze(episode{id: "c", channel: "one", mentions: mentions(long, said(mention.Sponsor, "Lantern", 900))})
		before := w.dump("episode_entities")
		conn := Raw(t, w.s)
		_, err := conn.Exec("UPDATE episode_entities SET quote_words = 0, words_ahead = 2147483647")
		require.NoError(t, err)
		require.NotEqual(t, before, w.dump("episode_entities"))
		up := Up(t, dialectOf(w.s), "words_of_quotes")
		_, err = conn.Exec(up[strings.Index(up, "UPDATE episode_entities"):])
		require.NoError(t, err)
		require.Equal(t, before, w.dump("episode_entities"))
	})
	t.Run("strangers read of a thing elsewhere when the episode that tells most of it has given its share", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		lamp := func(at int) mention.Mention { return said(mention.Product, "Lamp", at) }
		full := mentions(recommendedBy(lamp(2000), "Ada", "Whoever walks in the woods should carry a Lamp."))
		for i := range 10 {
			lantern := said(mention.Product, "Lantern", 100*i)
			lantern.Quote = "The Lantern " + strings.Repeat("shines far ", 19) // 40 of 48 words
			full = append(full, lantern)
		}
		w.analyze(episode{id: "a", channel: "one", title: "Lanterns", mentions: full})
		plain := lamp(0)
		plain.Speaker, plain.Quote = "Grace", "I had a Lamp with me."
		w.analyze(episode{id: "b", channel: "two", title: "Woods", mentions: mentions(plain)})
		require.Equal(t, "Whoever walks in the woods should carry a Lamp. — Ada, one, Lanterns", w.quoteOf(mention.Product, "Lamp", false))
		require.Equal(t, "I had a Lamp with me. — Grace, two, Woods", w.quoteOf(mention.Product, "Lamp", true))

		quotes, err := w.s.Catalogue.TellingQuotes(w.ctx, []*store.Entity{w.entity(mention.Product, "Lamp")}, catalogue.QuotesFor{
			Stranger: true, Channel: w.episode("a", store.Viewer{}).Edges.Channel.PublicID,
		})
		require.NoError(t, err)
		require.Empty(t, quotes, "nothing of another show is quoted as if this one had said it")
	})
	t.Run("most recommended: by different speakers of shows, not by who says it often", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		emma := func(at int) mention.Mention { return said(mention.Book, "Emma", at) }
		lantern := recommendedBy(said(mention.Sponsor, "Lantern", 1500), "Ada", "Get Lantern.")
		lantern.Context = mention.Ad
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(recommendedBy(dune(0), "Ada", "Read Dune."),
			recommendedBy(dune(300), "Ada", "Read Dune."), recommendedBy(emma(600), "Ada", "Read Emma."), lantern)})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(recommendedBy(dune(0), "Ada", "Read Dune."),
			recommendedBy(emma(600), "Grace", "Read Emma."), said(mention.Book, "Persuasion", 900), dune(1200))})
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(recommendedBy(emma(0), "", "Read Emma."))})
		w.analyze(episode{id: "d", channel: "two", mentions: mentions(recommendedBy(emma(0), "", "Read Emma."))})
		w.checkCounters()
		books := func(f catalogue.EntityFilter) []string {
			f.Type = "book"
			var out []string
			for _, e := range w.pages(f) {
				out = append(out, fmt.Sprint(e.Name, " ", e.RecommenderCount))
			}
			return out
		}
		require.Equal(t, []string{"Emma 3", "Dune 1", "Persuasion 0"}, books(catalogue.EntityFilter{Sort: catalogue.SortRecommended, Limit: 1}))
		require.Equal(t, []string{"Dune 1", "Emma 3"}, books(catalogue.EntityFilter{Recommended: true}), "by mentions")
		require.Zero(t, w.entity(mention.Sponsor, "Lantern").RecommenderCount, "who reads an ad recommends everything")
	})
	t.Run("participants are told apart from people who are talked about", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.taking(t)
		names := func(part string) []string {
			var out []string
			for _, e := range w.pages(catalogue.EntityFilter{Type: "person", Part: part, Limit: 1}) {
				out = append(out, fmt.Sprintf("%s %d/%d", e.Name, e.TalkedCount, e.MentionCount))
			}
			return out
		}
		require.Equal(t, []string{"Frank Herbert 2/2", "Ada Byron 1/4"}, names(catalogue.PartTalked), "by who is talked about")
		require.Equal(t, []string{"Ada Byron 1/4", "Grace Hopper 0/1"}, names(catalogue.PartTaken))
		require.Equal(t, []string{"Ada Byron 1/4", "Frank Herbert 2/2", "Grace Hopper 0/1"}, names(""))
		entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, fmt.Sprint(w.episodes()[0].ID), store.Viewer{})
		require.NoError(t, err)
		parts := map[string]string{}
		for _, e := range entries {
			parts[e.Entity.Name] = e.Part
		}
		require.Equal(t, map[string]string{"Ada Byron": "host", "Grace Hopper": "participant", "Frank Herbert": "", "Dune": ""}, parts)
		w.checkCounters()

		before := w.mergeTables()
		ada, frank := w.entity(mention.Person, "Ada Byron"), w.entity(mention.Person, "Frank Herbert")
		m := w.merge(frank.ID, ada.ID)
		require.Equal(t, []string{"Frank Herbert 2/6", "Grace Hopper 0/1"}, names(""), "the survivor takes part where what it swallowed did")
		w.checkCounters()
		w.undo(m.Merge.ID)
		require.Equal(t, before, w.mergeTables())
	})
	t.Run("databases from before are counted by the migration", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.taking(t)
		before := w.dump("entities", "episode_entities")
		conn := Raw(t, w.s)
		exec := func(statement string) {
			t.Helper()
			_, err := conn.Exec(statement)
			require.NoError(t, err, statement)
		}
		exec("UPDATE entities SET recommender_count = 0, talked_count = 0")
		exec("UPDATE episode_entities SET participant = false")
		require.NotEqual(t, before, w.dump("entities", "episode_entities"))
		_, counted, found := strings.Cut(Up(t, dialectOf(w.s), "what_the_reader_sees"), "-- Databases from before")
		require.True(t, found)
		for _, statement := range strings.Split(counted, ";\n") {
			if at := strings.Index(statement, "UPDATE "); at >= 0 {
				exec(statement[at:])
			}
		}
		require.Equal(t, before, w.dump("entities", "episode_entities"))
	})
}

// taking is a directory where Ada hosts a show and is talked about in another one.
func (w *world) taking(t *testing.T) {
	t.Helper()
	run, text := w.run(episode{id: "a", channel: "one"})
	people := []media.Person{{Name: "Dr. Ada Byron", Role: "host"}, {Name: "Somebody Else", Role: "guest"}}
	require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, media.Episode{
		Platform: media.YouTube, ExternalID: "a", Title: "Episode a", Channel: show("one"), People: people,
	}))
	w.publish(run, text, mentions(participant("Ada Byron", 0), participant("Ada Byron", 300), participant("Ada Byron", 600),
		participant("Grace Hopper", 900), said(mention.Person, "Frank Herbert", 1200),
		recommendedBy(said(mention.Book, "Dune", 1500), "Ada Byron", "Read Dune.")))
	w.finish(run, "done")
	w.analyze(episode{id: "b", channel: "two", mentions: mentions(
		said(mention.Person, "Frank Herbert", 0), said(mention.Person, "Ada Byron", 300))})
}

// pages are the entities of a list, read page by page.
func (w *world) pages(f catalogue.EntityFilter) []*store.Entity {
	w.Helper()
	var out []*store.Entity
	for {
		page, err := w.s.Catalogue.Entities(w.ctx, f)
		require.NoError(w, err)
		out = append(out, page.Entities...)
		if f.After = page.Next; f.After == "" {
			return out
		}
	}
}

// episodes are the public ones, the first that was analyzed first.
func (w *world) episodes() []*store.Episode {
	w.Helper()
	out, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{})
	require.NoError(w, err)
	slices.SortFunc(out, func(a, b *store.Episode) int { return a.ID - b.ID })
	return out
}

// entriesOf are the entities of an episode as somebody sees them.
func (w *world) entriesOf(e *store.Episode, as *store.User) []*store.Entity {
	w.Helper()
	entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, fmt.Sprint(e.ID), store.Viewer{UserID: as.ID})
	require.NoError(w, err)
	out := make([]*store.Entity, 0, len(entries))
	for _, x := range entries {
		out = append(out, x.Entity)
	}
	return out
}
