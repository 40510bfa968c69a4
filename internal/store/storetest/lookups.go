package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
)

// lookupSuite: what public catalogs say stands between what shows claim and what moderators say, and can be taken back.
func lookupSuite(t *testing.T, open Open) {
	const wiki, item = "https://en.wikipedia.org/wiki/Dune_(novel)", "https://www.wikidata.org/wiki/Q190192"
	setUp := func(t *testing.T) (*world, *store.Entity) {
		t.Helper()
		w := newWorld(t, open)
		dune := said(mention.Book, "Dune", 0)
		dune.Description, dune.Claims.Author = "Book by Frank Herbert", "Herbert"
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(dune, said(mention.Person, "Frank Herbert", 200))})
		return w, w.entity(mention.Book, "Dune")
	}
	accepted := lookup.Decision{
		Outcome: lookup.Accepted, Reasons: []string{"by Herbert"},
		Record: lookup.Record{ID: "Q190192", Facts: lookup.Facts{
			Description: "1965 science fiction novel", Authors: []string{"Frank Herbert"}, Year: 1965, Links: []string{item, wiki},
		}},
	}
	t.Run("what is asked is what shows say", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		s, err := w.s.Catalogue.LookupSubject(w.ctx, e.ID)
		require.NoError(t, err)
		require.Equal(t, "Herbert", s.Subject.Author)
		require.Contains(t, s.Subject.Together, "Frank Herbert")
		require.Equal(t, []string{"We talked about Dune for a while."}, s.Subject.Texts)
		before := s.Subject.Asked()
		w.lookUp(e, lookup.Wikidata, accepted)
		s, err = w.s.Catalogue.LookupSubject(w.ctx, e.ID)
		require.NoError(t, err)
		require.Equal(t, "Herbert", s.Subject.Author, "a catalogue does not confirm itself")
		require.Empty(t, s.Subject.Authorities)
		require.Equal(t, before, s.Subject.Asked())
		require.Len(t, s.Lookups, 1)
	})
	t.Run("nobody outside is told of what visitors do not see", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		_, err := w.s.Curate.Hide(w.ctx, e.ID, moderator)
		require.NoError(t, err)
		s, err := w.s.Catalogue.LookupSubject(w.ctx, e.ID)
		require.NoError(t, err)
		require.Nil(t, s)
	})
	t.Run("a record's word comes before a show's and can be taken back", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		before := w.dump("entities", "links")
		for range 2 {
			w.lookUp(e, lookup.Wikidata, accepted)
		}
		now := w.entity(mention.Book, "Dune")
		require.Equal(t, [2]string{"1965 science fiction novel", "Frank Herbert"}, [2]string{now.Description, now.Author})
		require.Equal(t, "catalogue:wikidata", now.Sources["author"])
		require.Len(t, now.Edges.Links, 2)
		require.Equal(t, lookup.Wikidata, now.Edges.Links[0].Catalogue)
		records, err := w.s.Catalogue.Records(w.ctx, now)
		require.NoError(t, err)
		require.Len(t, records, 1)
		require.Equal(t, []string{"description", "author"}, records[0].Columns)
		require.Equal(t, item, records[0].URL)
		require.Equal(t, 1965, records[0].Facts.Year)

		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Book, "Dune", 0))})
		require.Equal(t, "Frank Herbert", w.entity(mention.Book, "Dune").Author)
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("b", store.Viewer{}).ID))

		w.lookUp(e, lookup.Wikidata, lookup.Decision{Outcome: lookup.Failed, Reasons: []string{"away"}})
		require.Equal(t, "Frank Herbert", w.entity(mention.Book, "Dune").Author, "silence contradicts nothing")
		again, err := w.s.Catalogue.Records(w.ctx, w.entity(mention.Book, "Dune"))
		require.NoError(t, err)
		require.Equal(t, records, again, "and it was not checked today")
		w.lookUp(e, lookup.Wikidata, lookup.Decision{Outcome: lookup.None, Reasons: []string{"another author"}})
		require.Empty(t, difference(before, w.dump("entities", "links")))
		records, err = w.s.Catalogue.Records(w.ctx, w.entity(mention.Book, "Dune"))
		require.NoError(t, err)
		require.Empty(t, records)
	})
	t.Run("a mentioned podcast leads to the channel that has its feed", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		found := func(feed string) *store.Channel {
			w.lookUp(e, lookup.ITunes, lookup.Decision{Outcome: lookup.Accepted, Record: lookup.Record{ID: "7", Facts: lookup.Facts{Feed: feed}}})
			records, err := w.s.Catalogue.Records(w.ctx, w.entity(mention.Book, "Dune"))
			require.NoError(t, err)
			require.Equal(t, "https://podcasts.apple.com/podcast/id7", records[0].URL)
			return records[0].Channel
		}
		w.analyze(episode{id: "b", channel: "walk", mentions: mentions(said(mention.Book, "Dune", 0))})
		conn := Raw(t, w.s)
		_, err := conn.Exec(`UPDATE channels SET platform = 'feed', external_id = 'http://feeds.example/walk' WHERE name = 'walk'`)
		require.NoError(t, err)
		require.NoError(t, conn.Close())
		require.Nil(t, found("https://feeds.example/other"))
		require.Nil(t, found("nonsense"))
		require.Equal(t, "walk", found("https://feeds.example/walk").Name, "whatever its scheme")
	})
	t.Run("two spellings that a catalogue knows under one id are one entity", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			said(mention.Book, "War and Peace", 0), said(mention.Book, "Krieg und Frieden", 200), said(mention.Book, "Krieg und Frieden", 400))})
		english, german := w.entity(mention.Book, "War and Peace"), w.entity(mention.Book, "Krieg und Frieden")
		record := func(id, wiki string) lookup.Decision {
			return lookup.Decision{Outcome: lookup.Accepted, Record: lookup.Record{ID: id, Facts: lookup.Facts{Links: []string{wiki}}}}
		}
		alike := func() int {
			found, err := w.s.Curate.SimilarEntities(w.ctx, english.ID, store.Viewer{})
			require.NoError(t, err)
			return len(found)
		}
		const novel = "https://en.wikipedia.org/wiki/War_and_Peace"
		w.lookUp(english, lookup.Wikidata, record("Q161531", novel))
		require.Zero(t, alike())
		w.lookUp(german, lookup.Wikidata, record("Q161531", novel))
		require.Equal(t, 1, alike())
		w.lookUp(german, lookup.Wikidata, record("Q1", "https://en.wikipedia.org/wiki/Universe"))
		require.Zero(t, alike(), "the catalogue took its word back")
		w.lookUp(german, lookup.Wikidata, record("Q161531", novel))
		join := func() int {
			n, err := w.s.Curate.JoinSameRecord(w.ctx, english.ID)
			require.NoError(t, err)
			return n
		}
		require.Equal(t, 1, join())
		require.Zero(t, join(), "it is done")
		require.Equal(t, german.ID, w.entity(mention.Book, "Krieg und Frieden").ID, "into the one with more mentions")
		require.Contains(t, w.knownAs(mention.Book, "Krieg und Frieden"), "War and Peace")
		made, n, err := w.s.Curate.Merges(w.ctx, curate.MergeFilter{EntityID: german.ID})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.NotEmpty(t, made[0].Reasons)
		_, err = w.s.Curate.UndoMerge(w.ctx, made[0].Number, moderator)
		require.NoError(t, err)
		require.Zero(t, join(), "a person said that they are not the same")
		require.Zero(t, w.wholePass(mention.Book).Merged)
	})
	t.Run("catalogues join only so many a day", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		var all []mention.Mention
		for i, first := range "bdfgklmnprstvwz" {
			for _, second := range "aeiu" {
				name := fmt.Sprintf("%c%c%s %c%[1]c%[2]c", first, second, strings.Repeat("l", i%3), second)
				all = append(all, said(mention.Book, strings.ToTitle(name), len(all)*20))
			}
		}
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(all...)})
		list, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Type: string(mention.Book), Limit: 100})
		require.NoError(t, err)
		require.Len(t, list.Entities, 60)
		gone := 0
		join := func(e *store.Entity) int {
			n, err := w.s.Curate.JoinSameRecord(w.ctx, e.ID)
			require.NoError(t, err)
			return n
		}
		for _, e := range list.Entities {
			w.lookUp(e, lookup.Wikidata, accepted)
			gone += join(e)
		}
		require.Equal(t, 50, gone)
		w.clock.pass(25 * time.Hour)
		require.Equal(t, 9, join(list.Entities[59]), "what is left, the next day")
	})
	t.Run("a moderator's word, a lock and what the other catalogue said stay", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		locks := []string{"author", catalogue.LockLinks}
		_, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: e.ID, Facts: map[string]string{"description": "Read it."}, Locks: &locks, By: moderator})
		require.NoError(t, err)
		w.lookUp(e, lookup.Wikidata, accepted)
		now := w.entity(mention.Book, "Dune")
		require.Equal(t, [2]string{"Read it.", "Herbert"}, [2]string{now.Description, now.Author})
		require.Empty(t, now.Edges.Links)
		locks = nil
		_, err = w.s.Curate.Edit(w.ctx, curate.Edit{ID: e.ID, Locks: &locks, By: moderator})
		require.NoError(t, err)
		w.lookUp(e, lookup.Wikidata, accepted)
		other := accepted
		other.Record.Facts.Authors = []string{"Somebody else"}
		w.lookUp(e, lookup.OpenLibrary, other)
		require.Equal(t, "Frank Herbert", w.entity(mention.Book, "Dune").Author)
		w.lookUp(e, lookup.OpenLibrary, lookup.Decision{Outcome: lookup.Ambiguous, Candidates: []lookup.Candidate{{ID: "OL1W", Name: "Dune"}}})
		now = w.entity(mention.Book, "Dune")
		require.Equal(t, [2]string{"Read it.", "Frank Herbert"}, [2]string{now.Description, now.Author})
		require.Len(t, now.Edges.Links, 2)
	})
	t.Run("another type is another thing: what catalogues said goes", func(t *testing.T) {
		t.Parallel()
		w, e := setUp(t)
		tables := func() []string { return append(w.mergeTables(), w.dump("lookups")...) }
		w.lookUp(e, lookup.Wikidata, accepted)
		w.lookUp(e, lookup.OpenLibrary, lookup.Decision{Outcome: lookup.None, Reasons: []string{"another author"}})
		before := tables()
		c := w.retype(e.ID, mention.Product)
		now := w.entity(mention.Product, "Dune")
		require.Equal(t, [2]string{"Book by Frank Herbert", "Herbert"}, [2]string{now.Description, now.Author})
		require.Empty(t, now.Edges.Links)
		s, err := w.s.Catalogue.LookupSubject(w.ctx, e.ID)
		require.NoError(t, err)
		require.Empty(t, s.Lookups)
		require.NoError(t, w.s.Catalogue.SaveLookup(w.ctx, catalogue.Asked{
			EntityID: e.ID, Catalogue: lookup.Wikidata, Subject: lookup.Subject{Type: mention.Book, Name: "Dune"}, Decision: accepted,
		}), "an answer about what it was comes too late")
		require.Empty(t, w.entity(mention.Product, "Dune").Edges.Links)
		film := accepted
		film.Record = lookup.Record{ID: "Q1", Facts: lookup.Facts{
			Makers: []string{"Arrakis Ltd"}, Links: []string{"https://www.wikidata.org/wiki/Q1"},
		}}
		w.lookUp(now, lookup.Wikidata, film)
		w.undoChange(c.Change.ID)
		require.Empty(t, difference(before, tables()), "what was said of the book comes back, what was said of the product goes")
	})
}
