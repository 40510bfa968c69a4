package importer_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
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

// EstimateEpisodes knows what shows of the instance come to.
func (i *instance) EstimateEpisodes(_ context.Context, r *v1.EstimateEpisodesRequest) (*v1.EstimateEpisodesResponse, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.estimated = append(i.estimated, r)
	if i.comesTo == nil {
		return nil, connect.NewError(connect.CodeInvalidArgument, errors.New("This is not the address of a show."))
	}
	return i.comesTo(r.GetAddress())
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

func TestTheShowsOfASubscriptionListAreAdded(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list   string
		inputs []string
		says   []string
		fails  string
	}{
		"two shows, one named twice": {
			list: `<outline text="Night &#155;2J Train" xmlUrl="https://example.org/a"/><outline text="A folder">
				<outline xmlUrl="https://example.org/b"/></outline><outline xmlUrl="https://example.org/a"/>`,
			inputs: []string{"https://example.org/a", "https://example.org/b"},
			says:   []string{"Night", "job 1, ", "https://example.org/b: job 2, "},
		},
		"one that is refused": {
			list:   `<outline xmlUrl="https://example.org/refused"/><outline text="B" xmlUrl="https://example.org/b"/>`,
			inputs: []string{"https://example.org/b"},
			says:   []string{"https://example.org/refused: not added. This is not an address.", "B: job 1, "},
			fails:  "1 show of 2 could not be added.",
		},
		"a limit": {
			list: `<outline xmlUrl="https://example.org/a"/><outline text="L" xmlUrl="https://example.org/limit"/>
				<outline xmlUrl="https://example.org/b"/>`,
			inputs: []string{"https://example.org/a"},
			fails:  "You may not. That was L, show 2 of 3; what comes after it was not submitted.",
		},
		"none": {list: `<outline text="A folder"/>`, fails: "names no feeds"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			i.refuses = map[string]error{
				"https://example.org/refused": connect.NewError(connect.CodeInvalidArgument, errors.New("This is not an address.")),
				"https://example.org/limit":   connect.NewError(connect.CodePermissionDenied, errors.New("You may not.")),
			}
			file := filepath.Join(t.TempDir(), "Shows.OPML")
			require.NoError(t, os.WriteFile(file, []byte(`<opml version="2.0"><body>`+c.list+`</body></opml>`), 0o600))
			out, err := add(t, i, importer.Adding{What: file, Latest: 3})
			if c.fails == "" {
				require.NoError(t, err)
			} else {
				require.Error(t, err)
				require.Contains(t, fault.Of(err).Sentence, c.fails)
			}
			for _, s := range c.says {
				require.Contains(t, out, s)
			}
			require.NotContains(t, out, "\u009b", "a terminal does not do what a stranger says")
			var inputs []string
			for _, r := range i.process {
				inputs = append(inputs, r.GetInput())
				require.EqualValues(t, 3, r.GetConfig().GetEpisodeCount())
			}
			require.Equal(t, c.inputs, inputs)
		})
	}
	_, err := add(t, newInstance(t), importer.Adding{What: "nowhere.opml"})
	require.Error(t, err)
	require.Contains(t, fault.Of(err).Sentence, "nowhere.opml cannot be read")
}

func TestWhatShowsComeToIsSaidBeforeTheyAreAdded(t *testing.T) {
	t.Parallel()
	lengths := func(episodes, seconds, unknown int32) *v1.Lengths {
		return &v1.Lengths{Episodes: episodes, Seconds: seconds, Unknown: unknown}
	}
	heard := &v1.EstimateEpisodesResponse{
		New: lengths(10, 40_800, 0), Analyzed: 2, Listened: lengths(8, 32_400, 0),
		ListeningPrice: new(0.006), ListeningSpeed: new(13.5),
	}
	const says = "12 episodes. 2 are analyzed already; the rest comes to 11 h 20 min. 8 have no transcript and are listened to " +
		"(9 h, about $3.24, about 40 min on this server).\n"
	for name, c := range map[string]struct {
		comesTo *v1.EstimateEpisodesResponse
		fails   error
		adding  importer.Adding
		in      string
		says    string
		asks    bool
		added   bool
	}{
		"somebody says yes":   {comesTo: heard, in: "y\n", says: says, asks: true, added: true},
		"somebody says no":    {comesTo: heard, in: "no\n", says: says, asks: true},
		"somebody goes away":  {comesTo: heard, in: " ", says: says, asks: true},
		"nobody can be asked": {comesTo: heard, says: says, added: true},
		"nobody wants a say":  {comesTo: heard, in: "no\n", adding: importer.Adding{Best: true}, says: says, added: true},
		"nothing is listened to": {
			comesTo: &v1.EstimateEpisodesResponse{New: lengths(3, 600, 1), More: true}, in: "no\n",
			says: "More than 3 episodes, 10 min, 1 of unknown length.\n", added: true,
		},
		"nobody knows of transcripts": {
			comesTo: &v1.EstimateEpisodesResponse{New: lengths(1, 0, 1), PerhapsListened: lengths(1, 0, 1), ListeningPrice: new(0.006)},
			in:      "y\n", asks: true, added: true,
			says: "1 episode, 1 of unknown length. The list does not say whether 1 has a transcript; without one it is listened to.\n",
		},
		"nobody knows which have transcripts": {
			comesTo: &v1.EstimateEpisodesResponse{New: lengths(2, 7200, 0), PerhapsListened: lengths(2, 7200, 0), ListeningPrice: new(0.006)},
			in:      "y\n", asks: true, added: true,
			says: "2 episodes, 2 h. The list does not say which of 2 have a transcript; those without are listened to " +
				"(all 2: 2 h, about $0.72).\n",
		},
		"the source is away": {
			fails: connect.NewError(connect.CodeUnavailable, errors.New("The podcast's server did not\x1b[2J answer.")), in: "no\n",
			says: "What 1 show comes to could not be told. The podcast's server did not", added: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newInstance(t)
			i.comesTo = func(string) (*v1.EstimateEpisodesResponse, error) { return c.comesTo, c.fails }
			c.adding.What, c.adding.Latest = "https://example.org/feed.xml", 12
			if c.in != "" {
				c.adding.In = strings.NewReader(c.in)
			}
			out, err := add(t, i, c.adding)
			require.Contains(t, out, c.says)
			require.NotContains(t, out, "\x1b")
			require.Equal(t, c.asks, strings.Contains(out, "Go on? (y/n)"))
			require.EqualValues(t, 12, i.estimated[0].GetConfig().GetEpisodeCount())
			if c.added {
				require.NoError(t, err)
				require.Len(t, i.process, 1)
				return
			}
			require.Equal(t, "Nothing was added.", fault.Of(err).Sentence)
			require.Empty(t, i.process)
		})
	}
}

func TestWhatTheShowsOfAListComeToIsAddedUp(t *testing.T) {
	t.Parallel()
	i := newInstance(t)
	i.comesTo = func(address string) (*v1.EstimateEpisodesResponse, error) {
		if strings.HasSuffix(address, "gone") {
			return nil, connect.NewError(connect.CodeNotFound, errors.New("There is nothing at this address."))
		}
		hour := &v1.Lengths{Episodes: 1, Seconds: 3600}
		return &v1.EstimateEpisodesResponse{New: hour, Listened: hour, ListeningPrice: new(0.006)}, nil
	}
	file := filepath.Join(t.TempDir(), "shows.opml")
	list := `<outline xmlUrl="https://example.org/a"/><outline xmlUrl="https://example.org/gone"/><outline xmlUrl="https://example.org/b"/>`
	require.NoError(t, os.WriteFile(file, []byte(`<opml version="2.0"><body>`+list+`</body></opml>`), 0o600))
	out, err := add(t, i, importer.Adding{What: file, In: strings.NewReader("y\n")})
	require.NoError(t, err)
	require.Contains(t, out, "Looking at what 3 shows come to.\n"+
		"2 episodes, 2 h. 2 have no transcript and are listened to (2 h, about $0.72).\n"+
		"What 1 show comes to could not be told. There is nothing at this address.\nGo on? (y/n) ")
	require.Len(t, i.process, 3)
}
