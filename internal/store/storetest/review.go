package storetest

import (
	"fmt"
	"regexp"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	dbdoubt "mentionary/ent/db/doubt"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/review"
)

// doubtful is a mention that lists do not take.
func doubtful(typ mention.Type, name string, at int) mention.Mention {
	m := said(typ, name, at)
	m.Signals, m.Confidence = []mention.Signal{mention.SignalCapitalised, extract.SignalGuessedType}, 0.35
	return m
}

// doubts is the queue of a kind.
func (w *world) doubts(kind dbdoubt.Kind) []review.Waiting {
	w.Helper()
	list, total, err := w.s.Review.Waiting(w.ctx, review.QueueFilter{Kind: kind})
	require.NoError(w, err)
	require.Len(w, list, total)
	return list
}

// decide decides about what waits under a name.
func (w *world) decide(kind dbdoubt.Kind, name string, d review.Decision) int {
	w.Helper()
	for _, x := range w.doubts(kind) {
		if x.Doubt.Name == name {
			d.DoubtID, d.By = x.Doubt.ID, moderator
			r, err := w.s.Review.Decide(w.ctx, d)
			require.NoError(w, err)
			return r.ID
		}
	}
	require.Fail(w, "nothing waits", "%s %s", kind, name)
	return 0
}

func (w *world) doubted(kind dbdoubt.Kind) []string {
	w.Helper()
	var names []string
	for _, x := range w.doubts(kind) {
		names = append(names, string(x.Doubt.Type)+" "+x.Doubt.Name)
	}
	return names
}

var rowID = regexp.MustCompile(` (example_)?id=\d+`)

// reviewed are the rows that a decision changes. Rows that are made again by counting may get other ids.
func (w *world) reviewed() []string {
	w.Helper()
	lines := w.dump("mentions", "glossaries", "distinct_pairs", "episodes", "channels")
	for _, line := range w.dump("episode_entities", "channel_entities", "doubts", "unproven") {
		lines = append(lines, rowID.ReplaceAllString(line, ""))
	}
	return append(lines, listing(w.entities(catalogue.EntityFilter{}))...)
}

// undone takes a decision back, twice, and requires that all is as it was.
func (w *world) undone(ruling int, before []string) {
	w.Helper()
	for range 2 {
		r, err := w.s.Review.Undo(w.ctx, ruling, moderator)
		require.NoError(w, err)
		require.NotNil(w, r.UndoneAt)
	}
	require.ElementsMatch(w, before, w.reviewed())
	w.checkCounters()
}

func reviewSuite(t *testing.T, open Open) {
	t.Run("what changes most stands first", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Concept, "Plimsoft", 0),
			doubtful(mention.Person, "Rare Bird", 100), said(mention.Book, "Deep Work", 200))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(doubtful(mention.Concept, "Plimsoft", 0))})
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(doubtful(mention.Concept, "Plimsoft", 0))})
		list := w.doubts(dbdoubt.KindLow)
		require.Len(t, list, 3, "a name is asked once a channel")
		require.Equal(t, []any{"Plimsoft", 2, 2, "one"}, []any{
			list[0].Doubt.Name, list[0].Doubt.Mentions, list[0].Doubt.Episodes,
			list[0].Doubt.Edges.Channel.Name,
		})
		require.Equal(t, "We talked about Plimsoft for a while.", list[0].Mention.Quote)
		require.NotEmpty(t, list[0].Quotes, "what is said elsewhere stands beside it")
		counts, err := w.s.Review.Counts(w.ctx, review.QueueFilter{Kind: dbdoubt.KindLow, Type: mention.Person})
		require.NoError(t, err)
		require.Equal(t, 1, counts.Kinds[dbdoubt.KindLow])
		require.Len(t, counts.Channels, 2)
		only, total, err := w.s.Review.Waiting(w.ctx, review.QueueFilter{Kind: dbdoubt.KindLow, ChannelID: list[2].Doubt.ChannelID, Limit: 1})
		require.NoError(t, err)
		require.Len(t, only, 1)
		require.Positive(t, total)
	})
	t.Run("private uploads wait until they are published", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.analyze(episode{id: "own", channel: "mine", upload: true, by: ann, mentions: mentions(doubtful(mention.Concept, "Plimsoft", 0))})
		require.Empty(t, w.doubts(dbdoubt.KindLow))
		_, err := w.s.Publish.PublishEpisode(w.ctx, w.privateEpisode(ann), moderator)
		require.NoError(t, err)
		require.Len(t, w.doubts(dbdoubt.KindLow), 1)
	})
	t.Run("right: it is listed, here and in the next episode", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first := episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Product, "Plimsoft", 0))}
		w.analyze(first)
		before := w.reviewed()
		version, err := w.s.CatalogueVersion(w.ctx)
		require.NoError(t, err)
		ruling := w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionRight})
		require.Equal(t, []string{"product Plimsoft 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Empty(t, w.doubts(dbdoubt.KindLow))
		after, err := w.s.CatalogueVersion(w.ctx)
		require.NoError(t, err)
		require.Greater(t, after, version)
		w.checkCounters()
		w.undone(ruling, before)
		w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionRight})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(doubtful(mention.Product, "Plimsoft", 0))})
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(doubtful(mention.Product, "Plimsoft", 0))})
		require.Equal(t, []string{"product Plimsoft 2/2"}, listing(w.entities(catalogue.EntityFilter{})), "the other channel asks itself")
		require.Len(t, w.doubts(dbdoubt.KindLow), 1)
	})
	t.Run("wrong: the mistake does not come back", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		bad := func(id string) episode {
			return episode{id: id, channel: "one", mentions: mentions(said(mention.Book, "Deep Work", 0), doubtful(mention.Person, "Will", 100),
				said(mention.Person, "Will", 300))}
		}
		w.analyze(bad("a"))
		before := w.reviewed()
		ruling := w.decide(dbdoubt.KindLow, "Will", review.Decision{Decision: dbruling.DecisionWrong, Reason: "a verb"})
		require.Equal(t, []string{"book Deep Work 1/1"}, listing(w.entities(catalogue.EntityFilter{})), "also where it was listed")
		require.Equal(t, 1, w.episode("a", store.Viewer{}).EntityCount)
		found, err := w.s.Catalogue.Search(w.ctx, "will", 10, store.Viewer{})
		require.NoError(t, err)
		require.Empty(t, found.Entities)
		w.checkCounters()

		w.analyze(bad("b"))
		run, text := w.again(bad("a"))
		w.publish(run, text, bad("a").mentions)
		require.Equal(t, []string{"book Deep Work 2/2"}, listing(w.entities(catalogue.EntityFilter{})))
		other := bad("c")
		other.mentions = mentions(said(mention.Concept, "Will", 0))
		w.analyze(other)
		require.Equal(t, []string{"book Deep Work 2/2"}, listing(w.entities(catalogue.EntityFilter{})), "whatever the type")
		require.Empty(t, w.doubts(dbdoubt.KindLow))

		_, err = w.s.Review.Undo(w.ctx, ruling, moderator)
		require.NoError(t, err)
		w.analyze(bad("d"))
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "person Will 2/2", "as it was, and not remembered any more")
		require.NotEmpty(t, before)
		w.checkCounters()
	})
	t.Run("undoing wrong restores every row", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Deep Work", 0), doubtful(mention.Person, "Will", 100),
			said(mention.Person, "Will", 300))})
		before := w.reviewed()
		w.undone(w.decide(dbdoubt.KindLow, "Will", review.Decision{Decision: dbruling.DecisionWrong}), before)
	})
	t.Run("other type: moved, and so in the next episode", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		bad := mentions(doubtful(mention.Concept, "Plimsoft", 0), doubtful(mention.Concept, "Plimsoft", 400))
		w.analyze(episode{id: "a", channel: "one", mentions: bad})
		before := w.reviewed()
		rows := w.mergeTables()
		ruling := w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionType, Type: mention.Product})
		require.Equal(t, []string{"product Plimsoft 2/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
		w.undone(ruling, before)
		require.Equal(t, rows, w.mergeTables(), "the product went as it came")
		w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionType, Type: mention.Product})
		w.analyze(episode{id: "b", channel: "one", mentions: bad})
		run, text := w.again(episode{id: "a"})
		w.publish(run, text, bad)
		require.Equal(t, []string{"product Plimsoft 4/2"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Empty(t, w.doubts(dbdoubt.KindLow))
	})
	t.Run("what a decision made goes with the last decision that led there, unless something else holds it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		plimsoft := mentions(doubtful(mention.Concept, "Plimsoft", 0))
		w.analyze(episode{id: "a", channel: "one", mentions: plimsoft})
		w.analyze(episode{id: "b", channel: "two", mentions: plimsoft})
		before := w.mergeTables()
		both := func() (first, second int) {
			product := review.Decision{Decision: dbruling.DecisionType, Type: mention.Product}
			return w.decide(dbdoubt.KindLow, "Plimsoft", product), w.decide(dbdoubt.KindLow, "Plimsoft", product)
		}
		undo := func(rulings ...int) {
			for _, id := range rulings {
				_, err := w.s.Review.Undo(w.ctx, id, moderator)
				require.NoError(t, err)
			}
		}
		first, second := both()
		undo(first, second)
		require.Equal(t, before, w.mergeTables())

		first, second = both()
		fan := w.person("fan")
		_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: fan.ID}, people.FavoriteEntity, w.entity(mention.Product, "Plimsoft").ID)
		require.NoError(t, err)
		undo(second, first)
		require.Contains(t, fmt.Sprint(w.dump("entities")), "type=product", "somebody keeps it")
		w.checkCounters()
	})
	t.Run("other entity: moved, and by its id also where two have the name", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		by := func(author string) mention.Mention {
			m := said(mention.Book, "Influence", 0)
			m.Claims.Author = author
			return m
		}
		w.analyze(episode{id: "x", channel: "xx", mentions: mentions(by("Robert Cialdini"))})
		w.analyze(episode{id: "y", channel: "yy", mentions: mentions(by("Gloria Swanson"))})
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Concept, "The Influence Book", 0))})
		var swanson int
		for _, e := range w.entities(catalogue.EntityFilter{}) {
			if e.Author == "Gloria Swanson" {
				swanson = e.ID
			}
		}
		before := w.reviewed()
		ruling := w.decide(dbdoubt.KindLow, "The Influence Book", review.Decision{Decision: dbruling.DecisionEntity, TargetID: swanson})
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "book Influence 2/2")
		w.undone(ruling, before)
		w.decide(dbdoubt.KindLow, "The Influence Book", review.Decision{Decision: dbruling.DecisionEntity, TargetID: swanson})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Concept, "The Influence Book", 0))})
		require.ElementsMatch(t, []string{"book Influence 3/3", "book Influence 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
	})
	t.Run("an entity by another name is obeyed too", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		said1 := w.episodeMentions("a")[0]
		_, err := w.s.Review.Decide(w.ctx, review.Decision{MentionID: said1, Decision: dbruling.DecisionWrong, By: moderator})
		require.NoError(t, err)
		w.analyze(episode{id: "z", channel: "two", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		brian := mentions(said(mention.Person, "Brian Cantrell", 0))
		w.analyze(episode{id: "y", channel: "two", days: 1, mentions: brian}) // learned as an alias
		w.analyze(episode{id: "b", channel: "one", mentions: brian})
		require.Equal(t, []string{"person Bryan Cantrill 2/2"}, listing(w.entities(catalogue.EntityFilter{})))
	})
	t.Run("one sentence only", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		fruit := said(mention.Company, "Apple", 0)
		fruit.Quote = "I ate an Apple in the train."
		e := episode{id: "a", channel: "one", mentions: mentions(fruit, said(mention.Company, "Apple", 200))}
		w.analyze(e)
		first := w.episodeMentions("a")[0]
		in := review.Decision{MentionID: first, Sentence: true, Decision: dbruling.DecisionWrong, By: moderator}
		ruling, err := w.s.Review.Decide(w.ctx, in)
		require.NoError(t, err)
		require.Equal(t, []string{"company Apple 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		again, err := w.s.Review.Decide(w.ctx, in)
		require.NoError(t, err)
		require.Equal(t, ruling.ID, again.ID, "deciding twice is the same as once")
		run, text := w.again(e)
		w.publish(run, text, e.mentions)
		require.Equal(t, []string{"company Apple 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w2 := newWorld(t, open)
		w2.analyze(e)
		first = w2.episodeMentions("a")[0]
		before := w2.reviewed()
		ruling, err = w2.s.Review.Decide(w2.ctx, review.Decision{
			MentionID: first, Sentence: true, Decision: dbruling.DecisionWrong, By: moderator,
		})
		require.NoError(t, err)
		w2.undone(ruling.ID, before)
	})
	t.Run("a name that may be another waits, and is told apart or joined", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "two", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		list := w.doubts(dbdoubt.KindAmbiguous)
		require.Len(t, list, 1)
		require.Equal(t, "Bryan Cantrill", list[0].MayBe.Name)
		before := w.reviewed()
		w.undone(w.decide(dbdoubt.KindAmbiguous, "Brian Cantrell", review.Decision{Decision: dbruling.DecisionRight}), before)
		w.undone(w.decide(dbdoubt.KindAmbiguous, "Brian Cantrell",
			review.Decision{Decision: dbruling.DecisionEntity, TargetID: list[0].MayBe.ID}), before)
		w.decide(dbdoubt.KindAmbiguous, "Brian Cantrell", review.Decision{Decision: dbruling.DecisionRight})
		require.Empty(t, w.doubts(dbdoubt.KindAmbiguous))
		similar, err := w.s.Curate.SimilarEntities(w.ctx, list[0].Doubt.EntityID, store.Viewer{Moderator: true})
		require.NoError(t, err)
		require.Empty(t, similar, "nobody is asked again")
	})
	t.Run("nobody is asked whether two are one who were told apart or merged", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "two", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		asked := []string{"person Brian Cantrell"}
		require.Equal(t, asked, w.doubted(dbdoubt.KindAmbiguous))
		known, learned := w.entity(mention.Person, "Bryan Cantrill"), w.entity(mention.Person, "Brian Cantrell")
		require.NoError(t, w.s.Curate.MarkDistinct(w.ctx, known.ID, learned.ID, moderator))
		require.Empty(t, w.doubted(dbdoubt.KindAmbiguous))
		require.NoError(t, w.s.Curate.UnmarkDistinct(w.ctx, known.ID, learned.ID, moderator))
		require.Equal(t, asked, w.doubted(dbdoubt.KindAmbiguous))
		w.merge(learned.ID, known.ID)
		require.Empty(t, w.doubted(dbdoubt.KindAmbiguous), "the one that it may be is part of it")
	})
	t.Run("what waits bears the name that the entry has now", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Product, "Plimsoft", 0))})
		before := w.mergeTables()
		c, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: w.doubts(dbdoubt.KindLow)[0].Doubt.EntityID, Name: "Plimsoll", By: moderator})
		require.NoError(t, err)
		require.Equal(t, []string{"product Plimsoll"}, w.doubted(dbdoubt.KindLow))
		w.undoChange(c.Change.ID)
		require.Empty(t, difference(before, w.mergeTables()))
	})
	t.Run("decisions, merges and changes are undone last first", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.analyze(episode{id: "d", channel: "one", mentions: mentions(said(mention.Person, "Ada Lovelace", 0))})
		before := w.mergeTables()
		decide := func(d review.Decision) int {
			d.MentionID, d.By = w.mentionIDs(a.ID)[0], moderator
			r, err := w.s.Review.Decide(w.ctx, d)
			require.NoError(t, err)
			return r.ID
		}
		conflict := func(err error, sentence string) {
			t.Helper()
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.ErrorContains(t, err, sentence)
		}
		right := decide(review.Decision{Decision: dbruling.DecisionRight})
		_, err := w.s.Review.Undo(w.ctx, right, moderator)
		require.NoError(t, err)
		merge := w.merge(a.ID, b.ID).Merge.ID
		moved := decide(review.Decision{Decision: dbruling.DecisionEntity, TargetID: w.entity(mention.Person, "Ada Lovelace").ID})
		list, _, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{})
		require.NoError(t, err)
		require.False(t, list[0].CanUndo)
		_, err = w.s.Curate.UndoMerge(w.ctx, merge, moderator)
		conflict(err, fmt.Sprintf("decision number %d", moved))
		hidden, err := w.s.Curate.Hide(w.ctx, a.ID, moderator)
		require.NoError(t, err)
		_, err = w.s.Review.Undo(w.ctx, moved, moderator)
		conflict(err, fmt.Sprintf("change number %d", hidden.Change.ID))
		w.undoChange(hidden.Change.ID)
		_, err = w.s.Review.Undo(w.ctx, moved, moderator)
		require.NoError(t, err)
		w.undo(merge)
		require.NoError(t, w.s.Curate.UnmarkDistinct(w.ctx, a.ID, b.ID, moderator))
		require.Empty(t, difference(before, w.mergeTables()))
	})
	t.Run("right is taken back of what was merged away meanwhile, and the merge after it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		a, b := w.cantrills()
		w.analyze(episode{id: "both", channel: "one", mentions: mentions(said(mention.Person, a.Name, 0), said(mention.Person, b.Name, 300))})
		before := w.mergeTables()
		right, err := w.s.Review.Decide(w.ctx, review.Decision{MentionID: w.mentionIDs(b.ID)[0], Decision: dbruling.DecisionRight, By: moderator})
		require.NoError(t, err)
		merge := w.merge(a.ID, b.ID).Merge.ID
		_, err = w.s.Review.Undo(w.ctx, right.ID, moderator)
		require.NoError(t, err)
		w.checkCounters()
		w.undo(merge)
		require.NoError(t, w.s.Curate.UnmarkDistinct(w.ctx, a.ID, b.ID, moderator))
		require.Empty(t, difference(before, w.mergeTables()))
	})
	t.Run("a decision over a decision goes first, and what was written by hand since stays", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Concept, "Plimsoft", 0),
			doubtful(mention.Product, "Plimsoft", 100), doubtful(mention.Book, "Dune", 200))})
		before, channel := w.reviewed(), w.doubts(dbdoubt.KindLow)[0].Doubt.ChannelID
		first := w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionWrong})
		second := w.decide(dbdoubt.KindLow, "Plimsoft", review.Decision{Decision: dbruling.DecisionRight})
		_, err := w.s.Review.Undo(w.ctx, first, moderator)
		require.ErrorContains(t, err, fmt.Sprintf("decision number %d", second), "both wrote what Plimsoft means")
		for _, id := range []int{second, first} {
			_, err := w.s.Review.Undo(w.ctx, id, moderator)
			require.NoError(t, err)
		}
		require.ElementsMatch(t, before, w.reviewed())
		named := w.decide(dbdoubt.KindLow, "Dune", review.Decision{Decision: dbruling.DecisionRight})
		lines, _, err := w.s.Review.Glossary(w.ctx, review.GlossaryFilter{ChannelID: channel})
		require.NoError(t, err)
		_, err = w.s.Review.EditLine(w.ctx, lines[0].ID, review.Line{Heard: "Dune", Blocked: true}, moderator)
		require.NoError(t, err)
		_, err = w.s.Review.Undo(w.ctx, named, moderator)
		require.NoError(t, err)
		lines, _, err = w.s.Review.Glossary(w.ctx, review.GlossaryFilter{ChannelID: channel})
		require.NoError(t, err)
		require.True(t, lines[0].Blocked, "what somebody wrote by hand since")
	})
	t.Run("claims without proof wait, and become mentions or not", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		claim := said(mention.Person, "Cal Newport", 0)
		claim.Quote, claim.Surface = "We talked to Cow Newport for a while.", ""
		claim.QuoteEnd = claim.QuoteStart + len(claim.Quote)
		invented := said(mention.Book, "The Nothing", 0)
		invented.QuoteEnd, invented.QuoteStart = 0, 0
		e := episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Deep Work", 300))}
		publishWith := func(run, text int) {
			_, err := w.s.Publish.Publish(w.ctx, publish.PublishInput{
				RunID: run, TranscriptID: text, Mentions: e.mentions, Rejected: 3,
				Unproven: mentions(invented, claim, said(mention.Book, "Deep Work", 0)),
			})
			require.NoError(t, err)
		}
		run, text := w.run(e)
		publishWith(run, text)
		w.finish(run, "done")
		require.ElementsMatch(t, []string{"book The Nothing", "person Cal Newport"}, w.doubted(dbdoubt.KindRejected),
			"what the episode proves elsewhere is nobody's question")
		before := w.reviewed()
		ruling := w.decide(dbdoubt.KindRejected, "Cal Newport", review.Decision{Decision: dbruling.DecisionRight, Heard: "Cow Newport"})
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "person Cal Newport 1/1")
		w.checkCounters()
		w.undone(ruling, before)
		w.decide(dbdoubt.KindRejected, "Cal Newport", review.Decision{Decision: dbruling.DecisionRight, Heard: "Cow Newport"})
		taught, err := w.s.Publish.Taught(w.ctx, w.episode("a", store.Viewer{}).ChannelID)
		require.NoError(t, err)
		require.Equal(t, "Cow Newport", extract.TaughtNames(taught)[0].Aliases[0], "the next transcript is read with it")

		nothing := w.doubts(dbdoubt.KindRejected)[0]
		_, err = w.s.Review.Decide(w.ctx, review.Decision{
			DoubtID: nothing.Doubt.ID, Decision: dbruling.DecisionRight, Heard: "Nothing", By: moderator,
		})
		require.True(t, fault.Is(err, fault.BadInput), "what the transcript does not hold cannot be shown")
		before = w.reviewed()
		w.undone(w.decide(dbdoubt.KindRejected, "The Nothing", review.Decision{Decision: dbruling.DecisionWrong}), before)
		w.decide(dbdoubt.KindRejected, "The Nothing", review.Decision{Decision: dbruling.DecisionWrong})
		run, text = w.again(e)
		publishWith(run, text)
		require.Empty(t, w.doubts(dbdoubt.KindRejected), "the same claims do not come back")
	})
	t.Run("of two who decide at once one decides", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(doubtful(mention.Product, "Plimsoft", 0))})
		doubt := w.doubts(dbdoubt.KindLow)[0].Doubt.ID
		var all sync.WaitGroup
		made := make([]int, 6)
		for i := range made {
			all.Go(func() {
				r, err := w.s.Review.Decide(w.ctx, review.Decision{DoubtID: doubt, Decision: dbruling.DecisionRight, By: moderator})
				if err == nil {
					made[i] = r.ID
				}
			})
		}
		all.Wait()
		for _, id := range made {
			require.Equal(t, made[0], id)
			require.NotZero(t, id)
		}
		_, err := w.s.Review.Decide(w.ctx, review.Decision{DoubtID: doubt, Decision: dbruling.DecisionWrong, By: moderator})
		require.True(t, fault.Is(err, fault.Conflict), "another decision comes too late")
		list, total, err := w.s.Review.Rulings(w.ctx, 0, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, "mo", list[0].Actor)
		audit, n, err := w.s.AuditLog(w.ctx, fmt.Sprintf("ruling/%d", list[0].ID), 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, "review.decide", audit[0].Operation)
	})
}

// episodeMentions are the ids of an episode's mentions, by place.
func (w *world) episodeMentions(id string) []int {
	w.Helper()
	entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, id, store.Viewer{Moderator: true})
	require.NoError(w, err)
	var ids []int
	for _, e := range entries {
		for _, m := range e.Mentions {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// privateEpisode is the id of a person's only private episode.
func (w *world) privateEpisode(u *store.User) int {
	w.Helper()
	list, _, err := w.s.Publish.Unpublished(w.ctx, 10, 0)
	require.NoError(w, err)
	require.Len(w, list, 1)
	require.Equal(w, u.ID, *list[0].Episode.OwnerID)
	return list[0].Episode.ID
}
