package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
)

const (
	thinking = "Thinking, Fast and Slow"
	denken   = "Schnelles Denken, langsames Denken"
	pensare  = "Pensieri lenti e veloci"
)

// editionOf is a catalog's word that an entity is an edition of the work Q83186 (or another one), of which it knows others.
func editionOf(work string, own lookup.Edition, others ...lookup.Edition) lookup.Decision {
	return lookup.Decision{Outcome: lookup.Accepted, Reasons: []string{"by Daniel Kahneman"}, Record: lookup.Record{
		ID: work, Facts: lookup.Facts{Edition: &own, Editions: others},
	}}
}

// editionSuite: translations of a book are linked, each keeps its page, and a moderator has the last word.
func editionSuite(t *testing.T, open Open) {
	english := lookup.Edition{Language: "en", Title: thinking, Year: 2011, Original: true}
	german := lookup.Edition{Language: "de", Title: denken, Year: 2012, ID: "Q1000"}
	italian := lookup.Edition{Language: "it", Title: pensare, Year: 2012}
	setUp := func(t *testing.T) (w *world, original, translation *store.Entity) {
		t.Helper()
		w = newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			said(mention.Book, thinking, 0), said(mention.Book, thinking, 200), said(mention.Book, denken, 400))})
		return w, w.entity(mention.Book, thinking), w.entity(mention.Book, denken)
	}
	linked := func(w *world, original, translation *store.Entity) {
		w.lookUp(original, lookup.Wikidata, editionOf("Q83186", english, german, italian))
		w.lookUp(translation, lookup.Wikidata, editionOf("Q83186", german, english, italian))
	}
	t.Run("each keeps its page, its names and its mentions, and shows the others", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		require.Empty(t, w.editions(original))
		linked(w, original, translation)
		for _, e := range []*store.Entity{original, translation} {
			n, err := w.s.Curate.JoinSameRecord(w.ctx, e.ID)
			require.NoError(t, err)
			require.Zero(t, n, "editions are no duplicates")
			similar, err := w.s.Curate.SimilarEntities(w.ctx, e.ID, store.Viewer{})
			require.NoError(t, err)
			require.Empty(t, similar)
		}
		require.Zero(t, w.wholePass(mention.Book).Merged)
		require.Equal(t, 2, w.entity(mention.Book, thinking).MentionCount)
		require.Equal(t, 1, w.entity(mention.Book, denken).MentionCount)

		shown := w.editions(original)
		require.Len(t, shown, 2)
		require.Equal(t, translation.ID, shown[0].Entity.ID, "what the directory has comes first")
		require.Equal(t, [3]any{"de", denken, 2012}, [3]any{shown[0].Language, shown[0].Title, shown[0].Year})
		require.Equal(t, "https://www.wikidata.org/wiki/Q1000", shown[0].URL)
		require.Nil(t, shown[1].Entity)
		require.Equal(t, [2]string{"it", pensare}, [2]string{shown[1].Language, shown[1].Title})
		require.Equal(t, "https://www.wikidata.org/wiki/Q83186", shown[1].URL)
		shown = w.editions(translation)
		require.True(t, shown[0].Original)
		require.Equal(t, original.ID, shown[0].Entity.ID)
	})
	t.Run("two spellings of one edition become one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			said(mention.Book, denken, 0), said(mention.Book, "Das Kahnemanbuch", 200), said(mention.Book, denken, 400))})
		whole, short := w.entity(mention.Book, denken), w.entity(mention.Book, "Das Kahnemanbuch")
		known := editionOf("Q83186", german)
		known.Record.Facts.Links = []string{"https://www.wikidata.org/wiki/Q1000"}
		w.lookUp(whole, lookup.Wikidata, known)
		w.lookUp(short, lookup.Wikidata, known)
		n, err := w.s.Curate.JoinSameRecord(w.ctx, short.ID)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Empty(t, w.editions(w.entity(mention.Book, denken)), "it is no edition of itself")
	})
	t.Run("a catalogue's later word takes its former one back", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		before := w.dump("editions", "blocks", "links")
		linked(w, original, translation)
		w.lookUp(translation, lookup.Wikidata, lookup.Decision{Outcome: lookup.Failed})
		require.Len(t, w.editions(original), 2, "silence contradicts nothing")
		w.lookUp(translation, lookup.Wikidata, lookup.Decision{Outcome: lookup.None})
		require.Nil(t, w.editions(original)[0].Entity)
		w.lookUp(original, lookup.Wikidata, lookup.Decision{Outcome: lookup.Ambiguous})
		require.Equal(t, before, w.dump("editions", "blocks", "links"))
	})
	t.Run("what a moderator takes out stays out, and comes back by undo", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		linked(w, original, translation)
		before := w.dump("editions")
		decide := func(d curate.EditionDecision) (curate.Changed, error) {
			return w.s.Curate.DecideEdition(w.ctx, curate.DecideEdition{
				EntityID: translation.ID, Catalogue: lookup.Wikidata, Work: "Q83186", Decision: d, By: moderator,
			})
		}
		change, err := decide(curate.EditionRemove)
		require.NoError(t, err)
		require.Contains(t, change.Change.Before["edition"], denken)
		_, err = decide(curate.EditionRemove)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Empty(t, w.editions(translation))
		shown := w.editions(original)
		require.Len(t, shown, 2, "the work has a German edition all the same")
		require.Nil(t, shown[0].Entity)
		w.lookUp(translation, lookup.Wikidata, editionOf("Q83186", german, english))
		require.Empty(t, w.editions(translation), "the catalogue says it again")
		w.lookUp(translation, lookup.Wikidata, lookup.Decision{Outcome: lookup.None})
		w.lookUp(translation, lookup.Wikidata, editionOf("Q83186", german, english))
		require.Empty(t, w.editions(translation))
		curated, err := w.s.Curate.Curated(w.ctx, translation.ID)
		require.NoError(t, err)
		require.Equal(t, "removed", string(curated.Editions[0].Decision))
		require.Equal(t, original.ID, curated.Editions[0].Others[0].ID)
		require.Contains(t, curated.Editions[0].Reasons[0], "Wikidata has")
		_, err = w.s.Curate.UndoChange(w.ctx, change.Change.ID, moderator)
		require.NoError(t, err)
		require.Equal(t, before, w.dump("editions"))
		_, err = decide(curate.EditionKeep)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, err = w.s.Curate.DecideEdition(w.ctx, curate.DecideEdition{
			EntityID: original.ID, Catalogue: lookup.Wikidata, Work: "Q1", Decision: curate.EditionRemove, By: moderator,
		})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("a merge carries the link over, and its undo gives it back", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		linked(w, original, translation)
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Book, "Das Kahnemanbuch", 0))})
		survivor := w.entity(mention.Book, "Das Kahnemanbuch")
		before := w.dump("editions")
		m := w.merge(survivor.ID, translation.ID)
		require.Equal(t, survivor.ID, w.editions(original)[0].Entity.ID)
		require.Equal(t, original.ID, w.editions(survivor)[0].Entity.ID)
		w.undo(m.Merge.ID)
		require.Equal(t, before, w.dump("editions"))
		m = w.merge(original.ID, translation.ID) // a moderator may: both say Q83186, one row of them shows
		require.Len(t, w.editions(original), 2)
		require.Nil(t, w.editions(original)[0].Entity)
		w.undo(m.Merge.ID)
		require.Equal(t, before, w.dump("editions"))
	})
	t.Run("another type is an edition of nothing, until it is that type again", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		linked(w, original, translation)
		_, err := w.s.Curate.DecideEdition(w.ctx, curate.DecideEdition{
			EntityID: translation.ID, Catalogue: lookup.Wikidata, Work: "Q83186", Decision: curate.EditionRemove, By: moderator,
		})
		require.NoError(t, err)
		before := w.dump("editions")
		change, err := w.s.Curate.Retype(w.ctx, translation.ID, mention.Concept, moderator)
		require.NoError(t, err)
		require.Len(t, w.dump("editions"), 1)
		_, err = w.s.Curate.UndoChange(w.ctx, change.Change.ID, moderator)
		require.NoError(t, err)
		require.Equal(t, before, w.dump("editions"))
	})
	t.Run("nobody sees a hidden edition", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		linked(w, original, translation)
		_, err := w.s.Curate.Hide(w.ctx, translation.ID, moderator)
		require.NoError(t, err)
		require.Nil(t, w.editions(original)[0].Entity)
	})
	t.Run("what two catalogues know is shown once", func(t *testing.T) {
		t.Parallel()
		w, original, translation := setUp(t)
		linked(w, original, translation)
		other := german
		other.ID, other.Year = "OL5M", 0
		w.lookUp(original, lookup.OpenLibrary, editionOf("OL1W", english, other, lookup.Edition{Language: "fr", Title: "Système 1"}))
		w.lookUp(translation, lookup.OpenLibrary, editionOf("OL1W", other, english))
		var titles []string
		for _, e := range w.editions(original) {
			titles = append(titles, e.Title)
		}
		require.Equal(t, []string{denken, "Système 1", pensare}, titles)
	})
}

// lookUp keeps what a catalog says about an entity.
func (w *world) lookUp(e *store.Entity, name string, d lookup.Decision) {
	w.Helper()
	s, err := w.s.Catalogue.LookupSubject(w.ctx, e.ID)
	require.NoError(w, err)
	require.NotNil(w, s)
	require.NoError(w, w.s.Catalogue.SaveLookup(w.ctx, catalogue.Asked{EntityID: e.ID, Catalogue: name, Subject: s.Subject, Decision: d}))
}

func (w *world) editions(e *store.Entity) []catalogue.Edition {
	w.Helper()
	list, err := w.s.Catalogue.Editions(w.ctx, e)
	require.NoError(w, err)
	return list
}
