package activities_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/activities"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/work"
)

const feedURL = "https://feed.example/rss"

var feed = media.Ref{Platform: media.Feed, Kind: media.KindFeed, ExternalID: feedURL, URL: feedURL}

// offers lets the source list pages of so many videos each.
func (s *site) offers(pages ...int) {
	number := 0
	for i, n := range pages {
		p := source.Page{Title: "All talks"}
		for range n {
			p.Episodes = append(p.Episodes, media.Episode{
				Platform: media.YouTube, ExternalID: fmt.Sprintf("video%06d", number),
				Title: fmt.Sprintf("Talk %d", number),
			})
			number++
		}
		cursor := ""
		if i > 0 {
			cursor = fmt.Sprint(i)
		}
		if i < len(pages)-1 {
			p.Next = fmt.Sprint(i + 1)
		}
		s.pages[cursor] = p
	}
}

// listAll lists page by page as the workflow does, and returns how many calls it took.
func (w *world) listAll(jobID int) (calls int) {
	w.Helper()
	for {
		calls++
		got, err := w.list.ListInput(w.Context(), activities.Listing{JobID: jobID})
		require.NoError(w, err)
		require.Less(w, calls, 20)
		if got.Listed {
			return calls
		}
	}
}

func TestASelectionTakesWhatItNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		selection media.Selection
		items     int
		calls     int
		since     time.Duration // 0: not limited
	}{
		"the 3 most recent":   {media.Selection{Mode: media.SelectRecent, Count: 3}, 3, 1, 0},
		"exactly one page":    {media.Selection{Mode: media.SelectRecent, Count: 5}, 5, 1, 0},
		"over two pages":      {media.Selection{Mode: media.SelectRecent, Count: 7}, 7, 2, 0},
		"more than there are": {media.Selection{Mode: media.SelectRecent, Count: 100}, 12, 3, 0},
		"the last 30 days":    {media.Selection{Mode: media.SelectDateRange, Days: 30}, 12, 3, 30 * 24 * time.Hour},
		"all":                 {media.Selection{Mode: media.SelectAll}, 12, 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := onSQLite(t)
			w.site.offers(5, 5, 2)
			id := w.submit(media.KindChannel, media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: "@talks"}, c.selection)
			require.Equal(t, c.calls, w.listAll(id))
			items := w.items(id)
			require.Len(t, items, c.items)
			for i, it := range items {
				require.Equal(t, fmt.Sprintf("Talk %d", i), it.Title)
				require.Equal(t, media.YouTube, it.Ref.Platform)
			}
			require.Equal(t, "All talks", w.job(id).Title)
			for _, since := range w.site.since {
				if c.since == 0 {
					require.Zero(t, since)
				} else {
					require.WithinDuration(t, begin.Add(-c.since), since, time.Hour)
				}
			}
		})
	}
}

func TestOneJobTakesNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	w.site.offers(600, 600)
	id := w.submit(media.KindFeed, feed, media.Selection{Mode: media.SelectDateRange, Days: 365})
	require.Equal(t, 2, w.listAll(id))
	require.Equal(t, media.MaxDatedEpisodes, w.job(id).ItemsTotal)
}

// A page whose answer was lost is listed again: the cursor moves with the items.
func TestAListingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		w.site.offers(5, 5)
		id := w.submit(media.KindPlaylist, media.Ref{Platform: media.YouTube, Kind: media.KindPlaylist, ExternalID: "PL1"},
			media.Selection{Mode: media.SelectAll})
		got, err := w.list.ListInput(w.Context(), activities.Listing{JobID: id})
		require.NoError(w, err)
		require.Equal(w, activities.ListResult{Items: 5, Title: "All talks"}, got)
		w.site.err = fault.New(fault.Unavailable, "No answer.")
		_, err = w.list.ListInput(w.Context(), activities.Listing{JobID: id})
		require.True(w, fault.Is(err, fault.Unavailable))
		require.Len(w, w.items(id), 5)
		w.site.err = nil
		require.Equal(w, 1, w.listAll(id))
		require.Len(w, w.items(id), 10)
		require.Equal(w, 1, w.listAll(id), "a listed job is not listed again")
		require.Len(w, w.items(id), 10)
	})
}

func TestAnInputWithoutEpisodesSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for mode, want := range map[media.SelectMode]string{media.SelectAll: "Check it", media.SelectDateRange: "Choose a longer one"} {
		w := onSQLite(t)
		id := w.submit(media.KindFeed, feed, media.Selection{Mode: mode, Days: 1})
		_, err := w.list.ListInput(t.Context(), activities.Listing{JobID: id})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
		require.Contains(t, fault.Of(err).Sentence, want)
	}
}

func TestAPlatformWithoutASourceIsUnsupported(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	id := w.submit(media.KindChannel, media.Ref{Platform: "radio", Kind: media.KindChannel, ExternalID: "x"},
		media.Selection{Mode: media.SelectAll})
	_, err := w.list.ListInput(t.Context(), activities.Listing{JobID: id})
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
}

// A single video becomes an item while its site is out of reach, so that somebody can give it a transcript.
func TestASingleVideoIsListedWithoutAskingItsSite(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		w.site.err = fault.New(fault.Unavailable, "No answer.")
		id := w.submitVideo(videoID)
		require.Equal(w, "YouTube video "+videoID, w.item(id).Title)
		require.Empty(w, w.site.since)
		w.site.err = nil
		_, err := w.jobs.WantEpisode(w.Context(), activities.WantInput{JobID: id, ItemID: w.item(id).ID})
		require.NoError(w, err)
		run := *w.item(id).RunID
		require.NoError(w, w.fetch.FetchEpisode(w.Context(), stage(run, work.StageEpisode)))
		work, err := w.s.Jobs.RunWork(w.Context(), run)
		require.NoError(w, err)
		require.Equal(w, "How to think", work.Episode.Title)
	})
}

// A feed finds its item again by the feed's address and the item's id, whatever those look like.
func TestAnItemOfAFeedKeepsItsID(t *testing.T) {
	t.Parallel()
	onBoth(t, func(w *world) {
		const guid = "tag:feed.example,2026:#1"
		listed := media.Episode{
			Platform: media.Feed, ExternalID: feedURL + "#" + guid, Title: "First", PageURL: "https://feed.example/1",
			Channel: media.Channel{Platform: media.Feed, ExternalID: feedURL, Name: "The feed"},
		}
		w.site.pages[""] = source.Page{Channel: listed.Channel, Episodes: []media.Episode{listed}}
		id := w.submit(media.KindFeed, feed, media.DefaultSelection(media.KindFeed))
		require.Equal(w, 1, w.listAll(id))
		require.Equal(w, "The feed", w.job(id).Title)
		want := media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: feedURL, ItemID: guid, URL: "https://feed.example/1"}
		require.Equal(w, want, w.item(id).Ref)
		_, err := w.jobs.WantEpisode(w.Context(), activities.WantInput{JobID: id, ItemID: w.item(id).ID})
		require.NoError(w, err)
		w.site.episode = listed
		require.NoError(w, w.fetch.FetchEpisode(w.Context(), stage(*w.item(id).RunID, work.StageEpisode)))
		require.Equal(w, []media.Ref{want}, w.site.asked)
	})
}

func TestChosenEpisodesAreListedUntilAllAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		chosen []string
		titles []string
		calls  int
	}{
		"on two of three pages": {[]string{"video000006", "video000001"}, []string{"Talk 1", "Talk 6"}, 2},
		"one was taken away":    {[]string{"video000001", "removed-one"}, []string{"Talk 1"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := onSQLite(t)
			w.site.offers(5, 5, 2)
			ref := media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: "@talks"}
			id := w.submit(media.KindChannel, ref, media.Selection{Mode: media.SelectChosen, Chosen: c.chosen})
			require.Equal(t, c.calls, w.listAll(id))
			var titles []string
			for _, item := range w.items(id) {
				titles = append(titles, item.Title)
			}
			require.Equal(t, c.titles, titles)
		})
	}
}

func TestChosenEpisodesThatAreGoneAreAFailureThatSaysSo(t *testing.T) {
	t.Parallel()
	w := onSQLite(t)
	w.site.offers(2)
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: "@talks"}
	id := w.submit(media.KindChannel, ref, media.Selection{Mode: media.SelectChosen, Chosen: []string{"removed-one"}})
	_, err := w.list.ListInput(w.Context(), activities.Listing{JobID: id})
	require.Equal(t, "The show does not list the chosen episodes any more. Choose again from its list.", fault.Of(err).Sentence)
}
