package storetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/mention"
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
}
