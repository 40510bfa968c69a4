package activities_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/eval"
	"mentionary/internal/extract/offline"
	"mentionary/internal/link"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// ownEpisodes are our twelve annotated episodes, as videos.
func (w *world) ownEpisodes() []told {
	w.Helper()
	own, err := eval.OwnEpisodes()
	require.NoError(w, err)
	require.Len(w, own, 12)
	all := make([]told, 0, len(own))
	for i, e := range own {
		spoken := transcript.Transcript{Language: e.Language, Origin: transcript.Publisher}
		for n, p := range e.Paragraphs {
			p.StartMS, p.EndMS = n*5000, n*5000+5000
			spoken.Cues = append(spoken.Cues, p)
		}
		all = append(all, told{media.Episode{
			Platform: media.YouTube, ExternalID: fmt.Sprintf("own%08d", i), Title: e.Title, Duration: time.Hour,
			PublishedAt: begin.Add(time.Duration(i) * 24 * time.Hour),
			Channel:     media.Channel{Platform: media.YouTube, ExternalID: "UC" + e.Show, Name: e.Show},
		}, spoken})
	}
	return all
}

// everything are the episodes of the demo library and our own.
func (w *world) everything() []told { return append(w.library(), w.ownEpisodes()...) }

// analyze sends episodes through runs of the world, in an order. It returns the runs, which stay open.
func (w *world) analyze(all []told, order []int) (runs []int) {
	w.Helper()
	for _, i := range order {
		w.site.episode, w.site.transcript = all[i].episode, all[i].spoken
		runs = append(runs, w.readWhole(all[i].episode.ExternalID))
	}
	return runs
}

// readAgain reads earlier episodes again until nothing is news, and returns what its passes did.
func (w *world) readAgain() (did activities.ReadingProgress) {
	w.Helper()
	for range 10 {
		id, err := w.s.Rereading.Begin(w.Context())
		require.NoError(w, err)
		if id == 0 {
			return did
		}
		var p activities.ReadingProgress
		for p.More = true; p.More; {
			p, err = w.reading.ReadNextAgain(w.Context(), activities.ReadingOnly{RereadingID: id})
			require.NoError(w, err)
		}
		state, err := w.reading.CloseReading(w.Context(), activities.ReadingEnd{RereadingID: id, State: work.PassDone})
		require.NoError(w, err)
		require.Equal(w, work.PassDone, state)
		did = activities.ReadingProgress{LookedAt: did.LookedAt + p.LookedAt, Read: did.Read + p.Read, Changed: did.Changed + p.Changed}
	}
	require.Fail(w, "there is always news")
	return did
}

// The same episodes give the same directory in whichever order they are analyzed, once earlier ones were read again with what later ones
// taught; and another one without that.
func TestTheOrderOfEpisodesPlaysNoPart(t *testing.T) {
	t.Parallel()
	var first, once []string
	differ := 0
	for seed := range uint64(10) {
		w := newWorld(t, storetest.SQLite, offline.New())
		w.publish.Voice = offline.Voice()
		all := w.everything()
		w.analyze(all, rand.New(rand.NewPCG(seed, 0)).Perm(len(all)))
		before := w.dump()
		did := w.readAgain()
		require.NotZero(t, did.Changed)
		if first == nil {
			first, once = w.dump(), before
		}
		if fmt.Sprint(once) != fmt.Sprint(before) {
			differ++
		}
		requireSame(t, first, w.dump(), "order %d", seed)
		t.Logf("order %d: %d names looked at, %d episodes read again, %d changed", seed, did.LookedAt, did.Read, did.Changed)
		require.LessOrEqual(t, did.Read, 4*len(all))
	}
	require.Positive(t, differ, "the control: without reading again the orders differ")
	t.Logf("%d lines; read once, %d of 9 orders differ from the first", len(first), differ)
}

// requireSame compares two dumps and shows the lines that only one has.
func requireSame(t *testing.T, want, got []string, message string, args ...any) {
	t.Helper()
	lines := map[string]int{}
	for _, l := range want {
		lines[l]++
	}
	for _, l := range got {
		lines[l]--
	}
	var differ []string
	for l, n := range lines {
		if n != 0 {
			differ = append(differ, fmt.Sprintf("%+d %s", -n, l))
		}
	}
	require.Empty(t, differ, append([]any{message}, args...)...)
}

// A name that an episode has only when it is read again was not there when the links of its run were resolved.
func TestWhatIsReadAgainHasItsAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite, offline.New())
	run := w.analyze(w.library(), []int{0})[0]
	listed := func() (n int) {
		entities, err := w.s.Catalogue.EntitiesOfRun(t.Context(), run)
		require.NoError(t, err)
		for _, e := range entities {
			if slices.ContainsFunc(e.Edges.Links, func(l *store.Link) bool { return l.Source == link.Listed.String() }) {
				n++
			}
		}
		return n
	}
	require.Zero(t, listed(), "nobody resolved them")
	for range 2 {
		_, err := w.publish.ReadEpisodeAgain(t.Context(), 1)
		require.NoError(t, err)
	}
	read := listed()
	require.Positive(t, read)
	_, err := w.links.ResolveLinks(t.Context(), activities.RunStage{RunID: run, Stage: work.StageLinks})
	require.NoError(t, err)
	require.Equal(t, read, listed(), "its run gives no more")
}

// What is read again twice for the same news stays the same, and what teaches nothing is not news.
func TestReadingAgainComesToAnEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite, offline.New())
	all := w.everything()
	w.analyze(all, inOrder(len(all)))
	w.readAgain()
	settled := w.dump()
	require.Zero(t, w.readAgain(), "nothing is news any more")
	for id := range all {
		_, err := w.publish.ReadEpisodeAgain(t.Context(), id+1)
		require.NoError(t, err)
	}
	require.Equal(t, settled, w.dump(), "each was read with all that there is to know")
	require.Zero(t, w.readAgain())
}
