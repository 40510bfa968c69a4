package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// overview writes an overview as lines.
func (w *world) overview(typ mention.Type, name string) []string {
	w.Helper()
	o, err := w.s.Catalogue.EntityOverview(w.ctx, w.entity(typ, name).ID, store.Viewer{})
	require.NoError(w, err)
	out := []string{}
	for _, s := range o.Shows {
		out = append(out, fmt.Sprintf("in %s %d/%d", s.Name, s.Mentions, s.Episodes))
	}
	for _, m := range o.Months {
		out = append(out, fmt.Sprintf("%s %d/%d", m.Month, m.Mentions, m.Episodes))
	}
	for _, c := range o.Together {
		out = append(out, fmt.Sprintf("with %s %s %d", c.Type, c.Name, c.Episodes))
	}
	for _, r := range o.Recommenders {
		out = append(out, fmt.Sprintf("by %q in %s, %s", r.Speaker, r.Channel, r.Episode))
	}
	return append(out, fmt.Sprintf("recommended by %d", o.Recommended))
}

func overviewSuite(t *testing.T, open Open) {
	recommended := func(m mention.Mention, by, quote string) mention.Mention {
		m.Stance, m.Speaker, m.Quote = mention.Recommended, by, quote
		return m
	}
	dune := func(at int) mention.Mention { return said(mention.Book, "Dune", at) }
	t.Run("shows by mentions, months by publication, the oldest first", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.clock.pass(50 * 24 * time.Hour)
		w.analyze(episode{id: "a", channel: "one", days: 0, mentions: mentions(dune(0))})
		w.analyze(episode{id: "b", channel: "two", days: 40, mentions: mentions(dune(0), dune(300))})
		w.analyze(episode{id: "c", channel: "one", days: 41, mentions: mentions(dune(0))})
		w.analyze(episode{id: "d", channel: "two", days: 42, mentions: mentions(dune(0))})
		require.Equal(t, []string{"in two 3/2", "in one 2/2", "2026-03 1/1", "2026-04 4/3", "recommended by 0"}, w.overview(mention.Book, "Dune"))
	})
	t.Run("an episode that says it is of the future counts where it was analyzed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", days: 365_000, mentions: mentions(dune(0))})
		require.Equal(t, []string{"in one 1/1", "2026-03 1/1", "recommended by 0"}, w.overview(mention.Book, "Dune"))
	})
	t.Run("what is mentioned everywhere, once, or in an ad is nobody's company in particular", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		everywhere, near := said(mention.Company, "Northwind", 900), said(mention.Person, "Frank Herbert", 600)
		for i := range 6 {
			ad := said(mention.Sponsor, "Lantern", 1500)
			ad.Context = mention.Ad
			e := episode{id: fmt.Sprint("e", i), channel: "one", mentions: mentions(everywhere, ad)}
			if i < 2 {
				e.mentions = append(e.mentions, dune(0), near)
			}
			if i == 0 {
				e.mentions = append(e.mentions, said(mention.Location, "Oslo", 1200))
			}
			w.analyze(e)
		}
		got := w.overview(mention.Book, "Dune")
		require.Equal(t, []string{"with person Frank Herbert 2", "with company Northwind 2"}, got[2:4])
		require.NotContains(t, fmt.Sprint(got), "Lantern", "who pays for the episode")
		require.NotContains(t, fmt.Sprint(got), "Oslo")
	})
	t.Run("who recommended it: speakers of a show, the named first, each once with their most telling quote", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", days: 1, mentions: mentions(recommended(dune(0), "Ada", "Read Dune."))})
		telling := recommended(dune(0), "Ada", "Everybody who likes deserts should read Dune this winter.")
		w.analyze(episode{id: "b", channel: "one", days: 2, mentions: mentions(telling, recommended(dune(300), "Grace", "Read Dune."))})
		w.analyze(episode{id: "c", channel: "two", days: 3, mentions: mentions(recommended(dune(0), "", "Read Dune."))})
		w.analyze(episode{id: "d", channel: "two", days: 4, mentions: mentions(recommended(dune(0), "", "Read Dune."), dune(300))})
		got := w.overview(mention.Book, "Dune")
		require.Equal(t, []string{`by "Ada" in one, Episode b`, `by "Grace" in one, Episode b`, `by "" in two, Episode c`, "recommended by 3"},
			got[len(got)-4:])
	})
	t.Run("an ad recommends nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ad := recommended(said(mention.Sponsor, "Northwind", 0), "Ada", "Buy from Northwind.")
		ad.Context = mention.Ad
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(ad)})
		require.Contains(t, w.overview(mention.Sponsor, "Northwind"), "recommended by 0")
	})
	t.Run("private uploads are in nobody's overview, and what only they mention is not there for others", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ada := w.person("ada")
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(dune(0))})
		w.analyze(episode{
			id: "p", by: ada, upload: true,
			mentions: mentions(recommended(dune(0), "Ada", "Read Dune."), said(mention.Book, "Sense", 300)),
		})
		want := []string{"in one 1/1", "2026-03 1/1", "recommended by 0"}
		require.Equal(t, want, w.overview(mention.Book, "Dune"))
		owner := store.Viewer{UserID: ada.ID}
		listed, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: owner, Search: "Episode p"})
		require.NoError(t, err)
		require.Len(t, listed, 1)
		entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, listed[0].VideoID, owner)
		require.NoError(t, err)
		at := slices.IndexFunc(entries, func(e catalogue.EpisodeEntry) bool { return e.Entity.Name == "Sense" })
		require.NotEqual(t, -1, at)
		own, err := w.s.Catalogue.EntityOverview(w.ctx, entries[at].Entity.ID, owner)
		require.NoError(t, err)
		require.Equal(t, catalogue.EntityOverview{}, own, "nothing of it is public")
		_, err = w.s.Catalogue.EntityOverview(w.ctx, entries[at].Entity.ID, store.Viewer{})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
	t.Run("what is not there has none", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, err := w.s.Catalogue.EntityOverview(w.ctx, 7, store.Viewer{})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
}
