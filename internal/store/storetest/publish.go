package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
)

// mostStatements is what the first publication of an episode takes at most, without facts, addresses and learned names: two of them ask
// what was mentioned together, where a name may be another's.
const mostStatements = 33

func publishSuite(t *testing.T, open Open) {
	t.Run("makes an episode public with its entities and counters", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ad := said(mention.Sponsor, "Acme Mattress", 400)
		ad.Context = mention.Ad
		adOnly := said(mention.Company, "Globex", 500)
		adOnly.Context = mention.Ad
		unsure := said(mention.Person, "Grace Hopper", 600)
		unsure.Confidence = 0.5
		got := w.analyze(episode{id: "a", channel: "one", mentions: mentions(
			said(mention.Book, "The Odyssey", 0), said(mention.Book, "The Odyssey", 100), said(mention.Location, "Paris", 200), ad, adOnly, unsure)})
		require.Equal(t, 3, got.Entities)
		require.Equal(t, 4, got.Mentions)
		require.Len(t, got.NewEntities, 5)
		require.Equal(t, []string{"book The Odyssey 2/1", "sponsor Acme Mattress 1/1", "location Paris 1/1"},
			listing(w.entities(catalogue.EntityFilter{})))
		e := w.episode("a", store.Viewer{})
		require.True(t, e.IsProcessed)
		require.Equal(t, map[string]int{"book": 1, "location": 1, "sponsor": 1}, e.TypeCounts)
		require.Equal(t, 4, e.MentionCount)
		w.checkCounters()
		totals, err := w.s.Catalogue.Totals(w.ctx)
		require.NoError(t, err)
		require.Equal(t, catalogue.Totals{
			Episodes: 1, Channels: 1, Mentions: 4,
			Entities: map[mention.Type]int{mention.Book: 1, mention.Location: 1, mention.Sponsor: 1},
		}, totals)
	})
	t.Run("gives the same rows when it runs twice", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		list := mentions(said(mention.Book, "The Odyssey", 0), said(mention.Person, "Joe", 100), said(mention.Person, "Joe", 150))
		w.analyze(episode{id: "before", channel: "other", mentions: list})
		run, text := w.run(episode{id: "a", channel: "one"})
		first := w.publish(run, text, list)
		before := w.snapshot("a")
		w.clock.pass(time.Minute)
		require.Equal(t, first, w.publish(run, text, list))
		require.Equal(t, before, w.snapshot("a"))
		w.checkCounters()
	})
	t.Run("takes few statements, however much it mentions and the directory has", func(t *testing.T) {
		t.Parallel()
		count := &statements{}
		w := newWorld(t, func(t *testing.T, opts ...database.Option) *store.Store {
			t.Helper()
			return open(t, append(opts, database.WithStatements(count.note))...)
		})
		publishes := func(id string, list []mention.Mention) []string {
			run, text := w.run(episode{id: id, channel: "one"})
			return count.of(func() { w.publish(run, text, list) })
		}
		few := publishes("few", mentions(said(mention.Book, "Dune", 0), said(mention.Location, "Paris", 100)))
		require.LessOrEqual(t, len(few), mostStatements, strings.Join(few, "\n"))
		plenty(w, many, nil)
		var all []mention.Mention
		for i := range many {
			known, fresh := fmt.Sprintf("Talk Theory %d", 100+i*13), fmt.Sprintf("Fresh Idea %d", 100+i*17)
			all = append(all, said(mention.Concept, known, 200*i), said(mention.Concept, fresh, 200*i+100))
		}
		more := publishes("more", all)
		require.LessOrEqual(t, len(more), mostStatements, strings.Join(more, "\n"))
		w.checkCounters()
	})
	t.Run("removes what a new analysis no longer finds", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		e := episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "The Odyssey", 0), said(mention.Book, "Dune", 100),
			said(mention.Book, "Dune", 200))}
		w.analyze(e)
		kept := w.entity(mention.Book, "Dune")
		run, text := w.again(e)
		w.publish(run, text, mentions(said(mention.Book, "Dune", 200)))
		w.finish(run, work.RunDone)
		require.Equal(t, []string{"book Dune 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Equal(t, kept.ID, w.entity(mention.Book, "Dune").ID)
		require.Equal(t, map[string]int{"book": 1}, w.episode("a", store.Viewer{}).TypeCounts)
		w.checkCounters()
	})
	t.Run("refuses a late worker", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		run, text := w.run(episode{id: "a", channel: "one"})
		w.finish(run, work.RunFailed)
		_, err := w.s.Publish.Publish(w.ctx, publish.PublishInput{
			RunID: run, TranscriptID: text,
			Mentions: mentions(said(mention.Book, "Dune", 0)),
		})
		require.True(t, fault.Is(err, fault.Stale), "%v", err)
		require.Empty(t, w.entities(catalogue.EntityFilter{}))
	})
	t.Run("fills empty fields and never changes filled ones", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		claim := func(author, description string) []mention.Mention {
			m := said(mention.Book, "Thinking in Systems", 0)
			m.Claims.Author, m.Description = author, description
			return mentions(m)
		}
		w.analyze(episode{id: "a", channel: "one", mentions: claim("", "")})
		w.analyze(episode{id: "b", channel: "one", mentions: claim("Donella Meadows", "A primer.")})
		w.analyze(episode{id: "c", channel: "two", mentions: claim("Donella Meadows", "Something else.")})
		e := w.entity(mention.Book, "Thinking in Systems")
		require.Equal(t, "Donella Meadows", e.Author)
		require.Equal(t, "A primer.", e.Description)
		require.Equal(t, "agreed", e.Sources["author"])
		require.Contains(t, e.Sources["description"], "claimed:")
		require.Equal(t, 3, e.EpisodeCount)
	})
	t.Run("keeps creators' links as claims until two channels agree", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		m := said(mention.Product, "Anki", 0)
		m.URL = "https://apps.ankiweb.net/?utm_source=show"
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(m)})
		links := w.entity(mention.Product, "Anki").Edges.Links
		require.Len(t, links, 1)
		require.Equal(t, "claimed", links[0].Source)
		require.NotContains(t, links[0].URL, "utm_source")
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(m)})
		for _, l := range w.entity(mention.Product, "Anki").Edges.Links {
			require.Equal(t, "agreed", l.Source)
		}
	})
	t.Run("raises the version of the catalogue", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		before, err := w.s.CatalogueVersion(w.ctx)
		require.NoError(t, err)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		known, version, err := w.s.Catalogue.KnownNames(w.ctx)
		require.NoError(t, err)
		require.Greater(t, version, before)
		require.Equal(t, 1, known.Len())
		require.Equal(t, "Dune", known.All()[0].Name)
	})
	t.Run("keeps counters true when an episode is deleted", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Location, "Paris", 50))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		require.NoError(t, w.s.Catalogue.DeleteEpisode(w.ctx, w.episode("a", store.Viewer{}).ID))
		require.Equal(t, []string{"book Dune 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
		run, _ := w.run(episode{id: "c"})
		work, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		require.True(t, fault.Is(w.s.Catalogue.DeleteEpisode(w.ctx, work.Episode.ID), fault.Conflict))
	})
	t.Run("takes texts of any length", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		long := said(mention.Concept, fmt.Sprintf("%0900d", 7), 0)
		long.Speaker, long.Claims.Field, long.Description = long.Name, long.Name, long.Name
		w.analyze(episode{id: "a", mentions: mentions(long)})
		require.Len(t, w.entities(catalogue.EntityFilter{}), 1)
	})
}

// snapshot is everything an episode's publication wrote, as everybody sees it.
func (w *world) snapshot(id string) any {
	w.Helper()
	e := w.episode(id, store.Viewer{})
	entries, err := w.s.Catalogue.EpisodeEntities(w.ctx, id, store.Viewer{})
	require.NoError(w, err)
	type row struct {
		Entity      int
		Name        string
		Count       int
		Mentions    []int
		MentionSum  int
		Episodes    int
		Fields      map[string]string
		Claims      mention.Claims
		ProcessedAt time.Time
	}
	var rows []row
	for _, x := range entries {
		r := row{
			Entity: x.Entity.ID, Name: x.Entity.Name, Count: x.Count, MentionSum: x.Entity.MentionCount, Episodes: x.Entity.EpisodeCount,
			Fields: x.Entity.Sources, Claims: x.Claims, ProcessedAt: *e.ProcessedAt,
		}
		for _, m := range x.Mentions {
			r.Mentions = append(r.Mentions, m.ID)
		}
		rows = append(rows, r)
	}
	require.NotEmpty(w, rows)
	return rows
}

func matchingSuite(t *testing.T, open Open) {
	t.Run("joins spellings of one name", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Company, "Acme GmbH", 0))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Company, "ACME", 0), said(mention.Company, "Acme", 50))})
		require.Equal(t, []string{"company ACME 3/2"}, listing(w.entities(catalogue.EntityFilter{})))
	})
	t.Run("tells books of one title by their authors", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		by := func(author string) []mention.Mention {
			m := said(mention.Book, "Influence", 0)
			m.Claims.Author = author
			return mentions(m)
		}
		w.analyze(episode{id: "a", channel: "one", mentions: by("Robert Cialdini")})
		w.analyze(episode{id: "b", channel: "two", mentions: by("Gloria Swanson")})
		w.analyze(episode{id: "c", channel: "three", mentions: by("Robert B. Cialdini")})
		require.ElementsMatch(t, []string{"book Influence 2/2", "book Influence 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
	})
	t.Run("learns a name that was heard differently in the same channel", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		require.Equal(t, []string{"person Bryan Cantrill 2/2"}, listing(w.entities(catalogue.EntityFilter{})))
		require.Equal(t, []string{"Brian Cantrell"}, w.knownAs(mention.Person, "Bryan Cantrill"))
		w.analyze(episode{id: "c", channel: "elsewhere", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		require.Equal(t, []string{"person Bryan Cantrill 3/3"}, listing(w.entities(catalogue.EntityFilter{})))
	})
	t.Run("looks for a learned name only when something else confirms it", func(t *testing.T) {
		t.Parallel()
		inWriting := said(mention.Person, "Bryan Cantrill", 0)
		inWriting.Signals = append(inWriting.Signals, mention.SignalShowNotes)
		right, heard := said(mention.Person, "Bryan Cantrill", 0), said(mention.Person, "Brian Cantrell", 50)
		for _, c := range []struct {
			by        string
			then      [][]mention.Mention // episodes of another channel
			here      []mention.Mention   // a further episode of the same one
			confirmed bool
		}{
			{by: "nothing", here: mentions(right, heard)},
			{by: "the show notes of an episode", here: mentions(inWriting, heard), confirmed: true},
			{by: "its own sound elsewhere", then: [][]mention.Mention{mentions(heard)}},
			{by: "another channel that knows the person", then: [][]mention.Mention{mentions(right), mentions(heard)}, confirmed: true},
		} {
			w := newWorld(t, open)
			w.analyze(episode{id: "a", channel: "one", mentions: mentions(right)})
			w.analyze(episode{id: "b", channel: "one", mentions: mentions(heard)})
			if c.here != nil {
				w.analyze(episode{id: "c", channel: "one", mentions: c.here})
			}
			for i, list := range c.then {
				w.analyze(episode{id: fmt.Sprint("then", i), channel: "elsewhere", mentions: list})
			}
			known, _, err := w.s.Catalogue.KnownNames(w.ctx)
			require.NoError(t, err)
			require.Equal(t, c.confirmed, len(known.All()[0].Aliases) == 1, c.by)
		}
	})
	t.Run("tells what a show often mentions", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ad := said(mention.Sponsor, "Lantern", 900)
		ad.Context = mention.Ad
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Person, "Ada", 100), ad)})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Ada", 0), said(mention.Company, "Acme", 100))})
		w.analyze(episode{id: "c", channel: "two", mentions: mentions(said(mention.Book, "Emma", 0))})
		_, err := w.s.Curate.Hide(w.ctx, w.entity(mention.Company, "Acme").ID, moderator)
		require.NoError(t, err)
		often := func(limit int) (names []string) {
			rows, err := w.s.Catalogue.OftenMentioned(w.ctx, *w.episode("a", store.Viewer{}).ChannelID, limit)
			require.NoError(t, err)
			for _, k := range rows {
				names = append(names, k.Name)
			}
			return names
		}
		require.Equal(t, []string{"Ada", "Dune"}, often(9))
		require.Equal(t, []string{"Ada"}, often(1))
	})
	t.Run("calls an entity by the name that evidence speaks for", func(t *testing.T) {
		t.Parallel()
		const wrong, right = "Brian Cantrell", "Bryan Cantrill"
		written := func(name string) mention.Mention {
			m := said(mention.Person, name, 0)
			m.Signals = append(m.Signals, mention.SignalShowNotes)
			return m
		}
		listed := said(mention.Person, right, 0)
		listed.Signals = append(listed.Signals, mention.SignalGazetteer)
		heard := said(mention.Person, right, 0)
		for _, c := range []struct {
			by     string
			first  mention.Mention
			later  []mention.Mention // an episode each
			called string
		}{
			{"nothing more", said(mention.Person, wrong, 0), mentions(heard), wrong},
			{"its creator's writing", said(mention.Person, wrong, 0), mentions(written(right)), right},
			{"our lists", said(mention.Person, wrong, 0), mentions(listed), right},
			{"how often it is heard", said(mention.Person, wrong, 0), mentions(heard, heard, heard), right},
			{"less than a writing of the first", written(wrong), mentions(heard, heard, heard), wrong},
		} {
			w := newWorld(t, open)
			w.analyze(episode{id: "first", channel: "one", mentions: mentions(c.first)})
			for i, m := range c.later {
				w.analyze(episode{id: fmt.Sprint("later", i), channel: "one", mentions: mentions(m)})
			}
			count := len(c.later) + 1
			require.Equal(t, []string{fmt.Sprintf("person %s %d/%d", c.called, count, count)}, listing(w.entities(catalogue.EntityFilter{})), c.by)
			require.Equal(t, match.Key(mention.Person, c.called), w.entity(mention.Person, c.called).Key)
			w.analyze(episode{id: "last", channel: "one", mentions: mentions(said(mention.Person, wrong, 0))})
			require.Len(t, w.entities(catalogue.EntityFilter{}), 1, "the former name still leads there")
			w.checkCounters()
		}
	})
	t.Run("calls a person what somebody writes and nobody says, in whichever order episodes come", func(t *testing.T) {
		t.Parallel()
		written := said(mention.Person, "Bryan Cantrill", 0)
		written.Surface = "Brian Cantrell" // what a machine heard where the show notes say who it is
		written.Signals = append(written.Signals, mention.SignalShowNotes)
		heard := said(mention.Person, "Brian Cantrell", 0)
		for _, list := range [][]mention.Mention{
			{written, heard, heard}, {heard, written, heard}, {heard, heard, written}, {written, written, heard},
		} {
			w := newWorld(t, open)
			for i, m := range list {
				w.analyze(episode{id: fmt.Sprint(i), channel: "one", mentions: mentions(m)})
			}
			require.Equal(t, []string{"person Bryan Cantrill 3/3"}, listing(w.entities(catalogue.EntityFilter{})))
			w.checkCounters()
		}
	})
	t.Run("gives the same names in whichever order episodes come", func(t *testing.T) {
		t.Parallel()
		said := []mention.Mention{
			said(mention.Person, "Bryan Cantrill", 0), said(mention.Person, "Brian Cantrell", 0), said(mention.Person, "Bryan Cantrill", 0),
			said(mention.Concept, "Origins", 0), said(mention.Concept, "The Origins", 0), said(mention.Product, "D-Trace", 0),
			said(mention.Product, "DTrace", 0), said(mention.Book, "DEEP WORK", 0), said(mention.Book, "Deep Work", 0),
		}
		want := []string{"book Deep Work 2/2", "concept The Origins 2/2", "person Bryan Cantrill 3/3", "product DTrace 2/2"}
		for seed := range uint64(6) {
			w := newWorld(t, open)
			for _, i := range rand.New(rand.NewPCG(seed, 0)).Perm(len(said)) {
				w.analyze(episode{id: fmt.Sprint("e", i), channel: "one", mentions: said[i : i+1]})
			}
			got := listing(w.entities(catalogue.EntityFilter{}))
			slices.Sort(got)
			require.Equal(t, want, got, "order %d", seed)
			w.checkCounters()
		}
	})
	t.Run("leaves the name that a person gave", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		_, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: w.entity(mention.Person, "Brian Cantrell").ID, Name: "Brian Kantrell", By: moderator})
		require.NoError(t, err)
		written := said(mention.Person, "Bryan Cantrill", 0)
		written.Signals = append(written.Signals, mention.SignalShowNotes)
		w.analyze(episode{id: "c", channel: "one", mentions: mentions(written)})
		require.Equal(t, []string{"person Brian Kantrell 3/3"}, listing(w.entities(catalogue.EntityFilter{})))
	})
	t.Run("learns no half names", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		others := mentions(said(mention.Person, "Tom Hallenberg", 0), said(mention.Book, "Dune", 10), said(mention.Location, "Paris", 20))
		w.analyze(episode{id: "a", channel: "one", mentions: others})
		others[0].Name, others[0].Surface = "Hallenberg", "Hallenberg"
		w.analyze(episode{id: "b", channel: "one", mentions: others})
		require.Contains(t, listing(w.entities(catalogue.EntityFilter{})), "person Tom Hallenberg 2/2")
		require.Empty(t, w.knownAs(mention.Person, "Tom Hallenberg"))
	})
	t.Run("learns several names of one thing at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		heard := mentions(said(mention.Person, "Brian Cantrell", 0), said(mention.Person, "Bryan Cantrell", 50))
		for i := range heard {
			heard[i].URL = "https://cantrill.example/"
		}
		w.analyze(episode{id: "b", channel: "one", mentions: heard})
		require.Equal(t, []string{"person Bryan Cantrill 3/2"}, listing(w.entities(catalogue.EntityFilter{})))
		require.ElementsMatch(t, []string{"Brian Cantrell", "Bryan Cantrell"}, w.knownAs(mention.Person, "Bryan Cantrill"))
		require.Len(t, w.entity(mention.Person, "Bryan Cantrill").Edges.Links, 1)
	})
	t.Run("keeps what may be the same apart and says why", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Bryan Cantrill", 0))})
		w.analyze(episode{id: "b", channel: "two", mentions: mentions(said(mention.Person, "Brian Cantrell", 0))})
		other := w.entity(mention.Person, "Brian Cantrell")
		require.Contains(t, other.Sources["match"], "review")
		similar, err := w.s.Curate.SimilarEntities(w.ctx, other.ID, store.Viewer{})
		require.NoError(t, err)
		require.Len(t, similar, 1)
		require.Equal(t, "Bryan Cantrill", similar[0].Entity.Name)
		require.Greater(t, similar[0].Score, 0.5)
		require.NotEmpty(t, similar[0].Reasons)
	})
	t.Run("never joins types", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ad := said(mention.Sponsor, "Acme", 50)
		ad.Context = mention.Ad
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Company, "Acme", 0), ad)})
		require.ElementsMatch(t, []string{"company Acme 1/1", "sponsor Acme 1/1"}, listing(w.entities(catalogue.EntityFilter{})))
	})
}
