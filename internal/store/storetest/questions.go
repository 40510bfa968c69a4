package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/people"
)

// statements counts what is sent to a database.
type statements struct {
	mu   sync.Mutex
	sent []string
}

func (s *statements) note(statement string) {
	if strings.Contains(statement, "query=") {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.sent = append(s.sent, statement)
	}
}

// of answers what was sent meanwhile.
func (s *statements) of(do func()) []string {
	s.mu.Lock()
	s.sent = nil
	s.mu.Unlock()
	do()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

// many is how many rows the longer page has.
const many = 50

// questionSuite holds what lists cost and that they can be walked.
func questionSuite(t *testing.T, open Open) {
	t.Run("a page of fifty takes as many statements as a page of one", func(t *testing.T) {
		t.Parallel()
		count := &statements{}
		w := newWorld(t, func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			return open(t, append(opts, database.WithStatements(count.note))...)
		})
		ann := w.person("ann")
		everybody := store.Viewer{UserID: ann.ID}
		plenty(w, many+2, ann)
		require.NoError(t, w.s.Catalogue.FollowNames(w.ctx)) // whoever searches first reads all names
		dune := w.entity(mention.Book, "Dune")
		refs := make([]media.Ref, 0, many)
		for i := range many {
			refs = append(refs, video(fmt.Sprintf("item%d", i)))
		}
		long, _ := w.job(ann, refs...)
		for name, ask := range map[string]func(limit int) (int, error){
			"entities": func(n int) (int, error) {
				p, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Limit: n})
				return len(p.Entities), err
			},
			"entities with episodes": func(n int) (int, error) {
				p, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Limit: n, WithEpisodes: true, Sort: catalogue.SortName, Search: "talk"})
				return len(p.Entities), err
			},
			"episodes": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.Episodes(w.ctx, catalogue.EpisodeFilter{Limit: n, Viewer: everybody, Search: "episode"})
				return len(list), err
			},
			"channels": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{Limit: n})
				return len(list), err
			},
			"entities of a channel": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.ChannelEntities(w.ctx, "UCone", "", everybody, n, 0)
				return len(list), err
			},
			"episodes of an entity": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.EntityEpisodes(w.ctx, dune.ID, everybody, n, 0)
				return len(list), err
			},
			"mentions": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.EntityMentions(w.ctx, dune.ID, catalogue.MentionFilter{Limit: n, Viewer: everybody})
				return len(list), err
			},
			"mentions for strangers": func(n int) (int, error) {
				list, _, err := w.s.Catalogue.EntityMentions(w.ctx, dune.ID, catalogue.MentionFilter{Limit: n, Public: true})
				return len(list), err
			},
			"search": func(n int) (int, error) {
				found, err := w.s.Catalogue.Search(w.ctx, "talk", n, everybody)
				return len(found.Entities), err
			},
			"favorites": func(n int) (int, error) {
				list, _, err := w.s.People.Favorites(w.ctx, ann.ID, everybody, n, 0)
				return len(list), err
			},
			"favorites of a profile": func(n int) (int, error) {
				list, _, err := w.s.People.PublicFavorites(w.ctx, ann.PublicID, n, 0)
				return len(list), err
			},
			"jobs": func(n int) (int, error) {
				list, _, err := w.s.Jobs.Jobs(w.ctx, ann.ID, n, 0)
				return len(list), err
			},
			"items of a job": func(n int) (int, error) {
				list, _, err := w.s.Jobs.JobItems(w.ctx, long.ID, n, 0)
				return len(list), err
			},
			"entities of an episode": func(n int) (int, error) { // not paged: one has 2, the other all
				list, err := w.s.Catalogue.EpisodeEntities(w.ctx, map[int]string{1: "e1", many: "e0"}[n], everybody)
				return min(len(list)-1, n), err
			},
			"figures of a type": func(int) (int, error) { _, err := w.s.Catalogue.TypeStats(w.ctx, mention.Book); return 0, err },
		} {
			cost := func(limit, rows int) []string {
				return count.of(func() {
					n, err := ask(limit)
					require.NoError(t, err, name)
					if name != "figures of a type" {
						require.Equal(t, rows, n, name)
					}
				})
			}
			one, page := cost(1, 1), cost(many, many)
			require.NotEmpty(t, one, name)
			require.Len(t, page, len(one), "%s: %s", name, strings.Join(page, "\n"))
		}
	})
	t.Run("walking page by page meets each row once while others are added", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		plenty(w, 12, nil)
		random := rand.New(rand.NewPCG(4, 2))
		added := 0
		for _, sort := range []string{
			"", catalogue.SortName, catalogue.SortAuthor, catalogue.SortCompany, catalogue.SortCountry, catalogue.SortEpisodes,
			catalogue.SortRecent,
		} {
			before := map[int]int{}
			for _, e := range w.entities(catalogue.EntityFilter{}) {
				before[e.ID] = 0
			}
			met := map[int]int{}
			for after, more := "", true; more; {
				page, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Sort: sort, After: after, Limit: 1 + random.IntN(5)})
				require.NoError(t, err)
				for _, e := range page.Entities {
					met[e.ID]++
				}
				after, more = page.Next, page.Next != ""
				if more && random.IntN(3) == 0 { // somewhere in the order, before or behind the place
					added++
					m := said(mention.Types()[random.IntN(6)], fmt.Sprintf("%c Added Nr %d", 'A'+random.IntN(26), 1000+added*17), 0)
					m.Claims.Author, m.Claims.Company = string(rune('A'+random.IntN(26))), string(rune('A'+random.IntN(26)))
					w.analyze(episode{id: fmt.Sprintf("added%d", added), channel: "one", mentions: mentions(m)})
				}
			}
			for id := range before {
				require.Equal(t, 1, met[id], "entity %d, sorted by %q", id, sort)
			}
			for id, n := range met {
				require.Equal(t, 1, n, "entity %d, sorted by %q", id, sort)
			}
		}
		require.NotZero(t, added)
	})
}

// plenty analyzes n episodes. Each has a channel of its own but the first, which all entities are mentioned in; each mentions
// one book that all mention. With a person, they mark and submit as many things.
func plenty(w *world, n int, by *store.User) {
	w.Helper()
	all := mentions(said(mention.Book, "Dune", 0))
	for i := range n {
		all = append(all, said(mention.Concept, fmt.Sprintf("Talk Theory %d", 100+i*13), 100*(i+1)))
	}
	w.analyze(episode{id: "e0", channel: "one", by: by, mentions: all})
	for i := 1; i < n; i++ {
		w.analyze(episode{
			id: fmt.Sprintf("e%d", i), channel: fmt.Sprintf("show%d", i), by: by,
			mentions: mentions(said(mention.Book, "Dune", 0), all[i]),
		})
	}
	if by == nil {
		return
	}
	_, err := w.s.People.SaveProfile(w.ctx, by.ID, people.Profile{DisplayName: "Ann", Published: true})
	require.NoError(w, err)
	for _, e := range w.entities(catalogue.EntityFilter{}) {
		_, err := w.s.People.AddFavorite(w.ctx, store.Viewer{UserID: by.ID}, people.FavoriteEntity, e.ID)
		require.NoError(w, err)
	}
}
