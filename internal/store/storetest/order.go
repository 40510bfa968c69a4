package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/work"
)

// directory is who is known, a line for each entity: its name, how many mentions count in how many episodes, all episodes that say it,
// its title and its other names.
func (w *world) directory() []string {
	w.Helper()
	entities, err := w.s.Jobs.RO.Entity.Query().WithAliases().All(w.ctx)
	require.NoError(w, err)
	out := listing(entities)
	for i, e := range entities {
		in, err := e.QueryEpisodes().QueryEpisode().All(w.ctx)
		require.NoError(w, err)
		var titles []string
		for _, ep := range in {
			titles = append(titles, strings.TrimPrefix(ep.Title, "Episode "))
		}
		slices.Sort(titles)
		out[i] += " in " + strings.Join(titles, " ")
		if e.Title != "" {
			out[i] += ", " + e.Title
		}
		var names []string
		for _, a := range e.Edges.Aliases {
			if a.Key != e.Key {
				names = append(names, a.Name)
			}
		}
		if slices.Sort(names); len(names) > 0 {
			out[i] += ", also " + strings.Join(names, ", ")
		}
	}
	slices.Sort(out)
	return out
}

// inEveryOrder analyzes episodes in every order and holds that the directory is the same once nothing is news: with a pass at the end, and
// with one after each.
func inEveryOrder(t *testing.T, open Open, episodes []episode, want ...string) {
	t.Helper()
	orders := [][]int{{}}
	for range episodes {
		var longer [][]int
		for _, o := range orders {
			for i := range episodes {
				if !slices.Contains(o, i) {
					longer = append(longer, append(slices.Clone(o), i))
				}
			}
		}
		orders = longer
	}
	for _, order := range orders {
		for _, passEach := range []bool{false, true} {
			w := newWorld(t, open)
			readings := map[int]reading{}
			for _, i := range order {
				run, text := w.run(episodes[i])
				w.publish(run, text, episodes[i].mentions)
				w.finish(run, work.RunDone)
				r, err := w.s.Jobs.RO.Run.Get(w.ctx, run)
				require.NoError(t, err)
				readings[r.EpisodeID] = reading{run, text, episodes[i].mentions}
				if passEach {
					w.readAllAgain(readings)
				}
			}
			w.readAllAgain(readings)
			require.Equal(t, want, w.directory(), "analyzed in the order %v, a pass after each: %v", order, passEach)
			w.checkCounters()
		}
	}
}

// reading is what an episode is read again from.
type reading struct {
	run, text int
	said      []mention.Mention
}

// readAllAgain reads episodes again, from what there is by their ids, until nothing is news.
func (w *world) readAllAgain(from map[int]reading) {
	w.Helper()
	id, err := w.s.Rereading.Begin(w.ctx)
	require.NoError(w, err)
	if id == 0 {
		return
	}
	for w.takeNews(id) {
		for _, ep := range w.toReadAgain(id) {
			r := from[ep]
			require.NoError(w, w.s.Rereading.Settle(w.ctx, id, ep, w.readAgain(r.run, r.text, r.said).Changed))
		}
	}
	_, err = w.s.Rereading.Finish(w.ctx, id, work.PassDone, "")
	require.NoError(w, err)
}

func orderSuite(t *testing.T, open Open) {
	unsure := func(typ mention.Type, name string, at int) mention.Mention {
		m := said(typ, name, at)
		m.Confidence = 0.4
		return m
	}
	company := said(mention.Company, "Acme", 500)
	t.Run("what lists show takes in what they do not, whatever the alphabet says", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(unsure(mention.Person, "Tilla Brandauer", 0), company)},
				{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Tiller Brandauer", 0), company)},
			},
			"company Acme 2/2 in a b", "person Tiller Brandauer 1/1 in a b, also Tilla Brandauer",
		)
	})
	t.Run("who is mentioned together with others is news, also where no list shows it", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Tilla Brandauer", 0))},
				{id: "b", channel: "one", mentions: mentions(unsure(mention.Person, "Tiller Brandauer", 0), company)},
				{id: "c", channel: "one", mentions: mentions(unsure(mention.Person, "Tilla Brandauer", 0), company)},
			},
			"company Acme 2/2 in b c", "person Tilla Brandauer 1/1 in a b c, also Tiller Brandauer",
		)
	})
	t.Run("the names that were learned for somebody follow who they are like", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(
					unsure(mention.Person, "Dorian E. Varros", 0), said(mention.Person, "Dorian Varos", 100), company,
				)},
				{id: "b", channel: "one", mentions: mentions(said(mention.Person, "Dorian Ivaros", 0))},
				{id: "c", channel: "one", mentions: mentions(said(mention.Person, "Dorian E. Varos", 0), company)},
			},
			"company Acme 2/2 in a c",
			"person Dorian Varos 3/3 in a b c, also Dorian E. Varos, Dorian E. Varros, Dorian Ivaros",
		)
	})
	t.Run("the names that another channel learned follow, too: a learned name means one in every channel", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Tilla Brandauer", 0), company)},
				{id: "b", channel: "one", mentions: mentions(unsure(mention.Person, "Tiller Brandauer", 0), company)},
				{id: "c", channel: "two", mentions: mentions(said(mention.Person, "Tiller Brandauer", 0))},
				{id: "d", channel: "two", mentions: mentions(unsure(mention.Person, "Tillar Brandauer", 0))},
			},
			"company Acme 2/2 in a b", "person Tilla Brandauer 2/2 in a b c d, also Tillar Brandauer, Tiller Brandauer",
		)
	})
	t.Run("a given name that many have means whom its episode speaks of with others, also when that comes out later", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(unsure(mention.Person, "Jess", 0), said(mention.Person, "Marek Toselli", 100))},
				{id: "b", channel: "two", mentions: mentions(unsure(mention.Person, "Jess", 0), said(mention.Person, "M. Toselli", 100))},
				{id: "c", channel: "one", mentions: mentions(said(mention.Person, "M. Toselli", 100))},
			},
			"person Jess 0/0 in a b", "person Marek Toselli 3/3 in a b c, also M. Toselli",
		)
	})
	t.Run("two works of one name are both called by it", func(t *testing.T) {
		t.Parallel()
		book := func(name, author string) mention.Mention {
			m := said(mention.Book, name, 0)
			m.Surface, m.Claims.Author = "Inventing Rivers", author
			return m
		}
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(book("Inventing Rivers", "Albert Cory"))},
				{id: "b", channel: "two", mentions: mentions(book("Inventing Rivers: A Short History of Water and Work", "Nora Silber"))},
				{id: "c", channel: "two", mentions: mentions(book("Inventing Rivers", "Nora Silber"))},
			},
			"book Inventing Rivers 1/1 in a",
			"book Inventing Rivers 2/2 in b c, also Inventing Rivers: A Short History of Water and Work",
		)
	})
	t.Run("a name that was learned is spelled as well as anybody spells it", func(t *testing.T) {
		t.Parallel()
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Marta Groos", 0))},
				{id: "b", channel: "one", mentions: mentions(unsure(mention.Person, "Marta Gross", 0))},
				{id: "c", channel: "one", mentions: mentions(unsure(mention.Person, "Marta Groß", 0))},
			},
			"person Marta Groos 1/1 in a b c, also Marta Groß",
		)
		book := func(name string) []mention.Mention { return mentions(said(mention.Book, name, 0)) }
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: book("Rivers and the Next Big Flood: A Story"), days: 1},
				{id: "b", channel: "one", mentions: book("Rivers and the Next Big Flood"), days: 2},
				{id: "c", channel: "one", mentions: book("Rivers & the Next Big Flood"), days: 3},
			},
			"book Rivers and the Next Big Flood: A Story 3/3 in a b c, also Rivers & the Next Big Flood",
		)
	})
	t.Run("the oldest episode that says a fact where it counts is heard, then the oldest that reads it for a sponsor", func(t *testing.T) {
		t.Parallel()
		who := func(name, title string, in mention.Context) []mention.Mention {
			m := said(mention.Person, name, 0)
			m.Context, m.Claims.Title = in, title
			return mentions(m)
		}
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: who("Fabian Rust", "Founder", mention.Ad), days: 1},
				{id: "b", channel: "one", mentions: who("Fabian Rust", "baker", mention.Ad), days: 2},
				{id: "c", channel: "one", mentions: who("Fabian Rust", "", mention.Editorial), days: 3},
			},
			"person Fabian Rust 1/1 in a b c, Founder",
		)
		inEveryOrder(
			t, open, []episode{
				{id: "a", channel: "one", mentions: who("Fabian Rust", "Founder", mention.Ad), days: 1},
				{id: "b", channel: "one", mentions: who("Fabian Rust", "carpenter", mention.Editorial), days: 2},
			},
			"person Fabian Rust 1/1 in a b, carpenter",
		)
	})
}
