package storetest

import (
	"cmp"
	"crypto/rand"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/publish"
)

// knownNames are known names as somebody keeps them who reads what changed.
type knownNames struct {
	w       *world
	version int64
	names   *extract.Names
}

func (w *world) knownNames() *knownNames {
	w.Helper()
	names, version, err := w.s.Catalogue.KnownNames(w.ctx)
	require.NoError(w, err)
	return &knownNames{w, version, names}
}

// follow reads what changed, and reports whether that could be told.
func (k *knownNames) follow() bool {
	k.w.Helper()
	c, err := k.w.s.Catalogue.ChangedNames(k.w.ctx, k.version)
	require.NoError(k.w, err)
	if c.All {
		return false
	}
	k.names, k.version = k.names.With(c.IDs, c.Known), c.Version
	return true
}

// list is what is known, by entity.
func (k *knownNames) list() []extract.Known {
	return slices.SortedFunc(slices.Values(k.names.All()), func(a, b extract.Known) int { return cmp.Compare(a.EntityID, b.EntityID) })
}

// check follows, and compares with names that are read anew: those that are known, and what is found by them.
func (k *knownNames) check(t require.TestingT) {
	require.True(t, k.follow())
	known := k.w.knownNames().list()
	require.Equal(t, known, k.list())
	anew := catalogue.New(k.w.s.DB)
	for _, n := range known[:min(3, len(known))] {
		for _, query := range []string{n.Name, n.Name[:min(3, len(n.Name))], n.Name + "x"} {
			require.Equal(t, found(k.w, anew, query), found(k.w, k.w.s.Catalogue, query), query)
		}
	}
}

// found returns the entities that a store finds, best first.
func found(w *world, s *catalogue.Store, query string) []int {
	w.Helper()
	got, err := s.Search(w.ctx, query, 50, store.Viewer{})
	require.NoError(w, err)
	ids := make([]int, len(got.Entities))
	for i, e := range got.Entities {
		ids[i] = e.ID
	}
	return ids
}

func knownSuite(t *testing.T, open Open) {
	t.Run("names that follow what changes are those that are read anew, whatever was done", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		w.companies()
		w.aliases(ids)
		known := w.knownNames()
		told := 0
		rapid.Check(t, func(r *rapid.T) {
			m := &knownModel{curationModel: curationModel{w: w, r: r, ids: ids}}
			for range rapid.IntRange(1, 6).Draw(r, "steps") {
				m.step()
				if rapid.IntRange(0, 2).Draw(r, "look") > 0 { // several changes come together now and then
					before := known.list()
					known.check(r)
					told += len(difference(texts(before), texts(known.list())))
				}
			}
			m.takeBack()
			known.check(r)
		})
		require.Greater(t, told, 50, "names did change")
	})
	t.Run("names that follow miss nothing while many publish at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		known := w.knownNames()
		var all sync.WaitGroup
		errs := make(chan error, 4*6)
		for worker := range 4 {
			var ins []publish.PublishInput
			for i := range 6 {
				id := fmt.Sprintf("at-once-%d-%d", worker, i)
				run, text := w.run(episode{id: id, channel: "one"})
				ins = append(ins, publish.PublishInput{RunID: run, TranscriptID: text, Mentions: mentions(said(mention.Book, "Book "+id, 0),
					said(mention.Book, fmt.Sprint("Shared ", i), 100))})
			}
			all.Go(func() {
				for _, in := range ins {
					_, err := w.s.Publish.Publish(w.ctx, in)
					errs <- err
				}
			})
		}
		for range cap(errs) {
			require.NoError(t, <-errs)
			require.True(t, known.follow())
		}
		all.Wait()
		known.check(t)
		require.Equal(t, 4*6+6, known.names.Len())
	})
	t.Run("what is committed later than what was written later is not missed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 100))})
		known := w.knownNames()
		rename := func(from, to string) *sql.Tx {
			tx, err := Raw(t, w.s).BeginTx(w.ctx, nil)
			require.NoError(t, err)
			_, err = tx.ExecContext(w.ctx, "UPDATE entities SET name = $1 WHERE name = $2", to, from)
			require.NoError(t, err)
			return tx
		}
		commit := func(tx *sql.Tx) {
			_, err := tx.ExecContext(w.ctx, raise)
			require.NoError(t, err)
			require.NoError(t, tx.Commit())
		}
		if dialectOf(w.s) == "postgres" { // SQLite has one writer
			first := rename("Dune", "Dune Messiah")
			commit(rename("Emma", "Emma Woodhouse"))
			known.check(t)
			commit(first)
		} else {
			commit(rename("Dune", "Dune Messiah"))
			commit(rename("Emma", "Emma Woodhouse"))
		}
		known.check(t)
		require.Equal(t, []string{"book Dune Messiah []", "book Emma Woodhouse []"}, texts(known.list()))
	})
	t.Run("what was written without raising the version is seen with what raises it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0), said(mention.Book, "Emma", 100))})
		known := w.knownNames()
		w.exec("UPDATE entities SET name = 'Dune Messiah' WHERE name = 'Dune'")
		known.check(t)
		w.exec("UPDATE entities SET hidden = true WHERE name = 'Emma'")
		w.exec(raise)
		known.check(t)
		require.Equal(t, []string{"book Dune Messiah []"}, texts(known.list()))
	})
	t.Run("who is behind what was forgotten is told to read all", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		late, known := w.knownNames(), w.knownNames()
		for i := range 5 {
			w.analyze(episode{id: fmt.Sprint("e", i), channel: "one", mentions: mentions(said(mention.Book, fmt.Sprint("Book ", i), 0))})
			if i == 3 {
				require.True(t, known.follow())
			}
		}
		require.NoError(t, w.s.ForgetKnownChanges(w.ctx, 100))
		require.True(t, w.knownNamesAt(late.version).follow(), "there is room for all of them")
		require.NoError(t, w.s.ForgetKnownChanges(w.ctx, 1))
		require.False(t, late.follow())
		known.check(t)
		require.False(t, w.knownNamesAt(known.version+1).follow(), "a version that there never was")
		require.Len(t, found(w, w.s.Catalogue, "book"), 5, "as is who searches")
	})
	t.Run("names are read anew when the database was replaced by an older one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Dune", 0))})
		w.analyze(episode{id: "b", channel: "one", mentions: mentions(said(mention.Book, "Emma", 0))})
		require.NoError(t, w.s.Catalogue.FollowNames(w.ctx))
		w.exec("UPDATE entities SET name = 'Middlemarch', folded = 'middlemarch' WHERE name = 'Emma'")
		w.exec("DELETE FROM known_changes")
		w.exec("UPDATE stamps SET version = 1 WHERE scope = 'catalogue'")
		require.Empty(t, found(w, w.s.Catalogue, "iddlem"))
		require.NoError(t, w.s.Catalogue.FollowNames(w.ctx))
		require.Len(t, found(w, w.s.Catalogue, "iddlem"), 1)
	})
}

// raise raises the version of the catalogue as a transaction does that changed it.
const raise = "UPDATE stamps SET version = version + 1 WHERE scope = 'catalogue'"

func (w *world) knownNamesAt(version int64) *knownNames {
	return &knownNames{w, version, extract.NewNames(nil)}
}

// texts writes known names as lines.
func texts(known []extract.Known) []string {
	out := make([]string, 0, len(known))
	for _, k := range known {
		out = append(out, fmt.Sprintf("%s %s %v", k.Type, k.Name, k.Aliases))
	}
	return out
}

// knownModel also publishes, deletes and confirms at random. What moderators did can then not always be taken back.
type knownModel struct {
	curationModel
	stands    []func() error
	published []int // episodes
}

func (m *knownModel) step() {
	switch rapid.SampledFrom([]string{"curate", "curate", "take back", "publish", "delete", "confirm"}).Draw(m.r, "step") {
	case "curate":
		m.curationModel.step()
		m.stands, m.done = append(m.stands, m.done...), nil
	case "take back":
		m.takeBack()
	case "publish":
		id := rand.Text()
		name := rapid.SampledFrom([]string{"Garden Shears", "Rain Barrel", "Seed Drill", id}).Draw(m.r, "name")
		m.w.analyze(episode{id: id, channel: "channel 1", mentions: mentions(said(mention.Product, name, 0))})
		m.published = append(m.published, m.w.episode(id, store.Viewer{}).ID)
	case "delete":
		if n := len(m.published); n > 0 {
			require.NoError(m.r, m.w.s.Catalogue.DeleteEpisode(m.w.ctx, m.published[n-1]))
			m.published = m.published[:n-1]
		}
	case "confirm":
		m.w.exec(fmt.Sprintf("UPDATE alias SET confirmed = NOT confirmed WHERE id %% 3 = %d", rapid.IntRange(0, 2).Draw(m.r, "which")))
		m.w.exec(raise)
	}
}

// takeBack takes back what it can, the last first.
func (m *knownModel) takeBack() {
	for _, undo := range slices.Backward(m.stands) {
		if err := undo(); err != nil {
			require.True(m.r, fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound), "%v", err)
		}
	}
	m.stands = nil
}
