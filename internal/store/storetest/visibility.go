package storetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/people"
)

func visibilitySuite(t *testing.T, open Open) {
	t.Run("a private upload is there for its owner and moderators only", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		secret := said(mention.Company, "Canary Holdings", 0)
		secret.URL, secret.Description = "https://canary.example/secret", "A canary."
		shared := said(mention.Book, "Dune", 100)
		shared.Claims.Author, shared.URL = "Canary Author", "https://canary.example/dune"
		w.analyze(episode{id: "pub", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		w.analyze(episode{
			id: "up", channel: "private show", by: ann, upload: true, title: "Canary talk", text: []string{"The canary sings."},
			mentions: mentions(secret, shared),
		})
		owner, other, visitor, moderator := store.Viewer{UserID: ann.ID}, store.Viewer{UserID: bob.ID}, store.Viewer{},
			store.Viewer{UserID: bob.ID, Moderator: true}

		mine, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: owner})
		require.NoError(t, err)
		require.Equal(t, 2, n.N)
		id := fmt.Sprint(mine[0].ID)
		require.Equal(t, "Canary talk", w.episode(id, owner).Title)
		require.Equal(t, "Canary talk", w.episode(id, moderator).Title)
		entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, id, owner)
		require.NoError(t, err)
		require.Len(t, entries, 2)
		var company *store.Entity
		for _, e := range entries {
			if e.Entity.Name == "Canary Holdings" {
				company = e.Entity
			}
		}
		require.NotNil(t, company)
		require.Empty(t, company.Description)
		_, err = w.s.Catalogue.Entity(w.ctx, company.ID, owner)
		require.NoError(t, err)
		found, err := w.s.Catalogue.Search(w.ctx, "canary", 10, owner)
		require.NoError(t, err)
		require.Len(t, found.Episodes, 1)
		require.Len(t, found.Passages, 1)

		for _, v := range []store.Viewer{other, visitor} {
			_, n, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: v})
			require.NoError(t, err)
			require.Equal(t, 1, n.N)
			for _, err := range []error{
				second(w.s.Catalogue.Episode(w.ctx, id, v)), second(w.s.Catalogue.EpisodeEntities(w.ctx, id, v)),
				second(w.s.Catalogue.EpisodeText(w.ctx, id, v)),
				second(w.s.Catalogue.Entity(w.ctx, company.ID, v)),
				second(w.s.People.AddFavorite(w.ctx, v, people.FavoriteEpisode, mine[0].ID)),
				second(w.s.People.AddFavorite(w.ctx, v, people.FavoriteEntity, company.ID)),
			} {
				require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			}
			found, err := w.s.Catalogue.Search(w.ctx, "canary", 10, v)
			require.NoError(t, err)
			require.Empty(t, found.Passages)
			require.Empty(t, found.Episodes)
			require.Empty(t, found.Entities)
			require.Empty(t, found.Channels)
		}
		dune := w.entity(mention.Book, "Dune")
		require.Equal(t, "book Dune 1/1", listing([]*store.Entity{dune})[0])
		require.Empty(t, dune.Author)
		require.Empty(t, dune.Edges.Links)
		channels, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{})
		require.NoError(t, err)
		require.Len(t, channels, 1)
		known, _, err := w.s.Catalogue.KnownNames(w.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, known.Len())
		often, err := w.s.Catalogue.OftenMentioned(w.ctx, channels[0].Channel.ID, 20)
		require.NoError(t, err)
		require.Equal(t, []extract.Known{{EntityID: dune.ID, Type: mention.Book, Name: "Dune"}}, often, "nor is a model told")
		totals, err := w.s.Catalogue.Totals(w.ctx)
		require.NoError(t, err)
		require.Equal(t, 1, totals.Episodes)
		w.checkCounters()
	})
	t.Run("what of a source has been analyzed is known to those who see it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, ben := w.person("ann"), w.person("ben")
		w.analyze(episode{id: "pub", channel: "one"})
		w.run(episode{id: "raw", channel: "one"})
		w.analyze(episode{id: "up", channel: "two", by: ann, upload: true})
		page, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: store.Viewer{UserID: ann.ID}, Unprocessed: true})
		require.NoError(t, err)
		require.Len(t, page, 3)
		for _, e := range page {
			for viewer, sees := range map[int]bool{ann.ID: e.IsProcessed, ben.ID: e.IsProcessed && e.OwnerID == nil} {
				got, err := w.s.Catalogue.AnalyzedEpisodes(w.ctx, media.Platform(e.Platform), []string{e.ExternalID, "another"},
					store.Viewer{UserID: viewer})
				require.NoError(t, err)
				want := map[string]string{}
				if sees {
					want[e.ExternalID] = e.VideoID
				}
				require.Equal(t, want, got, e.Title)
			}
		}
		none, err := w.s.Catalogue.AnalyzedEpisodes(w.ctx, media.YouTube, nil, store.Viewer{})
		require.NoError(t, err)
		require.Empty(t, none)
	})
	t.Run("which channels of a source are known is told to those who see an episode of them", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, ben := w.person("ann"), w.person("ben")
		w.analyze(episode{id: "pub", channel: "one"})
		w.analyze(episode{id: "up", channel: "two", by: ann, upload: true})
		one, two := show("one").ExternalID, show("two").ExternalID
		for viewer, sees := range map[int][]string{ann.ID: {one, two}, ben.ID: {one}} {
			v := store.Viewer{UserID: viewer}
			got, err := w.s.Catalogue.KnownChannels(w.ctx, media.YouTube, []string{one, two, "another"}, v)
			require.NoError(t, err)
			require.ElementsMatch(t, sees, slices.Collect(maps.Keys(got)))
			for id, public := range got {
				c, err := w.s.Catalogue.Channel(w.ctx, public, v)
				require.NoError(t, err)
				require.Equal(t, id, c.Channel.ExternalID)
			}
			elsewhere, err := w.s.Catalogue.KnownChannels(w.ctx, media.Feed, []string{one, two}, v)
			require.NoError(t, err)
			require.Empty(t, elsewhere)
		}
	})
	t.Run("publishing an upload counts it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		w.analyze(episode{id: "up", channel: "one", by: ann, upload: true, mentions: mentions(said(mention.Book, "Dune", 0))})
		require.Empty(t, w.entities(catalogue.EntityFilter{}))
		mine, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Viewer: store.Viewer{UserID: ann.ID}})
		require.NoError(t, err)
		require.NoError(t, w.s.Catalogue.SetEpisodePublic(w.ctx, mine[0].ID, true))
		require.Equal(t, []string{"book Dune 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
		require.NoError(t, w.s.Catalogue.SetEpisodePublic(w.ctx, mine[0].ID, false))
		require.Empty(t, w.entities(catalogue.EntityFilter{}))
	})
}

// second drops an answer and keeps the error.
func second[T any](_ T, err error) error { return err }
