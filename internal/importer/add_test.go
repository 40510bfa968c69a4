package importer_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/importer"
)

// SearchShows knows the shows of the instance whose titles have the words.
func (i *instance) SearchShows(_ context.Context, r *v1.SearchShowsRequest) (*v1.SearchShowsResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	out := &v1.SearchShowsResponse{Silent: []string{"Podcast Index"}}
	for n, title := range i.titles {
		if strings.Contains(strings.ToLower(title), strings.ToLower(r.GetQ())) {
			out.Shows = append(out.Shows, &v1.Show{
				Title: title, Author: "Mira\x1b[2J", Address: "https://example.org/" + string(rune('a'+n)),
				EpisodeCount: new(int32(3)), Directory: "Some Directory",
			})
		}
	}
	return out, nil
}

func add(t *testing.T, i *instance, a importer.Adding) (string, error) {
	t.Helper()
	var out bytes.Buffer
	a.Options = importer.Options{
		Place: importer.Place{Client: i.Client(), Base: i.URL, Token: token}, Out: &out, Now: i.clock.Now,
		Wait: func(ctx context.Context, d time.Duration) error { i.clock.add(d); return ctx.Err() },
	}
	err := importer.Add(t.Context(), a)
	return out.String(), err
}

func TestAShowIsAddedByItsName(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		adding importer.Adding
		in     string
		input  string // what is submitted; empty: nothing
		says   string
	}{
		"the only one":                {adding: importer.Adding{What: "slow"}, input: "https://example.org/c", says: "Index did not answer."},
		"the one of exactly the name": {adding: importer.Adding{What: "night train"}, input: "https://example.org/a"},
		"a picked one":                {adding: importer.Adding{What: "night", Pick: 2}, input: "https://example.org/b"},
		"the first":                   {adding: importer.Adding{What: "night", Best: true}, input: "https://example.org/a"},
		"an answer":                   {adding: importer.Adding{What: "night"}, in: "2\n", input: "https://example.org/b", says: "Which one?"},
		"no answer":                   {adding: importer.Adding{What: "night"}, in: "\n", says: "Nothing was chosen"},
		"a wrong answer":              {adding: importer.Adding{What: "night"}, in: "7\n", says: "There is no match 7"},
		"nobody to ask":               {adding: importer.Adding{What: "night"}, says: "Choose one with --pick"},
		"a wrong number":              {adding: importer.Adding{What: "night", Pick: 3}, says: "There is no match 3"},
		"no such show":                {adding: importer.Adding{What: "nobody"}, says: "No show is called “nobody”."},
		"an address":                  {adding: importer.Adding{What: "https://example.org/feed.xml"}, input: "https://example.org/feed.xml"},
		"an address that is none":     {adding: importer.Adding{What: "ftp://example.org/feed.xml"}, says: "http:// or https://"},
		"nothing":                     {adding: importer.Adding{What: " "}, says: "Please enter"},
		"too many episodes":           {adding: importer.Adding{What: "slow", Latest: 101}, says: "--latest must be"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			i.titles = []string{"Night Train", "Night Train Again", "Slow Platform"}
			if c.in != "" {
				c.adding.In = io.Reader(strings.NewReader(c.in))
			}
			out, err := add(t, i, c.adding)
			if err != nil {
				out += fault.Of(err).Sentence
			}
			require.Contains(t, out, c.says)
			require.NotContains(t, out, "\x1b", "a terminal does not do what a stranger says")
			if c.input == "" {
				require.Error(t, err)
				require.Empty(t, i.process)
				return
			}
			require.NoError(t, err)
			require.Len(t, i.process, 1)
			require.Equal(t, c.input, i.process[0].GetInput())
			require.Nil(t, i.process[0].GetConfig())
			require.Contains(t, out, i.URL+"/jobs/")
		})
	}
}

func TestOnlyTheNewestEpisodesAreAdded(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.titles = []string{"Slow Platform"}
	_, err := add(t, i, importer.Adding{What: "slow platform", Latest: 5})
	require.NoError(t, err)
	require.Equal(t, [2]any{"recent", int32(5)}, [2]any{i.process[0].GetConfig().GetMode(), i.process[0].GetConfig().GetEpisodeCount()})
}
