package apiserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
	"mentionary/internal/source"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// showFeed is the address of the one show that someShow lists.
const showFeed = "https://example.org/night-train.xml"

// showList is a subscription list that names it.
const showList = `<opml version="2.0"><body><outline text="Night Train" xmlUrl="` + showFeed + `"/></body></opml>`

// someDirectory knows one show, whatever is asked.
type someDirectory struct {
	mu   sync.Mutex
	fail error
}

func (d *someDirectory) failWith(err error) { d.mu.Lock(); defer d.mu.Unlock(); d.fail = err }

func (d *someDirectory) Name() string { return "Some Directory" }

func (d *someDirectory) Search(_ context.Context, words string) ([]showfinder.Show, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != nil {
		return nil, d.fail
	}
	if words == "nothing" {
		return nil, nil
	}
	return []showfinder.Show{{
		Title: "Night Train", Author: "Mira", Address: showFeed, Picture: "https://art.example.org/1.jpg", Episodes: 3,
		Latest: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC),
	}}, nil
}

// someShow is a feed of three episodes on two pages.
type someShow struct{ source.Source }

func (someShow) Platform() media.Platform { return media.Feed }

func (someShow) List(_ context.Context, ref media.Ref, _ time.Time, cursor string) (source.Page, error) {
	if ref.ExternalID != showFeed {
		return source.Page{}, fault.New(fault.NotFound, "There is nothing at this address. Check its spelling.")
	}
	show := media.Channel{Platform: media.Feed, ExternalID: showFeed, Name: "Night Train"}
	episode := func(n int) media.Episode {
		return media.Episode{
			Platform: media.Feed, ExternalID: showFeed + "#train-" + strconv.Itoa(n), Title: "Train " + strconv.Itoa(n), Channel: show,
			PublishedAt: time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC), MediaURL: fmt.Sprintf("https://example.org/%d.mp3", n),
		}
	}
	if cursor != "" {
		return source.Page{Channel: show, Episodes: []media.Episode{episode(1)}}, nil
	}
	third := episode(3)
	third.Duration, third.Transcripts = 90*time.Second+700*time.Millisecond, []media.TranscriptRef{{URL: "https://example.org/3.vtt"}}
	return source.Page{Channel: show, Title: show.Name, Episodes: []media.Episode{third, episode(2)}, Next: "2"}, nil
}

func (someShow) Episode(context.Context, media.Ref) (media.Episode, error) {
	return media.Episode{}, errors.ErrUnsupported
}

func (someShow) Transcript(context.Context, media.Episode) (transcript.Transcript, bool, error) {
	return transcript.Transcript{}, false, nil
}

// someChannel is a channel of two videos, of which nobody says whether they have captions.
type someChannel struct {
	source.Source
	source.AudioBringer
	whyNoAudio string
}

func (c someChannel) WhyNoAudio() string { return c.whyNoAudio }

func (someChannel) List(_ context.Context, _ media.Ref, since time.Time, cursor string) (source.Page, error) {
	video := func(id string, length time.Duration) media.Episode {
		return media.Episode{Platform: media.YouTube, ExternalID: id, Title: id, Duration: length}
	}
	switch {
	case cursor != "":
		return source.Page{}, fault.New(fault.Unavailable, "YouTube could not be reached.")
	case !since.IsZero():
		return source.Page{Episodes: []media.Episode{video("aaaaaaaaaa0", time.Hour)}}, nil
	}
	return source.Page{Next: "2", Episodes: []media.Episode{video("aaaaaaaaaa1", time.Hour), video("aaaaaaaaaa2", 0)}}, nil
}

// somePictures has a picture at one address.
type somePictures struct{}

func (somePictures) Fetch(_ context.Context, r outbound.Request) (outbound.Response, error) {
	if r.URL != "https://art.example.org/1.jpg" {
		return outbound.Response{}, fault.New(fault.NotFound, "There is nothing at this address.")
	}
	var b bytes.Buffer
	err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 900, 300)))
	return outbound.Response{Status: http.StatusOK, Body: b.Bytes()}, err
}

func TestCoversOfFoundShowsAreMadeOurs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	show := w.object(w.call(una, "GET", "/api/shows?q=night", nil), http.StatusOK)["shows"].([]any)[0].(map[string]any)
	for range 2 {
		got := w.call(una, "GET", show["pictureUrl"].(string), nil)
		require.Equal(t, http.StatusOK, got.status, got.body)
		require.Equal(t, "image/jpeg", got.header.Get("Content-Type"))
		size, err := jpeg.DecodeConfig(strings.NewReader(got.body))
		require.NoError(t, err)
		require.Equal(t, [2]int{640, 213}, [2]int{size.Width, size.Height})
	}
	for _, name := range []string{"x.jpg", strings.Repeat("0", 64) + ".jpg", "https%3A%2F%2Fart.example.org%2F1.jpg"} {
		w.refused(w.call(una, "GET", "/api/shows/pictures/"+name, nil), http.StatusNotFound, "not_found")
	}
}

func TestShowsAreFoundByTheirNames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	for face, got := range w.both(una, "ShowService/SearchShows", map[string]any{"q": " night  train "}) {
		shows := w.object(got, http.StatusOK)["shows"].([]any)
		require.Len(t, shows, 1, face)
		show := shows[0].(map[string]any)
		require.Equal(t, [6]any{"Night Train", "Mira", "podcast", showFeed, 3.0, "Some Directory"},
			[6]any{show["title"], show["author"], show["kind"], show["address"], show["episodeCount"], show["directory"]}, face)
		require.NotContains(t, got.body, "art.example.org", "browsers ask no strangers for pictures")
	}
	require.Empty(t, w.object(w.call(una, "GET", "/api/shows?q=nothing", nil), http.StatusOK)["shows"])
	w.refused(w.call(nil, "GET", "/api/shows?q=night", nil), http.StatusUnauthorized, "unauthenticated")
	w.refused(w.call(una, "GET", "/api/shows?q=%20%E2%80%8B", nil), http.StatusBadRequest, "invalid_argument")

	w.shows.failWith(errors.New("away"))
	got := w.object(w.call(una, "GET", "/api/shows?q=other", nil), http.StatusOK)
	require.Equal(t, []any{"Some Directory"}, got["silent"])
	require.Empty(t, got["shows"])
}

func TestAShowsEpisodesSayWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una := w.signIn("una", "")
	analyzed := w.analyzed(una, media.Ref{Platform: media.Feed, Kind: media.KindVideo, ExternalID: showFeed, ItemID: "train-2"}, "Train 2")
	first := w.object(w.call(una, "GET", "/api/shows/episodes?address="+showFeed, nil), http.StatusOK)
	require.InDelta(t, 0.006, first["listeningPrice"], 1e-9)
	require.Nil(t, first["listeningSpeed"], "nothing was heard yet")
	require.Equal(t, "Night Train", first["title"])
	require.Equal(t, []any{
		map[string]any{
			"id": "train-3", "title": "Train 3", "publishedAt": "2026-05-03T00:00:00Z", "duration": 90.0, "hasTranscript": true, "videoId": nil,
			"listening": "no",
		},
		map[string]any{
			"id": "train-2", "title": "Train 2", "publishedAt": "2026-05-02T00:00:00Z", "duration": nil, "hasTranscript": false, "videoId": analyzed,
			"listening": "yes",
		},
	}, first["episodes"])
	second := w.object(w.call(una, "GET", "/api/shows/episodes?address="+showFeed+"&pageToken="+first["nextPageToken"].(string), nil),
		http.StatusOK)
	require.Equal(t, "train-1", second["episodes"].([]any)[0].(map[string]any)["id"])
	require.Empty(t, second["nextPageToken"])

	w.refused(w.call(una, "GET", "/api/shows/episodes?address=https://example.org/gone.xml", nil), http.StatusNotFound, "not_found")
	for _, address := range []string{"https://youtu.be/aaaaaaaaaaa", "night%20train", aChannel} {
		w.refused(w.call(una, "GET", "/api/shows/episodes?address="+address, nil), http.StatusBadRequest, "invalid_argument")
	}
	w.refused(w.call(nil, "GET", "/api/shows/episodes?address="+showFeed, nil), http.StatusUnauthorized, "unauthenticated")
}

func TestAskingOutsideIsLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, otto := w.signIn("una", ""), w.signIn("otto", "")
	for range 60 {
		w.object(w.call(una, "GET", "/api/shows?q=night", nil), http.StatusOK)
		w.object(w.call(una, "GET", "/api/shows/episodes?address="+showFeed, nil), http.StatusOK)
	}
	for _, procedure := range []string{"ShowService/SearchShows", "ShowService/ListShowEpisodes", "ShowService/EstimateEpisodes"} {
		for face, got := range w.both(una, procedure, map[string]any{"q": "night", "address": showFeed}) {
			require.Equal(t, http.StatusTooManyRequests, got.status, face+got.body)
			require.NotEmpty(t, got.header.Get("Retry-After"), face)
		}
	}
	w.object(w.call(otto, "GET", "/api/shows?q=night", nil), http.StatusOK)
	w.ahead.Add(int64(10 * time.Minute))
	w.object(w.call(una, "GET", "/api/shows?q=night", nil), http.StatusOK)
}

func TestSingleEpisodesAreChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	una, ada := w.signIn("una", ""), w.signIn("ada", "admin")
	chosen := func(ids ...string) map[string]any { return map[string]any{"mode": "chosen", "episodeIds": ids} }
	id := w.object(w.call(una, "POST", "/api/process", map[string]any{"input": showFeed, "config": chosen("train-3", "train-1", "train-3")}),
		http.StatusOK)["jobId"].(float64)
	row, err := w.store.Jobs.Job(t.Context(), int(id), 0)
	require.NoError(t, err)
	require.Equal(t, media.Selection{Mode: media.SelectChosen, Chosen: []string{"train-3", "train-1"}}, row.Selection)

	again := map[string]any{"input": showFeed, "config": chosen("train-3"), "idempotencyKey": "k"}
	w.object(w.call(una, "POST", "/api/process", again), http.StatusOK)
	w.object(w.call(una, "POST", "/api/process", again), http.StatusOK)
	again["config"] = chosen("train-2")
	w.refused(w.call(una, "POST", "/api/process", again), http.StatusConflict, "aborted")

	said := w.refused(w.call(una, "POST", "/api/process", map[string]any{"input": showFeed, "config": chosen()}), http.StatusBadRequest,
		"invalid_argument")
	require.Equal(t, "Please choose at least one episode.", said)
	said = w.refused(w.call(ada, "POST", "/api/admin/batches", map[string]any{"kind": "urls", "text": showFeed, "config": chosen("train-3")}),
		http.StatusBadRequest, "invalid_argument")
	require.Contains(t, said, "of one show only")
}

// analyzed publishes an episode of a feed and returns the public id of its page.
func (w *world) analyzed(by *person, ref media.Ref, title string) string {
	w.Helper()
	id := w.process(by, showFeed)
	run := w.want(id, w.items(id, ref)[0].ID)
	require.NoError(w, w.store.Jobs.SaveEpisode(w.Context(), run, media.Episode{
		Platform: ref.Platform, ExternalID: ref.ExternalID + "#" + ref.ItemID, Title: title,
		Channel: media.Channel{Platform: ref.Platform, ExternalID: ref.ExternalID, Name: "Night Train"},
	}))
	text, err := w.store.Jobs.SaveTranscript(w.Context(), run, transcript.Transcript{
		Language: "en", Origin: transcript.Publisher, Cues: []transcript.Cue{{EndMS: 4000, Text: "All aboard."}},
	})
	require.NoError(w, err)
	_, err = w.store.Publish.Publish(w.Context(), publish.PublishInput{RunID: run, TranscriptID: text})
	require.NoError(w, err)
	_, _, err = w.store.Jobs.FinishRun(w.Context(), run, work.RunDone, jobs.Failure{})
	require.NoError(w, err)
	var made string
	for _, e := range w.list(w.call(by, "GET", "/api/episodes", nil)) {
		if e["title"] == title {
			made = e["videoId"].(string)
		}
	}
	require.NotEmpty(w, made)
	return made
}
