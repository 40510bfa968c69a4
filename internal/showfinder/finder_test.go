package showfinder_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/showfinder"
)

// directory lists what it was given, and counts how often it was asked.
type directory struct {
	name  string
	shows []showfinder.Show
	fail  error
	asked int
}

func (d *directory) Name() string { return d.name }

func (d *directory) Search(context.Context, string) ([]showfinder.Show, error) {
	d.asked++
	return d.shows, d.fail
}

func named(title, address string) showfinder.Show {
	return showfinder.Show{Title: title, Address: address}
}

func titles(f showfinder.Found) string {
	var out []string
	for _, s := range f.Shows {
		out = append(out, s.Title)
	}
	return strings.Join(out, ", ")
}

func TestAnswersAreMergedByRankAndEachShowStandsOnce(t *testing.T) {
	t.Parallel()
	one := &directory{name: "One", shows: []showfinder.Show{named("A", "https://a.example/feed"), named("B", "https://b.example/feed")}}
	two := &directory{name: "Two", shows: []showfinder.Show{
		named("C", "https://c.example/feed"),
		{Title: "B again", Address: "http://www.b.example/feed/", Author: "Bea", Episodes: 7},
		named("Night Train", "https://n.example/feed"),
	}}
	finder := showfinder.New(time.Now, one, two)
	got, err := finder.Find(t.Context(), "letters")
	require.NoError(t, err)
	require.Equal(t, "A, C, B, Night Train", titles(got))
	require.Equal(t, [2]any{"Bea", 7}, [2]any{got.Shows[2].Author, got.Shows[2].Episodes}, "what one knows fills what another does not")
	require.Equal(t, "One", got.Shows[2].Directory)
	got, err = finder.Find(t.Context(), "night TRAIN")
	require.NoError(t, err)
	require.Equal(t, "Night Train, A, C, B", titles(got), "what is called exactly so comes first")
}

func TestOneDirectoryDownHidesNoOther(t *testing.T) {
	t.Parallel()
	down := &directory{name: "Down", fail: errors.New("away")}
	up := &directory{name: "Up", shows: []showfinder.Show{named("A", "https://a.example/feed")}}
	finder := showfinder.New(time.Now, down, up)
	for range 2 {
		got, err := finder.Find(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, "A", titles(got))
		require.Equal(t, []string{"Down"}, got.Silent)
	}
	require.Equal(t, [2]int{2, 1}, [2]int{down.asked, up.asked}, "an answer is kept, a failure is not")
}

func TestAnswersAreKeptForHours(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	d := &directory{name: "One"}
	finder := showfinder.New(func() time.Time { return now }, d)
	for _, c := range []struct {
		words string
		after time.Duration
		asked int
	}{{"Night Train", 0, 1}, {" night  train", 5 * time.Hour, 1}, {"night", 0, 2}, {"night train", 2 * time.Hour, 3}} {
		now = now.Add(c.after)
		_, err := finder.Find(t.Context(), c.words)
		require.NoError(t, err)
		require.Equal(t, c.asked, d.asked, c)
	}
}

func TestWhatIsListedIsAStrangersWord(t *testing.T) {
	t.Parallel()
	hostile := showfinder.Show{
		Title: "\u202eA<script>alert(1)</script> &amp; B\x00", Author: strings.Repeat("x", 9999),
		Address: "HTTPS://Feeds.Example.org:443/a?b=1#c",
		Picture: "javascript:alert(1)", Episodes: 1 << 40, Latest: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	d := &directory{name: "One", shows: []showfinder.Show{
		hostile, named("<b></b>", "https://b.example/feed"), named("C", "https://user:pw@c.example/feed"), named("D", "file:///etc/passwd"),
		named("E", "https://youtu.be/aaaaaaaaaaa"), named("F", "not an address"),
	}}
	for i := range 50 {
		d.shows = append(d.shows, named(fmt.Sprint("G", i), fmt.Sprintf("https://g.example/%d", i)))
	}
	got, err := showfinder.New(time.Now, d).Find(t.Context(), "x")
	require.NoError(t, err)
	require.Len(t, got.Shows, 20)
	s := got.Shows[0]
	require.Equal(t, "A alert(1) & B", s.Title)
	require.Len(t, s.Author, 300)
	require.Equal(t, "https://feeds.example.org/a?b=1", s.Address)
	require.Zero(t, s.Picture)
	require.Zero(t, s.Episodes)
	require.True(t, s.Latest.IsZero())
	require.Equal(t, "G0", got.Shows[1].Title, "what cannot be submitted is left out")
}

func TestWithoutDirectoriesPeopleAreAskedForAnAddress(t *testing.T) {
	t.Parallel()
	_, err := showfinder.New(time.Now).Find(t.Context(), "night train")
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
	require.Contains(t, fault.Of(err).Sentence, "enter the address")
}

func TestAnEndedRequestIsNoFailureOfDirectories(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := showfinder.New(time.Now, &directory{name: "One", fail: context.Canceled}).Find(ctx, "night train")
	require.ErrorIs(t, err, context.Canceled)
}
