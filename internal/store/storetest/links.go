package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/publish"
)

func mediaEpisode(id, title string) media.Episode {
	return media.Episode{Platform: media.YouTube, ExternalID: id, Title: title}
}

func linkSuite(t *testing.T, open Open) {
	const address = "https://apps.ankiweb.net/"
	setUp := func(t *testing.T) (*world, int, *store.Entity) {
		t.Helper()
		w := newWorld(t, open)
		m := said(mention.Product, "Anki", 0)
		m.URL = address
		run, text := w.run(episode{id: "a", channel: "one"})
		w.publish(run, text, mentions(m))
		return w, run, w.entity(mention.Product, "Anki")
	}
	t.Run("a front page that was stored as somebody's page there is called a website when it comes again", func(t *testing.T) {
		t.Parallel()
		w, run, e := setUp(t)
		_, err := Raw(t, w.s).Exec("UPDATE links SET kind = 'social'")
		require.NoError(t, err)
		require.NoError(t, w.s.Publish.ClaimLinks(w.ctx, run, []publish.LinkClaim{{EntityID: e.ID, URL: address}}))
		links := w.entity(mention.Product, "Anki").Edges.Links
		require.Len(t, links, 1)
		require.Equal(t, string(link.Website), links[0].Kind)
	})
	t.Run("a run's links are checked once in a while", func(t *testing.T) {
		t.Parallel()
		w, run, e := setUp(t)
		of, err := w.s.Catalogue.EntitiesOfRun(w.ctx, run)
		require.NoError(t, err)
		require.Len(t, of, 1)
		require.Equal(t, e.ID, of[0].ID)
		now := w.clock.now()
		urls, err := w.s.Catalogue.LinksToCheck(w.ctx, run, now.Add(-time.Hour), 10)
		require.NoError(t, err)
		require.Equal(t, []string{address}, urls)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{{URL: address, State: "valid", CheckedAt: now}}))
		urls, err = w.s.Catalogue.LinksToCheck(w.ctx, run, now.Add(-time.Hour), 10)
		require.NoError(t, err)
		require.Empty(t, urls)
		urls, err = w.s.Catalogue.LinksToCheck(w.ctx, run, now.Add(time.Hour), 10)
		require.NoError(t, err)
		require.Len(t, urls, 1)
		require.EqualValues(t, "valid", w.entity(mention.Product, "Anki").Edges.Links[0].State)
	})
	t.Run("no answer on three days breaks a link, an answer mends it", func(t *testing.T) {
		t.Parallel()
		w, _, _ := setUp(t)
		at := w.clock.now()
		check := func(state string, after time.Duration) int {
			at = at.Add(after)
			require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx,
				[]catalogue.LinkVerdict{{URL: address, State: state, Failing: state == "unknown", Reason: "timed out", CheckedAt: at}}))
			return len(w.entity(mention.Product, "Anki").Edges.Links)
		}
		require.Equal(t, 1, check("unknown", 0))
		require.Equal(t, 1, check("unknown", time.Hour))
		require.Equal(t, 1, check("unknown", time.Hour), "three failures on one day are one")
		require.Equal(t, 1, check("unknown", 24*time.Hour))
		require.Equal(t, 0, check("unknown", 24*time.Hour))
		require.Equal(t, 1, check("valid", time.Hour))
		require.Equal(t, 0, check("broken", time.Hour))
	})
	t.Run("an unknown that says nothing leaves the streak of failing days as it is", func(t *testing.T) {
		t.Parallel()
		w, _, _ := setUp(t)
		at := w.clock.now()
		check := func(failing bool) int {
			at = at.Add(24 * time.Hour)
			require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx,
				[]catalogue.LinkVerdict{{URL: address, State: "unknown", Failing: failing, Reason: "turned away", CheckedAt: at}}))
			return len(w.entity(mention.Product, "Anki").Edges.Links)
		}
		require.Equal(t, 1, check(false))
		require.Equal(t, 1, check(true))
		require.Equal(t, 1, check(true))
		require.Equal(t, 1, check(false), "no third failing day")
		require.Equal(t, 0, check(true), "but the next one is")
		require.Equal(t, 0, check(false), "and only an answer mends it")
	})
	t.Run("links of a catalogue are added once", func(t *testing.T) {
		t.Parallel()
		w, _, e := setUp(t)
		found := []catalogue.NewLink{
			{URL: "https://en.wikipedia.org/wiki/Anki_(software)", Trust: link.Catalogue},
			{URL: "javascript:alert(1)", Trust: link.Catalogue},
		}
		for range 2 {
			require.NoError(t, w.s.Catalogue.AddLinks(w.ctx, e.ID, found))
		}
		links := w.entity(mention.Product, "Anki").Edges.Links
		require.Len(t, links, 2)
		require.Equal(t, "catalogue", links[1].Source)
		require.Equal(t, "wikipedia", links[1].Kind)
	})
	t.Run("links of our own lists wait for nobody, prove nothing, and go with the type", func(t *testing.T) {
		t.Parallel()
		w, run, e := setUp(t)
		const article = "https://en.wikipedia.org/wiki/Anki"
		for range 2 {
			require.NoError(t, w.s.Catalogue.AddListed(w.ctx, map[int][]string{e.ID: {article}}))
		}
		links := w.entity(mention.Product, "Anki").Edges.Links
		require.Len(t, links, 2)
		require.Equal(t, "listed", links[1].Source)
		now := w.clock.now()
		urls, err := w.s.Catalogue.LinksToCheck(w.ctx, run, now, 10)
		require.NoError(t, err)
		require.Equal(t, []string{address}, urls)
		urls, err = w.s.Catalogue.ListedToCheck(w.ctx, now, 10)
		require.NoError(t, err)
		require.Equal(t, []string{article}, urls)
		require.NoError(t, w.s.Catalogue.SaveLinkChecks(w.ctx, []catalogue.LinkVerdict{{URL: article, State: "valid", CheckedAt: now}}))
		urls, err = w.s.Catalogue.ListedToCheck(w.ctx, now, 10)
		require.NoError(t, err)
		require.Empty(t, urls)
		require.NotContains(t, publish.KnownOf(w.entity(mention.Product, "Anki")).Authorities, link.Authorities([]string{article})[0])

		anki := w.entity(mention.Product, "Anki")
		origins, err := w.s.Catalogue.LinkOrigins(w.ctx, anki)
		require.NoError(t, err)
		require.Equal(t, []catalogue.LinkOrigin{
			{URL: address, Source: link.Claimed, GivenBy: "one"}, {URL: article, Source: link.Listed, CheckedAt: origins[1].CheckedAt},
		}, origins)
		require.True(t, now.Equal(*origins[1].CheckedAt))

		changed := w.retype(e.ID, mention.Company)
		require.Len(t, w.entity(mention.Company, "Anki").Edges.Links, 1)
		w.undoChange(changed.Change.ID)
		require.Len(t, w.entity(mention.Product, "Anki").Edges.Links, 2)
	})
}
