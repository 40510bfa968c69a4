// Package sourcetest is the suite that every source passes: one set of expectations over answers of our own making, which
// each source's test dresses in the shapes of its site and serves on loopback.
package sourcetest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/transcript"
)

// Failure is what the site does instead of answering.
type Failure string

// The failures. A harness serves each the way its site does.
const (
	None    Failure = ""
	Private Failure = "private" // the item or collection is not for us
	Missing Failure = "missing"
	Robot   Failure = "robot" // it takes us for a robot
	Busy    Failure = "busy"  // too many requests; Retry-After: 90
	Down    Failure = "down"  // no connection comes about
	Hangs   Failure = "hangs" // it never answers
)

// RetryAfter is what a Busy site asks for.
const RetryAfter = 90 * time.Second

// HostilePrefix stands before every title, name and description of a hostile site: marks that turn the reading direction,
// a zero-width space, a tag character and an escape.
const HostilePrefix = "\u202Eevil\u2066\u200B\U000E0041"

// Captions is what the site has to offer as a transcript.
type Captions string

// The states of captions.
const (
	NoCaptions    Captions = ""
	GoodCaptions  Captions = "good"  // two cues: "hello there", "good bye"
	EmptyCaptions Captions = "empty" // status 200 and nothing in it
)

// Site is the world of one test: a collection with Episodes items, the newest being number Episodes.
type Site struct {
	Episodes int
	Fail     Failure
	Captions Captions
	Hostile  bool
}

// Published is the date of item n, from 1.
func Published(n int) time.Time {
	return time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, n)
}

// Title is the title of item n; a hostile site puts HostilePrefix before it.
func (s Site) Title(n int) string { return s.Dress(fmt.Sprintf("Episode %d", n)) }

// Dress makes the text hostile on a hostile site.
func (s Site) Dress(text string) string {
	if s.Hostile {
		return HostilePrefix + text
	}
	return text
}

// Interfere returns the failures that look the same everywhere (Busy, Down, Hangs) and reports whether it did. Harnesses
// call it first in their handlers.
func (s Site) Interfere(w http.ResponseWriter, r *http.Request) bool {
	switch s.Fail {
	case Busy:
		w.Header().Set("Retry-After", "90")
		w.WriteHeader(http.StatusTooManyRequests)
	case Down:
		panic(http.ErrAbortHandler) // the connection ends without an answer
	case Hangs:
		<-r.Context().Done()
	default:
		return false
	}
	return true
}

// Harness dresses sites in the shapes of one source.
type Harness struct {
	// Open starts the site on loopback until the test ends and returns a source that knows no other.
	Open func(t *testing.T, site Site) source.Source
	// Collection names the site's collection, Item its item n.
	Collection media.Ref
	Item       func(n int) media.Ref
	// AtMost is how many items the source can list; 0 means all.
	AtMost int
	// NoTranscripts says that the source has no way to transcripts; it then returns "none" without asking.
	NoTranscripts bool
	// RelativeDates says that listings tell ages, not dates: order is the site's and since is not exact.
	RelativeDates bool
}

// Run holds the source to its interface.
func Run(t *testing.T, h Harness) {
	t.Helper()
	t.Run("lists newest first and every item once", func(t *testing.T) { t.Parallel(); listsAll(t, h) })
	t.Run("lists only what is new enough", func(t *testing.T) { t.Parallel(); listsSince(t, h) })
	t.Run("answers one episode", func(t *testing.T) { t.Parallel(); answersEpisode(t, h) })
	t.Run("lists a single item as a page of one", func(t *testing.T) { t.Parallel(); listsSingle(t, h) })
	t.Run("names failures", func(t *testing.T) { t.Parallel(); namesFailures(t, h) })
	t.Run("tells no transcript from no answer", func(t *testing.T) { t.Parallel(); transcripts(t, h) })
	t.Run("ends with its context", func(t *testing.T) { t.Parallel(); endsWithContext(t, h) })
	t.Run("cleans hostile text", func(t *testing.T) { t.Parallel(); cleansText(t, h) })
	t.Run("serves many at once", func(t *testing.T) { t.Parallel(); servesMany(t, h) })
}

// all lists to the end.
func all(t *testing.T, s source.Source, ref media.Ref, since time.Time) []media.Episode {
	t.Helper()
	var found []media.Episode
	cursor := ""
	for range 50 {
		page, err := s.List(t.Context(), ref, since, cursor)
		require.NoError(t, err)
		require.LessOrEqual(t, len(page.Episodes), 50, "a page holds at most 50")
		found = append(found, page.Episodes...)
		if cursor = page.Next; cursor == "" {
			return found
		}
	}
	require.Fail(t, "the listing does not end")
	return nil
}

func (h Harness) expected(n int) int {
	if h.AtMost > 0 {
		return min(n, h.AtMost)
	}
	return n
}

func listsAll(t *testing.T, h Harness) {
	const n = 120
	site := Site{Episodes: n}
	found := all(t, h.Open(t, site), h.Collection, time.Time{})
	var want, got []string
	for i := range h.expected(n) {
		want = append(want, site.Title(n-i))
	}
	ids := map[string]bool{}
	for _, ep := range found {
		got = append(got, ep.Title)
		ids[ep.ExternalID] = true
		require.Equal(t, h.Collection.Platform, ep.Platform)
	}
	require.Equal(t, want, got)
	require.Len(t, ids, len(want), "external ids are unique")
}

func listsSince(t *testing.T, h Harness) {
	if h.RelativeDates {
		require.NotEmpty(t, all(t, h.Open(t, Site{Episodes: 9}), h.Collection, Published(1)))
		return
	}
	found := all(t, h.Open(t, Site{Episodes: 9}), h.Collection, Published(6))
	require.Len(t, found, 4)
	require.Empty(t, all(t, h.Open(t, Site{Episodes: 9}), h.Collection, Published(10)))
}

func answersEpisode(t *testing.T, h Harness) {
	site := Site{Episodes: 3}
	ep, err := h.Open(t, site).Episode(t.Context(), h.Item(2))
	require.NoError(t, err)
	require.Equal(t, site.Title(2), ep.Title)
	require.Equal(t, Published(2), ep.PublishedAt)
	require.Equal(t, h.Collection.Platform, ep.Platform)
	require.NotEmpty(t, ep.Channel.Name)
	require.NotEmpty(t, ep.Channel.ExternalID)
}

func listsSingle(t *testing.T, h Harness) {
	site := Site{Episodes: 3}
	found := all(t, h.Open(t, site), h.Item(2), time.Time{})
	require.Len(t, found, 1)
	require.Equal(t, site.Title(2), found[0].Title)
}

func namesFailures(t *testing.T, h Harness) {
	for failure, kind := range map[Failure]fault.Kind{
		Private: fault.Private, Missing: fault.NotFound, Robot: fault.Blocked, Busy: fault.RateLimited, Down: fault.Unavailable,
	} {
		t.Run(string(failure), func(t *testing.T) {
			t.Parallel()
			s := h.Open(t, Site{Episodes: 3, Fail: failure})
			_, listErr := s.List(t.Context(), h.Collection, time.Time{}, "")
			_, itemErr := s.Episode(t.Context(), h.Item(1))
			for what, err := range map[string]error{"list": listErr, "episode": itemErr} {
				require.Error(t, err, what)
				require.Equal(t, kind, fault.KindOf(err), "%s: %v", what, err)
				require.True(t, strings.HasSuffix(fault.Of(err).Sentence, "."), "%s: %q is a sentence", what, fault.Of(err).Sentence)
				if failure == Busy {
					require.Equal(t, RetryAfter, fault.Of(err).RetryAfter, what)
				}
			}
		})
	}
}

func transcripts(t *testing.T, h Harness) {
	fetch := func(c Captions) (transcript.Transcript, bool, error) {
		s := h.Open(t, Site{Episodes: 1, Captions: c})
		page, err := s.List(t.Context(), h.Collection, time.Time{}, "")
		require.NoError(t, err)
		require.Len(t, page.Episodes, 1)
		return s.Transcript(t.Context(), page.Episodes[0])
	}
	_, ok, err := fetch(NoCaptions)
	require.NoError(t, err)
	require.False(t, ok)
	if h.NoTranscripts {
		return
	}
	tr, ok, err := fetch(GoodCaptions)
	require.NoError(t, err)
	require.True(t, ok)
	require.Len(t, tr.Cues, 2)
	require.Equal(t, "hello there", tr.Cues[0].Text)
	require.Equal(t, "en", tr.Language)
	require.Contains(t, []transcript.Origin{transcript.Publisher, transcript.Captions}, tr.Origin)

	_, ok, err = fetch(EmptyCaptions)
	require.False(t, ok)
	require.Equal(t, fault.Blocked, fault.KindOf(err), "an empty answer is not an empty transcript: %v", err)
}

func endsWithContext(t *testing.T, h Harness) {
	s := h.Open(t, Site{Episodes: 3, Fail: Hangs})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 2)
	go func() { _, err := s.List(ctx, h.Collection, time.Time{}, ""); done <- err }()
	go func() { _, err := s.Episode(ctx, h.Item(1)); done <- err }()
	cancel()
	for range 2 {
		select {
		case err := <-done:
			require.ErrorIs(t, err, context.Canceled)
		case <-time.After(2 * time.Second):
			require.Fail(t, "the call outlives its context")
		}
	}
}

func cleansText(t *testing.T, h Harness) {
	s := h.Open(t, Site{Episodes: 1, Hostile: true})
	found := all(t, s, h.Collection, time.Time{})
	require.Len(t, found, 1)
	ep, err := s.Episode(t.Context(), h.Item(1))
	require.NoError(t, err)
	for _, e := range []media.Episode{found[0], ep} {
		for what, text := range map[string]string{"title": e.Title, "description": e.Description, "channel": e.Channel.Name} {
			require.False(t, strings.ContainsAny(text, "\u202E\u2066\u200B\U000E0041\x1b\x00"), "%s: %q", what, text)
		}
		require.Equal(t, "evilEpisode 1", e.Title)
	}
}

func servesMany(t *testing.T, h Harness) {
	s := h.Open(t, Site{Episodes: 3})
	var wg sync.WaitGroup
	errs := make(chan error, 16)
	for range 8 {
		wg.Go(func() {
			_, err := s.List(t.Context(), h.Collection, time.Time{}, "")
			errs <- err
			_, err = s.Episode(t.Context(), h.Item(1))
			errs <- err
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
}
